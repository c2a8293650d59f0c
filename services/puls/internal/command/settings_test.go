package command

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/kit/conf"
	"puls.app/services/puls/internal/run"
)

// platform are the variables that the program reads without a prefix, or before its settings.
var platform = []string{
	"DATABASE_URL", "DATABASE_ADMIN_URL_<SCHEMA>", "DATABASE_URL_<SCHEMA>", "NATS_URL", "PULS_DATA", "PULS_PASSWORD",
}

// shared are the settings that several services declare, because each needs them.
var shared = []string{"PULS_PUBLIC_URL", "PULS_KEEP_RESULTS"}

// Operators read one table: its names and defaults must be those of the program.
func TestEverySettingIsDescribedOnceWithItsDefault(t *testing.T) {
	known := conf.Values{}
	for _, name := range platform {
		known[name] = ""
	}
	owners := map[string]any{"puls": &run.Settings{}}
	for _, service := range Services() {
		if service.Settings != nil {
			owners[service.Name] = service.Settings
		}
	}
	for owner, settings := range owners {
		described, err := conf.Describe(settings)
		require.NoError(t, err)
		for name, usual := range described {
			if !slices.Contains(shared, name) {
				require.NotContains(t, known, name, "%s has the setting of another", owner)
			}
			known[name] = usual
		}
	}
	require.Greater(t, len(known), 30)

	text, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "docs", "operating.md"))
	require.NoError(t, err)
	documented := conf.Values{}
	for _, row := range regexp.MustCompile(
		"(?m)^\\| `([A-Z_<>]+)` \\| (.*?) \\|",
	).FindAllStringSubmatch(string(text), -1) {
		require.NotContains(t, documented, row[1])
		documented[row[1]] = strings.Trim(row[2], "`–")
	}
	require.Equal(t, known, documented, "docs/operating.md and the code disagree on names or defaults")
}
