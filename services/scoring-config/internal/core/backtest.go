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

// BacktestWeeks is the most weeks that a backtest looks back on.
const BacktestWeeks = 13

// BacktestAsk says what is to be changed.
type BacktestAsk struct {
	// ID is the scoring that is being changed; nil for a new one.
	ID uuid.UUID
	// Changed is read as a draft is that is saved.
	Changed Content
	// Before is compared with in place of what ID has saved, and read as Changed is; nil is what ID has saved.
	Before *Config
	// Channel is 0 for the first of Changed.
	Channel Channel
	// Weeks is how many days, a week apart.
	Weeks int
}

// Backtest is what settings would have come to, newest day first.
type Backtest struct {
	Channel Channel
	// AsOf is the moment whose data this is.
	AsOf time.Time
	Days []BacktestDay
	// Moves are those of the newest day; nil without settings before.
	Moves *Moves
}

// BacktestDay is what one day would have come to.
type BacktestDay struct {
	Date    time.Time
	Changed BacktestFigures
	// Before is nil without settings before.
	Before *BacktestFigures
}

// BacktestFigures are what one of the settings would have come to.
type BacktestFigures struct {
	// Enough tells that a calculation would not have been skipped.
	Enough   bool
	Scores   figure.Tally
	Excluded int
	// Lift is by band, lowest first; nil while the 14 days are not over.
	Lift []Lift
}

// Lift is what the contacts (or visitors) of one band did in the 14 days from a day on.
type Lift struct {
	// Scored have a score in the band; of these Reached were sent something, of which Opened and Clicked.
	Scored, Reached, Opened, Clicked int
	// Events are how many of the scored have an event, by its type; web only.
	Events map[string]int32
}

// Moves count who would stand in another band.
type Moves struct {
	Up, Down, Same int
	// Entered have a score with the change alone, Left before it alone.
	Entered, Left int
}

// The engine counts who stands where by standings·before + changed, of which the bands are the first.
const (
	standings = 10
	bands     = spec.Bands
)

// MovesOf adds up the engine's counts.
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

// Backtest answers what one channel of a changed scoring would have come to in the weeks before, beside what stood
// before the change.
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

// scores reports whether one channel has scores with settings before; nil ones score nothing.
func (c *Content) scores(channel Channel) bool {
	return c != nil && c.Config.Channel(channel) != nil && len(c.unscored(channel)) == 0
}

// before returns the settings before the change; nil for none. What saved ones name that is gone is left out.
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

// present returns what is left of data sources without the names that are gone.
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
