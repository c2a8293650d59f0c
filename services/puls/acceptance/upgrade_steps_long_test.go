//go:build long

package acceptance

import (
	"fmt"
	"maps"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// migration is a service's n-th migration.
type migration struct {
	service string
	number  int
}

// firstBeside is the migration from which on programs tolerated the next ones' migrations while running: before it, in
// the product's first two days, tables changed their names and owners under running programs.
var firstBeside = migration{"contacts", 7}

// step is the change from the last commit of a state to the first one with more migrations.
type step struct{ before, commit, name string }

// wholeSteps returns the steps between complete states of the migrations, oldest first, since firstBeside. A state is
// incomplete if an installation of it could never apply today's migrations: one of its migrations has another number or
// text now, or one below its highest is still missing. Both come from parallel work, before the next commit fixed them.
func wholeSteps(t *testing.T) (steps []step) {
	t.Helper()
	today := migrationsAt(t, "HEAD")
	commits := git(t, "log", "--reverse", "--format=%h %s", "--", ":(glob)services/*/internal/pg/migrations/*.sql")
	last, had := "", map[migration]string{}
	for line := range strings.Lines(commits) {
		commit, subject, _ := strings.Cut(strings.TrimSpace(line), " ")
		has := migrationsAt(t, commit)
		if why := unfinished(has, today, had); why != "" {
			t.Logf("left out: %s %s: %s", commit, subject, why)
			continue
		}
		if maps.Equal(has, had) {
			continue
		}
		if _, bears := had[firstBeside]; bears {
			s := step{before: commit + "^", commit: commit, name: commit + " " + subject}
			if !maps.Equal(migrationsAt(t, s.before), had) {
				s.before = last
			}
			steps = append(steps, s)
		}
		last, had = commit, has
	}
	require.NotEmpty(t, steps)
	return steps
}

// unfinished returns why a state is incomplete; had are the migrations of the state before.
func unfinished(has, today, had map[migration]string) string {
	for m, text := range has {
		switch now, exists := today[m]; {
		case !exists:
			return fmt.Sprintf("%s %04d has another number now", m.service, m.number)
		case now != text:
			return fmt.Sprintf("%s %04d has another text now", m.service, m.number)
		}
		for earlier := range today {
			if _, there := has[earlier]; !there && earlier.service == m.service && earlier.number < m.number {
				return fmt.Sprintf("%s has %04d but not yet %04d", m.service, m.number, earlier.number)
			}
		}
	}
	for m := range had {
		if _, there := has[m]; !there {
			return fmt.Sprintf("%s %04d is taken out again", m.service, m.number)
		}
	}
	return ""
}

var migrationFile = regexp.MustCompile(`(?m)^\d+ blob (\w+)\tservices/([^/]+)/internal/pg/migrations/(\d+)_\w+\.sql$`)

// migrationsAt returns the ids of the migrations' texts at a commit.
func migrationsAt(t *testing.T, commit string) map[migration]string {
	t.Helper()
	texts := map[migration]string{}
	for _, file := range migrationFile.FindAllStringSubmatch(git(t, "ls-tree", "-r", commit, "services"), -1) {
		number, err := strconv.Atoi(file[3])
		require.NoError(t, err)
		texts[migration{file[2], number}] = file[1]
	}
	require.NotEmpty(t, texts, commit)
	return texts
}

func git(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = filepath.Join("..", "..", "..")
	output, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", output)
	return string(output)
}
