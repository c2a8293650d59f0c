package acceptance

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
)

// scoreReceipt is the response of protected/scoring/scorings/{id}:receipt.
type scoreReceipt struct {
	GeneratedDate, Reason, FirstDay, LastDay string
	Score                                    *int
	DaysAgo, Percentile                      int
	Sent, Delivered, Opened, Clicked         int
	Parts                                    []struct {
		Name, Reference                              string
		Count, Of, Sample, Weight, Component, Points int
	}
	Points       int
	FactsChanged bool
}

// goldenRow is a row of expected_scores.csv, with the number of its contact or visitor.
type goldenRow struct {
	channel, uid, score, reason string
	number                      int
	counts                      [4]string // sent, delivered, opened, clicked
}

func (g *goldenCase) rows(t *testing.T, numbers map[[2]string]int) []goldenRow {
	t.Helper()
	lines, err := csv.NewReader(bytes.NewReader(g.file(t, "expected_scores.csv"))).ReadAll()
	require.NoError(t, err)
	var rows []goldenRow
	for _, line := range lines[1:] {
		name := strings.Join(line[2:5], "|")
		if line[0] == "web" {
			name = line[5]
		}
		number, known := numbers[[2]string{line[1], name}]
		require.True(t, known, "%v", line)
		row := goldenRow{
			channel: line[0], uid: line[1], number: number, score: line[6], reason: line[7], counts: [4]string(line[8:12]),
		}
		rows = append(rows, row)
	}
	return rows
}

// numbers returns the numbers of an account's contacts, by uid and addresses, and of its visitors, by uid and id.
func numbers(t *testing.T, p *program, account int32) map[[2]string]int {
	t.Helper()
	rows, err := p.connect("").Query(t.Context(), `
		SELECT d.uid, concat_ws('|', coalesce(c.external_id, ''), coalesce(c.email, ''), coalesce(c.gsm, '')), c.number
		FROM contacts.contacts c JOIN contacts.databases d ON d.id = c.database_id WHERE d.account_id = $1
		UNION ALL SELECT d.uid, v.visitor_id, v.number
		FROM contacts.visitors v JOIN contacts.databases d ON d.id = v.database_id WHERE d.account_id = $1`, account)
	require.NoError(t, err)
	found := map[[2]string]int{}
	for rows.Next() {
		var uid, name string
		var number int
		require.NoError(t, rows.Scan(&uid, &name, &number))
		found[[2]string{uid, name}] = number
	}
	require.NoError(t, rows.Err())
	return found
}

// everydayReceipts is the number of receipts of a case that are normally read; PULS_RECEIPTS=100000 reads all.
const everydayReceipts = 150

// some returns at most n rows, evenly distributed.
func some(rows []goldenRow, n int) []goldenRow {
	if len(rows) <= n {
		return rows
	}
	picked := make([]goldenRow, n)
	for i := range picked {
		picked[i] = rows[i*len(rows)/n]
	}
	return picked
}

// The receipts of contacts and visitors of every case add up to the digit and equal the expected files.
func TestEveryReceiptOfTheGoldenCasesAddsUp(t *testing.T) {
	p := shared(t)
	read := 0
	for name, dir := range goldenDirs(t) {
		t.Run(name, func(t *testing.T) {
			g := readGolden(t, dir)
			scoped := *p
			scoped.t = t
			c := scoped.createAccount(name+"-receipts@example.com", g.Timezone, g.uids()...)
			g.contactsFirst([][]byte{g.file(t, "events.csv")})(t, c)
			id := g.createScoring(c)
			day, err := time.Parse(time.DateOnly, g.GeneratedDate)
			require.NoError(t, err)
			before := day.AddDate(0, 0, -7).Format(time.DateOnly)
			done := map[string]bool{} // a week earlier some channels have too little data
			for _, channel := range c.calculate(id, before) {
				scoringType, _ := channel["scoringType"].(string)
				done[scoringType] = channel["stage"] == "done"
			}
			for _, channel := range c.calculate(id, g.GeneratedDate) {
				require.Equal(t, "done", channel["stage"], "%v", channel)
			}
			all := g.rows(t, numbers(t, &scoped, c.account))
			rows := some(all, fromEnvironment("PULS_RECEIPTS", everydayReceipts))
			receipts := g.proveReceipts(t, c, id, rows)
			if len(rows) == len(all) {
				proveSamples(t, rows, receipts)
			}
			if len(all) < 2000 { // for large cases the newest result is enough
				proveScores(t, c, id, rows, receipts, func(scoringType string) string {
					if done[scoringType] {
						return before
					}
					return ""
				})
			}
			read += len(rows)
			t.Logf("%d of %d contacts and visitors", len(rows), len(all))
		})
	}
	figure(t, "%d receipts: 0 differ", read)
}

// fetchAll fetches a response for each row, several at once; rows without a path keep the zero value.
func fetchAll[T any](t *testing.T, c *client, rows []goldenRow, path func(row goldenRow) string) []T {
	t.Helper()
	answers := make([]T, len(rows))
	var group errgroup.Group
	group.SetLimit(4)
	for i, row := range rows {
		if path := path(row); path != "" {
			group.Go(func() error { return c.fetch(path, &answers[i]) })
		}
	}
	require.NoError(t, group.Wait())
	return answers
}

func (r goldenRow) receiptOf(id, date string) string {
	return "protected/scoring/scorings/" + id + ":receipt" + query(url.Values{
		"scoringType": {r.channel}, "generatedDate": {date}, "uid": {r.uid}, "number": {strconv.Itoa(r.number)},
	})
}

