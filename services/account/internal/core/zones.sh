#!/bin/sh
# Writes the list of IANA zones that the Go toolchain carries; the program embeds the same data (time/tzdata).
cd "$(dirname "$0")" && unzip -Z1 "$(go env GOROOT)/lib/time/zoneinfo.zip" | grep -v -e '/$' -e '^Factory$' | LC_ALL=C sort > zones.txt
