// Package calculation says what a calculation is: its task, scorings, result, run and progress, how long results and
// facts stay, and the view of the facts that it is counted from.
package calculation

import (
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"puls.app/services/kit/fault"
	"puls.app/services/reason"
	"puls.app/services/scoring-engine/internal/engine/scoring"
	"puls.app/services/scoring-engine/internal/engine/segment"
	"puls.app/services/spec"
)

// AccountID is the tenant's number.
type AccountID int32

// TaskID numbers a task of the queue.
type TaskID int64

// DatabaseID numbers a recipient database, across all accounts.
type DatabaseID int32

// GroupID numbers a group of contacts.
type GroupID = int32

// UID is the name of a database inside its account.
type UID = string

// Channel is a way of reaching recipients.
type Channel = spec.Channel

// Weights and Source are parts of what a scoring is calculated by.
type (
	Weights = spec.Weights
	Source  = spec.Source
)

// The channels, in the order in which reports prefer them.
const (
	Mailing = spec.Mailing
	SMS     = spec.SMS
	Web     = spec.Web
)

// FormOf returns what sort of segments hold a channel's facts.
func FormOf(channel Channel) segment.Form {
	if channel == Web {
		return segment.Visits
	}
	return segment.Sendings
}

// Errors that a caller may act on.
var (
	ErrNotFound = fault.New(fault.NotFound, reason.CalculationNotFound, "there is no such calculation")
	// ErrReplaced is for a revision in whose place another one stands.
	ErrReplaced = fault.New(fault.Stale, reason.CalculationReplaced, "the calculation was repeated meanwhile")
	ErrDate     = fault.New(fault.Invalid, reason.DateInvalid, "there is no such day since 1970")
	ErrRange    = fault.New(fault.Invalid, reason.RangeInvalid, "the start is after the end")
)

// Task is one channel of one account on one day, counted once for all its scorings.
type Task struct {
	Account AccountID
	Channel Channel
	// Date is the local day that the calculation is for, at midnight UTC.
	Date     time.Time
	Scorings []Scoring
	// ID, Tries and BeganAt are of one that is worked on: its number in the queue, how often it was begun, and since when
	// it is tried.
	ID      TaskID
	Tries   int
	BeganAt time.Time
}

// Scoring is what a task needs to know of one scoring.
type Scoring struct {
	ID uuid.UUID
	spec.Spec
	// Again asks for a calculation although there is one.
	Again bool
	// AskedAt is when a person asked for it; zero where nobody did, or in a task from before it was noted.
	AskedAt time.Time
	// SettledAt asks for it although there is one from before; the zero time does not.
	SettledAt time.Time
}

// Wanted says since when a calculation is wanted, so that what was cancelled later is not. Whether a cancel holds is
// for the Store to say, in the statement that keeps something.
type Wanted struct {
	// Since is when a person asked for it or, of one that is due, when its day had settled; zero when neither is known.
	Since time.Time
	// Asked is set of what a person asked for: asking again does not bring it back.
	Asked bool
}

// Wanted returns since when a calculation of it is wanted.
func (s Scoring) Wanted() Wanted {
	if s.Again && !s.AskedAt.IsZero() {
		return Wanted{Since: s.AskedAt, Asked: true}
	}
	return Wanted{Since: s.SettledAt}
}

// Check returns why a task cannot be calculated, or nil.
func (t Task) Check() error {
	if !t.Channel.Valid() {
		return fmt.Errorf("there is no channel %d", t.Channel)
	}
	for _, s := range t.Scorings {
		if err := s.Weights.Check(t.Channel); err != nil {
			return fmt.Errorf("scoring %s: %w", s.ID, err)
		}
	}
	return nil
}

// ByName reports whether a person asked for a part of the task.
func (t Task) ByName() bool {
	return slices.ContainsFunc(t.Scorings, func(s Scoring) bool { return s.Again })
}

// Key names the calculation of one of the task's scorings.
func (t Task) Key(s Scoring) Key { return Key{Scoring: s.ID, Channel: t.Channel, Date: t.Date} }

// Key names a calculation.
type Key struct {
	Scoring uuid.UUID
	Channel Channel
	Date    time.Time
}

// Database is a recipient database of the task's account.
type Database struct {
	ID  DatabaseID
	UID UID
}

// ParseDate reads a field's YYYY-MM-DD; empty is the zero time. It returns ErrDate.
func ParseDate(field, text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	day, err := time.Parse(time.DateOnly, text)
	if err != nil || day.Year() < 1970 {
		return time.Time{}, ErrDate.WithField(field, ErrDate.Detail)
	}
	return day, nil
}

// DayOf returns the day number of a date at midnight UTC.
func DayOf(date time.Time) segment.Day { return segment.Day(date.Unix() / (24 * 60 * 60)) }

