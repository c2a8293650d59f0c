package core

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"puls.app/services/figure"
	"puls.app/services/kit/fault"
	"puls.app/services/spec"
)

// BacktestWeeks is the greatest number of weeks in a backtest.
const BacktestWeeks = 13

// BacktestAsk is the input of a backtest.
type BacktestAsk struct {
	// ID is the scoring to change; nil for a new one.
	ID uuid.UUID
	// Changed is read in the same way as a saved draft.
	Changed Content
	// Before replaces the saved settings of ID in the comparison, and is read like Changed; nil means the saved settings.
	Before *Config
	// Channel is 0 for the first channel of Changed.
	Channel Channel
	// Weeks is the number of days, a week apart.
	Weeks int
}

// Backtest has the results that settings would have had, newest day first.
type Backtest struct {
	Channel Channel
	// AsOf is the time of the data.
	AsOf time.Time
	Days []BacktestDay
	// Moves are those of the newest day; nil without settings before the change.
	Moves *Moves
}

// BacktestDay has the results of one day.
type BacktestDay struct {
	Date    time.Time
	Changed BacktestFigures
	// Before is nil without settings before the change.
	Before *BacktestFigures
}

// BacktestFigures are the figures of one version of the settings.
type BacktestFigures struct {
	// Enough reports whether there was enough data for a calculation.
	Enough   bool
	Scores   figure.Tally
	Excluded int
	// Lift is by band, lowest first; nil until the 14 days are over.
	Lift []Lift
}

// Lift is the engagement of one band's contacts (or visitors) on a day and the 13 days after it.
type Lift struct {
	// Scored contacts have a score in the band. Reached ones of these were sent something; Opened and Clicked count of the
	// reached.
	Scored, Reached, Opened, Clicked int
	// Events counts the scored with an event, by event type; web only.
	Events map[string]int32
}

// Moves counts the contacts by the change of their band.
type Moves struct {
	Up, Down, Same int
	// Entered have a score only with the change, Left only before it.
	Entered, Left int
}

// The engine's counts are indexed by standings·before + changed. The bands are the first standings.
const (
	standings = 10
	bands     = spec.Bands
)

// MovesOf sums up the engine's counts.
func MovesOf(counts []int32) *Moves {
	m := &Moves{}
	for at, count := range counts {
		before, changed, n := at/standings, at%standings, int(count)
		switch {
		case before >= bands && changed >= bands:
		case before >= bands:
			m.Entered += n
		case changed >= bands:
			m.Left += n
		case changed > before:
			m.Up += n
		case changed < before:
			m.Down += n
		default:
			m.Same += n
		}
	}
	return m
}

// Backtest returns the results of one channel of a changed scoring in earlier weeks, and those of the settings before
// the change.
func (a *App) Backtest(ctx context.Context, account AccountID, ask BacktestAsk) (Backtest, error) {
	leave, err := a.previews.enter(ctx, account)
	if err != nil {
		return Backtest{}, err
	}
	defer leave()
	before, err := a.before(ctx, account, ask)
	if err != nil {
		return Backtest{}, err
	}
	facts, err := a.facts(ctx, account, ask.Changed.Config)
	if err != nil {
		return Backtest{}, err
	}
	if err := ask.Changed.settle(facts); err != nil {
		return Backtest{}, err
	}
	channel := ask.Channel
	if channels := ask.Changed.Config.Channels(); channel == 0 && len(channels) > 0 {
		channel = channels[0]
	}
	if ask.Changed.Config.Channel(channel) == nil {
		return Backtest{}, ErrChannelMissing.WithField("scoringType", ErrChannelMissing.Detail)
	}
	if err := refusal(ask.Changed.unscored(channel)); err != nil {
		return Backtest{}, err
	}
	task := Task{Account: account, Channel: channel, Scorings: []*Scoring{{Config: ask.Changed.Config}}}
	if before.scores(channel) {
		task.Scorings = append(task.Scorings, &Scoring{Config: before.Config})
	}
	clock, err := a.accounts.Clock(ctx, account)
	if err != nil {
		return Backtest{}, err
	}
	asOf := a.now()
	task.Date = clock.Day(asOf)
	found, err := a.engine.Backtest(ctx, account, task, ask.Weeks)
	found.Channel, found.AsOf = channel, asOf
	return found, err
}

// scores reports whether a channel could be scored with the settings; nil settings score nothing.
func (c *Content) scores(channel Channel) bool {
	return c != nil && c.Config.Channel(channel) != nil && len(c.unscored(channel)) == 0
}

// before returns the settings before the change; nil for none. It drops deleted names from saved settings.
func (a *App) before(ctx context.Context, account AccountID, ask BacktestAsk) (*Content, error) {
	config := ask.Before
	if ask.ID != uuid.Nil {
		scoring, err := a.store.Get(ctx, account, ask.ID)
		if err != nil {
			return nil, err
		}
		if config == nil && scoring.Status != Draft {
			config = &scoring.Config
		}
	}
	if config == nil {
		return nil, nil
	}
	facts, err := a.facts(ctx, account, *config)
	if err != nil {
		return nil, err
	}
	before := &Content{Config: *config}
	if config == ask.Before {
		err := before.settle(facts)
		if refused := fault.From(err); refused != nil {
			for i := range refused.Fields {
				refused.Fields[i].Name = "before" + strings.TrimPrefix(refused.Fields[i].Name, "config")
			}
		}
		return before, err
	}
	for _, channel := range config.Channels() {
		part := config.Channel(channel)
		part.Sources = present(part.Sources, facts.Bad)
	}
	return before, nil
}

// present returns data sources without the names that no longer exist.
func present(sources []DataSource, bad BadNames) []DataSource {
	var left []DataSource
	for _, source := range sources {
		if bad.UIDs[source.UID] {
			continue
		}
		gone := func(id int32) bool { return bad.Groups[GroupRef{source.UID, id}] }
		source.Included = slices.DeleteFunc(slices.Clone(source.Included), gone)
		source.Excluded = slices.DeleteFunc(slices.Clone(source.Excluded), gone)
		left = append(left, source)
	}
	return left
}
