#!/usr/bin/env bash
# Tries the hook of .pre-commit-hooks.yaml with pre-commit from the package index, against a clone of this repository, and
# the jobs of docs/ci.md against the schemas of GitHub and GitLab. Needs Python and the package index.
set -euo pipefail
cd "$(dirname "$0")/../.."

repository=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/python"
"$work/python/bin/pip" -q install pre-commit check-jsonschema

echo "jobs: check-jsonschema"
"$work/python/bin/check-jsonschema" --builtin-schema vendor.github-workflows examples/ci/github-workflow.yml
"$work/python/bin/check-jsonschema" --builtin-schema vendor.gitlab-ci --data-transform gitlab-ci examples/ci/gitlab-ci.yml

echo "hooks: pre-commit"
"$work/python/bin/pre-commit" validate-manifest .pre-commit-hooks.yaml
"$work/python/bin/pre-commit" validate-config examples/ci/pre-commit-config.yaml
git clone -q "$repository" "$work/clone"
mkdir "$work/team"
cd "$work/team"
git init -q
git config user.email a@example.com
git config user.name a
mkdir workloads
cp "$repository"/examples/ci/profiles/kernel-research.yaml workloads
git add workloads
export PRE_COMMIT_HOME=$work/home
# As docs/ci.md shows it, with the clone in place of the address.
sed -e "s|https://git.example.com/tools/chipwise|$work/clone|" -e "s|rev: .*|rev: $(git -C "$work/clone" rev-parse HEAD)|" \
    "$repository/examples/ci/pre-commit-config.yaml" > .pre-commit-config.yaml
git add .pre-commit-config.yaml
"$work/python/bin/pre-commit" install
# The first run builds the program.
git commit -m "what holds"
# The hook sees streams too, and leaves out what stands beside profiles and is none.
echo '{"name": "streamed", "framework": "jax", "decision": {"target": "tpu"}}' > workloads/stream.ndjson
touch workloads/chipwise.toml
echo '{}' > workloads/chipwise-profile.schema.json
git add workloads
git commit -m "a stream"
"$work/python/bin/pre-commit" run --all-files --verbose | tee all.txt
grep -q '2 profiles: 2 hold' all.txt
cp "$repository"/examples/ci/profiles/summaries.yaml workloads
git add workloads
if git commit -m "what does not hold" > failed.txt 2>&1; then
    echo "a contradicted decision passed"
    exit 1
fi
cat failed.txt
grep -q 'The decision for TPU does not hold' failed.txt
# Of the commit only what has changed was looked at.
grep -q '1 profile: 1 contradicted' failed.txt
echo "the hook passes what holds and stops what does not"
