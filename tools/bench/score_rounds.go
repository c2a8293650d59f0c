package main

import (
	"context"
	"fmt"
	"time"

	"puls.app/tools/bench/internal/measure"
	"puls.app/tools/bench/internal/program"
	"puls.app/tools/bench/internal/reference"
)

// names of what is timed.
const (
	ours     = "committed"
	unfolded = "unfolded"
	duck     = "duckdb"
	duckByID = "duckdb by id"
	house    = "clickhouse"
	sqlRun   = "sql"
)

func timed(name string, window int) string { return fmt.Sprintf("%s %d", name, window) }

// measure warms up, compares every score, then measures in turns, and compares again at the end.
func (s *score) measure(ctx context.Context, p *program.Program, server *reference.Server, subjects []*subject) error {
	loading, err := measure.Peak(p.PID())
	if err != nil {
		return err
	}
	postgresLoading := p.PostgresPeak()
	if err := measure.Forget(p.PID()); err != nil {
		return err
	}
	var watch measure.Group
	if server != nil {
		watching, stop := context.WithCancel(ctx)
		defer stop()
		go watch.Watch(watching, server.PID())
	}
	for _, one := range subjects {
		if err := s.warmUp(ctx, p, one); err != nil {
			return err
		}
	}
	for round := range s.rounds {
		for _, one := range subjects {
			if err := s.round(ctx, p, one, round); err != nil {
				return err
			}
		}
	}
	calculating, err := measure.Peak(p.PID())
	if err != nil {
		return err
	}
	postgres, sqls := p.PostgresPeak(), watch.Take()
	for _, one := range subjects {
		if err := s.compareAll(ctx, p, one); err != nil {
			return err
		}
		if one.duckdb != nil {
			if one.peaks["DuckDB"], err = one.duckdb.peak(); err != nil {
				return err
			}
		}
		if one.clickhouse != nil {
			if one.peaks["ClickHouse"], err = one.clickhouse.Peak(); err != nil {
				return err
			}
		}
	}
	exporting, err := measure.Peak(p.PID())
	if err != nil {
		return err
	}
	for _, one := range subjects {
		one.peaks["puls before the warm-up"], one.peaks["puls's Postgres before the warm-up"] = loading, postgresLoading
		one.peaks["puls"], one.peaks["puls's Postgres"], one.peaks["puls, exports included"] =
			calculating, postgres, exporting
		if server != nil {
			one.peaks["SQL's Postgres"] = sqls
		}
	}
	return nil
}

func (s *score) window(one *subject, days int) reference.Window {
	last := one.set.First + one.set.Days - 1
	return reference.Window{First: last - days + 1, Last: last}
}

// warmUp runs everything once without measuring.
func (s *score) warmUp(ctx context.Context, p *program.Program, one *subject) error {
	say("%s: warm-up", one.size())
	for _, use := range s.uses() {
		for _, window := range s.windows {
			if _, err := s.calculate(ctx, p, one, window, use); err != nil {
				return err
			}
		}
	}
	for _, r := range one.rivals() {
		if _, err := r.Run(ctx, s.window(one, s.windows[0]), s.rule()); err != nil {
			return err
		}
	}
	if one.sql != nil && s.sqlRounds > 1 {
		if _, err := one.sql.Run(ctx, s.window(one, s.windows[0]), s.rule()); err != nil {
			return err
		}
	}
	return nil
}

// uses are with what folds the program calculates.
func (s *score) uses() []bool {
	if s.folds {
		return []bool{false, true}
	}
	return []bool{false}
}

// calculate has the program calculate from folds, or from facts alone.
func (s *score) calculate(
	ctx context.Context, p *program.Program, one *subject, window int, use bool,
) (timing program.Timing, err error) {
	if s.folds {
		if err := p.UseFolds(ctx, use); err != nil {
			return timing, err
		}
	}
	return one.client.Calculate(ctx, one.state.Account, one.state.Scorings[window], s.date)
}

// note keeps a time.
func (one *subject) note(name string, window int, took time.Duration) {
	key := timed(name, window)
	one.times[key] = append(one.times[key], float64(took)/float64(time.Millisecond))
}

// time measures one reference.
func (s *score) time(ctx context.Context, one *subject, round int, r rival) error {
	took, err := r.Run(ctx, s.window(one, s.windows[0]), s.rule())
	if err != nil {
		return err
	}
	one.note(r.name, s.windows[0], took)
	say("%s, round %d: %s %.0f ms", one.size(), round+1, r.title, float64(took)/1e6)
	return nil
}

func (s *score) round(ctx context.Context, p *program.Program, one *subject, round int) (err error) {
	for i, window := range s.windows {
		var plain program.Timing
		if s.folds {
			if plain, err = s.calculate(ctx, p, one, window, false); err != nil {
				return err
			}
			one.note(unfolded, window, plain.Committed)
		}
		timing, err := s.calculate(ctx, p, one, window, true)
		if err != nil {
			return err
		}
		one.note(ours, window, timing.Committed)
		one.note("announced", window, timing.Announced)
		one.note("asked", window, timing.Asked)
		one.note("audience", window, timing.Audience)
		say(
			"%s, round %d: puls %d days %.1f ms; with nothing folded, if asked for, %.1f",
			one.size(), round+1, window, float64(timing.Committed)/1e6, float64(plain.Committed)/1e6,
		)
		if i > 0 {
			continue
		}
		for _, r := range one.rivals() {
			if err := s.time(ctx, one, round, r); err != nil {
				return err
			}
		}
	}
	if one.sql != nil && round < s.sqlRounds {
		return s.time(ctx, one, round, rival{"SQL", sqlRun, one.sql})
	}
	return nil
}
