#!/usr/bin/env bash
# Instructions for each record of a stream, which noise on the machine does not move: callgrind counts a run over many
# records and one over few, and the difference is divided by the records between them.
#
# benches/instructions.sh [RECORDS.ndjson]   at least 2000 records; made ones by default
# Needs valgrind and a release build (`cargo build --release`), or CHIPWISE with the path of a program.
set -euo pipefail
given="${1:+$(realpath "$1")}"
cd "$(dirname "$0")/.."
program="${CHIPWISE:-target/release/chipwise}"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

if [ -n "$given" ]; then
    cp "$given" "$work/all.ndjson"
else
    benches/records.py 2000 > "$work/all.ndjson"
fi
head -n 500 "$work/all.ndjson" > "$work/few.ndjson"
head -n 2000 "$work/all.ndjson" > "$work/many.ndjson"

counted() {
    local records="$1"
    shift
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$@" --jobs 1 < "$work/$records.ndjson" \
        2>&1 > /dev/null | awk '/Collected/ { print $4 }'
}

measure() {
    local name="$1"
    shift
    local few many
    few="$(counted few "$@")"
    many="$(counted many "$@")"
    printf '%-28s %9d instructions a record\n' "$name" $(((many - few) / 1500))
}

measure 'ndjson, brief, none' compare - --input-format ndjson --format ndjson --brief --explain none
measure 'csv, none' compare - --input-format ndjson --format csv --explain none
measure 'ndjson, none' compare - --input-format ndjson --format ndjson --explain none
measure 'ndjson, reasons' compare - --input-format ndjson --format ndjson --explain reasons
