package engine_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/oracle"
	"puls.app/services/scoring-engine/internal/engine/scoring"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// goldenFigures is what figures.json says of a channel; the counts of lift and sendings are by name.
type goldenFigures struct {
	Lift *struct {
		GeneratedDate string
		Items         []map[string]uint64
	}
}

func TestGoldenFigures(t *testing.T) {
	lifts := 0
	eachGolden(t, func(t *testing.T, folder string) {
		data, err := os.ReadFile(filepath.Join(folder, "figures.json"))
		require.NoError(t, err)
		var figures struct{ Channels map[string]goldenFigures }
		require.NoError(t, json.Unmarshal(data, &figures))
		for channel, want := range figures.Channels {
			for _, deal := range []func(*goldenWorld, segment.Form, []oracle.Fact) []segment.Segment{inOrder, twice} {
				if want.Lift != nil {
					lifts++
					w, c := openGolden(t, folder)
					w.d = goldenDay(t, want.Lift.GeneratedDate)
					require.Equal(t, want.Lift.Items, w.lift(channel, c, deal), channel)
				}
			}
		}
	})
	require.Positive(t, lifts)
}

// inOrder makes one segment of facts as they come.
func inOrder(w *goldenWorld, form segment.Form, facts []oracle.Fact) []segment.Segment {
	if len(facts) == 0 {
		return nil
	}
	return []segment.Segment{oracle.Build(w.t, form, facts)}
}

// twice makes segments of facts that come shuffled, each twice.
func twice(w *goldenWorld, form segment.Form, facts []oracle.Fact) []segment.Segment {
	facts = append(slices.Clone(facts), facts...)
	w.r.Shuffle(len(facts), func(i, j int) { facts[i], facts[j] = facts[j], facts[i] })
	return w.segments(form, facts)
}

// lift scores a channel for w.d and returns what the bands did from that day on, as figures.json has it.
func (w *goldenWorld) lift(
	channel string, c *goldenCase, deal func(*goldenWorld, segment.Form, []oracle.Fact) []segment.Segment,
) []map[string]uint64 {
	windows := counting.Windows{D: w.d + 14, DaysAgo: []int{14}}
	var sum scoring.Lift
	if channel == "web" {
		for _, v := range w.scoreWeb(c.Config.DaysAgo, c.Config.Web) {
			tally := &counting.VisitTally{}
			require.NoError(w.t, w.counter.Visits(deal(w, segment.Visits, v.facts), windows, []*counting.VisitTally{tally}))
			sum.AddVisitors(v.cells, tally)
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
