#!/bin/sh
# Runs the release program on hostile files within 2 seconds and 200 MB each, and prints what it took.
# Not part of `cargo test`: it needs a release build, python3 and GNU time, and a machine with nothing else to do.
#
#   cargo build --release && sh tests/outside/limits.sh [PROGRAM]
set -u
program=${1:-target/release/chipwise}
case $program in /*) ;; *) program=$PWD/$program ;; esac
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 "$here/hostile.py" "$folder" || exit 2
cd "$folder" || exit 2
failed=0

# hostile NAME ARGUMENTS...: one run, which must end with status 2 or 0 and not by a signal.
hostile() {
    name=$1
    shift
    (ulimit -v 204800 && exec /usr/bin/time -f '%e %M' -o time timeout 2 "$program" recommend "$@" >/dev/null 2>errors)
    status=$?
    took=$(tail -n 1 time)
    verdict=ok
    case $status in 0 | 2) ;; *) verdict=FAILED failed=1 ;; esac
    printf '%-24s %5ss %7s KiB  status %s  %s\n' "$name" "${took% *}" "${took#* }" "$status" "$verdict"
}

for file in profiles/*; do
    hostile "${file#*/}" "$file"
done
for rules in rules/*; do
    hostile "${rules#*/}" profile.yaml --extra-rules "$rules"
done
exit $failed
