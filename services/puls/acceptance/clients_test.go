package acceptance

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// ranked returns a file of contacts and one of their engagement in the five weeks until yesterday. Later contacts click
// less.
func ranked(contacts int) (people, events string) {
	var rows, facts strings.Builder
	rows.WriteString("uid,email,email_consent\n")
	facts.WriteString("event_id,occurred_at,uid,type,message_id,category,email\n")
	for i := range contacts {
		address := fmt.Sprintf("reader%d@example.com", i)
		fmt.Fprintf(&rows, "001,%s,yes\n", address)
		for day := 1; day <= 35; day++ {
			at := time.Now().UTC().AddDate(0, 0, -day).Format("2006-01-02") + "T09:00:00Z"
			for n, kind := range []string{"sent", "delivered", "opened", "clicked"} {
				if n < 2 || day%(i%10+1) == 0 {
					fmt.Fprintf(&facts, "%d-%d-%s,%s,001,mailing.%s,m%d,info,%s\n", i, day, kind, at, kind, day, address)
				}
			}
		}
	}
	return rows.String(), facts.String()
}

// runIn runs a program in a folder and returns its output.
func runIn(t *testing.T, folder string, env []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir, cmd.Env = folder, append(os.Environ(), env...)
	output, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s %v: %s", name, args, output)
	return string(output)
}

// The example compiles in strict mode against types generated from the description that this program serves. So does
// the client of a second generator. The README's program in Go reads the same report.
func TestGeneratedClientsDoTheMainJob(t *testing.T) {
	p := shared(t)
	c := p.createAccount("typescript@example.com", "UTC", "001")
	example, err := filepath.Abs(filepath.Join("..", "..", "..", "docs", "examples", "client-ts"))
	require.NoError(t, err)
	folder := t.TempDir()
	for _, file := range []string{"main.ts", "tsconfig.json", "package.json"} {
		data, err := os.ReadFile(filepath.Join(example, file))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(folder, file), data, 0o600))
		if file == "main.ts" {
			require.LessOrEqual(t, strings.Count(string(data), "\n"), 60)
		}
	}
	packages := filepath.Join(example, "node_modules")
	require.DirExists(t, packages, "tools/task client:install installs them")
	require.NoError(t, os.Symlink(packages, filepath.Join(folder, "node_modules")))
	people, events := ranked(100)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "contacts.csv"), []byte(people), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "engagement.csv"), []byte(events), 0o600))
	env := []string{"PULS_URL=" + p.address, "PULS_EMAIL=typescript@example.com", "PULS_PASSWORD=" + testPassword}

	runIn(t, folder, env, "npm", "run", "types")
	runIn(t, folder, env, "npm", "run", "build")
	output := runIn(t, folder, env, "node", "dist/main.js", "contacts.csv", "engagement.csv")

	require.Contains(t, output, "contacts: done, 100 kept, 0 refused\n")
	var scorings struct{ Items []struct{ ID string } }
	c.call(http.MethodGet, "protected/scoring/scorings", nil, &scorings)
	require.Len(t, scorings.Items, 1)
	var report struct {
		EmailCount int
		Items      []struct{ ScoringMin, ScoringMax, EmailCount int }
	}
	path := "protected/scoring/scorings/" + scorings.Items[0].ID + ":partitionSummary"
	c.call(http.MethodGet, path, nil, &report)
	require.Equal(t, 100, report.EmailCount)
	var bands strings.Builder
	for _, band := range report.Items {
		fmt.Fprintf(&bands, "%d to %d: %d contacts\n", band.ScoringMin, band.ScoringMax, band.EmailCount)
	}
	require.Contains(t, output, bands.String())
	readme, err := os.ReadFile(filepath.Join("..", "..", "..", "README.md"))
	require.NoError(t, err)
	_, program, found := strings.Cut(string(readme), "\n```go\n")
	require.True(t, found)
	program, _, _ = strings.Cut(program, "\n```")
	source := filepath.Join(folder, "main.go")
	require.NoError(t, os.WriteFile(source, []byte(program), 0o600))
	require.Equal(t, bands.String(), runIn(t, ".", env, "go", "run", source, scorings.Items[0].ID), "the program in Go")

	best := report.Items[len(report.Items)-1].EmailCount
	require.Positive(t, best)
	require.Contains(t, output, fmt.Sprintf("Best: %d added\n", best))
	require.Contains(t, c.groups()["001"], "Best")
}
