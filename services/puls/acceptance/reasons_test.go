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

// withoutText lists reasons that the pages have no text of their own for: the general text of the status says enough, or
// no page can meet them.
var withoutText = map[string]string{
	"INTERNAL": "status 500", "UNAVAILABLE": "status 503", "NOT_FOUND": "status 404", "REQUEST_INVALID": "the fields say what",
	"REQUEST_TOO_LARGE": "no form is that long", "HEADERS_TOO_LARGE": "no page sends so many", "CONTENT_TYPE_UNSUPPORTED": "pages send JSON",
	"METHOD_NOT_ALLOWED": "pages call what is there", "CROSS_ORIGIN": "our own pages are never refused", "SERVICE_ONLY": "between services", "DATE_INVALID": "pages choose from days that exist",
	"ACCOUNT_NOT_FOUND": "operators", "CALCULATION_NOT_FOUND": "pages ask for days that exist", "CALCULATION_REPLACED": "between services", "FLAG_NAME_INVALID": "operators",
	"FLAG_NOT_FOUND": "operators", "FLAG_RULE_INVALID": "operators", "FLAG_VALUE_INVALID": "operators", "IMPORT_DICTIONARY_CHANGED": "inside a service",
	"IMPORT_MOVED": "inside a service", "IMPORT_FORMAT_INVALID": "pages send CSV", "IMPORT_KEY_REUSED": "pages make a key for each file",
	"IDEMPOTENCY_KEY_INVALID": "pages make keys of the right form",
	"IMPORT_CUT_OFF":          "the page knows that its connection broke",
}

var (
	reasonGiven = regexp.MustCompile(`(?:fault\.New\(fault\.\w+,\s*|WriteError\(w, [\w.]+, )"([A-Z][A-Z_]+)"`)
	reasonTexts = regexp.MustCompile(`fault\.reason\.([A-Z_]+)`)
)

// Each reason that a page can meet has a text; the pages' own check proves that every text is there in both languages.
func TestEveryReasonHasAText(t *testing.T) {
	texts := map[string]bool{}
	for _, name := range []string{"fault-messages.ts", "scoring-fault-messages.ts"} {
		catalogue, err := os.ReadFile(filepath.Join("..", "..", "..", "web", "src", "i18n", name))
		require.NoError(t, err)
		for _, match := range reasonTexts.FindAllStringSubmatch(string(catalogue), -1) {
			texts[match[1]] = true
		}
	}
	found := map[string]bool{}
	require.NoError(t, filepath.WalkDir(filepath.Join("..", ".."), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		for _, match := range reasonGiven.FindAllStringSubmatch(string(source), -1) {
			reason := match[1]
			found[reason] = true
			require.True(t, texts[reason] || withoutText[reason] != "", "%s (%s) has no text in web/src/i18n/fault-messages.ts", reason, path)
		}
		return err
	}))
	require.Greater(t, len(found), 50)
	t.Logf("%d reasons, %d with texts", len(found), len(texts))
}
