#!/usr/bin/env bash
# Holds the dependencies to deny.toml. Not part of `cargo test`, because it needs cargo-deny and, for the advisories,
# a network: without one it checks licences, duplicates and sources, and says so.
set -euo pipefail
cd "$(dirname "$0")/../.."

if ! command -v cargo-deny > /dev/null; then
    cargo install cargo-deny --locked
fi

if cargo deny fetch db > /dev/null 2>&1; then
    cargo deny check
else
    echo "deny.sh: the advisory database cannot be fetched; checking all but the advisories" >&2
    cargo deny check licenses bans sources
fi
