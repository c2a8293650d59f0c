package calculation

import (
	"maps"
	"slices"
	"time"
)

// A RunOutcome is how the work on a calculation ended; its words are those of the stages that end one.
type RunOutcome string

// The outcomes.
const (
	RunDone    RunOutcome = "done"
	RunSkipped RunOutcome = "skipped"
	RunFailed  RunOutcome = "failed"
	// RunCancelled is for what a person stopped.
	RunCancelled RunOutcome = "cancelled"
)

// Run tells people how the work on a calculation ended, once for each time that it did.
type Run struct {
	ID      int64
	Account AccountID
	Key     Key
	// Name is what the scoring was called.
	Name string
	// ByName is set when a person asked for it, or stopped it, and not the night.
	ByName bool
	// BeganAt and EndedAt are of the try that ended it, which Tries counts too.
	BeganAt, EndedAt time.Time
	Tries            int
	Outcome          RunOutcome
	Reason           Reason
	// PossibleFrom is the first day that can be calculated, of one that was skipped, or nil.
	PossibleFrom *time.Time
	// Scored contacts have a score, Excluded ones have a reason why they have none.
	Scored, Excluded int
	Chunks           int
	Warnings         []Warning
	// Wanted is since when, of one that is on its way to be kept.
	Wanted Wanted
}

// Progress is what is noted of the calculation.
func (r Run) Progress() Progress {
	p := Progress{Stage: Stage(r.Outcome), Reason: r.Reason, PossibleFrom: r.PossibleFrom}
	if r.Outcome == RunDone {
		p.Done = 1
	}
	return p
}

// Warning is what a person should know of a result that there is.
type Warning struct {
	Code WarningCode
	// Subject is what it is about: a uid, or the name of a weight; empty where it is the whole result.
	Subject string
}

// WarningCode says what is odd.
type WarningCode string

// The warnings.
const (
	// NobodyScored is for a result without a score.
	NobodyScored WarningCode = "NOBODY_SCORED"
	// SourceEmpty is for a source, by its uid, in which nobody is.
	SourceEmpty WarningCode = "SOURCE_EMPTY"
	// ReferenceMissing is for a weight above 0 for which nobody gives a measure.
	ReferenceMissing WarningCode = "REFERENCE_MISSING"
)

// RunOf returns a run of one of the task's scorings, whose outcome the caller adds.
func (t Task) RunOf(s Scoring, now time.Time) Run {
	return Run{
		Account: t.Account, Key: t.Key(s), Name: s.Name, ByName: s.Again, BeganAt: t.BeganAt, EndedAt: now, Tries: t.Tries,
		Wanted: s.Wanted(),
	}
}

// Run returns how a calculation with a result ended.
func (r Result) Run(now time.Time) Run {
	run := Run{
		Account: r.Account, Key: r.Key, Name: r.Scoring.Name, ByName: r.Scoring.Again, BeganAt: r.BeganAt, EndedAt: now,
		Tries: r.Tries, Outcome: RunDone, Chunks: r.Chunks, Wanted: r.Scoring.Wanted(),
	}
	inside := map[UID]int{}
	for _, database := range r.Databases {
		scored, excluded := 0, 0
		for _, contacts := range database.Scores {
			scored += int(contacts)
		}
		for _, contacts := range database.Excluded {
			excluded += int(contacts)
		}
		run.Scored += scored
		run.Excluded += excluded
		inside[database.Database.UID] += scored + excluded
	}
	if run.Scored == 0 {
		run.Warnings = append(run.Warnings, Warning{Code: NobodyScored})
	}
	for _, source := range r.Scoring.Sources {
		if inside[source.UID] == 0 {
			run.Warnings = append(run.Warnings, Warning{Code: SourceEmpty, Subject: string(source.UID)})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.Scoring.Weights)) {
		if _, has := r.References[name]; !has && r.Scoring.Weights[name] > 0 {
			run.Warnings = append(run.Warnings, Warning{Code: ReferenceMissing, Subject: name})
		}
	}
	return run
}

// keepRuns is for how many days runs stay.
const keepRuns = 400

// RunsFrom returns since when runs stay: for 400 days, or as long as results.
func (r Retention) RunsFrom(now time.Time) time.Time {
	from := now.AddDate(0, 0, -keepRuns)
	if results := r.ResultsFrom(now); results.After(from) {
		return results
	}
	return from
}
