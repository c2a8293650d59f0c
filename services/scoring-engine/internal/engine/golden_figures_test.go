package engine_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/oracle"
	"puls.app/services/scoring-engine/internal/engine/scoring"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// goldenFigures are a channel's figures in figures.json; the counts of lift and sendings are by name.
type goldenFigures struct {
	Lift *struct {
		GeneratedDate string
		Items         []map[string]uint64
	}
	Sendings []map[string]any
}

func TestGoldenFigures(t *testing.T) {
	lifts, sendings := 0, 0
	eachGolden(t, func(t *testing.T, folder string) {
		data, err := os.ReadFile(filepath.Join(folder, "figures.json"))
		require.NoError(t, err)
		var figures struct{ Channels map[string]goldenFigures }
		require.NoError(t, json.Unmarshal(data, &figures))
		for channel, want := range figures.Channels {
			for _, deal := range []func(*goldenWorld, segment.Form, []oracle.Fact) []segment.Segment{inOrder, twice} {
				w, c := openGolden(t, folder)
				if want.Sendings != nil {
					sendings++
					got, err := json.Marshal(w.sendings(channel, c, deal))
					require.NoError(t, err)
					wanted, err := json.Marshal(want.Sendings)
					require.NoError(t, err)
					require.JSONEq(t, string(wanted), string(got), channel)
				}
				if want.Lift != nil {
					lifts++
					w.d = goldenDay(t, want.Lift.GeneratedDate)
					require.Equal(t, want.Lift.Items, w.lift(channel, c, deal), channel)
				}
			}
		}
	})
	require.Positive(t, lifts)
	require.Positive(t, sendings)
}

// inOrder makes one segment of facts in their order.
func inOrder(w *goldenWorld, form segment.Form, facts []oracle.Fact) []segment.Segment {
	if len(facts) == 0 {
		return nil
	}
	return []segment.Segment{oracle.Build(w.t, form, facts)}
}

// twice makes segments of shuffled facts, each added twice.
func twice(w *goldenWorld, form segment.Form, facts []oracle.Fact) []segment.Segment {
	facts = append(slices.Clone(facts), facts...)
	w.r.Shuffle(len(facts), func(i, j int) { facts[i], facts[j] = facts[j], facts[i] })
	return w.segments(form, facts)
}

// lift scores a channel for w.d and returns the bands' engagement from that day on, in the form of figures.json.
func (w *goldenWorld) lift(
	channel string, c *goldenCase, deal func(*goldenWorld, segment.Form, []oracle.Fact) []segment.Segment,
) []map[string]uint64 {
	windows := counting.Windows{D: w.d + 14, DaysAgo: []int{14}}
	var sum scoring.Lift
	if channel == "web" {
		for _, v := range w.scoreWeb(c.Config.DaysAgo, c.Config.Web) {
			tallies, segments := []*counting.VisitTally{{}}, deal(w, segment.Visits, v.facts)
			require.NoError(w.t, w.counter.Visits(segments, nil, windows, tallies))
			w.requireFoldedVisits(segments, windows, tallies)
			sum.AddVisitors(v.cells, tallies[0])
		}
	} else {
		config := map[string]*goldenChannel{"mailing": c.Config.Mailing, "sms": c.Config.SMS}[channel]
		for uid, chunks := range w.scoreChannel(channel, c.Config.DaysAgo, config) {
			facts := w.facts(channel, uid)
			for n, chunk := range chunks {
				tally := &counting.Tally{}
				require.NoError(w.t, w.counter.Sendings(deal(w, segment.Sendings, facts[n]), windows, []*counting.Tally{tally}))
				var part scoring.Lift
				part.AddContacts(chunk.cells, tally)
				sum.Merge(&part)
			}
		}
	}
	var items []map[string]uint64
	for i, band := range sum {
		low, high := bandBounds(i)
		item := map[string]uint64{"scoringMin": uint64(low), "scoringMax": uint64(high), "scored": band.Scored}
		if channel == "web" {
			for k, name := range visitNames {
				if band.Events[k] > 0 {
					item[name] = band.Events[k]
				}
			}
		} else {
			item["reached"], item["clicked"] = band.Reached, band.Clicked
			if channel == "mailing" {
				item["opened"] = band.Opened
			}
		}
		items = append(items, item)
	}
	return items
}

// sendings counts a channel's sendings by day, in the form of figures.json.
func (w *goldenWorld) sendings(
	channel string, c *goldenCase, deal func(*goldenWorld, segment.Form, []oracle.Fact) []segment.Segment,
) []map[string]any {
	var sum counting.DayTotals
	counter := counting.NewDayCounter()
	config := map[string]*goldenChannel{"mailing": c.Config.Mailing, "sms": c.Config.SMS}[channel]
	for _, source := range config.DataSources {
		for _, facts := range w.facts(channel, source.UID) {
			require.NoError(w.t, counter.Count(deal(w, segment.Sendings, facts), &sum))
		}
	}
	var list []map[string]any
	for _, day := range sum.Days() {
		n := day.Counts
		item := map[string]any{
			"date": time.Unix(int64(day.Day)*86400, 0).UTC().Format(time.DateOnly), "sent": n[segment.Sent],
			"delivered": n[segment.Delivered], "opened": n[segment.Opened], "clicked": n[segment.Clicked],
			"bounced": n[segment.Bounced], "unsubscribed": n[segment.Unsubscribed],
		}
		if channel == "sms" {
			delete(item, "opened")
		}
		list = append(list, item)
	}
	return list
}
