#!/usr/bin/env bash
# Installs the packages of the package-lock.json in the current folder, as `npm ci` with the given options does.
# Installed packages are cached, named by the lock file, and hard-linked into the next checkout.
set -euo pipefail
pins=$({ node --version && uname -sm && echo "$@" && cat package-lock.json; } | git hash-object --stdin)
kept="${XDG_CACHE_HOME:-$HOME/.cache}/puls/npm-${pins:0:12}"
rm -rf node_modules
if [ -d "$kept" ] && cp -al "$kept" node_modules 2>/dev/null; then exit 0; fi
npm ci "$@" --no-audit --no-fund --loglevel=error
# Hard links need a cache on the same disk; on another disk nothing is cached.
mkdir -p "$(dirname "$kept")"
part=$(mktemp -d "$kept.XXXXXX")
if cp -al node_modules/. "$part" 2>/dev/null; then mv -T "$part" "$kept" 2>/dev/null || rm -rf "$part"; else rm -rf "$part"; fi
