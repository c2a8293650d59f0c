package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLeadsOfProgramAndDuckDBAgree(t *testing.T) {
	run, results := bench(t)
	leads := func(references string) error {
		return run("leads", "--keep", "--visitors", "70000", "--events", "250000", "--windows", "28,14", "--days", "28",
			"--rounds", "1", "--date", "2026-01-05", "--references", references, "--duckdb-memory", "1GB")
	}
	require.NoError(t, leads("duckdb"))
	account := results()[0]["accounts"].([]any)[0].(map[string]any)
	for _, name := range []string{
		"committed 28", "unfolded 28", "announced 28", "committed 14", "DuckDB 28", "DuckDB by event id 28",
	} {
		require.Len(t, account["times"].(map[string]any)[name], 1, name)
	}
	require.Positive(t, account["stored"].(map[string]any)["Planes"])
	kept := usualLeads
	t.Cleanup(func() { usualLeads = kept })
	usualLeads.Percentile = 80 // the scorings of the kept folder, which are measured again, have another one
	require.ErrorContains(t, leads("duckdb"), "puls and DuckDB")
	require.EqualError(t, leads("duckdb,sql"), "visitors are compared with duckdb alone, not with sql")
}
