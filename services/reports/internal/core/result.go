package core

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"puls.app/services/kit/fault"
	"puls.app/services/reason"
)

// AccountID is the tenant's number.
type AccountID int32

// DatabaseID numbers a recipient database, across all accounts.
type DatabaseID int32

// GroupID numbers a group of contacts.
type GroupID int32

// UID is the name of a database inside its account.
type UID string

// Channel is a way of reaching recipients, numbered as in puls.type.v1.Channel; 0 is any.
type Channel int

// The channels, in the order in which reports prefer them.
const (
	Mailing Channel = iota + 1
	SMS
	Web
)

// ParseChannel reads the wire's name; anything else is 0.
func ParseChannel(name string) Channel {
	switch name {
	case "mailing":
		return Mailing
	case "sms":
		return SMS
	case "web":
		return Web
	default:
		return 0
	}
}

func (c Channel) String() string { return [...]string{"", "mailing", "sms", "web"}[c] }

// Errors that a caller may act on.
var (
	ErrNotFound = fault.New(fault.NotFound, reason.ReportNotFound, "there is no result for this day and channel")
	// ErrReplaced is for a result that was calculated again while it was read.
	ErrReplaced = fault.New(fault.Stale, reason.ReportReplaced, "the result was calculated again meanwhile; ask once more")
	ErrDate     = fault.New(fault.Invalid, reason.DateInvalid, "there is no such day since 1970")
	ErrUID      = fault.New(fault.Invalid, reason.ReportUIDUnknown, "the scoring has no such uid")
)

// ParseDate reads YYYY-MM-DD; empty is the zero time. It returns ErrDate.
func ParseDate(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	day, err := time.Parse(time.DateOnly, text)
	if err != nil || day.Year() < 1970 {
		return time.Time{}, ErrDate.WithField("generatedDate", ErrDate.Detail)
	}
	return day, nil
}

// Key names a calculation.
type Key struct {
	Scoring uuid.UUID
	Channel Channel
	// Date is a local day at midnight UTC.
	Date time.Time
}

// Summary is what a calculation found in one database.
type Summary struct {
	Key
	DatabaseID DatabaseID
	UID        UID
	// Histogram, New and Known hold 101 counts, or none.
	Histogram, New, Known []int32
	Excluded              map[string]int32
	// References by rate or event type, in the words of the calculation.
	References map[string]string
	// Samples are of how many contacts each reference is the percentile; nil for results that did not keep it.
	Samples map[string]int32
	Made
}

// Result is the sum over the uids that a report is asked for.
type Result struct {
	Key
	Scores, New, Known Scores
	Excluded           map[string]int
	References         map[string]string
	Samples            map[string]int32
	Made
	// ChangedSince is set when the scoring would calculate otherwise today.
	ChangedSince bool
	// Receipts are those of the uids.
	Receipts []Receipt
}

// Receipt says what came of writing scores into one property.
type Receipt struct {
	UID      UID
	Property int32
	// Name is empty when the property was gone.
	Name    string
	Written int32
	// Skipped are contacts with a score that did not get it, by reason.
	Skipped map[string]int32
	At      time.Time
}

// Saturated returns the rates whose reference nearly everybody reaches, which is 1, in the order of reports. The counts
// of web have no such bound.
func (r *Result) Saturated() []string {
	var names []string
	for _, name := range ReferenceNames(r.Channel) {
		if r.Channel != Web && r.References[name] == "1/1" {
			names = append(names, name)
		}
	}
	return names
}

// Sum adds up summaries of one calculation, all or those of some uids. It returns ErrUID for a uid that the
// calculation does not have.
func Sum(summaries []Summary, uids []UID) (*Result, error) {
	missing := map[UID]bool{}
	for _, uid := range uids {
		missing[uid] = true
	}
	r := &Result{Excluded: map[string]int{}}
	for _, s := range summaries {
		if len(uids) > 0 && !slices.Contains(uids, s.UID) {
			continue
		}
		delete(missing, s.UID)
		r.Key, r.References, r.Samples, r.Made = s.Key, s.References, s.Samples, s.Made
		r.Scores.Add(s.Histogram)
		r.New.Add(s.New)
		r.Known.Add(s.Known)
		for reason, count := range s.Excluded {
			r.Excluded[reason] += int(count)
		}
	}
	for uid := range missing {
		return nil, ErrUID.WithField("uids", "the scoring has no uid "+string(uid))
	}
	return r, nil
}

// ExcludedCount returns how many contacts were left out.
func (r *Result) ExcludedCount() int {
	total := 0
	for _, count := range r.Excluded {
		total += count
	}
	return total
}
