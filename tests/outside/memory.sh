#!/usr/bin/env bash
# The memory of a stream does not grow with its length: the greatest amount over a hundred thousand records is held to
# that over ten thousand, and to 64 MB. Needs a release build (`cargo build --release`), or CHIPWISE with a program's path.
set -euo pipefail
cd "$(dirname "$0")/../.."
program="${CHIPWISE:-target/release/chipwise}"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
benches/records.py 100000 0.01 > "$work/many.ndjson"
head -n 10000 "$work/many.ndjson" > "$work/few.ndjson"

peak() {
    local records="$1"
    shift
    # One record in a hundred is malformed, so the code is 2.
    /usr/bin/env python3 - "$program" "$work/$records.ndjson" "$@" << 'PYTHON'
import resource, subprocess, sys
program, records, *arguments = sys.argv[1:]
with open(records) as stream:
    code = subprocess.run([program, *arguments], stdin=stream, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
assert code == 2, code
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
PYTHON
}

for form in 'ndjson --brief --explain none' 'csv --explain none' 'ndjson --explain reasons'; do
    # shellcheck disable=SC2086
    few="$(peak few compare - --format $form)"
    # shellcheck disable=SC2086
    many="$(peak many compare - --format $form)"
    echo "$form: $((few / 1024)) MB over 10,000 records, $((many / 1024)) MB over 100,000"
    [ "$many" -lt $((few * 5 / 4 + 4096)) ] && [ "$many" -lt 65536 ]
done
