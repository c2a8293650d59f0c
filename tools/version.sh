#!/usr/bin/env bash
# Prints the version that program, image, chart, API and release have: the tag vX.Y.Z of this commit without its v; on other
# commits the last one with their distance and hash, or the hash alone.
set -euo pipefail
version=$(git describe --tags --match 'v[0-9]*' --always --dirty 2>/dev/null || echo dev)
echo "${version#v}"
