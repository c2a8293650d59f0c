package deploy

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"helm.sh/helm/v4/pkg/chart/v2/loader"
)

// tagged makes a clone of this repository, including uncommitted changes, with two releases and a fake image of the
// second.
func tagged(t *testing.T) string {
	t.Helper()
	clone := filepath.Join(t.TempDir(), "clone")
	git := func(args ...string) {
		as := []string{"-c", "user.name=test", "-c", "user.email=test@example.com"}
		output(t, clone, nil, "git", append(as, args...)...)
	}
	output(t, "../..", nil, "git", "clone", "--quiet", "--no-local", "--depth", "1", "file://"+absolute(t, "../.."), clone)
	git("tag", "--annotate", "--message", "before", "v1.2.2")
	for _, file := range []string{"tools/version.sh", "tools/deploy/release.sh", "tools/deploy/provenance.mjs"} {
		content, err := os.ReadFile(filepath.Join("../..", file))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(clone, file), content, 0o700))
	}
	git("add", "--all")
	git("commit", "--quiet", "--allow-empty", "--message", "deploy: Make a change")
	require.Regexp(t, `^1\.2\.2-1-g[0-9a-f]+\n$`, string(output(t, clone, nil, "tools/version.sh")))
	git("tag", "--annotate", "--message", "now", "v1.2.3")
	for _, file := range []string{
		"puls.oci.tar", "files/amd64/usr/share/doc/puls/puls.cdx.json", "files/arm64/usr/share/doc/puls/puls.cdx.json",
		"files/common/usr/share/doc/puls/web.cdx.json",
	} {
		path := filepath.Join(clone, "dist/image", file)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte(file), 0o600))
	}
	return clone
}

func absolute(t *testing.T, path string) string {
	t.Helper()
	path, err := filepath.Abs(path)
	require.NoError(t, err)
	return path
}

func TestAReleaseHasItsTagAsVersion(t *testing.T) {
	clone := tagged(t)
	output(t, clone, nil, "tools/deploy/release.sh")
	out := filepath.Join(clone, "dist/release")
	read := func(name string) []byte {
		content, err := os.ReadFile(filepath.Join(out, name))
		require.NoError(t, err)
		return content
	}
	require.Equal(t, "puls.oci.tar", string(read("puls-1.2.3.oci.tar")))
	made, err := loader.Load(filepath.Join(out, "puls-1.2.3.tgz"))
	require.NoError(t, err)
	require.Equal(t, []string{"1.2.3", "1.2.3"}, []string{made.Metadata.Version, made.Metadata.AppVersion})
	require.Regexp(t, `^# Puls 1\.2\.3\n\nSince 1\.2\.2:\n- deploy: Make a change \([0-9a-f]+\)\n$`, string(read("notes.md")))
	var statement struct {
		Subject []struct {
			Name   string
			Digest map[string]string
		}
	}
	require.NoError(t, json.Unmarshal(read("provenance.intoto.json"), &statement))
	require.Len(t, statement.Subject, 6)
	for _, subject := range statement.Subject {
		sum := sha256.Sum256(read(subject.Name))
		require.Equal(t, hex.EncodeToString(sum[:]), subject.Digest["sha256"], subject.Name)
	}
	output(t, out, nil, "sha256sum", "--check", "--quiet", "SHA256SUMS")
}
