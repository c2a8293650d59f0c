package core

import (
	"context"
	"time"

	"github.com/google/uuid"

	"puls.app/services/figure"
	"puls.app/services/kit/fault"
)

// Preview is what the rules make of a configuration, and what it would come to today.
type Preview struct {
	Channels map[Channel]ChannelPreview
	// AsOf is the moment whose data this is.
	AsOf time.Time
	// Problems are what keeps it a draft, in the order of the interface.
	Problems []fault.Field
}

// ChannelPreview is what came of one channel.
type ChannelPreview struct {
	TaskPreview
	// Weights are empty as long as shares do not make them.
	Weights map[string]int
	Sources []DataSource
}

// TaskPreview is what the engine makes of one channel.
type TaskPreview struct {
	// PossibleFrom is the first day that can be calculated, YYYY-MM-DD; empty without any data.
	PossibleFrom string
	// DataDays is how many local days before today have data, up to 91.
	DataDays int
	Audience []Audience
	// Scores are nil unless they were asked for and can be told.
	Scores     *figure.Scores
	References map[string]Reference
}

// Audience says who of a uid would be judged.
type Audience struct {
	UID      string
	Analysed int
	// Excluded are counts by reason; empty for web.
	Excluded map[string]int
}

// Contacts returns all of them.
func (a Audience) Contacts() int {
	all := a.Analysed
	for _, count := range a.Excluded {
		all += count
	}
	return all
}

// Reference is what a rate or count is measured against.
type Reference struct {
	// Value is in lowest terms such as "4/5", or for web a whole number.
	Value string
	// Sample is of how many it is the percentile.
	Sample int
}

// Saturated reports whether nearly everybody reaches it.
func (r Reference) Saturated(channel Channel) bool { return channel != Web && r.Value == "1/1" }

// Preview answers what a draft of content would come to. id is the scoring that is being changed,
// whose own properties are free to it; nil for a new one.
func (a *App) Preview(
	ctx context.Context, account AccountID, id uuid.UUID, content Content, scores bool,
) (Preview, error) {
	leave, err := a.previews.enter(ctx, account)
	if err != nil {
		return Preview{}, err
	}
	defer leave()
	if id != uuid.Nil {
		if _, err := a.store.Get(ctx, account, id); err != nil {
			return Preview{}, err
		}
	}
	facts, err := a.facts(ctx, account, content.Config)
	if err != nil {
		return Preview{}, err
	}
	if err := content.settle(facts); err != nil {
		return Preview{}, err
	}
	if facts.Others, err = a.store.Finished(ctx, account, id); err != nil {
		return Preview{}, err
	}
	clock, err := a.accounts.Clock(ctx, account)
	if err != nil {
		return Preview{}, err
	}
	preview := Preview{Channels: map[Channel]ChannelPreview{}, AsOf: a.now(), Problems: content.missing(facts)}
	today, err := a.today(ctx, account, clock.Day(preview.AsOf), content, scores)
	if err != nil {
		return Preview{}, err
	}
	for _, channel := range content.Config.Channels() {
		part := ChannelPreview{TaskPreview: today[channel], Sources: content.Config.Channel(channel).Sources}
		if len(content.wrongShares(channel)) == 0 {
			part.Weights = content.Config.Channel(channel).Weights
		}
		preview.Channels[channel] = part
	}
	return preview, nil
}

// today asks the engine about the channels that judge anybody.
func (a *App) today(
	ctx context.Context, account AccountID, day time.Time, content Content, scores bool,
) (map[Channel]TaskPreview, error) {
	draft := &Scoring{Account: account, Config: content.Config}
	var tasks []Task
	for _, channel := range content.Config.Channels() {
		if len(content.Config.Channel(channel).Sources) > 0 {
			tasks = append(tasks, Task{Account: account, Channel: channel, Date: day, Scorings: []*Scoring{draft}})
		}
	}
	if len(tasks) == 0 {
		return nil, nil
	}
	return a.engine.Preview(ctx, account, tasks, scores)
}
