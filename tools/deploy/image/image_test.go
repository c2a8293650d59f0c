package main

import (
	"archive/tar"
	"context"
	"crypto/x509"
	"io"
	"log"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"
	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/registry"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/remote"
	"github.com/google/go-containerregistry/pkg/v1/types"
	"github.com/google/go-containerregistry/pkg/v1/validate"
	"github.com/stretchr/testify/require"
)

var at = time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)

// small is an image of a few files in place of the program.
func small(t *testing.T) (*source, v1.Image) {
	t.Helper()
	s := &source{version: "1.4.0", revision: "c0ffee", created: at}
	base, err := baseFiles()
	require.NoError(t, err)
	own := files{}
	own.add(programPath, 0o555, []byte("program"))
	image, _, err := s.image(&v1.Platform{OS: "linux", Architecture: "arm64"}, []part{{"base", base}, {"program", own}})
	require.NoError(t, err)
	return s, image
}

func TestTheImageRunsAsNobodyAndSaysWhatItIs(t *testing.T) {
	_, image := small(t)
	config, err := image.ConfigFile()
	require.NoError(t, err)
	require.Equal(t, "65532:65532", config.Config.User)
	require.Equal(t, []string{"/usr/bin/puls"}, config.Config.Entrypoint)
	require.Equal(t, "arm64", config.Architecture)
	require.True(t, config.Created.Equal(at))
	manifest, err := image.Manifest()
	require.NoError(t, err)
	require.Equal(t, types.OCIManifestSchema1, manifest.MediaType)
	require.Equal(t, "1.4.0", manifest.Annotations["org.opencontainers.image.version"])
	require.Equal(t, "c0ffee", manifest.Annotations["org.opencontainers.image.revision"])
	require.Equal(t, "2026-11-02T12:00:00Z", manifest.Annotations["org.opencontainers.image.created"])
}

func TestNoFileOfTheImageCanBeWrittenOrTellsWhenItWasMade(t *testing.T) {
	_, image := small(t)
	content := mutate.Extract(image)
	defer func() { require.NoError(t, content.Close()) }()
	seen := map[string]bool{}
	for reader := tar.NewReader(content); ; {
		header, err := reader.Next()
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		seen[strings.TrimSuffix(header.Name, "/")] = true
		require.Zero(t, header.Mode&0o222, header.Name)
		require.Zero(t, header.Uid+header.Gid, header.Name)
		require.True(t, header.ModTime.Equal(at), header.Name)
	}
	for _, name := range []string{"usr/bin", programPath, "etc/ssl/certs/ca-certificates.crt", "etc/passwd"} {
		require.True(t, seen[name], name)
	}
}

func TestTheSameFilesAreTheSameImage(t *testing.T) {
	_, one := small(t)
	_, two := small(t)
	first, err := one.Digest()
	require.NoError(t, err)
	second, err := two.Digest()
	require.NoError(t, err)
	require.Equal(t, first, second)
}

func TestTheRootsAreCertificatesThatVerify(t *testing.T) {
	base, err := baseFiles()
	require.NoError(t, err)
	pool := x509.NewCertPool()
	require.True(t, pool.AppendCertsFromPEM(base["etc/ssl/certs/ca-certificates.crt"].content))
	require.Greater(t, strings.Count(string(base["etc/ssl/certs/ca-certificates.crt"].content), "BEGIN"), 100)
}

func TestWhatIsInsideIsListed(t *testing.T) {
	program, err := os.ReadFile(must(os.Executable()))
	require.NoError(t, err)
	tree := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(tree, "web"), 0o755))
	lock := `{"packages": {"": {"version": "0"}, "node_modules/react": {"version": "19.3.1", "license": "MIT"},
		"node_modules/a/node_modules/@b/c": {"version": "2.0.0", "license": "MIT"},
		"node_modules/vite": {"version": "8.0.0", "dev": true}}}`
	require.NoError(t, os.WriteFile(filepath.Join(tree, "web", "package-lock.json"), []byte(lock), 0o600))
	s := &source{tree: tree, version: "1.4.0", revision: "c0ffee", created: at}
	text, err := s.bill(program)
	require.NoError(t, err)
	var bom cdx.BOM
	require.NoError(t, cdx.NewBOMDecoder(strings.NewReader(string(text)), cdx.BOMFileFormatJSON).Decode(&bom))
	var links []string
	for _, component := range *bom.Components {
		links = append(links, component.PackageURL)
	}
	listed := strings.Join(links, "\n")
	require.Contains(t, listed, "pkg:golang/stdlib@")
	require.Contains(t, listed, "pkg:golang/github.com/google/go-containerregistry@v")
	require.Contains(t, listed, "pkg:npm/react@19.3.1")
	require.Contains(t, listed, "pkg:npm/%40b/c@2.0.0")
	require.NotContains(t, listed, "vite")
}

func must(path string, _ error) string { return path }

func TestARegistryGetsWhatWasBuilt(t *testing.T) {
	s, image := small(t)
	none := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	index := mutate.AppendManifests(none, mutate.IndexAddendum{Add: image})
	out := t.TempDir()
	require.NoError(t, writeLayout(filepath.Join(out, layoutFolder), index, s.version))
	server := httptest.NewServer(registry.New(registry.Logger(log.New(io.Discard, "", 0))))
	defer server.Close()
	reference, err := name.ParseReference(strings.TrimPrefix(server.URL, "http://") + "/puls:1.4.0")
	require.NoError(t, err)
	digest, err := push(context.Background(), out, reference)
	require.NoError(t, err)
	there, err := remote.Index(reference)
	require.NoError(t, err)
	require.NoError(t, validate.Index(there))
	got, err := there.Digest()
	require.NoError(t, err)
	require.Equal(t, digest, got.String())
}

func TestAnArchiveHoldsTheLayoutInOneOrder(t *testing.T) {
	s, image := small(t)
	none := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	index := mutate.AppendManifests(none, mutate.IndexAddendum{Add: image})
	var archives []string
	for range 2 {
		out := t.TempDir()
		require.NoError(t, writeLayout(filepath.Join(out, layoutFolder), index, s.version))
		require.NoError(t, pack(filepath.Join(out, layoutFolder), filepath.Join(out, archiveFile)))
		content, err := os.ReadFile(filepath.Join(out, archiveFile))
		require.NoError(t, err)
		archives = append(archives, string(content))
	}
	require.Equal(t, archives[0], archives[1])
	require.Contains(t, archives[0], "oci-layout")
}

func TestAProgramIsForThePlatformOfItsImage(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "main.go"), []byte("package main\n\nfunc main() {}\n"), 0o600))
	for _, built := range []string{"amd64", "arm64"} {
		out := filepath.Join(dir, built)
		env := []string{"CGO_ENABLED=0", "GOOS=linux", "GOARCH=" + built, "GOFLAGS="}
		_, err := run(t.Context(), dir, env, "go", "build", "-o", out, "main.go")
		require.NoError(t, err)
		program, err := os.ReadFile(out)
		require.NoError(t, err)
		for _, wanted := range []string{"amd64", "arm64"} {
			if err := runsOn(program, wanted); built == wanted {
				require.NoError(t, err)
			} else {
				require.ErrorContains(t, err, "the program for "+wanted)
			}
		}
	}
	require.Error(t, runsOn([]byte("no program"), "arm64"))
}
