package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/tools/bench/internal/data"
	"puls.app/tools/bench/internal/reference"
)

func TestLeadsOfProgramAndDuckDBAgree(t *testing.T) {
	c := build(t)
	s := score{
		common: c, shape: "leads", contacts: []int{500, 70_000}, events: 700_000, windows: []int{28, 14}, days: 28, rounds: 1,
		date: "2026-01-05", references: []string{"duckdb"}, duckdbMemory: "1GB", folds: true,
	}
	require.NoError(t, s.run(t.Context()))
	for _, line := range results(t, c) {
		times, _ := line["times"].(map[string]any)
		for _, name := range []string{
			"committed 28", "unfolded 28", "announced 28", "committed 14", "duckdb 28", "duckdb by id 28",
		} {
			require.Len(t, times[name], 1, name)
		}
		require.Positive(t, line["planes"])
		require.InDelta(t, 25_000, line["events a day"], 0)
	}
	kept := usualLeads
	t.Cleanup(func() { usualLeads = kept })
	usualLeads.Percentile = 80 // the scorings that are kept have another
	require.ErrorContains(t, s.run(t.Context()), "days: puls and DuckDB disagree: on ")
	s.references = []string{"duckdb", "sql"}
	require.EqualError(t, s.run(t.Context()), "visitors are compared with duckdb alone, not with sql")
}

func TestExportMustListVisitorsByNumber(t *testing.T) {
	set, err := data.NewLeads(1, 40, 10, 2, 20_000)
	require.NoError(t, err)
	const header = "uid,external_id,email,gsm,visitor_id,known,score,excluded_reason\n"
	line := func(i int, rest string) string {
		external, email, says := "", "", "false"
		if contact, known := set.Known(i); known {
			external, email = set.Names(contact)
			says = "true"
		}
		return "001," + external + "," + email + ",," + set.VisitorID(i) + "," + says + "," + rest + "\n"
	}
	var want []byte
	good := header
	for i := range 40 {
		if i%3 == 1 {
			good += line(i, "7,")
			want = append(want, 7)
			continue
		}
		want = append(want, reference.Missing)
	}
	codes, err := readExport(strings.NewReader(good), set)
	require.NoError(t, err)
	require.Equal(t, want, codes)
	require.Contains(t, good, ",true,")
	require.Contains(t, good, ",false,")
	for _, bad := range []string{
		"", header + line(4, "1,") + line(1, "1,"), header + line(1, "1,") + line(1, "1,"), header + line(1, "101,"),
		header + line(1, ",NOT_IN_GROUP"), strings.Replace(good, ",true,", ",false,", 1),
		strings.Replace(good, ",false,", ",true,", 1), strings.Replace(good, "@example.com", "@example.org", 1),
	} {
		_, err := readExport(strings.NewReader(bad), set)
		require.Error(t, err, bad)
	}
}
