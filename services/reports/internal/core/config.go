package core

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"puls.app/services/spec"
)

// Made is when and by what a result came about. It is kept with the result: what the scoring becomes later changes
// nothing of it.
type Made struct {
	// Revision grows when the same calculation is asked for again.
	Revision int
	At       time.Time
	// Config is nil for results of versions that did not keep it.
	Config *Config
}

// Config is the part of a scoring that one channel is calculated by.
type Config struct {
	Version int    `json:"version"`
	Name    string `json:"name"`
	DaysAgo int    `json:"daysAgo"`
	// Percentile is 80, 85, 90 or 95.
	Percentile int `json:"percentile"`
	// Weights in whole percent by rate or event type.
	Weights map[string]int `json:"weights"`
	Sources []Source       `json:"sources"`
	// LeaveOutMachines has what machines opened and clicked count for nothing.
	LeaveOutMachines bool `json:"leaveOutMachines,omitempty"`
}

// Source is the part of one uid that is judged.
type Source struct {
	UID         UID     `json:"uid"`
	IncludedAll bool    `json:"includedAll"`
	Included    []Group `json:"included,omitempty"`
	Excluded    []Group `json:"excluded,omitempty"`
}

// Group is a group by the name it had; empty where that was not known.
type Group struct {
	ID   GroupID `json:"id"`
	Name string  `json:"name"`
}

// Scoring is what a scoring is today, by channel; those that it does not score are missing.
type Scoring map[Channel]Config

// First returns the scoring's first channel in the order mailing, SMS, web; 0 when it has none.
func (s Scoring) First() Channel {
	for _, channel := range spec.Channels() {
		if _, has := s[channel]; has {
			return channel
		}
	}
	return 0
}

// Same reports whether two configurations calculate the same: name and version do not matter.
func (c Config) Same(other Config) bool {
	return c.DaysAgo == other.DaysAgo && c.Percentile == other.Percentile &&
		c.LeaveOutMachines == other.LeaveOutMachines &&
		maps.Equal(set(c.Weights), set(other.Weights)) &&
		slices.EqualFunc(c.sources(), other.sources(), func(a, b Source) bool {
			return a.UID == b.UID && a.IncludedAll == b.IncludedAll &&
				(a.IncludedAll || slices.Equal(ids(a.Included), ids(b.Included))) && slices.Equal(ids(a.Excluded), ids(b.Excluded))
		})
}

// set leaves out weights of nothing: a missing one is the same.
func set(weights map[string]int) map[string]int {
	weights = maps.Clone(weights)
	maps.DeleteFunc(weights, func(_ string, weight int) bool { return weight == 0 })
	return weights
}

func (c Config) sources() []Source {
	return slices.SortedFunc(slices.Values(c.Sources), func(a, b Source) int {
		return cmp.Compare(a.UID, b.UID)
	})
}

func ids(groups []Group) []GroupID {
	list := make([]GroupID, 0, len(groups))
	for _, g := range groups {
		list = append(list, g.ID)
	}
	slices.Sort(list)
	return slices.Compact(list)
}
