#!/usr/bin/env bash
# Prints the version of program, image, chart, API and release: the tag vX.Y.Z of this commit without its v. On a commit
# without a tag it is the last tag with the distance and hash, or the hash alone.
set -euo pipefail
version=$(git describe --tags --match 'v[0-9]*' --always --dirty 2>/dev/null || echo dev)
echo "${version#v}"
