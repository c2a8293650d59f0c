package core

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"puls.app/services/figure"
	"puls.app/services/kit/fault"
	"puls.app/services/reason"
	"puls.app/services/spec"
)

// AccountID is the tenant's number.
type AccountID int32

// DatabaseID numbers a recipient database, across all accounts.
type DatabaseID int32

// UID is the name of a database inside its account.
type UID = string

// Channel is a way of reaching recipients.
type Channel = spec.Channel

// The channels, in the order in which reports prefer them.
const (
	Mailing = spec.Mailing
	SMS     = spec.SMS
	Web     = spec.Web
)

// Errors that a caller may act on.
var (
	ErrNotFound = fault.New(fault.NotFound, reason.ReportNotFound, "there is no result for this day and channel")
	// ErrReplaced is for a result that was calculated again while it was read.
	ErrReplaced = fault.New(fault.Stale, reason.ReportReplaced, "the result was calculated again meanwhile; ask once more")
	ErrDate     = fault.New(fault.Invalid, reason.DateInvalid, "there is no such day since 1970")
	ErrRange    = fault.New(fault.Invalid, reason.RangeInvalid, "the start is after the end, or there are more than 800 days")
	ErrUID      = fault.New(fault.Invalid, reason.ReportUIDUnknown, "the scoring has no such uid")
	// ErrVisitors is for a filter of visitors on a channel of contacts.
	ErrVisitors = fault.New(fault.Invalid, reason.RequestInvalid, "the channel has no visitors").With(fault.Field{
		Name: "userFilter", Class: fault.ValueNotAllowed, Message: "only web has known and unknown visitors",
	})
)

// Key names a calculation.
type Key struct {
	Scoring uuid.UUID
	Channel Channel
	// Date is a local day at midnight UTC.
	Date time.Time
}

// Calculation is a finished calculation as the engine announces it.
type Calculation struct {
	Account AccountID
	Key
	Made
	// References by rate or event type, named as in the calculation.
	References map[string]string
	// Samples are the numbers of contacts that the references were taken from; nil for results that did not store them.
	Samples map[string]int32
	// Machines is set for e-mail; nil for results that did not store it.
	Machines  *Machines
	Summaries []Summary
}

// Replacement is a calculation that replaces its result's revisions up to Over, unless a newer one is stored.
type Replacement struct {
	Calculation
	Over int
}

// Machines counts messages of the scored contacts, each once per contact: those opened or clicked at all, and those of
// them that only machines opened or clicked.
type Machines struct {
	Sent           int64 `json:"sent"`
	Opened         int64 `json:"opened"`
	Clicked        int64 `json:"clicked"`
	MachineOpened  int64 `json:"machineOpened"`
	MachineClicked int64 `json:"machineClicked"`
}

// Summary holds the figures of a calculation in one database.
type Summary struct {
	DatabaseID DatabaseID
	UID        UID
	// Histogram, New and Known hold 101 counts, or none.
	Histogram, New, Known []int32
	Excluded              map[string]int32
}

// Result is the stored result of a calculation.
type Result struct {
	Key
	Made
	References map[string]string
	Samples    map[string]int32
	Machines   *Machines
	// Parts are those of all databases, by uid.
	Parts []Part
}

// Part holds a result's figures for one database.
type Part struct {
	DatabaseID DatabaseID
	UID        UID
	Figures
}

// Figures are the figures of scores in reports.
type Figures struct {
	// Scored counts all recipients with a score; Known counts the known visitors among them, for web.
	Scored, Known figure.Tally
	// New counts those created in the 14 days before.
	New figure.Bands
	// Excluded counts contacts by reason.
	Excluded map[string]int
}

// ExcludedCount returns the number of excluded contacts.
func (f Figures) ExcludedCount() int {
	total := 0
	for _, count := range f.Excluded {
		total += count
	}
	return total
}

// Visitors limits web's figures to some visitors.
type Visitors string

// The limits; an empty one includes all visitors.
const (
	KnownVisitors   Visitors = "known"
	UnknownVisitors Visitors = "unknown"
)

// of returns the part of scored within the limit, and the known among them.
func (v Visitors) of(scored, known figure.Tally) (left, leftKnown figure.Tally) {
	switch v {
	case KnownVisitors:
		return known, known
	case UnknownVisitors:
		return scored.Minus(known), figure.Tally{}
	default:
		return scored, known
	}
}

// include reports whether a recipient is within the limit.
func (v Visitors) include(c Cell) bool { return v == "" || *c.Known == (v == KnownVisitors) }

// allowed returns ErrVisitors if the channel has no visitors to limit.
func (v Visitors) allowed(channel Channel) error {
	if v != "" && channel != Web {
		return ErrVisitors
	}
	return nil
}

// Only returns the result limited to some visitors.
func (r *Result) Only(visitors Visitors) *Result {
	limited := *r
	limited.Parts = slices.Clone(r.Parts)
	for i := range limited.Parts {
		p := &limited.Parts[i]
		p.Scored, p.Known = visitors.of(p.Scored, p.Known)
	}
	return &limited
}

// Of returns the parts of some uids; no uids means all. It returns ErrUID for a uid that the result does not have.
func (r *Result) Of(uids []UID) ([]Part, error) {
	if len(uids) == 0 {
		return r.Parts, nil
	}
	var parts []Part
	for _, p := range r.Parts {
		if slices.Contains(uids, p.UID) {
			parts = append(parts, p)
		}
	}
	for _, uid := range uids {
		if !slices.ContainsFunc(parts, func(p Part) bool { return p.UID == uid }) {
			return nil, unknownUID(uid)
		}
	}
	return parts, nil
}

func unknownUID(uid UID) error {
	return ErrUID.WithField("uids", "the scoring has no uid "+string(uid))
}

// Sum adds up parts.
func Sum(parts []Part) Figures {
	sum := Figures{Excluded: map[string]int{}}
	for _, p := range parts {
		sum.Scored, sum.Known = sum.Scored.Plus(p.Scored), sum.Known.Plus(p.Known)
		for band, count := range p.New {
			sum.New[band] += count
		}
		for reason, count := range p.Excluded {
			sum.Excluded[reason] += count
		}
	}
	return sum
}

// Receipt is the outcome of filling one property with scores.
type Receipt struct {
	UID      UID
	Property int32
	// Name is empty if the property did not exist any more.
	Name    string
	Written int32
	// Skipped are contacts whose score was not written, by reason.
	Skipped map[string]int32
	At      time.Time
}

// Saturated returns the rates with a reference of 1, which nearly all contacts reach, in the order of reports. The
// counts of web have no such bound.
func (r *Result) Saturated() []string {
	var names []string
	for _, name := range r.Channel.Weights() {
		if r.Channel != Web && r.References[name] == "1/1" {
			names = append(names, name)
		}
	}
	return names
}
