"""Writes files that try to cost a reader time or memory: profiles in `profiles/`, rule folders in `rules/`."""

import json
import os
import sys

MIB = 1024 * 1024


def profiles():
    nines = lambda name: ",".join(["*" + name] * 9)
    letters = "abcdefghij"
    bombs = "".join(f"{b}: &{b} [{nines(a)}]\n" for a, b in zip(letters, letters[1:]))
    rows = "".join(f"  - {{target: {['gpu', 'tpu'][i % 2]}, kind: serving, mean_latency: {i + 1}ms}}\n" for i in range(9999))
    zeros = "[" + ",".join(["[" + ",".join(["0"] * 9990) + "]"] * 19) + "]"
    yield "laughs.yaml", "a: &a [x,x,x,x,x,x,x,x,x]\n" + bombs
    yield "brackets.json", "[" * 10_000
    yield "brackets.yaml", "a: " + "[" * 10_000
    yield "brackets.toml", "a = " + "[" * 10_000
    yield "braces.yaml", "{" * MIB
    yield "dashes.yaml", "- " * 500_000
    yield "string-5mb.yaml", 'name: "' + "x" * 5 * MIB + '"\n'
    yield "string-5mb.json", '{"name":"' + "x" * 5 * MIB + '"}'
    yield "zero-bytes.yaml", "\0" * 3 * MIB
    yield "17mb.yaml", "a: 1\n" * (17 * MIB // 5)
    yield "separators.yaml", "---\n" * (15 * MIB // 4)
    yield "comments.yaml", "#\n" * (15 * MIB // 2)
    yield "unknown-keys.yaml", "".join(f"batch_siez_{i}: 1\n" for i in range(50_000))
    yield "unknown-keys.json", json.dumps({f"k{i}": 1 for i in range(80_000)})
    yield "bad-documents.yaml", "---\na: [\n" * 1_000_000
    yield "bad-workloads.yaml", "---\nmodl: 1\nframwork: jax\n" * 100_000
    yield "zeros.json", "[" + ",".join(['{"a":' + zeros + "}"] * 40) + "]"
    yield "maps.json", "[" + ",".join(["{" + ",".join(f'"k{i}":0' for i in range(80_000)) + "}"] * 15) + "]"
    yield "pairs.yaml", "".join("---\n" + "".join(f"{key}: [" + "a: b, " * 9999 + "]\n" for key in "abc") for _ in range(20))
    yield "measurements.yaml", "measurements:\n" + rows
    yield "bad-rows.yaml", "measurements:\n" + "  - {targett: gpu, kindd: x, foo: 1}\n" * 9999
    yield "chips.yaml", "available_hardware: [" + ",".join(f"chip{i}" for i in range(9999)) + "]\n"
    yield "dotted.yaml", "? " + "model." * 10_000 + "\n: 1\n"
    yield "long-key.json", json.dumps({"k" * 900_000: 1})
    yield "labels.yaml", "labels:\n" + "".join(f"  k{i}: v\n" for i in range(80_000))
    yield "anchors.yaml", "".join(f"k{i}: &a{i} x\n" for i in range(50_000))
    yield "merges.yaml", "b: &b {" + ",".join(f"k{i}: 1" for i in range(5000)) + "}\nm:\n  <<: [" + ",".join(["*b"] * 200) + "]\n"
    yield "colons.yaml", "a" + ": a" * 300_000
    yield "open-quote.yaml", "a: '" + "x\n" * 400_000
    yield "tabs.yaml", "\t" * (MIB - 1)
    yield "percent.yaml", "%YAML 1.2\n" * 90_000


def rules():
    rule = lambda id, when: (
        f'[[rule]]\nid = "{id}"\nconcern = "software"\nwhen = {when}\nfavours = {{ tpu = "slight" }}\nbecause = "b"\n'
        "from_profile = true\nverified = 2026-01-01\nreview_by = 2027-01-01\n"
    )
    asks = lambda i: f'{{ fact = "batch_size", at_least = {i + 1} }}'
    yield "rules-5000", "".join(rule(f"x-{i}", asks(i)) for i in range(5000))
    yield "rules-broken", "".join(f'[[rule]]\nid = "x-{i}"\nfoo = 1\nbar = 2\n' for i in range(9999))
    claims = ",".join(f'"nobody/claim-{i}"' for i in range(9999))
    yield "claims-unknown", rule("x", asks(1)) + f"claims = [{claims}]\n"
    yield "conditions-deep", rule("x", "{ not = " * 60 + asks(1) + " }" * 60)
    yield "conditions-wide", "".join(rule(f"x-{j}", "{ any = [" + ", ".join(asks(j * 900 + i) for i in range(900)) + "] }") for j in range(50))


def main(folder):
    for name, text in profiles():
        write(os.path.join(folder, "profiles", name), text)
    for name, text in rules():
        write(os.path.join(folder, "rules", name, "x.toml"), text)
    write(os.path.join(folder, "profile.yaml"), "name: x\nframework: jax\nphase: training\n")


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


main(sys.argv[1])
