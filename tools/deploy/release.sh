#!/usr/bin/env bash
# Writes a release of this commit to dist/release: the image, its SBOMs, the chart, notes of the commits since the last
# release, and the SLSA provenance (unsigned). It publishes nothing.
set -euo pipefail
cd "$(dirname "$0")/../.."
version=$(tools/version.sh)
out=$PWD/dist/release
rm -rf "$out" && mkdir -p "$out"

cp dist/image/puls.oci.tar "$out/puls-$version.oci.tar"
for arch in amd64 arm64; do
  cp "dist/image/files/$arch/usr/share/doc/puls/puls.cdx.json" "$out/puls-$version-$arch.cdx.json"
done
cp dist/image/files/common/usr/share/doc/puls/web.cdx.json "$out/puls-$version-web.cdx.json"

GOWORK=off go tool -C tools/deploy helm package "$PWD/deploy/helm/puls" --version "$version" --app-version "$version" \
  --destination "$out"

previous=$(git describe --tags --match 'v[0-9]*' --abbrev=0 HEAD^ 2>/dev/null || true)
{
  echo "# Puls $version"
  echo
  if [ -n "$previous" ]; then echo "Since ${previous#v}:"; else echo "The first release:"; fi
  git log --no-merges --format='- %s (%h)' "${previous:+$previous..}HEAD"
} >"$out/notes.md"

(cd "$out" && node ../../tools/deploy/provenance.mjs "$version" ./* >provenance.intoto.json)
(cd "$out" && sha256sum -- * >SHA256SUMS)
