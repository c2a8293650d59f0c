package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"puls.app/tools/bench/internal/measure"
	"puls.app/tools/bench/internal/program"
	"puls.app/tools/bench/internal/reference"
)

// Names of the times of the program's calculations.
const ours, unfolded = "committed", "unfolded"

func timed(name string, window int) string { return fmt.Sprintf("%s %d", name, window) }

// measure runs a warm-up and the rounds, and compares every score at the end. Memory peaks cover all accounts
// together.
func (s *score) measure(
	ctx context.Context, p *program.Program, server *reference.Server, subjects []*subject, report *measure.Report,
) error {
	var sql measure.GroupPeak
	if server != nil {
		watching, stop := context.WithCancel(ctx)
		defer stop()
		go sql.Sample(watching, server.PID())
	}
	// look reports the peaks of the program and its Postgres since the last reset.
	look := func(when string) error {
		use, err := measure.UsageOf(p.PID())
		report.Bytes("puls, "+when, use.Peak)
		report.Bytes("its Postgres, "+when, p.PostgresPeak())
		return err
	}
	if err := errors.Join(look("loading"), measure.ResetPeak(p.PID())); err != nil {
		return err
	}
	for round := -1; round < s.rounds; round++ { // the first one warms up
		for _, one := range subjects {
			if err := s.round(ctx, p, one, round); err != nil {
				return err
			}
		}
	}
	if err := look("calculations"); err != nil {
		return err
	}
	if server != nil {
		report.Bytes("SQL's Postgres", sql.Take())
	}
	for _, one := range subjects {
		if err := s.compare(ctx, p, one); err != nil {
			return err
		}
		for _, engine := range one.engines {
			peak, err := engine.Peak()
			if err != nil {
				return err
			}
			report.Bytes(engine.Name+", "+one.size(), peak)
		}
	}
	return look("exports included")
}

func (s *score) window(one *subject, days int) reference.Window {
	last := one.set.First + one.set.Days - 1
	return reference.Window{First: last - days + 1, Last: last}
}

// runRival computes the scores of a window in a reference.
func (s *score) runRival(ctx context.Context, one *subject, r rival, window int) (time.Duration, error) {
	rule := usual
	if s.leads() {
		rule = usualLeads
	}
	rule.ByID = r.byID
	return r.Run(ctx, s.window(one, window), rule)
}

// calculate runs a calculation of the program, with folds or from facts alone.
func (s *score) calculate(
	ctx context.Context, p *program.Program, one *subject, window int, folds bool,
) (timing program.Timing, err error) {
	if err := p.UseFolds(ctx, folds); err != nil {
		return timing, err
	}
	return one.Calculate(ctx, one.scorings[window], s.date)
}

// note stores a time, except in the warm-up.
func (one *subject) note(round int, name string, window int, took time.Duration) {
	say("%s, round %d: %s, %d days: %s", one.size(), round+1, name, window, took)
	if round >= 0 {
		key := timed(name, window)
		one.times[key] = append(one.times[key], milliseconds(took))
	}
}

// round measures the program with each window, then the references with the first window.
func (s *score) round(ctx context.Context, p *program.Program, one *subject, round int) error {
	for _, window := range s.windows {
		plain, err := s.calculate(ctx, p, one, window, false)
		if err != nil {
			return err
		}
		timing, err := s.calculate(ctx, p, one, window, true)
		if err != nil {
			return err
		}
		if !s.leads() { // visits are read day by day
			days := s.window(one, window)
			took, bytes, err := p.BareRead(ctx, one.Account, days.First, days.Last)
			if err != nil {
				return err
			}
			one.note(round, fmt.Sprintf("bare read of %s", measure.Bytes(bytes)), window, took)
		}
		one.note(round, unfolded, window, plain.Committed)
		one.note(round, ours, window, timing.Committed)
		one.note(round, "announced", window, timing.Announced)
		one.note(round, "asked", window, timing.Asked)
		one.note(round, "audience", window, timing.Audience)
	}
	for _, r := range one.rivals {
		if round >= r.rounds || round < 0 && r.rounds < min(2, s.rounds) { // a single round of SQL has no warm-up
			continue
		}
		took, err := s.runRival(ctx, one, r, s.windows[0])
		if err != nil {
			return err
		}
		one.note(round, r.name, s.windows[0], took)
	}
	return nil
}

// compare compares the results of the program, with folds and from facts alone, with those of every reference, contact
// by contact.
func (s *score) compare(ctx context.Context, p *program.Program, one *subject) error {
	for _, window := range s.windows {
		for _, folds := range []bool{false, true} {
			if _, err := s.calculate(ctx, p, one, window, folds); err != nil {
				return err
			}
			if err := s.export(ctx, one, window); err != nil {
				return err
			}
			for _, r := range one.rivals {
				if !folds {
					if _, err := s.runRival(ctx, one, r, window); err != nil {
						return err
					}
				}
				scores, err := r.Scores(ctx)
				if err != nil {
					return err
				}
				if err := reference.Compare(ctx, s.parquet(one), scores); err != nil {
					return fmt.Errorf("%d days, folds %t: puls and %s disagree: %w", window, folds, r.name, err)
				}
				say("%s, %d days, folds %t: puls and %s agree on every score", one.size(), window, folds, r.name)
			}
		}
	}
	return nil
}

// export downloads the result of a calculation for the comparison.
func (s *score) export(ctx context.Context, one *subject, window int) error {
	if err := one.WaitResult(ctx, one.scorings[window], s.channel(), s.date); err != nil {
		return err
	}
	body, err := one.Export(ctx, one.scorings[window], s.channel(), s.date, program.CSV)
	if err != nil {
		return err
	}
	path := s.folder("result.csv")
	_, err = writeFile(path, func(w io.Writer) (int, error) {
		_, err := io.Copy(w, body)
		return 0, err
	})
	if err := errors.Join(err, body.Close()); err != nil {
		return fmt.Errorf("download result: %w", err)
	}
	return reference.WriteResult(ctx, s.parquet(one), path, s.channel())
}
