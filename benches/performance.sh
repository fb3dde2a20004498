#!/usr/bin/env bash
# Prints every figure of docs/performance.md. It builds what it measures: the program as it is released, once more with the
# names of its functions, and the peers, of which zen-engine alone takes ten minutes. Needs valgrind and hyperfine
# (`cargo install hyperfine`). Nothing else should run meanwhile.
#
# benches/performance.sh [PART…]   machine peers instructions memory million shares start; all by default
set -euo pipefail
cd "$(dirname "$0")/.."
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
target="${CARGO_TARGET_DIR:-target}"
export CHIPWISE="${CHIPWISE:-$(realpath -m "$target")/release/chipwise}"
stream=(compare - --input-format ndjson --format ndjson)

machine() {
    rustc --version
    git log -1 --format='chipwise at %h'
    awk -F': ' '/model name/ { print $2; exit }' /proc/cpuinfo
    echo "$(nproc) cores, $(uname -sr), load $(cut -d' ' -f1 /proc/loadavg)"
}

peers() {
    (cd benches/peers && cargo build --release --quiet && cargo run --release --quiet -- measure)
}

instructions() {
    benches/instructions.sh
}

memory() {
    tests/outside/memory.sh
}

# Throughput over a million records, and the greatest memory.
million() {
    benches/records.py 1000000 > "$work/million.ndjson"
    echo "$(($(stat -c %s "$work/million.ndjson") / 1000000)) MB of records"
    local options
    for options in '--brief --explain none --jobs 1' '--brief --explain none --jobs 2'; do
        # shellcheck disable=SC2086
        python3 - "$work/million.ndjson" "$options" "$CHIPWISE" "${stream[@]}" $options << 'PYTHON'
import resource, subprocess, sys, time
records, options, *command = sys.argv[1:]
with open(records) as stream:
    start = time.monotonic()
    subprocess.run(command, stdin=stream, stdout=subprocess.DEVNULL, check=True)
seconds = time.monotonic() - start
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
print(f"{options:<34} {seconds:6.1f} s, {1e6 / seconds:9.0f} records a second, {peak} MB")
PYTHON
    done
    rm "$work/million.ndjson"
}

# Of the instructions of a long run, those below the functions that read a line, judge it and write it.
shares() {
    local folder="$target/named"
    CARGO_PROFILE_RELEASE_STRIP=none CARGO_PROFILE_RELEASE_LTO=false CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 \
        cargo build --release --quiet --target-dir "$folder"
    benches/records.py 2000 > "$work/records"
    valgrind --tool=callgrind --callgrind-out-file="$work/calls" "$folder/release/chipwise" "${stream[@]}" \
        --brief --explain none --jobs 1 < "$work/records" > /dev/null 2>&1
    callgrind_annotate --inclusive=yes --threshold=100 "$work/calls" |
        grep -oE '\([ 0-9.]+%\) .*(Quick::read|Judge::judged|answers::unsettling|Work::brief) ' | sed -E 's/\?+://'
}

# From the start of the process to the first answer.
start() {
    printf '{"phase": "training", "framework": "jax", "domain": "llm", "cloud": ["gcp"]}\n' > "$work/p.json"
    printf 'phase: training\nframework: jax\ndomain: llm\ncloud: [gcp]\n' > "$work/p.yaml"
    cp profiles/llm-serving-aws.yaml "$work/whole.yaml"
    local profile
    hyperfine --shell=none --warmup 20 --runs 300 --export-json "$work/start.json" --style none \
        /bin/true "$CHIPWISE --version" \
        "$CHIPWISE compare $work/p.json --explain none" "$CHIPWISE compare $work/p.yaml --explain none" \
        "$CHIPWISE recommend $work/p.json" "$CHIPWISE recommend $work/p.yaml" "$CHIPWISE recommend $work/whole.yaml"
    python3 - "$work" << 'PYTHON'
import json, sys
work = sys.argv[1]
for result in json.load(open(f"{work}/start.json"))["results"]:
    command = result["command"].replace(f"{work}/", "").split("/")[-1]
    print(f"{command:<40} least {result['min'] * 1e3:5.2f} ms, median {result['median'] * 1e3:5.2f} ms")
PYTHON
}

parts=("$@")
[ ${#parts[@]} -gt 0 ] || parts=(machine peers instructions memory million shares start)
[ -n "${CHIPWISE_BUILT:-}" ] || cargo build --release --quiet
for part in "${parts[@]}"; do
    echo "== $part"
    "$part"
done
