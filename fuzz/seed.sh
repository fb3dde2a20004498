#!/usr/bin/env bash
# Puts seeds for every target into fuzz/corpus, which git ignores: what the repository holds, in the form that each
# target takes. Also writes the words of the vocabulary as a dictionary for libFuzzer.
#
#   fuzz/seed.sh
#   cargo +nightly fuzz run profile -- -max_total_time=600 -timeout=10 -rss_limit_mb=2048 -dict=fuzz/corpus/words
#   cargo +nightly fuzz cmin profile
set -euo pipefail
shopt -s globstar nullglob
cd "$(dirname "$0")/.."
corpus=fuzz/corpus
for target in profile rules ndjson config; do
    mkdir -p "$corpus/$target"
    cp tests/fuzzed/"$target"/* "$corpus/$target"
done
# The first byte tells the format of a profile: 0 is YAML.
for file in profiles/*.yaml tests/cases/*.yaml examples/*.yaml examples/ci/profiles/*.yaml; do
    { printf 0; cat "$file"; } > "$corpus/profile/$(basename "$file")"
done
# Whole rule files, and pieces of three tables: what is small is changed more often.
for file in rules/**/*.toml examples/house-rules/*.toml; do
    name=$(tr / - <<< "$file")
    [ "$(wc -c < "$file")" -gt 20000 ] || cp "$file" "$corpus/rules/$name"
    awk -v RS= -v ORS='\n\n' -v at="$corpus/rules/$name" 'NR <= 60 { print > (at "." int(NR / 3)) }' "$file"
done
cp examples/ci/chipwise.toml "$corpus/config"
grep -ohE '^[a-z_]+ = |^\[+[a-z_.]+\]+|^id = "[^"]+"' rules/vocabulary.toml rules/**/*.toml \
    | sed -E 's/^id = "(.*)"$/\1/; s/ = $//' | sort -u | sed -E 's/.*/"&"/' > "$corpus/words"
echo "$(find "$corpus" -type f | wc -l) seeds"
