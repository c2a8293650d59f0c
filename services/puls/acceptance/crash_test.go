package acceptance

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// crashPoints is the number of times each crash test kills the program; PULS_CRASH_POINTS sets more than the gate's
// few.
func crashPoints(t *testing.T) int {
	t.Helper()
	points, err := strconv.Atoi(os.Getenv("PULS_CRASH_POINTS"))
	if err != nil {
		return 2
	}
	return points
}

// crashContacts is the number of contacts with engagement, of some fifty rows each; PULS_CRASH_CONTACTS sets more.
var crashContacts = fromEnvironment("PULS_CRASH_CONTACTS", 2_000)

const (
	crashMessages = 40
	crashDate     = "2026-11-02"
)

// crashFiles makes a database and its engagement, some fifty rows a contact.
func crashFiles() (contacts, events []byte) { return filesOf(crashContacts) }

// filesOf makes a database of count contacts and its engagement over four weeks: 40 messages to half of the contacts
// each, with deliveries and opens, some unknown recipients, in random order.
func filesOf(count int) (contacts, events []byte) {
	random := rand.New(rand.NewPCG(7, 7))
	var c bytes.Buffer
	c.WriteString("uid,external_id,email,email_consent\n")
	for i := range count {
		fmt.Fprintf(&c, "001,E%d,person%d@example.com,%t\n", i, i, i%12 != 0)
	}
	var rows []string
	first := time.Date(2026, 10, 5, 6, 0, 0, 0, time.UTC)
	for m := range crashMessages {
		at := first.Add(time.Duration(m) * 16 * time.Hour)
		for i := range count {
			if random.IntN(2) == 0 {
				continue
			}
			add := func(kind string, delay time.Duration) {
				rows = append(
					rows,
					fmt.Sprintf(
						"e%d,%s,001,mailing.%s,m%d,info,,person%d@example.com,,,", len(rows), at.Add(delay).Format(time.RFC3339), kind, m,
						i,
					),
				)
			}
			add("sent", 0)
			if random.IntN(50) > 0 {
				add("delivered", time.Minute)
			}
			if random.IntN(100) < 10+i%40 {
				add("opened", time.Duration(random.IntN(40))*time.Hour)
			}
		}
		rows = append(
			rows, fmt.Sprintf("u%d,%s,001,mailing.sent,m%d,info,,nobody%d@example.com,,,", m, at.Format(time.RFC3339), m, m),
		)
	}
	random.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	return c.Bytes(), []byte(
		"event_id,occurred_at,uid,type,message_id,category,external_id,email,gsm,visitor_id,domain\n" + strings.Join(rows, "\n") + "\n",
	)
}

// crashScoring makes an active scoring of all contacts.
func crashScoring(c *client) string {
	c.t.Helper()
	var created struct{ ID string }
	c.call(http.MethodPost, "protected/scoring/scorings", object{"name": "Crash", "config": object{
		"daysAgo": 28,
		"mailing": object{
			"weights": object{"or": "0.45", "ctr": "0.30", "delivery": "0.25"}, "percentile": 0.9,
			"dataSources": []object{{"uid": "001", "includedAll": true}},
		},
	}}, &created)
	c.call(http.MethodPost, "protected/scoring/scorings/"+created.ID+":setStatus", object{"newStatus": 2}, nil)
	return created.ID
}

func TestAKilledImportGoesOnAndKeepsEachRowOnce(t *testing.T) {
	contacts, events := crashFiles()
	p := newProcess(t)
	c := p.createAccount(p.start(), "undisturbed@example.com")
	require.Equal(t, "done", c.upload("contacts", "text/csv", bytes.NewReader(contacts)).State)
	began := time.Now()
	want := c.upload("engagement", "text/csv", bytes.NewReader(events))
	took := time.Since(began)
	require.Equal(t, crashMessages, want.Refused)
	scoring := crashScoring(c)
	c.calculate(scoring, crashDate)
	eventually(t, "the report", func() bool { return len(c.dates(scoring, "mailing")) == 1 })
	scores := c.scores(scoring, "mailing", crashDate)

	address := c.address
	random := rand.New(rand.NewPCG(1, uint64(took)))
	for point := range crashPoints(t) {
		email := fmt.Sprintf("killed%d@example.com", point)
		c := p.createAccount(address, email)
		require.Equal(t, "done", c.upload("contacts", "text/csv", bytes.NewReader(contacts)).State)
		delay := time.Duration(random.Int64N(int64(took)))
		killed := time.AfterFunc(delay, func() { _ = p.cmd.Process.Kill() })
		id := tryUpload(c, events)
		_, err := p.cmd.Process.Wait()
		require.NoError(t, err)
		killed.Stop()
		p.cmd = nil

		c.address = p.start()
		c.login(email, testPassword)
		if id == "" { // killed before the file was complete, or before the response
			if left := engagementImports(c); len(left) > 0 {
				require.Len(t, left, 1)
				id = left[0].ID
			} else {
				id = tryUpload(c, events)
			}
		}
		got := c.waitImport(id)
		require.Equal(
			t, [4]any{"done", want.Read, want.Kept, want.Refused}, [4]any{got.State, got.Read, got.Kept, got.Refused},
			"killed after %s", delay,
		)
		scoring := crashScoring(c)
		c.calculate(scoring, crashDate)
		eventually(t, "the report", func() bool { return len(c.dates(scoring, "mailing")) == 1 })
		require.Equal(t, scores, c.scores(scoring, "mailing", crashDate), "killed after %s", delay)
		address = c.address
	}
	figure(t, "%d rows, killed at %d points: 0 rows or scores differ", want.Read, crashPoints(t))
}

