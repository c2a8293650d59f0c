package acceptance

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestThePageOfProofNamesTestsAndTasksThatExist(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	page, err := os.ReadFile(filepath.Join(root, "docs", "proof.md"))
	require.NoError(t, err)
	var tests strings.Builder
	require.NoError(t, filepath.WalkDir(filepath.Join(root, "services"), func(
		path string, _ fs.DirEntry, err error,
	) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		tests.Write(source)
		return err
	}))
	named := regexp.MustCompile("`((?:Test|Fuzz)\\w+)`").FindAllStringSubmatch(string(page), -1)
	require.NotEmpty(t, named)
	for _, name := range named {
		require.Contains(t, tests.String(), "func "+name[1]+"(", "docs/proof.md")
	}
	tasks, err := os.ReadFile(filepath.Join(root, "Taskfile.yml"))
	require.NoError(t, err)
	for _, name := range regexp.MustCompile(`tools/task ([\w:]+)`).FindAllStringSubmatch(string(page), -1) {
		require.Contains(t, string(tasks), "\n  "+name[1]+":\n", "docs/proof.md")
	}
}
