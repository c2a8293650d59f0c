package demo

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"io"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// today is after a change of the clocks, so that the engagement spans it.
var today = time.Date(2026, time.November, 21, 0, 0, 0, 0, time.UTC)

// smaller keeps the tests that read every event quick.
const smaller = 5

func made(t *testing.T, today time.Time, scale int) *company {
	t.Helper()
	d, err := newCompany(today, "001", "002", scale)
	require.NoError(t, err)
	return d
}

func contactRows(t *testing.T, d *company) [][]string {
	t.Helper()
	var file bytes.Buffer
	require.NoError(t, d.writeContacts(&file))
	rows, err := csv.NewReader(&file).ReadAll()
	require.NoError(t, err)
	return rows[1:]
}

// events reads the engagement row by row.
func events(t *testing.T, d *company, visit func(row []string)) {
	t.Helper()
	read, write := io.Pipe()
	go func() {
		_, err := d.writeEngagement(write)
		_ = write.CloseWithError(err)
	}()
	rows := csv.NewReader(read)
	rows.ReuseRecord = true
	header, err := rows.Read()
	require.NoError(t, err)
	require.Equal(t, engagementColumns, header)
	for {
		row, err := rows.Read()
		if err == io.EOF {
			return
		}
		require.NoError(t, err)
		visit(row)
	}
}

func TestTheSameDayMakesTheSameCompany(t *testing.T) {
	sum := func() (contacts, engagement [32]byte) {
		d := made(t, today, 10)
		c, e := sha256.New(), sha256.New()
		require.NoError(t, d.writeContacts(c))
		_, err := d.writeEngagement(e)
		require.NoError(t, err)
		return [32]byte(c.Sum(nil)), [32]byte(e.Sum(nil))
	}
	contacts, engagement := sum()
	contactsAgain, engagementAgain := sum()
	require.Equal(t, contacts, contactsAgain)
	require.Equal(t, engagement, engagementAgain)
}

func TestContactsAreFictionalAndUnique(t *testing.T) {
	rows := contactRows(t, made(t, today, 1))
	require.Len(t, rows, ownContacts+shopContacts)
	email := regexp.MustCompile(`^[a-z]+\.[a-z]+\d*@example\.(com|pl)$`)
	gsm := regexp.MustCompile(`^\+48500\d{6}$`)
	seen := map[string]bool{}
	for _, row := range rows {
		require.NotEmpty(t, row[1]+row[2]+row[3])
		for i, pattern := range []*regexp.Regexp{nil, nil, email, gsm} {
			if pattern == nil || row[i] == "" {
				continue
			}
			require.Regexp(t, pattern, row[i])
			key := row[0] + " " + row[i]
			require.False(t, seen[key], key)
			seen[key] = true
		}
	}
}

func TestContactsAreAPlausibleMixture(t *testing.T) {
	rows := contactRows(t, made(t, today, 1))
	counts := map[string]int{}
	end := today.Add(-time.Hour) // midnight in Warsaw
	for _, row := range rows {
		created, err := time.Parse(time.RFC3339, row[4])
		require.NoError(t, err)
		require.True(t, created.Before(end) && created.After(end.AddDate(-2, 0, -2)), row[4])
		if created.After(end.AddDate(0, 0, -14)) {
			counts["new"]++
		}
		for name, is := range map[string]bool{
			"no email": row[2] == "", "no gsm": row[3] == "", "email consent": row[5] == "true", "sms consent": row[6] == "true",
			"email blocked": row[7] == "true", "gsm blocked": row[8] == "true",
		} {
			if is {
				counts[name]++
			}
		}
		for group := range strings.SplitSeq(row[9], "|") {
			counts[group]++
		}
	}
	percent := func(name string) float64 { return 100 * float64(counts[name]) / float64(len(rows)) }
	require.InDelta(t, 92, percent("email consent"), 1)
	require.InDelta(t, 88, percent("sms consent"), 1)
	require.InDelta(t, 3.5, percent("no email"), 1)
	require.InDelta(t, 28, percent("no gsm"), 3)
	require.InDelta(t, 1.2, percent("email blocked"), 0.4)
	require.InDelta(t, 2.1, percent("new"), 0.8)
	for _, group := range []string{
		groupNewsletter, groupCustomers, groupVIP, groupTest, groupShopNewsletter, groupBuyers,
	} {
		require.Greater(t, counts[group], 20, group)
	}
}

func TestNothingHappensOutsideTheWindow(t *testing.T) {
	// Both changes of the clocks, and a day without one.
	for _, day := range []time.Time{
		today, time.Date(2027, time.March, 29, 0, 0, 0, 0, time.UTC), time.Date(2027, time.August, 5, 0, 0, 0, 0, time.UTC),
	} {
		zone, err := time.LoadLocation(timezone)
		require.NoError(t, err)
		end := time.Date(day.Year(), day.Month(), day.Day(), 0, 0, 0, 0, zone)
		start := end.AddDate(0, 0, -Days)
		days := map[string]bool{}
		last := map[string]time.Time{}
		events(t, made(t, day, 40), func(row []string) {
			at, err := time.Parse(time.RFC3339, row[1])
			require.NoError(t, err)
			require.False(t, at.Before(start) || !at.Before(end), "%s is not in %s … %s", at, start, end)
			days[at.In(zone).Format(time.DateOnly)] = true
			channel, _, _ := strings.Cut(row[3], ".")
			if at.After(last[channel]) {
				last[channel] = at
			}
		})
		require.Len(t, days, Days)
		require.WithinDuration(t, end, last["mailing"], 48*time.Hour)
		require.WithinDuration(t, end, last["web"], 8*time.Hour)
	}
}