// tryUpload uploads a file and returns "" if it was cut off.
func tryUpload(c *client, events []byte) string {
	req, err := http.NewRequestWithContext(
		c.t.Context(), http.MethodPost, c.address+"/api/protected/saresystem/engagement:import", bytes.NewReader(events),
	)
	require.NoError(c.t, err)
	req.Header.Set("Content-Type", "text/csv")
	req.Header.Set("Authorization", "Bearer "+c.token)
	res, err := web.Do(req)
	if err != nil {
		return ""
	}
	defer func() { _ = res.Body.Close() }()
	var answer importState
	if decode(res.Body, &answer) != nil || res.StatusCode != http.StatusOK {
		return ""
	}
	return answer.ID
}

func engagementImports(c *client) []importState {
	var list struct{ Items []importState }
	c.call(http.MethodGet, "protected/saresystem/imports", nil, &list)
	var engagement []importState
	for _, item := range list.Items {
		if item.Kind == "engagement" {
			engagement = append(engagement, item)
		}
	}
	return engagement
}

func TestAKilledNightlyRunCalculatesEachResultOnce(t *testing.T) {
	contacts, events := crashFiles()
	p := newProcess(t)
	address := p.start()
	const accounts = 3
	var people []*client
	var scorings []string
	for i := range accounts {
		c := p.createAccount(address, fmt.Sprintf("tenant%d@example.com", i))
		require.Equal(t, "done", c.upload("contacts", "text/csv", bytes.NewReader(contacts)).State)
		require.Equal(t, "done", c.upload("engagement", "text/csv", bytes.NewReader(events)).State)
		people, scorings = append(people, c), append(scorings, crashScoring(c))
	}
	all := func(date string) bool {
		for i, c := range people {
			if !slices.Contains(c.dates(scorings[i], "mailing"), date) {
				return false
			}
		}
		return true
	}
	last := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	// An undisturbed run of one day measures the duration of a run.
	undisturbed := last.Format(time.DateOnly)
	began := time.Now()
	p.puls("nightly", "--date", undisturbed)
	eventually(t, "the undisturbed run", func() bool { return all(undisturbed) })
	took := time.Since(began)
	random := rand.New(rand.NewPCG(2, uint64(took)))
	for point := range crashPoints(t) {
		// Each point has its own day, whose window differs from the others'.
		date := last.AddDate(0, 0, -1-point%10).Format(time.DateOnly)
		if point >= 10 {
			date = last.AddDate(0, 0, point-9).Format(time.DateOnly)
		}
		p.puls("nightly", "--date", date)
		delay := time.Duration(random.Int64N(int64(took)))
		timer := time.NewTimer(delay)
		<-timer.C
		p.kill()
		address = p.start()
		for i, c := range people {
			c.address = address
			c.login(fmt.Sprintf("tenant%d@example.com", i), testPassword)
		}
		eventually(t, "the run to be taken up again", func() bool { return all(date) })
		// All tenants have the same data, so each must equal an undisturbed calculation of the day.
		reference := crashScoring(people[0])
		require.Equal(t, "done", people[0].calculate(reference, date)[0]["stage"])
		// A nightly event of an earlier point may come again and calculate its day for the new scoring too.
		eventually(
			t, "the undisturbed result", func() bool { return slices.Contains(people[0].dates(reference, "mailing"), date) },
		)
		want := people[0].scores(reference, "mailing", date)
		for i, c := range people {
			require.Equal(t, want, c.scores(scorings[i], "mailing", date), "killed after %s", delay)
		}
		people[0].call(http.MethodPost, "protected/scoring/scorings/"+reference+":setStatus", object{"newStatus": 1}, nil)
	}
	require.Equal(t, 0, calculatedTwice(t, p), "calculations that were committed twice")
	figure(t, "killed at %d points of nights: 0 scores differ, 0 results twice", crashPoints(t))
}

// calculatedTwice returns the number of results with a second revision.
func calculatedTwice(t *testing.T, p *process) int {
	t.Helper()
	var count int
	withDatabase(t, p, func(query func(sql string, into ...any)) {
		query(
			"SELECT count(*) FROM scoring_engine.calculations c WHERE revision > 1 AND NOT EXISTS (SELECT FROM scoring_config.scorings s WHERE s.id = c.scoring_id AND s.status = 1)",
			&count,
		)
	})
	return count
}
