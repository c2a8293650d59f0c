//go:build long

package acceptance

import (
	"bytes"
	"context"
	"net/http"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
)

// nightEngines is the maximum number of engines that share a night.
const nightEngines = 4

// nightScorings are the weights of each account's scorings.
var nightScorings = [][3]string{{"0.45", "0.30", "0.25"}, {"0.30", "0.25", "0.45"}, {"0.10", "0.20", "0.70"}}

// nightWorld is many accounts of PULS_NIGHT_CONTACTS contacts, three scorings and four weeks of engagement each.
type nightWorld struct {
	*suite
	conn     *pgx.Conn
	accounts int
}

// TestANightComesOutTheSameOnAnyNumberOfEngines calculates one day of PULS_NIGHT_ACCOUNTS accounts on one, two and four
// engine processes, then on four of which one is killed and one is stopped for PULS_NIGHT_STOP seconds.
func TestANightComesOutTheSameOnAnyNumberOfEngines(t *testing.T) {
	w := newNightWorld(t, fromEnvironment("PULS_NIGHT_ACCOUNTS", 100))
	var want string
	first := 0.0
	for _, engines := range []int{1, 2, nightEngines} {
		took := w.night(engines, nil)
		rate := float64(w.accounts) / took.Seconds()
		if first == 0 {
			first = rate
		}
		t.Logf("%d engines: %d accounts × %d scorings in %.1f s, %.1f accounts a second, %.2f times one; load %s",
			engines, w.accounts, len(nightScorings), took.Seconds(), rate, rate/first, load(t))
		if got := w.results(); want == "" {
			want = got
		} else {
			require.Equal(t, want, got)
		}
	}
	rest := time.Duration(fromEnvironment("PULS_NIGHT_STOP", 60)) * time.Second
	took := w.night(nightEngines, func(engines []*member) {
		w.done(w.accounts / 4)
		engines[0].kill()
		engines[1].signal(syscall.SIGSTOP)
		<-time.After(rest)
		engines[1].signal(syscall.SIGCONT)
	})
	require.Equal(t, want, w.results())
	figure(t, "%d engines, one killed and one stopped for %s after a quarter: the same results after %.1f s; load %s",
		nightEngines, rest, took.Seconds(), load(t))
}

func load(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("/proc/loadavg")
	require.NoError(t, err)
	return strings.Fields(string(text))[0]
}

func newNightWorld(t *testing.T, accounts int) *nightWorld {
	t.Helper()
	s := newSuite(t, suiteOptions{replicas: nightEngines})
	s.operate("migrate")
	rest := []*member{s.start(0, "flags", "account", "contacts", "scoring-config"), s.start(0, "reports", "gateway")}
	loader := s.start(0, "scoring-engine")
	for _, m := range append(rest, loader) {
		m.ready()
	}
	conn, err := pgx.Connect(t.Context(), s.database)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, conn.Close(context.Background())) })
	w := &nightWorld{suite: s, conn: conn, accounts: accounts}
	c := s.createFor(t, 0, "night@example.com", "Europe/Warsaw", "001")
	contacts, events := filesOf(fromEnvironment("PULS_NIGHT_CONTACTS", 20_000))
	require.Equal(t, "done", c.upload("contacts", "text/csv", bytes.NewReader(contacts)).State)
	require.Equal(t, "done", c.upload("engagement", "text/csv", bytes.NewReader(events)).State)
	for _, weights := range nightScorings {
		var made struct{ ID string }
		c.call(http.MethodPost, "protected/scoring/scorings", object{"name": "Night", "config": object{
			"daysAgo": 28, "mailing": object{
				"weights":     object{"or": weights[0], "ctr": weights[1], "delivery": weights[2]},
				"percentile":  0.9,
				"dataSources": []object{{"uid": "001", "includedAll": true}},
			},
		}}, &made)
		c.call(http.MethodPost, "protected/scoring/scorings/"+made.ID+":setStatus", object{"newStatus": 2}, nil)
	}
	// Data that arrived before the evening is folded when a night begins.
	eventually(t, "the fold of what is large enough", func() (folded bool) {
		w.scan(`SELECT (SELECT count(*) FROM scoring_engine.folds) = (SELECT count(*) FROM (SELECT FROM
			scoring_engine.segments GROUP BY database_id, channel, chunk HAVING sum(size) >= 128 * 1024) large)`, &folded)
		return folded
	})
	loader.stop()
	began := time.Now()
	w.copyAccounts()
	t.Logf("%d accounts were copied from one that files made, in %.1f s", accounts-1, time.Since(began).Seconds())
	return w
}

func (w *nightWorld) exec(statement string, values ...any) {
	w.t.Helper()
	_, err := w.conn.Exec(w.t.Context(), statement, values...)
	require.NoError(w.t, err, statement)
}

func (w *nightWorld) scan(query string, into ...any) {
	w.t.Helper()
	require.NoError(w.t, w.conn.QueryRow(w.t.Context(), query).Scan(into...))
}

