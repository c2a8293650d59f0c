package importing

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// Each defect of a row has a text in each language.
func TestEachDefectHasWords(t *testing.T) {
	made := regexp.MustCompile(`Defect(?:\{|\()\s*"([A-Z_]+)",\s*"`)
	codes := map[string]bool{}
	for _, folder := range []string{"../table", "../contact", "../engine/file"} {
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		require.NoError(t, err)
		for _, name := range files {
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			for _, found := range made.FindAllStringSubmatch(string(text), -1) {
				codes[found[1]] = true
			}
		}
	}
	delete(codes, "TOTALS_ROW") // such rows are left out
	require.Greater(t, len(codes), 30)
	for language, words := range wordsByLanguage {
		for code := range codes {
			require.NotEmpty(t, words.defects[code], "%s in %s", code, language)
		}
		require.Len(t, words.defects, len(codes), language)
	}
}
