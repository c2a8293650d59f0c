package core

import (
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

// Config is the part of a scoring that one channel is calculated by; Source and Group are parts of it.
type (
	Config = spec.Spec
	Source = spec.Source
	Group  = spec.Group
)

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
