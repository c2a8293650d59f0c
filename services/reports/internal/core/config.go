package core

import (
	"time"

	"puls.app/services/spec"
)

// Made describes how a result was made. It is stored with the result: later changes of the scoring do not affect it.
type Made struct {
	// Revision grows each time the same calculation is repeated.
	Revision int
	At       time.Time
	// Config is nil for results of versions that did not store it.
	Config *Config
}

// Config is the part of a scoring that the calculation of one channel uses; Source and Group are parts of it.
type (
	Config = spec.Spec
	Source = spec.Source
	Group  = spec.Group
)

// Scoring is the present state of a scoring, by channel; channels that it does not score are missing.
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
