// Package calculation defines a calculation: its task, scorings, result, run and progress, the retention of results and
// facts, and the view of the facts that it counts.
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

// Weights and Source are parts of a scoring's specification.
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

// FormOf returns the form of the segments that hold a channel's facts.
func FormOf(channel Channel) segment.Form {
	if channel == Web {
		return segment.Visits
	}
	return segment.Sendings
}

// Errors that a caller may act on.
var (
	ErrNotFound = fault.New(fault.NotFound, reason.CalculationNotFound, "there is no such calculation")
	// ErrReplaced is for a revision that a later one has replaced.
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
	// ID, Tries and BeganAt are set while a worker runs the task: its number in the queue, how often it was begun, and
	// when the present try began.
	ID      TaskID
	Tries   int
	BeganAt time.Time
}

// Scoring holds the parts of a scoring that a task needs.
type Scoring struct {
	ID uuid.UUID
	spec.Spec
	// Again requests a calculation even if a result exists.
	Again bool
	// AskedAt is when a person requested it; zero if no person did, or if an older version wrote the task without it.
	AskedAt time.Time
	// SettledAt requests a calculation even if there is a result from before that time; zero does not.
	SettledAt time.Time
}

// Wanted is when a calculation was requested; a later cancellation drops it. The Store decides whether a cancellation
// applies, in the statement that stores something.
type Wanted struct {
	// Since is when a person requested the calculation or, if it is due, when its day had settled; zero when neither is
	// known.
	Since time.Time
	// Asked is set when a person requested the calculation. Requesting it again does not revive the cancelled request.
	Asked bool
}

// Wanted returns when a calculation of the scoring was requested.
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

// ByName reports whether a person requested any of the task's scorings.
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

// References are references by name; a missing reference has no entry.
type References map[string]Reference

// Reference is the value that a rate or count is measured against.
type Reference struct {
	// Value is a rate in lowest terms or, for web, a whole number.
	Value string
	// Sample is the number of contacts or visitors that the percentile was taken from.
	Sample int32
}

// DatabaseFigures are a calculation's figures for one database.
type DatabaseFigures struct {
	Database Database
	// Scores, New and Known hold 101 counts, or none if the channel does not have them.
	Scores, New, Known []int32
	Excluded           map[string]int32
	// Analysed is the number of contacts that Scores holds, or would hold; set in previews only.
	Analysed int32
}

// Result is a finished calculation.
type Result struct {
	Account AccountID
	Key     Key
	// Scoring is the scoring that the calculation was made with; its groups have names.
	Scoring    Scoring
	References References
	Databases  []DatabaseFigures
	// Machines is set for e-mail only.
	Machines *MachineFigures
	// BeganAt, Tries and Chunks describe the work, for the result's run.
	BeganAt       time.Time
	Tries, Chunks int
}

// Revision is one revision of a calculation.
type Revision struct {
	Key    Key
	Number int
}

// Kept is a stored, current result with its announcement.
type Kept struct {
	Account  AccountID
	Key      Key
	Revision int
	// Announcement is the output of an Announcer; nil, or of an earlier revision, if an older version did not store it.
	Announcement []byte
}

// Basis holds the inputs that a result's scores were computed from.
type Basis struct {
	spec.Spec
	References References
	MadeAt     time.Time
}

// MachineFigures count messages of analysed contacts, each message once per contact, regardless of the scoring's
// policy.
type MachineFigures struct {
	Sent, Opened, Clicked uint64
	// ByMachine are the messages that only machines opened, or clicked.
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

// Chunk returns the contact's chunk and its place in that chunk.
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

// Stage is a stage of a calculation; the README draws the transitions.
type Stage string

// The stages, in order; Skipped, Failed and Cancelled are final like Done.
const (
	StageNone     Stage = "none"
	StageQueued   Stage = "queued"
	StageCounting Stage = "counting"
	StageScoring  Stage = "scoring"
	StageDone     Stage = "done"
	StageSkipped  Stage = "skipped"
	StageFailed   Stage = "failed"
	// StageCancelled remains until a person requests the calculation again.
	StageCancelled Stage = "cancelled"
)

// Reason is the code for a calculation that ended without a result.
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

// Noted is the stored progress of one calculation.
type Noted struct {
	Key      Key
	Progress Progress
	// SkippedUntil is the first day with enough data, as computed when a calculation of an earlier day was skipped; zero
	// if none was.
	SkippedUntil time.Time
	// Cancelled are the days whose calculations people stopped and did not request again, in order.
	Cancelled []time.Time
}

// Over reports whether the stage is final.
func (p Progress) Over() bool {
	return p.Stage != StageQueued && p.Stage != StageCounting && p.Stage != StageScoring
}

func (p Progress) Equal(other Progress) bool {
	from, otherFrom := p.PossibleFrom, other.PossibleFrom
	return p.Stage == other.Stage && p.Done == other.Done && p.Reason == other.Reason &&
		(from == nil) == (otherFrom == nil) && (from == nil || from.Equal(*otherFrom))
}
