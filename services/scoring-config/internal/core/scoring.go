// Package core has the rules of scorings: their settings, the requirements for activation, the derivation of weights,
// and the tasks that are due on a day.
package core

import (
	"time"

	"github.com/google/uuid"

	"puls.app/services/spec"
)

// AccountID is the number of a tenant.
type AccountID int32

// Channel is a way of reaching recipients.
type Channel = spec.Channel

// The channels, in the order in which reports prefer them.
const (
	Mailing = spec.Mailing
	SMS     = spec.SMS
	Web     = spec.Web
)

// Status is the status of a scoring; active ones are calculated every night.
//
//	draft ──► inactive ◄──► active
//	  └─────────────────────►┘
type Status int

// The numbers are defined by the product, and the API uses them unchanged.
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
	// FirstActivatedAt and ActivatedAt are nil until the first activation.
	FirstActivatedAt *time.Time
	ActivatedAt      *time.Time
	// LastGenerated is nil until the first result.
	LastGenerated *Generated
	// FinishedThrough is the local day, at midnight UTC, through which all due results exist; nil until it is computed.
	FinishedThrough *time.Time
}

// Generated is a finished calculation.
type Generated struct {
	At time.Time
	// Date is the local day of the calculation, at midnight UTC.
	Date    time.Time
	DaysAgo int
}

// Config selects the contacts that a scoring scores, and the rules of each channel.
type Config struct {
	DaysAgo            int            `json:"daysAgo"`
	GenerateHistorical bool           `json:"generateHistorical"`
	Mailing            *ChannelConfig `json:"mailing,omitempty"`
	SMS                *ChannelConfig `json:"sms,omitempty"`
	Web                *ChannelConfig `json:"web,omitempty"`
}

// Channel returns the part of one channel; nil if it is not scored.
func (c Config) Channel(channel Channel) *ChannelConfig {
	if part := c.part(channel); part != nil {
		return *part
	}
	return nil
}

// Set sets the part of one channel.
func (c *Config) Set(channel Channel, part *ChannelConfig) { *c.part(channel) = part }

// part returns a pointer to the part of a channel; nil for an unknown channel.
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

// Channels returns the scored channels.
func (c Config) Channels() []Channel {
	var channels []Channel
	for _, channel := range spec.Channels() {
		if c.Channel(channel) != nil {
			channels = append(channels, channel)
		}
	}
	return channels
}

// Spec returns the input of the engine for a channel. A weight that is not set is 0.
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

// ChannelConfig are the settings of one channel.
type ChannelConfig struct {
	// Weights in whole percent by name (or, ctr, delivery; an event type); missing weights are not set yet.
	Weights map[string]int `json:"weights"`
	// Percentile is 80, 85, 90 or 95; 0 is not set yet.
	Percentile  int           `json:"percentile"`
	Sources     []DataSource  `json:"sources"`
	ExportTo    []PropertyRef `json:"exportTo,omitempty"`
	HasExportTo bool          `json:"hasExportTo,omitempty"`
	// LeaveOutMachines ignores machine opens and clicks; e-mail only.
	LeaveOutMachines bool `json:"leaveOutMachines,omitempty"`
}

// DataSource is the scored part of one uid.
type DataSource struct {
	UID         string  `json:"uid"`
	Included    []int32 `json:"included,omitempty"`
	Excluded    []int32 `json:"excluded,omitempty"`
	IncludedAll bool    `json:"includedAll"`
}

// PropertyRef is a property of a uid.
type PropertyRef = spec.Property

// Predefined are the configurator's shares in percent; nil lists and maps are channels that were not chosen.
type Predefined struct {
	Mailing []int          `json:"mailing,omitempty"`
	SMS     []int          `json:"sms,omitempty"`
	Web     map[string]int `json:"web,omitempty"`
	// MailingTypes and SMSTypes are the types that are sent at all; if empty, the types with a share.
	MailingTypes []string `json:"mailingTypes,omitempty"`
	SMSTypes     []string `json:"smsTypes,omitempty"`
}

// shares returns the shares of the categories of a message channel, and the types that are sent.
func (p *Predefined) shares(channel Channel) (shares []int, enabled []string) {
	if channel == SMS {
		return p.SMS, p.SMSTypes
	}
	return p.Mailing, p.MailingTypes
}
