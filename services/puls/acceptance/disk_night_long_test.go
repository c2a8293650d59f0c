//go:build long

package acceptance

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"puls.app/services/puls/internal/run"
)

// diskNights is the number of days that can be calculated from the first one, which is two weeks after the first event:
// later days have hardly any events.
const diskNights = 28

var diskFirst = time.Date(2026, 10, 19, 0, 0, 0, 0, time.UTC)

// fullNights is a program on a small disk with two accounts that have the same data and scorings.
type fullNights struct {
	t       *testing.T
	dir     string
	p       *process
	address string
}

// TestAFullDiskInANightLosesNothing calculates a night for each point of PULS_DISK_POINTS in one account, undisturbed,
// and then the same nights in another one with the same data. There the disk is filled to the last byte in each night,
// each time at another moment between the first task and the last report.
func TestAFullDiskInANightLosesNothing(t *testing.T) {
	points := min(fromEnvironment("PULS_DISK_POINTS", 4), diskNights)
	t.Parallel()
	dir := smallDisk(t)
	n := &fullNights{t: t, dir: dir, p: newProcessIn(t, dir)}
	n.p.env = []string{"PULS_DISK_RESERVE=" + strconv.Itoa(nightReserve)}
	n.address = n.p.start()
	pid := n.p.cmd.Process.Pid
	undisturbed := n.account("undisturbed@example.com")
	var took time.Duration
	var want []string
	for point := range points {
		date := nightOf(point)
		began := time.Now()
		n.p.puls("nightly", "--date", date)
		n.await(undisturbed, date)
		took = time.Since(began) // the last one: the first night also reads everything for the first time
		want = append(want, n.results(undisturbed, date))
	}
	t.Logf("undisturbed: a night of %d scorings takes %s; load %s", nightSize, took.Round(time.Millisecond), uptime(t))

	full := n.account("full@example.com")
	random := rand.New(rand.NewPCG(5, 5))
	for point := range points {
		date := nightOf(point)
		// Nearly full in advance, so that filling the rest takes only a moment.
		fill(t, n.dir, "ballast", nightReserve+16<<20)
		delay := time.Duration((float64(point) + random.Float64()) / float64(points) * float64(took))
		began := time.Now()
		n.p.puls("nightly", "--date", date)
		<-time.After(delay - time.Since(began))
		before := n.stages(full, date)
		fill(t, n.dir, "filler", 0)
		n.refuses(full)
		during := n.stages(full, date)
		n.free()
		n.await(full, date)
		require.Equal(t, want[point], n.results(full, date), "the night of %s", date)
		require.Equal(t, pid, n.p.cmd.Process.Pid)
		require.NoError(t, n.p.cmd.Process.Signal(syscall.Signal(0)), "the program is still the same")
		t.Logf("filled after %s (%s; once full: %s): the results are those of the undisturbed night",
			delay.Round(time.Millisecond), before, during)
	}
	scores := undisturbed.propertyScores()
	require.Len(t, scores, crashContacts)
	for who, row := range full.propertyScores() {
		require.Equal(t, scores[who], row, "scores in properties of %s", who)
	}
	require.Contains(t, n.p.puls("dead-letters"), "There are no dead letters.")
}

const (
	// nightSize is the number of scorings of an account.
	nightSize = 18
	// nightReserve is small, so that the rest of the disk is filled within a few milliseconds.
	nightReserve = 48 << 20
)

// account makes an account with data, and with scorings that also export their scores to properties.
func (n *fullNights) account(email string) *client {
	n.t.Helper()
	c := n.p.createAccount(n.address, email)
	contacts, events := crashFiles()
	require.Equal(n.t, "done", c.upload("contacts", "text/csv", bytes.NewReader(contacts)).State)
	require.Equal(n.t, "done", c.upload("engagement", "text/csv", bytes.NewReader(events)).State)
	for i := range nightSize {
		var property, scoring struct{ ID any }
		c.call(http.MethodPost, "protected/saresystem/properties:add",
			object{"uid": "001", "name": fmt.Sprintf("score-%d", i), "type": "Number"}, &property)
		weights := nightScorings[i%len(nightScorings)]
		c.call(http.MethodPost, "protected/scoring/scorings", object{"name": fmt.Sprintf("Night %d", i), "config": object{
			"daysAgo": []int{14, 28, 42}[i%9/3], "mailing": object{
				"weights":          object{"or": weights[0], "ctr": weights[1], "delivery": weights[2]},
				"percentile":       0.9,
				"dataSources":      []object{{"uid": "001", "includedAll": true}},
				"exportToProperty": object{"properties": []object{{"uid": "001", "propertyId": property.ID}}},
			},
		}}, &scoring)
		path := fmt.Sprintf("protected/scoring/scorings/%s:setStatus", scoring.ID)
		c.call(http.MethodPost, path, object{"newStatus": 2}, nil)
	}
	var me struct{ AccountID int32 }
	c.call(http.MethodGet, "protected/account/users/me", nil, &me)
	require.NotZero(n.t, me.AccountID)
	c.account = me.AccountID
	return c
}