// proveReceipts compares the newest receipt of every row with the expected files.
func (g *goldenCase) proveReceipts(t *testing.T, c *client, id string, rows []goldenRow) []scoreReceipt {
	t.Helper()
	receipts := fetchAll[scoreReceipt](t, c, rows, func(row goldenRow) string { return row.receiptOf(id, "") })
	for i, row := range rows {
		g.compareReceipt(t, row, &receipts[i])
		receipts[i].addUp(t)
	}
	return receipts
}

// proveSamples compares the size of a reference's sample with the receipts of all contacts.
func proveSamples(t *testing.T, rows []goldenRow, receipts []scoreReceipt) {
	t.Helper()
	samples := map[string]int{}
	for i, row := range rows {
		for _, part := range receipts[i].Parts {
			if part.Count > 0 && receipts[i].Score != nil {
				samples[row.channel+part.Name]++
			}
		}
	}
	for i, row := range rows {
		for _, part := range receipts[i].Parts {
			require.Equal(t, samples[row.channel+part.Name], part.Sample, "%s of %v", part.Name, row)
		}
	}
}

// proveScores compares the scores of every row over time with its receipts: the newest, and one of a day before.
func proveScores(
	t *testing.T, c *client, id string, rows []goldenRow, newest []scoreReceipt, before func(scoringType string) string,
) {
	t.Helper()
	earlier := fetchAll[scoreReceipt](t, c, rows, func(row goldenRow) string {
		if date := before(row.channel); date != "" {
			return row.receiptOf(id, date)
		}
		return ""
	})
	type told struct {
		GeneratedDate, Reason string
		Score                 *int
	}
	type answer struct{ Items []told }
	listed := fetchAll[answer](t, c, rows, func(row goldenRow) string {
		return fmt.Sprintf("protected/saresystem/contacts/%s/%d:scores", row.uid, row.number) +
			query(url.Values{"scoringId": {id}, "scoringType": {row.channel}})
	})
	for i := range rows {
		earlier[i].addUp(t)
		var want []told
		for _, r := range []scoreReceipt{earlier[i], newest[i]} {
			if r.GeneratedDate != "" && r.Reason != "NOT_SCORED" {
				want = append(want, told{r.GeneratedDate, r.Reason, r.Score})
			}
		}
		require.Equal(t, want, listed[i].Items, "%v", rows[i])
	}
}

// fetch reads a response; it may be called from any goroutine.
func (c *client) fetch(path string, into any) error {
	req, err := http.NewRequestWithContext(c.t.Context(), http.MethodGet, c.address+"/api/"+path, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+c.token)
	res, err := web.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", path, res.Status)
	}
	return json.NewDecoder(res.Body).Decode(into)
}

// compareReceipt compares a receipt with its row of the expected files.
func (g *goldenCase) compareReceipt(t *testing.T, row goldenRow, r *scoreReceipt) {
	t.Helper()
	score := ""
	if r.Score != nil {
		score = strconv.Itoa(*r.Score)
	}
	want := []string{row.score, row.reason, g.GeneratedDate}
	require.Equal(t, want, []string{score, r.Reason, r.GeneratedDate}, "%v", row)
	require.Equal(t, g.Expected.Window.First+" "+g.Expected.Window.Last, r.FirstDay+" "+r.LastDay)
	require.Equal(t, g.Config.DaysAgo, r.DaysAgo)
	channel := g.channels()[row.channel]
	require.InDelta(t, channel.Percentile*100, r.Percentile, 1e-9)
	for at, count := range []int{r.Sent, r.Delivered, r.Opened, r.Clicked} {
		want := row.counts[at]
		if want == "" {
			want = "0"
		}
		require.Equal(t, want, strconv.Itoa(count), "%v", row)
	}
	weights := 0
	for _, part := range r.Parts {
		weights += part.Weight
		weight, err := strconv.ParseFloat(channel.Weights[part.Name], 64)
		require.NoError(t, err)
		require.InDelta(t, weight*100, part.Weight, 1e-9)
		want := ""
		if reference := g.Expected.Channels[row.channel].Reference[part.Name]; reference != nil {
			want = fmt.Sprint(reference)
		}
		require.Equal(t, want, part.Reference, "%s of %v", part.Name, row)
		whole := map[string]int{"delivery": r.Sent, "or": r.Delivered, "ctr": r.Delivered}[part.Name]
		require.Equal(t, whole, part.Of)
	}
	require.Equal(t, 100, weights)
}

// addUp checks the arithmetic of a receipt by the rules of the specification.
func (r *scoreReceipt) addUp(t *testing.T) {
	t.Helper()
	points := 0
	for _, part := range r.Parts {
		component := 0
		if part.Count > 0 && part.Reference != "" {
			num, den, rate := strings.Cut(part.Reference, "/")
			c, err := strconv.Atoi(num)
			require.NoError(t, err)
			component = part.Count * 1_000_000 / c
			if rate {
				d, err := strconv.Atoi(den)
				require.NoError(t, err)
				component = part.Count * d * 1_000_000 / (part.Of * c)
			}
		}
		require.Equal(t, min(component, 1_000_000), part.Component, "%+v", part)
		require.Equal(t, part.Weight*part.Component, part.Points)
		points += part.Points
	}
	require.Equal(t, points, r.Points)
	require.False(t, r.FactsChanged)
	if r.Score != nil {
		require.Equal(t, *r.Score, (points+500_000)/1_000_000)
	}
}