func TestEventsNameContactsAndMessages(t *testing.T) {
	d := made(t, today, smaller)
	known := map[string]bool{}
	for _, row := range contactRows(t, d) {
		for _, address := range row[1:4] {
			known[row[0]+" "+address] = true
		}
	}
	webIDs := map[string]bool{}
	types := map[string]int{}
	events(t, d, func(row []string) {
		types[row[3]]++
		if strings.HasPrefix(row[3], "web.") {
			require.False(t, webIDs[row[0]], row[0])
			webIDs[row[0]] = true
			require.NotEmpty(t, row[9])
			require.Equal(t, shopDomain, row[10])
			require.True(t, row[7] == "" || known[row[2]+" "+row[7]])
			return
		}
		require.NotEmpty(t, row[4])
		require.True(t, known[row[2]+" "+row[6]+row[7]+row[8]], row)
	})
	require.Len(t, types, 15, "every type of event")
	total := 0
	for kind, count := range types {
		require.Positive(t, count, kind)
		total += count
	}
	require.InDelta(t, 1_350_000, total*smaller, 150_000)
	rate := func(of, whole string) float64 { return float64(types[of]) / float64(types[whole]) }
	require.InDelta(t, 0.95, rate("mailing.delivered", "mailing.sent"), 0.02)
	require.InDelta(t, 0.37, rate("mailing.opened", "mailing.delivered"), 0.1)
	require.InDelta(t, 0.05, rate("mailing.clicked", "mailing.delivered"), 0.03)
	require.Less(t, rate("mailing.unsubscribed", "mailing.delivered"), 0.002)
	require.InDelta(t, 0.09, rate("sms.clicked", "sms.delivered"), 0.05)
	require.InDelta(t, 0.04, rate("web.purchase", "web.page_view"), 0.03)
}

// tally are one contact's or visitor's counts in the last 28 days.
type tally struct {
	counts map[string]int
	known  bool
}

func TestEngagementSpreadsOverAllBands(t *testing.T) {
	d := made(t, today, smaller)
	from := today.AddDate(0, 0, -28).Format(time.RFC3339)
	by := map[string]map[string]*tally{"mailing": {}, "sms": {}, "web": {}}
	events(t, d, func(row []string) {
		if row[1] < from {
			return
		}
		channel, kind, _ := strings.Cut(row[3], ".")
		who := row[2] + row[6] + row[7] + row[8]
		if channel == "web" {
			who = row[9]
		}
		if by[channel][who] == nil {
			by[channel][who] = &tally{counts: map[string]int{}}
		}
		by[channel][who].counts[kind]++
		by[channel][who].known = by[channel][who].known || row[7] != ""
	})
	check := func(channel string, weights map[string]int, rates map[string]string) {
		bands := bandsOf(by[channel], weights, rates)
		t.Logf("%s: %d scored, bands %v %%", channel, len(by[channel]), bands)
		for i, share := range bands {
			require.Greater(t, share, 2.0, "%s band %d of %v", channel, i, bands)
		}
	}
	check("mailing", map[string]int{"opened": 45, "clicked": 30, "delivered": 25},
		map[string]string{"opened": "delivered", "clicked": "delivered", "delivered": "sent"})
	check(
		"sms", map[string]int{"clicked": 45, "delivered": 55}, map[string]string{"clicked": "delivered", "delivered": "sent"},
	)
	check(
		"web", map[string]int{"page_view": 20, "product_view": 20, "checkout_view": 20, "payment_info": 15, "purchase": 25},
		nil,
	)
	known := 0
	for _, v := range by["web"] {
		if v.known {
			known++
		}
	}
	require.InDelta(t, 0.3, float64(known)/float64(len(by["web"])), 0.07, "visitors who sign in")
}

// bandsOf scores like the product does, by a rate if one is named and a plain count otherwise, and returns the shares
// of the five bands in percent.
func bandsOf(all map[string]*tally, weights map[string]int, rates map[string]string) [5]float64 {
	value := func(v *tally, kind string) *big.Rat {
		below := 1
		if whole := rates[kind]; whole != "" {
			below = max(1, v.counts[whole])
		}
		return big.NewRat(int64(v.counts[kind]), int64(below))
	}
	references := map[string]*big.Rat{}
	for kind := range weights {
		var found []*big.Rat
		for _, v := range all {
			if rate := value(v, kind); rate.Sign() > 0 {
				found = append(found, rate)
			}
		}
		slices.SortFunc(found, func(a, b *big.Rat) int { return a.Cmp(b) })
		references[kind] = found[(len(found)*90+99)/100-1]
	}
	var bands [5]float64
	for _, v := range all {
		score := 0.0
		for kind, weight := range weights {
			part, _ := new(big.Rat).Quo(value(v, kind), references[kind]).Float64()
			score += float64(weight) * min(part, 1)
		}
		bands[min(4, max(0, (int(score+0.5)-1)/20))] += 100 / float64(len(all))
	}
	return bands
}