// DateOf is the reverse of DayOf.
func DateOf(day segment.Day) time.Time { return time.Unix(int64(day)*24*60*60, 0).UTC() }

// References by name; what has none is missing.
type References map[string]Reference

// Reference is what a rate or count is measured against.
type Reference struct {
	// Value is a rate in lowest terms or, for web, a whole number.
	Value string
	// Sample is of how many contacts or visitors it is the percentile.
	Sample int32
}

// DatabaseFigures are what a calculation found in one database.
type DatabaseFigures struct {
	Database Database
	// Scores, New and Known hold 101 counts, or none where the channel has no such thing.
	Scores, New, Known []int32
	Excluded           map[string]int32
	// Analysed is how many Scores holds, or would hold; of previews only.
	Analysed int32
}

// Result is a finished calculation.
type Result struct {
	Account AccountID
	Key     Key
	// Scoring is what the calculation was made with; its groups have names.
	Scoring    Scoring
	References References
	Databases  []DatabaseFigures
	// Machines are of e-mail only.
	Machines *MachineFigures
	// BeganAt, Tries and Chunks say how it was made, for its run.
	BeganAt       time.Time
	Tries, Chunks int
}

// Revision is one of the times that a calculation was made.
type Revision struct {
	Key    Key
	Number int
}

// Kept is a result that stands, as it was announced.
type Kept struct {
	Account  AccountID
	Key      Key
	Revision int
	// Announcement is what an Announcer wrote; nil, or of an earlier revision, where a version before kept nothing.
	Announcement []byte
}

// Basis is what a result's scores stand on.
type Basis struct {
	spec.Spec
	References References
	MadeAt     time.Time
}

// MachineFigures count messages of the analysed, each once for each contact, whatever the scoring makes of what
// machines did.
type MachineFigures struct {
	Sent, Opened, Clicked uint64
	// ByMachine are those that nobody else opened, or clicked.
	ByMachine scoring.Machines
}

// ChunkID names a chunk of one of the task's databases.
type ChunkID struct {
	Database DatabaseID
	Chunk    uint32
}

// Contact names a contact (or visitor) of a database.
type Contact struct {
	Database DatabaseID
	Number   uint32
}

// Chunk returns in which chunk the contact is, and at which place of it.
func (c Contact) Chunk() (id ChunkID, place int) {
	return ChunkID{Database: c.Database, Chunk: c.Number / segment.ChunkContacts}, int(c.Number % segment.ChunkContacts)
}

// Contact returns the contact at a place of the chunk.
func (id ChunkID) Contact(place int) Contact {
	return Contact{Database: id.Database, Number: id.Chunk*segment.ChunkContacts + uint32(place)}
}

// DatedCell is a contact's cell in the result of one day.
type DatedCell struct {
	Date time.Time
	Cell byte
}

// Stage is how far a calculation is; the README draws how one follows another.
type Stage string

// The stages, in order; Skipped, Failed and Cancelled end like Done.
const (
	StageNone     Stage = "none"
	StageQueued   Stage = "queued"
	StageCounting Stage = "counting"
	StageScoring  Stage = "scoring"
	StageDone     Stage = "done"
	StageSkipped  Stage = "skipped"
	StageFailed   Stage = "failed"
	// StageCancelled stays until somebody asks for the calculation again.
	StageCancelled Stage = "cancelled"
)

// Reason is the code of why a calculation ended without a result.
type Reason string

// The reasons.
const (
	TooLittleData     Reason = "TOO_LITTLE_DATA"
	NoData            Reason = "NO_DATA"
	CalculationFailed Reason = "CALCULATION_FAILED"
)

// Progress is the state of one calculation.
type Progress struct {
	Stage Stage
	// Done is the share of the chunks counted, 0 to 1.
	Done float64
	// Reason is why a calculation was skipped or failed; otherwise it is empty.
	Reason Reason
	// PossibleFrom is the first day that can be calculated, or nil.
	PossibleFrom *time.Time
}

// Noted is the progress of one calculation.
type Noted struct {
	Key      Key
	Progress Progress
	// SkippedUntil is the first day with enough data, as it was when a calculation of an earlier one was skipped; zero
	// when none was.
	SkippedUntil time.Time
	// Cancelled are the days whose calculations people stopped and did not ask for again, in order.
	Cancelled []time.Time
}

// Over reports whether nothing more will happen.
func (p Progress) Over() bool {
	return p.Stage != StageQueued && p.Stage != StageCounting && p.Stage != StageScoring
}

func (p Progress) Equal(other Progress) bool {
	from, otherFrom := p.PossibleFrom, other.PossibleFrom
	return p.Stage == other.Stage && p.Done == other.Done && p.Reason == other.Reason &&
		(from == nil) == (otherFrom == nil) && (from == nil || from.Equal(*otherFrom))
}