// copyAccounts copies the rows of the account that a night reads: the account, its databases, bitmaps of its contacts,
// segments, folds and scorings. Contacts' addresses, visitors and message ids are left out.
func (w *nightWorld) copyAccounts() {
	w.t.Helper()
	w.exec("CREATE TEMP TABLE copies AS SELECT n + (SELECT max(id) FROM account.accounts) AS account "+
		"FROM generate_series(1, $1::int) n", w.accounts-1)
	w.exec(`INSERT INTO account.accounts OVERRIDING SYSTEM VALUE
		SELECT (jsonb_populate_record(a, jsonb_build_object('id', c.account))).* FROM account.accounts a, copies c`)
	w.exec(`CREATE TEMP TABLE pairs AS SELECT d.id AS original, c.account, (SELECT max(id) FROM contacts.databases)
		+ row_number() OVER (ORDER BY c.account, d.id) AS database FROM contacts.databases d, copies c`)
	w.exec(`INSERT INTO contacts.databases OVERRIDING SYSTEM VALUE
		SELECT (jsonb_populate_record(d, jsonb_build_object('id', p.database, 'account_id', p.account))).*
		FROM contacts.databases d JOIN pairs p ON p.original = d.id`)
	w.exec(`INSERT INTO contacts.audience_bits (database_id, chunk, kind, ref, bits)
		SELECT p.database, b.chunk, b.kind, b.ref, b.bits
		FROM contacts.audience_bits b JOIN pairs p ON p.original = b.database_id`)
	w.exec(`INSERT INTO scoring_engine.segments
			(database_id, channel, chunk, level, first_day, last_day, first_sent, size, payload)
		SELECT p.database, s.channel, s.chunk, s.level, s.first_day, s.last_day, s.first_sent, s.size, s.payload
		FROM scoring_engine.segments s JOIN pairs p ON p.original = s.database_id`)
	for _, table := range []string{"folds", "cohorts"} {
		w.exec(`INSERT INTO scoring_engine.` + table + `
			SELECT (jsonb_populate_record(f, jsonb_build_object('database_id', p.database))).*
			FROM scoring_engine.` + table + ` f JOIN pairs p ON p.original = f.database_id`)
	}
	w.exec(`INSERT INTO scoring_config.scorings
		SELECT (jsonb_populate_record(s, jsonb_build_object('account_id', c.account,
			'id', md5(s.id::text || c.account)::uuid))).* FROM scoring_config.scorings s, copies c`)
	w.exec("ANALYZE")
}

// night calculates one day in every account on a number of engines, from scratch, and returns the time until reports
// had the last result.
func (w *nightWorld) night(engines int, disturb func([]*member)) time.Duration {
	w.t.Helper()
	w.exec(`TRUNCATE scoring_engine.calculations, scoring_engine.score_cells, scoring_engine.progress,
		scoring_engine.outbox, scoring_config.generated, reports.summaries, reports.weeks, account.notifications`)
	var running []*member
	for replica := range engines {
		running = append(running, w.start(replica, "scoring-engine"))
	}
	for _, m := range running {
		m.ready()
	}
	began := time.Now()
	w.operate("nightly", "--date", crashDate)
	if disturb != nil {
		disturb(running)
	}
	w.done(w.accounts)
	took := time.Since(began)
	for _, m := range running {
		m.stop()
	}
	return took
}

// done waits until a number of accounts have their results in all services.
func (w *nightWorld) done(accounts int) {
	w.t.Helper()
	want := accounts * len(nightScorings)
	ctx, cancel := context.WithTimeout(w.t.Context(), time.Hour)
	defer cancel()
	for {
		var calculated, reported, noted int
		require.NoError(w.t, w.conn.QueryRow(ctx, `SELECT (SELECT count(*) FROM scoring_engine.calculations),
			(SELECT count(DISTINCT scoring_id) FROM reports.summaries), (SELECT count(*) FROM scoring_config.generated)`,
		).Scan(&calculated, &reported, &noted))
		if min(calculated, reported, noted) >= want {
			return
		}
		select {
		case <-ctx.Done():
			require.FailNow(w.t, "waited in vain for the night")
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// results checks that each result was made once and that all accounts have the same, and returns it.
func (w *nightWorld) results() string {
	w.t.Helper()
	all := w.accounts * len(nightScorings)
	var made, revisions, announced, waiting, distinct int
	w.scan("SELECT count(*), max(revision) FROM scoring_engine.calculations", &made, &revisions)
	require.Equal(w.t, [2]int{all, 1}, [2]int{made, revisions})
	w.scan("SELECT count(*) FROM scoring_engine.outbox WHERE subject = 'scoring.calculated'", &announced)
	require.Equal(w.t, all, announced)
	w.scan("SELECT count(*) FROM scoring_engine.tasks", &waiting)
	require.Zero(w.t, waiting)
	var hash string
	w.scan(`SELECT count(DISTINCT one), max(one), md5(string_agg(one, '' ORDER BY scoring_id)) FROM (
		SELECT scoring_id, md5(string_agg(chunk || md5(cells), ',' ORDER BY database_id, chunk)) AS one
		FROM scoring_engine.score_cells GROUP BY scoring_id) cells`, &distinct, new(string), &hash)
	require.Equal(w.t, len(nightScorings), distinct, "copies of one account have the same scores")
	return strconv.Itoa(made) + " " + hash
}
