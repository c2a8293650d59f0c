package core

import (
	"context"
	"time"

	"github.com/google/uuid"

	"puls.app/services/figure"
	"puls.app/services/kit/fault"
)

// Preview is the checked configuration, and the result that it would have today.
type Preview struct {
	Channels map[Channel]ChannelPreview
	// AsOf is the time of the data.
	AsOf time.Time
	// Problems are the reasons why the scoring is still a draft, in the order of the interface.
	Problems []fault.Field
}

// ChannelPreview is the preview of one channel.
type ChannelPreview struct {
	TaskPreview
	// Weights are empty as long as the shares are incomplete.
	Weights map[string]int
	Sources []DataSource
}

// TaskPreview is the engine's preview of one channel.
type TaskPreview struct {
	// PossibleFrom is the first day that can be calculated, YYYY-MM-DD; empty without any data.
	PossibleFrom string
	// DataDays is how many local days before today have data, up to 91.
	DataDays int
	Audience []Audience
	// Scores are nil if they were not requested or cannot be calculated.
	Scores     *figure.Scores
	References map[string]Reference
}

// Audience counts the contacts of a uid that would be analysed or excluded.
type Audience struct {
	UID      string
	Analysed int
	// Excluded are counts by reason; empty for web.
	Excluded map[string]int
}

// Contacts returns the number of all contacts.
func (a Audience) Contacts() int {
	all := a.Analysed
	for _, count := range a.Excluded {
		all += count
	}
	return all
}

// Reference is the rate or count that earns full marks.
type Reference struct {
	// Value is a fraction in lowest terms such as "4/5", or for web a whole number.
	Value string
	// Sample is the number of contacts or visitors that the percentile was taken from.
	Sample int
}

// Saturated reports whether nearly all contacts reach the reference.
func (r Reference) Saturated(channel Channel) bool { return channel != Web && r.Value == "1/1" }

// Preview returns the result that a draft of content would have. id is the scoring to change, which may keep its own
// properties; nil for a new one.
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

// today fetches the engine's previews of the channels with data sources.
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
