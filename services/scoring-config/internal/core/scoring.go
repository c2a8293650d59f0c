// Package core decides what a scoring is, what it must hold before it may run, how its weights come about, and what
// is due on which day.
package core

import (
	"time"

	"github.com/google/uuid"

	"puls.app/services/spec"
)

// AccountID is the tenant's number.
type AccountID int32

// Channel is a way of reaching recipients.
type Channel = spec.Channel

// The channels, in the order in which reports prefer them.
const (
	Mailing = spec.Mailing
	SMS     = spec.SMS
	Web     = spec.Web
)

// Status says whether a scoring is still being made, rests, or runs every night.
//
//	draft ──► inactive ◄──► active
//	  └─────────────────────►┘
type Status int

// The numbers are the product's own and go over the wire as they are.
const (
	Draft Status = iota
	Inactive
	Active
)

// Scoring is a rule by which contacts are scored.
type Scoring struct {
	ID            uuid.UUID
	Account       AccountID
	Name          string
	Status        Status
	LastDraftStep int
	ByWizard      bool
	// Predefined is nil for custom weights.
	Predefined *Predefined
	Config     Config
	Version    int
	CreatedAt  time.Time
	UpdatedAt  time.Time
	// FirstActivatedAt and ActivatedAt are nil until it was switched on.
	FirstActivatedAt *time.Time
	ActivatedAt      *time.Time
	// LastGenerated is nil until the first result.
	LastGenerated *Generated
	// FinishedThrough is the local day up to which every result is there that is due, at midnight UTC; nil as long as
	// nobody looked.
	FinishedThrough *time.Time
}

// Generated is a finished calculation.
type Generated struct {
	At time.Time
	// Date is the local day it was for, at midnight UTC.
	Date    time.Time
	DaysAgo int
}

// Config says whom a scoring judges and by what.
type Config struct {
	DaysAgo            int            `json:"daysAgo"`
	GenerateHistorical bool           `json:"generateHistorical"`
	Mailing            *ChannelConfig `json:"mailing,omitempty"`
	SMS                *ChannelConfig `json:"sms,omitempty"`
	Web                *ChannelConfig `json:"web,omitempty"`
}

// Channel returns the part of one channel; nil when it is not scored.
func (c Config) Channel(channel Channel) *ChannelConfig {
	if part := c.part(channel); part != nil {
		return *part
	}
	return nil
}

// Set puts the part of one channel there.
func (c *Config) Set(channel Channel, part *ChannelConfig) { *c.part(channel) = part }

// part returns where the part of a channel stands; nil for what is no channel.
func (c *Config) part(channel Channel) **ChannelConfig {
	switch channel {
	case Mailing:
		return &c.Mailing
	case SMS:
		return &c.SMS
	case Web:
		return &c.Web
	default:
		return nil
	}
}

// Channels returns the channels that are scored.
func (c Config) Channels() []Channel {
	var channels []Channel
	for _, channel := range spec.Channels() {
		if c.Channel(channel) != nil {
			channels = append(channels, channel)
		}
	}
	return channels
}

// Spec returns what the engine calculates a channel by: a weight that is not set is 0.
func (s *Scoring) Spec(channel Channel) spec.Spec {
	part := s.Config.Channel(channel)
	made := spec.Spec{
		Version: s.Version, Name: s.Name, DaysAgo: s.Config.DaysAgo, Percentile: part.Percentile, Weights: spec.Weights{},
		LeaveOutMachines: part.LeaveOutMachines,
	}
	for _, name := range channel.Weights() {
		made.Weights[name] = part.Weights[name]
	}
	for _, source := range part.Sources {
		made.Sources = append(made.Sources, spec.Source{
			UID: source.UID, IncludedAll: source.IncludedAll,
			Included: spec.Groups(source.Included), Excluded: spec.Groups(source.Excluded),
		})
	}
	if part.HasExportTo {
		made.ExportTo = part.ExportTo
	}
	return made
}

// ChannelConfig is what one channel is judged by.
type ChannelConfig struct {
	// Weights in whole percent by name (or, ctr, delivery; an event type); a missing one is not set yet.
	Weights map[string]int `json:"weights"`
	// Percentile is 80, 85, 90 or 95; 0 is not set yet.
	Percentile  int           `json:"percentile"`
	Sources     []DataSource  `json:"sources"`
	ExportTo    []PropertyRef `json:"exportTo,omitempty"`
	HasExportTo bool          `json:"hasExportTo,omitempty"`
	// LeaveOutMachines has what machines opened and clicked count for nothing; of e-mail only.
	LeaveOutMachines bool `json:"leaveOutMachines,omitempty"`
}

// DataSource is the part of one uid that is judged.
type DataSource struct {
	UID         string  `json:"uid"`
	Included    []int32 `json:"included,omitempty"`
	Excluded    []int32 `json:"excluded,omitempty"`
	IncludedAll bool    `json:"includedAll"`
}

// PropertyRef is a property of a uid.
type PropertyRef = spec.Property

// Predefined are the wizard's shares in percent; nil lists and maps are channels that were not chosen.
type Predefined struct {
	Mailing []int          `json:"mailing,omitempty"`
	SMS     []int          `json:"sms,omitempty"`
	Web     map[string]int `json:"web,omitempty"`
	// MailingTypes and SMSTypes are the types that are sent at all; none means those with a share.
	MailingTypes []string `json:"mailingTypes,omitempty"`
	SMSTypes     []string `json:"smsTypes,omitempty"`
}

// shares returns those of the categories of a channel that carries messages, and which of these are sent at all.
func (p *Predefined) shares(channel Channel) (shares []int, enabled []string) {
	if channel == SMS {
		return p.SMS, p.SMSTypes
	}
	return p.Mailing, p.MailingTypes
}
