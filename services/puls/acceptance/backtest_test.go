package acceptance

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// backtestFigures are the figures of one day in a backtest or a report.
type backtestFigures struct {
	Enough           bool
	Bands            []int
	Scored, Excluded int
	AvgScoring       float64
	Lift             []liftFigures
}

// liftFigures are the lift of a band: the engagement of its contacts in the two weeks after.
type liftFigures struct{ Scored, Reached, Opened, Clicked int }

// resultFigures reads the figures of a calculation from its report.
func (c *client) resultFigures(scoring, scoringType, date string) backtestFigures {
	c.t.Helper()
	var partition struct {
		Items      []struct{ EmailCount int }
		EmailCount int
		AvgScoring float64
	}
	var excluded struct{ ExcludedEmailCount int }
	one, of := "protected/scoring/scorings/"+scoring, "?scoringType="+scoringType+"&generatedDate="+date
	var lift struct{ Items []liftFigures }
	c.call(http.MethodGet, one+":partitionSummary"+of, nil, &partition)
	c.call(http.MethodGet, one+":lift"+of, nil, &lift)
	c.call(http.MethodGet, one+":excludedReasonsSummary"+of, nil, &excluded)
	f := backtestFigures{
		Enough: true, Scored: partition.EmailCount, Excluded: excluded.ExcludedEmailCount, AvgScoring: partition.AvgScoring,
		Lift: lift.Items,
	}
	for _, item := range partition.Items {
		f.Bands = append(f.Bands, item.EmailCount)
	}
	return f
}

// weekly uploads contacts and their engagement with two mailings a week over the last nine weeks.
func (c *client) weekly() {
	c.t.Helper()
	r := rand.New(rand.NewPCG(13, 13))
	contacts, events := "uid,email,email_consent\n", eventHeader
	now := time.Now().UTC()
	for contact := range 60 {
		contacts += fmt.Sprintf("001,c%d@example.com,%t\n", contact, contact%9 > 0)
		for mailing := range 18 {
			at, kinds := now.AddDate(0, 0, mailing*7/2-63), []string{"sent", "delivered", "opened", "clicked"}
			for _, kind := range kinds[:r.IntN(2+contact%4)] {
				events += fmt.Sprintf("%d-%d-%s,%s,001,mailing.%s,m%d,info,,c%d@example.com,,,\n",
					contact, mailing, kind, at.Format(time.RFC3339), kind, mailing, contact)
				if at = at.AddDate(0, 0, r.IntN(4)); at.After(now) {
					break
				}
			}
		}
	}
	require.Equal(c.t, "done", c.upload("contacts", "text/csv", strings.NewReader(contacts)).State)
	require.Equal(c.t, "done", c.upload("engagement", "text/csv", strings.NewReader(events)).State)
}

// band returns the band of a score, and -1 for the reason of a missing one.
func band(score string) int {
	n, err := strconv.Atoi(score)
	if err != nil {
		return -1
	}
	return max(n-1, 0) / 20
}

func TestABacktestEqualsResults(t *testing.T) {
	c := shared(t).createAccount("backtest@example.com", "UTC", "001")
	c.weekly()
	config := func(daysAgo int, percentile float64, weights object) object {
		return object{"daysAgo": daysAgo, "mailing": object{
			"weights": weights, "percentile": percentile, "dataSources": []object{{"uid": "001", "includedAll": true}},
		}}
	}
	make := func(name string, config object) (id string) {
		var created struct{ ID string }
		c.call(http.MethodPost, "protected/scoring/scorings", object{"name": name, "config": config}, &created)
		c.call(http.MethodPost, "protected/scoring/scorings/"+created.ID+":setStatus", object{"newStatus": 1}, nil)
		return created.ID
	}
	change := config(42, 0.8, object{"or": "0.10", "ctr": "0.80", "delivery": "0.10"})
	before, changed := make("What was", config(28, 0.9, mailingWeights)), make("What would be", change)

	var got struct {
		ScoringType string
		Days        []struct {
			GeneratedDate   string
			Changed, Before backtestFigures
		}
		Moves map[string]int
	}
	c.call(http.MethodPost, "protected/scoring/scorings:backtest",
		object{"id": before, "config": change, "weeks": 10}, &got)
	require.Equal(t, "mailing", got.ScoringType)
	require.Len(t, got.Days, 10)
	clicked := 0
	for week, day := range got.Days {
		require.Equal(t, week <= 7, day.Changed.Enough, "%d weeks back", week)
		require.Equal(t, week <= 7, day.Before.Enough, "%d weeks back", week)
		if !day.Changed.Enough {
			continue
		}
		for _, id := range []string{before, changed} {
			for _, channel := range c.calculate(id, day.GeneratedDate) {
				require.Equal(t, "done", channel["stage"], "%v", channel)
			}
		}
		require.Equal(t, c.resultFigures(before, "mailing", day.GeneratedDate), day.Before, "%d weeks back", week)
		require.Equal(t, c.resultFigures(changed, "mailing", day.GeneratedDate), day.Changed, "%d weeks back", week)
		require.NotEqual(t, day.Before, day.Changed)
		for _, lift := range day.Changed.Lift {
			clicked += lift.Clicked
		}
		require.Len(t, day.Changed.Lift, map[bool]int{true: 5}[week >= 2], "%d weeks back", week)
	}
	require.Positive(t, clicked)
	was, is := c.scoresByEmail(before, got.Days[0].GeneratedDate), c.scoresByEmail(changed, got.Days[0].GeneratedDate)
	moves := map[string]int{"up": 0, "down": 0, "same": 0, "entered": 0, "left": 0}
	for email, score := range was {
		switch from, to := band(score), band(is[email]); {
		case from < 0 && to < 0:
		case from < 0:
			moves["entered"]++
		case to < 0:
			moves["left"]++
		case to > from:
			moves["up"]++
		case to < from:
			moves["down"]++
		default:
			moves["same"]++
		}
	}
	require.Equal(t, moves, got.Moves)
	require.Positive(t, moves["up"]+moves["down"])
}
