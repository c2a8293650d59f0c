#!/usr/bin/env bash
# Builds the container image for amd64 and arm64 into dist/image, from pages that are built before (tools/task image).
# The same commit gives the same bytes, independent of this machine's paths, clock and umask. Without Buildah,
# Docker builds an image for this machine's platform only, which is not reproducible.
set -euo pipefail
cd "$(dirname "$0")/../.."
version=$(tools/version.sh)
image=localhost/puls:$version
files=dist/image/files
doc=usr/share/doc/puls
recipe=(--file deploy/Dockerfile --build-arg "VERSION=$version" --build-arg "REVISION=$(git rev-parse HEAD)"
  --build-arg "CREATED=$(TZ=UTC git log -1 --date=format-local:%Y-%m-%dT%H:%M:%SZ --format=%cd)")

rm -rf dist/image
mkdir -p "$files"/common/etc/ssl/certs "$files/common/$doc" "$files/amd64/$doc" "$files/arm64/$doc"
cp -R web/dist "$files/common/web"
GOWORK=off go run -C tools/deploy ./roots >"$files/common/etc/ssl/certs/ca-certificates.crt"
(cd web && npm sbom --sbom-format cyclonedx --package-lock-only) |
  node tools/deploy/sbom.mjs >"$files/common/$doc/web.cdx.json"
for arch in amd64 arm64; do
  # timetzdata embeds the time zones in the program; stack traces do not need the symbols that -s and -w omit.
  CGO_ENABLED=0 GOOS=linux GOARCH=$arch GOAMD64=v1 GOARM64=v8.0 GOFLAGS='' GOEXPERIMENT='' \
    go build -trimpath -buildvcs=false -tags timetzdata -ldflags "-s -w -X main.version=$version" \
    -o "$files/$arch/usr/bin/puls" ./services/puls
  GOWORK=off go tool -C tools/deploy cyclonedx-gomod bin -json -std -licenses -assert-licenses -version "$version" "$PWD/$files/$arch/usr/bin/puls" |
    node tools/deploy/sbom.mjs >"$files/$arch/$doc/puls.cdx.json"
done
chmod -R u=rwX,go=rX "$files"

if ! command -v buildah >/dev/null; then
  exec docker build --tag "$image" "${recipe[@]}" "$files"
fi
# A separate store, so that nothing is reused from earlier builds or left behind.
store=$(mktemp -d)
trap 'rm -rf "$store"' EXIT
buildah() { command buildah --root "$store/root" --runroot "$store/run" "$@"; }
for arch in amd64 arm64; do # one by one: in one call their order in the index would vary
  buildah build --isolation chroot --platform "linux/$arch" --manifest "$image" --identity-label=false \
    --timestamp "$(git log -1 --format=%ct)" "${recipe[@]}" "$files"
done
buildah manifest push --quiet --all "$image" "oci:$store/oci:$image"
tar --create --file dist/image/puls.oci.tar --directory "$store/oci" --sort=name --mtime=@0 --owner=0 --group=0 \
  --numeric-owner blobs index.json oci-layout
