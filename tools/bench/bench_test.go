package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/tools/bench/internal/measure"
	"puls.app/tools/bench/internal/reference"
)

// TestMain builds the program once. With the argument duckdb or bare this binary is the bench itself, as required by
// OpenDuckDB and bare.Start.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && slices.Contains([]string{"duckdb", "bare"}, os.Args[1]) {
		main()
		return
	}
	os.Exit(build(m))
}

// binary is the built program.
var binary string

func build(m *testing.M) int {
	dir, err := os.MkdirTemp("", "puls-bench-test-")
	if err != nil {
		panic(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	// Each connection is a process of Postgres, which costs more than what these small measurements do with it.
	if err := os.Setenv("PULS_DATABASE_CONNECTIONS", "4"); err != nil {
		panic(err)
	}
	binary = filepath.Join(dir, "puls")
	cmd := exec.Command("go", "build", "-ldflags=-s", "-o", binary, "./puls")
	cmd.Dir, cmd.Env = filepath.Join("..", "..", "services"), append(os.Environ(), "GOWORK=") // like all other builds
	if out, err := cmd.CombinedOutput(); err != nil {
		panic(string(out))
	}
	return m.Run()
}

// bench returns a function that runs a measurement in a folder of the test, and one that returns the figures of all
// runs.
func bench(t *testing.T) (run func(args ...string) error, results func() []map[string]any) {
	t.Helper()
	t.Parallel() // most of a measurement is waiting
	root, err := filepath.Abs(filepath.Join("..", ".."))
	require.NoError(t, err)
	// The user that runs Postgres must reach the folder; those of t.TempDir are closed to others.
	dir, err := os.MkdirTemp("", "puls-bench-test-") //nolint:usetesting // see above
	require.NoError(t, err)
	require.NoError(t, os.Chmod(dir, 0o755))
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(dir)) })
	path := filepath.Join(dir, "results")
	run = func(args ...string) error {
		command := newCommand()
		packages := filepath.Join(root, "deploy", "postgres", "node_modules")
		command.SetArgs(append(args, "--puls", binary, "--postgres", packages,
			"--clickhouse", filepath.Join(root, "tools", "bench", "clickhouse"), "--data", filepath.Join(dir, "data"),
			"--results", path, "--seed", "7", "--quiet", "1s"))
		return command.ExecuteContext(t.Context())
	}
	return run, func() (lines []map[string]any) {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
			var result map[string]any
			require.NoError(t, json.Unmarshal([]byte(line), &result))
			lines = append(lines, result)
		}
		return lines
	}
}

func TestProgramAndReferencesAgree(t *testing.T) {
	run, results := bench(t)
	all := "duckdb,sql"
	if err := reference.FindClickHouse(filepath.Join("clickhouse")); err != nil {
		t.Log("without ClickHouse:", err)
	} else {
		all += ",clickhouse"
	}
	score := func(shape, contacts, references string) error {
		return run("score", "--keep", "--shape", shape, "--contacts", contacts, "--windows", "28,14", "--days", "28",
			"--rounds", "1", "--sql-rounds", "1", "--date", "2026-01-05", "--references", references, "--duckdb-memory", "1GB",
			"--sql-work-mem", "64MB", "--sql-shared-buffers", "128MB")
	}
	require.NoError(t, score("a", "500,70000", all), "of a second segment, in which there are planes")
	require.NoError(t, score("c", "500", "duckdb"))
	for i, line := range results() {
		accounts, _ := line["accounts"].([]any)
		require.Len(t, accounts, []int{2, 1}[i])
		for _, account := range accounts {
			times := account.(map[string]any)["times"].(map[string]any)
			names := []string{"committed 28", "unfolded 28", "announced 28", "asked 28", "committed 14", "DuckDB 28"}
			if i == 0 {
				names = append(names, "SQL 28")
			}
			for _, name := range names {
				require.Len(t, times[name], 1, name)
			}
		}
	}
	large, _ := results()[0]["accounts"].([]any)
	require.Positive(t, large[1].(map[string]any)["stored"].(map[string]any)["Planes"])
}

func TestOtherMeasurements(t *testing.T) {
	run, results := bench(t)
	require.NoError(t, run("import", "--contacts", "1000", "--days", "2"))
	require.NoError(t, run("csv", "--contacts", "2000", "--rounds", "1"))
	require.NoError(t, run("capacity", "--contacts", "2000", "--sign-ins", "3", "--seconds", "2", "--rate", "20"))
	lines := results()
	for _, order := range []string{"time", "shuffled", "single"} {
		require.Contains(t, lines[0], "import "+order+"-1")
	}
	require.Len(t, lines[1]["whole"], 1)
	require.Contains(t, lines[2], "requests of signed-in users")
}

func TestScenariosFailWhenAFigureIsNotWithinItsLimits(t *testing.T) {
	run, _ := bench(t)
	err := run("sessions", "--sessions", "20", "--users", "20", "--rate", "20", "--storm", "200", "--within", "2s",
		"--calm", "1s", "--ratio", "0.001", "--refusal", "10000")
	require.EqualError(t, err, `not within limits: ["others' p99 in a storm, times the calm one, median"]`, "and nothing else")
}

func TestFiguresOfRounds(t *testing.T) {
	s := measure.Sample{3, 1, 2}
	require.InDelta(t, 2, s.Median(), 0)
	require.InDelta(t, 50, measure.Sample{2, 9, 9, 3}.Growth(), 0)
	require.InDelta(t, 2.5, measure.Sample{4, 1, 2, 3}.Median(), 0)
	require.Equal(t, measure.Sample{2, 3}, measure.Sample{6, 3, 9}.Ratio(s[:2]))
	require.Equal(t, "2.0 (1.0 to 3.0)", s.Text("%.1f"))
	require.Equal(t, "-", measure.Sample(nil).Text("%.1f"))
	require.Equal(t, "12,345,678", measure.Count(12_345_678))
	require.Equal(t, "123", measure.Count(123))
	require.Equal(t, "1.5 GiB", measure.Bytes(3<<29))
}

func TestCallsAreMeasuredBesideABareServer(t *testing.T) {
	run, results := bench(t)
	require.NoError(t, run(
		"requests", "--contacts", "300", "--weeks", "1", "--rounds", "1", "--seconds", "300ms", "--rate", "20",
		"--only", "groups",
	))
	row, _ := results()[0]["groups"].(string)
	figures := strings.Split(row, " | ")
	require.Len(t, figures, 12)
	for _, at := range []int{0, 1, 5, 8, 9, 10, 11} { // bytes, rates, latencies
		require.NotContains(t, []string{"0", "0.00", "-", "NaN"}, figures[at], row)
	}
}
