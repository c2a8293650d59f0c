package acceptance

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"puls.app/services/puls/internal/run"
)

func TestReportsOfUnknownResultsAreRefusedWithStatusClassAndField(t *testing.T) {
	p := startProgram(t)
	c, other := newTenant(p, "mine", "011"), newTenant(p, "other", "022")
	of := func(id, report string) string { return "protected/scoring/scorings/" + id + ":" + report }
	const sendings = "protected/reports/sendings"
	for name, r := range map[string]struct {
		path   string
		status int
		class  string
		field  string
	}{
		"bands of a day without a result": {
			of(c.scoring, "partitionSummary?generatedDate=2026-10-28"), 404, "REPORT_NOT_FOUND", "generatedDate",
		},
		"exclusions of a day without a result": {
			of(c.scoring, "excludedReasonsSummary?generatedDate=2026-10-28"), 404, "REPORT_NOT_FOUND", "generatedDate",
		},
		"lift of a day without a result": {
			of(c.scoring, "lift?generatedDate=2026-10-28"), 404, "REPORT_NOT_FOUND", "generatedDate",
		},
		"fluctuation from a day without a result": {
			of(c.scoring, "fluctuation?from=2026-10-28"), 404, "REPORT_NOT_FOUND", "from",
		},
		"fluctuation to a day without a result": {
			of(c.scoring, "fluctuation?to=2026-10-28"), 404, "REPORT_NOT_FOUND", "to",
		},
		"a channel without a result":      {of(c.scoring, "partitionSummary?scoringType=web"), 404, "REPORT_NOT_FOUND", ""},
		"fluctuation with nothing before": {of(c.scoring, "fluctuation?to="+earlierDate), 404, "REPORT_NOT_FOUND", ""},
		"fluctuation backwards": {
			of(c.scoring, "fluctuation?from="+securityDate+"&to="+earlierDate), 400, "RANGE_INVALID", "from",
		},
		"averages backwards": {
			of(c.scoring, "partitionAvgSummary?start=2026-11-03&end=2026-11-02"), 400, "RANGE_INVALID", "start",
		},
		"averages of 801 days": {
			of(c.scoring, "partitionAvgSummary?start=2024-08-24&end=2026-11-02"), 400, "RANGE_INVALID", "start",
		},
		"sendings backwards":   {sendings + "?start=2026-11-03&end=2026-11-02", 400, "RANGE_INVALID", "start"},
		"sendings of 801 days": {sendings + "?start=2024-08-24&end=2026-11-02", 400, "RANGE_INVALID", "start"},
		"no day":               {of(c.scoring, "lift?generatedDate=2026-02-30"), 400, "DATE_INVALID", "generatedDate"},
		"no day to begin with": {sendings + "?start=2026-02-30", 400, "DATE_INVALID", "start"},
		"no day of messages":   {sendings + "/2026-02-30", 400, "DATE_INVALID", "date"},
		"bands of another's uid": {
			of(c.scoring, "partitionSummary?uids=022"), 400, "REPORT_UID_UNKNOWN", "uids",
		},
		"averages of another's uid": {
			of(c.scoring, "partitionAvgSummary?uids=022"), 400, "REPORT_UID_UNKNOWN", "uids",
		},
		"fluctuation of another's uid": {of(c.scoring, "fluctuation?uids=022"), 400, "REPORT_UID_UNKNOWN", "uids"},
		"lift of another's uid":        {of(c.scoring, "lift?uids=022"), 400, "REPORT_UID_UNKNOWN", "uids"},
		"sendings of another's uid":    {sendings + "?uids=022", 404, "DATABASE_NOT_FOUND", ""},
		"messages of another's uid":    {sendings + "/2026-10-25?uids=022", 404, "DATABASE_NOT_FOUND", ""},
		"another's scoring":            {of(other.scoring, "partitionSummary"), 404, "SCORING_NOT_FOUND", ""},
		"averages of another's":        {of(other.scoring, "partitionAvgSummary"), 404, "SCORING_NOT_FOUND", ""},
		"fluctuation of another's":     {of(other.scoring, "fluctuation"), 404, "SCORING_NOT_FOUND", ""},
		"lift of another's":            {of(other.scoring, "lift"), 404, "SCORING_NOT_FOUND", ""},
		"progress of another's":        {of(other.scoring, "progress"), 404, "SCORING_NOT_FOUND", ""},
		"visitors of a mailing": {
			of(c.scoring, "partitionSummary?scoringType=mailing&userFilter=known"), 400, "REQUEST_INVALID", "userFilter",
		},
		"no such filter": {
			of(c.scoring, "partitionSummary?userFilter=some"), 400, "REQUEST_INVALID", "userFilter",
		},
		"no such unit": {
			of(c.scoring, "partitionAvgSummary?timeAggregationType=day"), 400, "REQUEST_INVALID", "timeAggregationType",
		},
		"no such category": {sendings + "?category=letters", 400, "REQUEST_INVALID", "category"},
	} {
		t.Run(name, func(t *testing.T) {
			asking := *c.client
			asking.t = t
			failure := asking.refused(r.status, http.MethodGet, r.path, "", "")
			require.Equal(t, r.class, failure.Meta.Class)
			field := ""
			if len(failure.Fields) > 0 {
				field = failure.Fields[0].Field
			}
			require.Equal(t, r.field, field)
		})
	}
}

func TestAnOperatorRebuildsReportsThatWereLostOrFalsified(t *testing.T) {
	p := newProcess(t)
	c := p.createAccount(p.start(), "rebuild@example.com")
	g := readGolden(t, goldenDirs(t)["mixed-small"])
	g.uploadContacts(t, c)
	require.Equal(t, "done", c.upload("engagement", "text/csv", strings.NewReader(string(g.file(t, "events.csv")))).State)
	id := g.createScoring(c)
	c.calculate(id, g.GeneratedDate)
	reports := func() []string {
		var all []string
		for _, path := range []string{
			"protected/scoring/scorings:summary", "protected/scoring/scorings:avgPerWeek",
			"protected/scoring/scorings/" + id + ":partitionSummary?scoringType=mailing",
			"protected/scoring/scorings/" + id + ":excludedReasonsSummary?scoringType=sms",
			"protected/scoring/scorings/" + id + ":partitionAvgSummary?scoringType=sms&start=2026-10-01&end=2026-11-30",
		} {
			status, body := c.do(http.MethodGet, path, "", nil)
			require.Equal(t, http.StatusOK, status, "%s: %s", path, body)
			all = append(all, string(body))
		}
		return all
	}
	want := reports()
	file, err := run.Find(p.data)
	require.NoError(t, err)
	conn, err := pgx.Connect(t.Context(), file.DatabaseURL)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, conn.Close(context.Background())) })
	for _, statement := range []string{
		"UPDATE reports.summaries SET histogram[51] = histogram[51] + 5, config = 'null' WHERE channel = 1",
		"DELETE FROM reports.summaries WHERE channel = 2",
	} {
		tag, err := conn.Exec(t.Context(), statement)
		require.NoError(t, err)
		require.NotZero(t, tag.RowsAffected(), statement)
	}
	require.Contains(t, p.puls("rebuild", "reports", "--account", "1"), "2 results rebuilt, 0 taken away\nFinished.")
	require.Equal(t, want, reports())
	require.Contains(t, p.puls("rebuild", "reports"), "Finished.")
	require.Equal(t, want, reports())
}
