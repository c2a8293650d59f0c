package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/tools/bench/internal/data"
	"puls.app/tools/bench/internal/measure"
	"puls.app/tools/bench/internal/reference"
)

// TestMain lets the test binary stand in for DuckDB's process, which is this program again.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "duckdb" {
		main()
		return
	}
	os.Exit(m.Run())
}

// build makes the program and answers what every measurement of it needs.
func build(t *testing.T) *common {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	require.NoError(t, err)
	// The user that Postgres runs as must reach the folder; those of t.TempDir are closed to others.
	dir, err := os.MkdirTemp("", "puls-bench-test-") //nolint:usetesting // see above
	require.NoError(t, err)
	require.NoError(t, os.Chmod(dir, 0o755))
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(dir)) })
	c := &common{
		binary: filepath.Join(dir, "puls"), packages: filepath.Join(root, "deploy", "postgres", "node_modules"),
		clickhouse: filepath.Join(root, "tools", "bench", "clickhouse"),
		data:       filepath.Join(dir, "data"), results: filepath.Join(dir, "results"), cores: 2, seed: 7, quiet: time.Second,
		keep: true,
	}
	cmd := exec.CommandContext(t.Context(), "go", "build", "-o", c.binary, "./puls")
	cmd.Dir = filepath.Join(root, "services")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return c
}

func results(t *testing.T, c *common) (lines []map[string]any) {
	t.Helper()
	text, err := os.ReadFile(c.results)
	require.NoError(t, err)
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		var result map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &result))
		lines = append(lines, result)
	}
	return lines
}

func TestProgramAndReferencesAgree(t *testing.T) {
	c := build(t)
	references := []string{"duckdb", "sql"}
	if err := reference.FindClickHouse(c.clickhouse); err != nil {
		t.Log("without ClickHouse:", err)
	} else {
		references = append(references, "clickhouse")
	}
	s := score{
		common: c, contacts: []int{500, 70_000}, windows: []int{28, 14}, days: 28, rounds: 1, sqlRounds: 1,
		date:       "2026-01-05",
		references: references, duckdbMemory: "1GB", sqlWorkMemory: "64MB", sqlSharedBuffers: "128MB",
	}
	for _, shape := range []string{"a", "b", "c"} {
		s.shape = shape
		require.NoError(t, s.run(t.Context()))
	}
	s.shape, s.folds = "a", true // a program that starts folds at once
	require.NoError(t, s.run(t.Context()), "what was kept is measured again")
	lines := results(t, c)
	require.Len(t, lines, 8)
	for _, line := range lines {
		times, _ := line["times"].(map[string]any)
		for _, name := range []string{"committed 28", "announced 28", "asked 28", "committed 14"} {
			require.Len(t, times[name], 1, name)
		}
		for _, name := range references {
			require.Len(t, times[name+" 28"], 1, name)
		}
	}
	require.Positive(t, lines[7]["planes"])
	require.Len(t, lines[7]["times"].(map[string]any)["unfolded 28"], 1)
}

func TestImportsAreMeasured(t *testing.T) {
	c := build(t)
	i := importing{common: c, contacts: 1000, rows: 20_000, rounds: 1, orders: []string{"time", "shuffled", "single"}}
	require.NoError(t, i.run(t.Context()))
	orders, _ := results(t, c)[0]["import"].(map[string]any)
	for _, order := range i.orders {
		figures, _ := orders[order].(map[string]any)
		require.Len(t, figures["Rows"], 1)
		require.NotZero(t, figures["FileBytes"])
	}
}

func TestDifferencesAreFound(t *testing.T) {
	require.NoError(t, difference([]byte{1, 2, 201}, []byte{1, 2, 201}))
	err := difference([]byte{1, 2, 201, 9}, []byte{1, 3, 201, 8})
	require.EqualError(t, err, "on 2 of 4 contacts, first on contact 1: 2 and 3")
}

func TestExportMustListContactsByNumber(t *testing.T) {
	set, err := data.New(1, 3, 1, 20_000, data.Daily)
	require.NoError(t, err)
	set.EveryAddress = true
	const header = "uid,external_id,email,gsm,visitor_id,known,score,excluded_reason\n"
	line := func(i int, rest string) string { return "001,," + set.Email(i) + ",,,," + rest + "\n" }
	good := header + line(0, "100,") + line(1, ",NO_CONSENT") + line(2, "0,")
	codes, err := readExport(strings.NewReader(good), set)
	require.NoError(t, err)
	require.Equal(t, []byte{100, reference.NoConsent, 0}, codes)
	for _, bad := range []string{
		"", header, header + line(0, "1,"), header + line(1, "1,") + line(0, "1,") + line(2, "1,"), good + line(2, "0,"),
		header + line(0, "101,") + line(1, "1,") + line(2, "1,"),
		header + line(0, ",SOME_REASON") + line(1, "1,") + line(2, "1,"),
	} {
		_, err := readExport(bytes.NewReader([]byte(bad)), set)
		require.Error(t, err, bad)
	}
}

func TestFiguresOfRounds(t *testing.T) {
	s := measure.Sample{3, 1, 2}
	require.InDelta(t, 2, s.Median(), 0)
	require.InDelta(t, 2.5, measure.Sample{4, 1, 2, 3}.Median(), 0)
	require.Equal(t, measure.Sample{2, 3}, measure.Sample{6, 3, 9}.Ratio(s[:2]))
	require.Equal(t, "2.0 (1.0 to 3.0)", s.Text("%.1f"))
	require.Equal(t, "-", measure.Sample(nil).Text("%.1f"))
	require.Equal(t, "12,345,678", measure.Count(12_345_678))
	require.Equal(t, "123", measure.Count(123))
	require.Equal(t, "1.50 GiB", measure.Bytes(3<<29))
}
