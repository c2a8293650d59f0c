//go:build long

package acceptance

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// standings is a copy of a result elsewhere: scores and reasons by contact number.
type standings map[int32]string

// TestChangesGoOnAfterAKill reads changes page by page while the program is killed PULS_CRASH_POINTS times, also with a
// recalculation or an erasure meanwhile, and compares the copy with the file of the later result.
func TestChangesGoOnAfterAKill(t *testing.T) {
	contacts, events := filesOf(500)
	p := newProcess(t)
	const email, earlier, later = "copied@example.com", "2026-10-26", crashDate
	c := p.createAccount(p.start(), email)
	require.Equal(t, "done", c.upload("contacts", "text/csv", bytes.NewReader(contacts)).State)
	require.Equal(t, "done", c.upload("engagement", "text/csv", bytes.NewReader(events)).State)
	scoring := crashScoring(c)
	calculate := func(day string) {
		require.Equal(t, "done", c.calculate(scoring, day)[0]["stage"])
		eventually(t, "the report", func() bool { return slices.Contains(c.dates(scoring, "mailing"), day) })
	}
	calculate(earlier)
	calculate(later)
	random := rand.New(rand.NewPCG(5, 5))
	killed, begunAgain, pages, all := 0, 0, 0, crashPoints(t)
	// follow reads all pages into a copy, however often the program ends meanwhile.
	follow := func(held standings, from, to string) bool {
		token := ""
		for {
			var timer *time.Timer
			if killed < all && random.IntN(4) == 0 {
				process := p.cmd.Process
				timer = time.AfterFunc(time.Duration(random.Int64N(int64(4*time.Millisecond))), func() { _ = process.Kill() })
			}
			page, status := c.changes(scoring, from, to, token, 1+random.IntN(40))
			if timer != nil && !timer.Stop() {
				killed++
				_, err := p.cmd.Process.Wait()
				require.NoError(t, err)
				p.cmd = nil
				c.address = p.start()
				c.login(email, testPassword)
				switch killed % 5 {
				case 0:
					calculate(later)
				case 1:
					c.call(http.MethodPost, "protected/data-protection/persons:erase", object{
						"address": fmt.Sprintf("person%d@example.com", killed),
					}, nil)
					calculate(later)
				}
			}
			switch status {
			case 0: // the page is asked for again
				continue
			case http.StatusConflict: // the later result was replaced
				begunAgain++
				return false
			}
			require.Equal(t, http.StatusOK, status)
			pages++
			page.apply(t, held)
			if token = page.NextPageToken; token == "" {
				return true
			}
		}
	}
	for killed < all {
		held := standings{}
		for !follow(held, "", earlier) {
			held = standings{}
		}
		copied := standings{}
		for number, standing := range held {
			copied[number] = standing
		}
		for !follow(copied, earlier, later) {
			copied = standings{}
			for number, standing := range held {
				copied[number] = standing
			}
		}
		require.Equal(t, standingsOf(t, c.scores(scoring, "mailing", later)), copied.sorted())
	}
	figure(t, "killed at %d points of %d pages, begun again %d times: 0 contacts differ", killed, pages, begunAgain)
}

type changesPage struct {
	Items []struct {
		Number        int32
		Before, After *standing
	}
	NextPageToken string
}

type standing struct {
	Score  *int
	Reason *string
}

func (s *standing) String() string {
	switch {
	case s == nil:
		return ""
	case s.Score != nil:
		return fmt.Sprint(*s.Score)
	default:
		return *s.Reason
	}
}

func (page changesPage) apply(t *testing.T, held standings) {
	t.Helper()
	for _, change := range page.Items {
		require.Equal(t, held[change.Number], change.Before.String(), "contact %d", change.Number)
		if held[change.Number] = change.After.String(); change.After == nil {
			delete(held, change.Number)
		}
	}
}

// changes returns a page and its status; 0 if the program ended first.
func (c *client) changes(scoring, from, to, token string, size int) (page changesPage, status int) {
	c.t.Helper()
	query := url.Values{
		"scoringType": {"mailing"}, "from": {from}, "to": {to}, "minimum": {"1"}, "pageToken": {token},
		"pageSize": {fmt.Sprint(size)},
	}
	path := c.address + "/api/protected/scoring/scorings/" + scoring + ":changes?" + query.Encode()
	req, err := http.NewRequestWithContext(c.t.Context(), http.MethodGet, path, nil)
	require.NoError(c.t, err)
	req.Header.Set("Authorization", "Bearer "+c.token)
	res, err := web.Do(req)
	if err != nil {
		return page, 0
	}
	defer func() { _ = res.Body.Close() }()
	if json.NewDecoder(res.Body).Decode(&page) != nil {
		return page, 0
	}
	return page, res.StatusCode
}

// sorted lists scores and reasons without their contacts, which a file names by address.
func (s standings) sorted() (list []string) {
	for _, standing := range s {
		list = append(list, standing)
	}
	slices.Sort(list)
	return list
}

func standingsOf(t *testing.T, file string) (list []string) {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(file)).ReadAll()
	require.NoError(t, err)
	score, reason := slices.Index(rows[0], "score"), slices.Index(rows[0], "excluded_reason")
	for _, row := range rows[1:] {
		list = append(list, row[score]+row[reason])
	}
	slices.Sort(list)
	return list
}
