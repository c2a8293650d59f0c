package calculation

import (
	"maps"
	"slices"
	"time"
)

// A RunOutcome is how the work on a calculation ended. Its values are those of the final stages.
type RunOutcome string

// The outcomes.
const (
	RunDone    RunOutcome = "done"
	RunSkipped RunOutcome = "skipped"
	RunFailed  RunOutcome = "failed"
	// RunCancelled is for a calculation that a person stopped.
	RunCancelled RunOutcome = "cancelled"
)

// Run records how the work on a calculation ended; each end has its own run.
type Run struct {
	ID      int64
	Account AccountID
	Key     Key
	// Name is the scoring's name at that time.
	Name string
	// ByName is set when a person, not the schedule, requested or stopped the calculation.
	ByName bool
	// BeganAt and EndedAt are those of the last try, which Tries includes.
	BeganAt, EndedAt time.Time
	Tries            int
	Outcome          RunOutcome
	Reason           Reason
	// PossibleFrom is the first day that can be calculated, if the calculation was skipped; otherwise nil.
	PossibleFrom *time.Time
	// Scored is the number of contacts with a score, Excluded the number with a reason for having none.
	Scored, Excluded int
	Chunks           int
	Warnings         []Warning
	// Wanted is when the calculation was requested; set only on runs that are about to be stored.
	Wanted Wanted
}

// Progress returns the progress that the run ends with.
func (r Run) Progress() Progress {
	p := Progress{Stage: Stage(r.Outcome), Reason: r.Reason, PossibleFrom: r.PossibleFrom}
	if r.Outcome == RunDone {
		p.Done = 1
	}
	return p
}

// Warning is something unusual about a result that exists.
type Warning struct {
	Code WarningCode
	// Subject is a uid or the name of a weight; empty if the warning is about the whole result.
	Subject string
}

// WarningCode names the kind of a warning.
type WarningCode string

// The warnings.
const (
	// NobodyScored is for a result without a score.
	NobodyScored WarningCode = "NOBODY_SCORED"
	// SourceEmpty is for a source without contacts; the subject is its uid.
	SourceEmpty WarningCode = "SOURCE_EMPTY"
	// ReferenceMissing is for a weight above 0 for which no contact yields a reference.
	ReferenceMissing WarningCode = "REFERENCE_MISSING"
)

// RunOf returns a run of one of the task's scorings; the caller sets its outcome.
func (t Task) RunOf(s Scoring, now time.Time) Run {
	return Run{
		Account: t.Account, Key: t.Key(s), Name: s.Name, ByName: s.Again, BeganAt: t.BeganAt, EndedAt: now, Tries: t.Tries,
		Wanted: s.Wanted(),
	}
}

// Run returns the run of a calculation that has a result.
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

// keepRuns is the number of days for which runs are stored.
const keepRuns = 400

// RunsFrom returns the time from which runs are stored: 400 days back, or as far as results if that is shorter.
func (r Retention) RunsFrom(now time.Time) time.Time {
	from := now.AddDate(0, 0, -keepRuns)
	if results := r.ResultsFrom(now); results.After(from) {
		return results
	}
	return from
}
