#!/usr/bin/env bash
# Runs every block of docs/recipes.md as it stands there, and holds its output to what is known of the input. Not part of
# `cargo test`, because it needs GNU parallel, jq and DuckDB; what is missing is installed where that can be done.
set -euo pipefail
root="$(cd "$(dirname "$0")/../.." && pwd)"
program="${CHIPWISE:-$root/target/debug/chipwise}"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/profiles"
ln -s "$program" "$work/bin/chipwise"
export PATH="$work/bin:$PATH"

need() {
    command -v "$1" > /dev/null && return
    echo "recipes.sh: installing $1" >&2
    case "$1" in
        duckdb)
            python3 -m venv "$work/venv" && "$work/venv/bin/pip" install --quiet duckdb-cli
            ln -s "$work/venv/bin/duckdb" "$work/bin/duckdb"
            ;;
        *) apt-get install --yes "$1" > /dev/null ;;
    esac
    command -v "$1" > /dev/null || { echo "recipes.sh: $1 cannot be had here" >&2; exit 1; }
}

# The shell blocks under a heading.
recipe() {
    awk -v heading="## $1" '$0 == heading { found = 1; next } /^## / { found = 0 }
        found && /^```sh$/ { block = 1; next } /^```$/ { block = 0 } found && block' "$root/docs/recipes.md"
}

holds() {
    if ! grep -q -- "$2" "$1"; then
        echo "recipes.sh: $3: no \`$2\` in" >&2
        cat "$1" >&2
        exit 1
    fi
}

cd "$work"
for number in $(seq 1 400); do
    framework=$([ $((number % 2)) = 0 ] && echo jax || echo pytorch)
    echo "{\"name\": \"job-$number\", \"phase\": \"training\", \"framework\": \"$framework\", \"current_cost_per_month\": \"10 USD\", \"labels\": {\"team\": \"t$((number % 3))\"}}"
done > workloads.ndjson
cp "$root"/profiles/llm-*.yaml profiles/

need parallel
bash -euo pipefail -c "$(recipe 'GNU parallel')"
chipwise compare workloads.ndjson --format ndjson --brief --explain none > one.ndjson
diff <(jq -c '[.name, .recommendation]' answers.ndjson) <(jq -c '[.name, .recommendation]' one.ndjson)
echo "parallel: $(wc -l < answers.ndjson) answers, the same as of one process"

need jq
echo '{"framwork": 1}' >> workloads.ndjson
# The record that cannot be read makes the code 2.
bash -uo pipefail -c "$(recipe jq)" > jq.txt 2> /dev/null
holds jq.txt "^workloads.ndjson:401 unknown key" jq
holds jq.txt "^[0-9]* [a-z_.]*$" jq
echo "jq: $(wc -l < jq.txt) lines"

need duckdb
bash -uo pipefail -c "$(recipe DuckDB)" > duckdb.txt 2> duckdb.err || { cat duckdb.err >&2; exit 1; }
holds duckdb.txt "t2" DuckDB
holds duckdb.txt "tpu" DuckDB
echo "DuckDB: $(grep -c 't[0-2]' duckdb.txt) groups"

bash -euo pipefail -c "$(recipe 'A shell loop')" > loop.txt
[ "$(wc -l < loop.txt)" = "$(ls profiles/*.yaml | wc -l)" ]
bash -euo pipefail -c "$(recipe 'A shell loop')" > again.txt
[ ! -s again.txt ]
echo "loop: $(wc -l < loop.txt) records, none the second time"
