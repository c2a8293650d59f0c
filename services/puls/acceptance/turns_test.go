package acceptance

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// newsletter gives an account contacts with a sending three weeks ago and an active scoring of them.
func newsletter(c *client) string {
	c.t.Helper()
	c.upload(
		"contacts", "text/csv",
		strings.NewReader("uid,email,email_consent\n001,a@example.com,true\n001,b@example.com,true\n"),
	)
	sent := time.Now().UTC().AddDate(0, 0, -20).Format(time.DateOnly)
	c.upload(
		"engagement", "text/csv",
		strings.NewReader(eventHeader+"s,"+sent+"T10:00:00Z,001,mailing.sent,m1,info,,a@example.com,,,\n"),
	)
	return everybody(c, "mailing", mailingWeights)
}

func TestOneAccountsCalculationsNeverStandBeforeAllOfAnothers(t *testing.T) {
	p := startProgram(t, setting("PULS_LIMIT_CALCULATIONS", "100000"), setting("PULS_LIMIT_IMPORTS", "100000"))
	busy, quiet := p.createAccount("busy@example.com", "UTC", "001"), p.createAccount("quiet@example.com", "UTC", "001")
	busyScoring, quietScoring := newsletter(busy), newsletter(quiet)
	yesterday := time.Now().UTC().AddDate(0, 0, -1).Format(time.DateOnly)
	admin := p.connect("")
	held, err := admin.Begin(t.Context()) // no task is calculated until all requests were made
	require.NoError(t, err)
	_, err = held.Exec(t.Context(), "LOCK TABLE scoring_engine.segments IN ACCESS EXCLUSIVE MODE")
	require.NoError(t, err)
	for range 1000 {
		busy.call(
			http.MethodPost, "protected/scoring/scorings/"+busyScoring+":calculate", object{"generatedDate": yesterday}, nil,
		)
	}
	for i := range 100 {
		body := strings.NewReader(fmt.Sprintf("uid,email\n001,x%d@example.com\n", i))
		status, data := busy.do(http.MethodPost, "protected/saresystem/contacts:import", "text/csv", body)
		require.Equal(t, http.StatusOK, status, "%s", data)
	}
	require.NoError(t, held.Commit(t.Context()))
	number := func(sql string, args ...any) (n int) {
		t.Helper()
		require.NoError(t, admin.QueryRow(t.Context(), sql, args...).Scan(&n), "%s", sql)
		return n
	}
	// The outbox numbers results in the order of their calculation.
	const last = "SELECT coalesce(max(id), 0) FROM scoring_engine.outbox"
	waiting := number("SELECT count(*) FROM scoring_engine.tasks")
	before := number(last)
	for _, channel := range quiet.calculate(quietScoring, yesterday) {
		require.Equal(t, "done", channel["stage"])
	}
	after := number(
		last + " WHERE subject = 'scoring.calculated' AND encode(payload, 'escape') LIKE '%" + quietScoring + "%'",
	)
	require.Greater(t, after, before)
	// Some of the other accounts' results are made while the request is on its way.
	require.Greater(t, waiting, 100)
	require.Less(t, after-before, waiting/4, "too many of those that waited came first")
	require.Equal(
		t, "done", quiet.upload("contacts", "text/csv", strings.NewReader("uid,email\n001,c@example.com\n")).State,
	)
}

func TestCalculationsThatPeopleAskForAreLimitedWithTheTrueWait(t *testing.T) {
	p := startProgram(t, setting("PULS_LIMIT_CALCULATIONS", "2"))
	c := p.createAccount("often@example.com", "UTC", "001")
	other := p.createAccount("seldom@example.com", "UTC", "001")
	id := everybody(c, "mailing", mailingWeights)
	path := "protected/scoring/scorings/" + id + ":calculate"
	send := func(key string) (*http.Response, error) {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, c.address+"/api/"+path, strings.NewReader(`{}`))
		require.NoError(t, err)
		req.Header.Set("Authorization", "Bearer "+c.token)
		req.Header.Set("Content-Type", jsonType)
		req.Header.Set("Idempotency-Key", key)
		return web.Do(req)
	}
	for _, key := range []string{"one", "one", "one", "two"} { // a repeated key requests once
		res, err := send(key)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		require.Equal(t, http.StatusOK, res.StatusCode, key)
	}
	res, err := send("three")
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	require.Equal(t, http.StatusTooManyRequests, res.StatusCode)
	wait, err := time.ParseDuration(res.Header.Get("Retry-After") + "s")
	require.NoError(t, err)
	require.InDelta(t, time.Hour.Seconds(), wait.Seconds(), 60)
	require.Equal(t, "CALCULATION_LIMIT", c.refused(429, http.MethodPost, path, jsonType, `{}`).Meta.Class)
	other.call(
		http.MethodPost, "protected/scoring/scorings/"+everybody(other, "mailing", mailingWeights)+":calculate", object{},
		nil,
	)
}
