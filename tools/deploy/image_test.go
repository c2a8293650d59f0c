// Package deploy tests the parts that image.sh assembles an image from.
package deploy

import (
	"bytes"
	"crypto/x509"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// output runs a command in a folder.
func output(t *testing.T, dir string, in []byte, command string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(command, args...)
	cmd.Dir, cmd.Stdin, cmd.Stderr = dir, bytes.NewReader(in), os.Stderr
	out, err := cmd.Output()
	require.NoError(t, err)
	return out
}

func TestTheRootsAreCertificates(t *testing.T) {
	roots := output(t, ".", nil, "go", "run", "./roots")
	require.True(t, x509.NewCertPool().AppendCertsFromPEM(roots))
	require.Greater(t, bytes.Count(roots, []byte("BEGIN CERTIFICATE")), 100)
}

func TestTheSBOMOfThePagesIsStableAndListsTheirPackages(t *testing.T) {
	var lists [2]string
	for i := range lists {
		web := filepath.Join("..", "..", "web")
		all := output(t, web, nil, "npm", "sbom", "--sbom-format", "cyclonedx", "--package-lock-only")
		lists[i] = string(output(t, ".", all, "node", "sbom.mjs"))
	}
	require.Equal(t, lists[0], lists[1])
	require.Contains(t, lists[0], `"pkg:npm/react@`)
	require.NotContains(t, lists[0], `"pkg:npm/vite@`)
}

func TestAPartWithoutLicenceOrHashIsRefused(t *testing.T) {
	list := func(component string) *exec.Cmd {
		cmd := exec.Command("node", "sbom.mjs")
		cmd.Stdin = strings.NewReader(`{"metadata":{"component":{}},"dependencies":[],"components":[` + component + `]}`)
		return cmd
	}
	const licence, hash = `"licenses":[{"license":{"id":"MIT"}}]`, `"hashes":[{"alg":"SHA-256","content":"00"}]`
	for component, refused := range map[string]bool{
		`{"name":"a",` + licence + `,` + hash + `}`: false, `{"name":"puls.app/proto"}`: false, `{"name":"std"}`: false,
		`{"name":"a",` + licence + `}`: true, `{"name":"a",` + hash + `}`: true,
		`{"name":"a",` + hash + `,"licenses":[]}`: true,
	} {
		said, err := list(component).CombinedOutput()
		require.Equal(t, refused, err != nil, "%s: %s", component, said)
	}
}