// propertyScores returns the values of the properties of each contact, by its address. The rest of the file differs
// between accounts, since links are unique.
func (c *client) propertyScores() map[string]string {
	c.t.Helper()
	rows := c.contactsFile("001")
	email := slices.Index(rows[0], "email")
	scores := map[string]string{}
	written := 0
	for _, row := range rows[1:] {
		var values []string
		for i, name := range rows[0] {
			if strings.HasPrefix(name, "property:score-") {
				values = append(values, name+"="+row[i])
				written += min(len(row[i]), 1)
			}
		}
		scores[row[email]] = strings.Join(values, " ")
	}
	require.Greater(c.t, written, crashContacts, "scores are written")
	return scores
}

// nightOf returns the day of a point's night.
func nightOf(point int) string { return diskFirst.AddDate(0, 0, point).Format(time.DateOnly) }

// refuses waits until the program reports a full disk, and checks that it is alive.
func (n *fullNights) refuses(c *client) {
	n.t.Helper()
	eventually(n.t, "files to be refused", func() bool {
		const path = "protected/saresystem/contacts:import"
		status, body := c.do(http.MethodPost, path, "text/csv", strings.NewReader("uid\n001\n"))
		return status == http.StatusInsufficientStorage && bytes.Contains(body, []byte("STORAGE_FULL"))
	})
	res, err := http.Get(n.address + "/healthz")
	require.NoError(n.t, err)
	require.NoError(n.t, res.Body.Close())
	require.Equal(n.t, http.StatusNoContent, res.StatusCode)
}

func (n *fullNights) free() {
	n.t.Helper()
	for _, name := range []string{"filler", "ballast"} {
		require.NoError(n.t, os.Remove(filepath.Join(n.dir, name)))
	}
}

// nightStages is the progress of a night of an account.
type nightStages struct{ waiting, calculated, unpublished, noted, reported, filled int }

func (s nightStages) String() string {
	return fmt.Sprintf(
		"%d tasks wait, %d of %d calculated, %d not published, %d noted, %d reported, %d receipts of properties",
		s.waiting, s.calculated, nightSize, s.unpublished, s.noted, s.reported, s.filled,
	)
}

// read queries the database directly.
func (n *fullNights) read(ctx context.Context, query string, values []any, into ...any) error {
	file, err := run.Find(n.p.data)
	if err != nil {
		return err
	}
	conn, err := pgx.Connect(ctx, file.DatabaseURL)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }() // only read
	return conn.QueryRow(ctx, query, values...).Scan(into...)
}

func (n *fullNights) tell(c *client, date string) (s nightStages, err error) {
	ctx, cancel := context.WithTimeout(n.t.Context(), 5*time.Second)
	defer cancel()
	err = n.read(ctx, `SELECT (SELECT count(*) FROM scoring_engine.tasks WHERE account_id = $1),
		(SELECT count(*) FROM scoring_engine.calculations WHERE account_id = $1 AND generated_date = $2),
		(SELECT count(*) FROM scoring_engine.outbox WHERE published_at IS NULL)
			+ (SELECT count(*) FROM contacts.outbox WHERE published_at IS NULL),
		(SELECT count(*) FROM scoring_config.generated WHERE account_id = $1 AND generated_date = $2),
		(SELECT count(*) FROM reports.summaries WHERE account_id = $1 AND generated_date = $2),
		(SELECT count(*) FROM reports.property_receipts WHERE account_id = $1 AND generated_date = $2)`,
		[]any{c.account, date}, &s.waiting, &s.calculated, &s.unpublished, &s.noted, &s.reported, &s.filled)
	return s, err
}

// stages describes the progress of a night, or reports that the database does not answer.
func (n *fullNights) stages(c *client, date string) string {
	s, err := n.tell(c, date)
	if err != nil {
		return "the database does not answer"
	}
	return s.String()
}

// await waits until a night is complete, including the last receipt.
func (n *fullNights) await(c *client, date string) {
	n.t.Helper()
	eventually(n.t, "the night of "+date, func() bool {
		s, err := n.tell(c, date)
		return err == nil && s == nightStages{calculated: nightSize, noted: nightSize, reported: nightSize, filled: nightSize}
	})
}

// results returns the results of a night, without the parts that differ between accounts.
func (n *fullNights) results(c *client, date string) string {
	n.t.Helper()
	var results string
	require.NoError(n.t, n.read(n.t.Context(), `SELECT string_agg(concat_ws(' ', s.name, e.revision,
		(SELECT md5(string_agg(chunk || md5(cells), ',' ORDER BY chunk)) FROM scoring_engine.score_cells k
			WHERE k.scoring_id = s.id AND k.generated_date = $2),
		(SELECT md5(string_agg(concat_ws('|', revision, histogram, new_histogram, known_histogram, excluded,
				reference_values, samples), ','))
			FROM reports.summaries r WHERE r.scoring_id = s.id AND r.generated_date = $2),
		(SELECT string_agg(concat_ws('|', p.revision, p.property_name, p.written_count, p.skipped), ',')
			FROM reports.property_receipts p WHERE p.scoring_id = s.id AND p.generated_date = $2)), E'\n' ORDER BY s.name)
		FROM scoring_config.scorings s JOIN scoring_engine.calculations e ON e.scoring_id = s.id AND e.generated_date = $2
		WHERE s.account_id = $1`, []any{c.account, date}, &results))
	require.Len(n.t, strings.Split(results, "\n"), nightSize)
	return results
}
