package main

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"puls.app/tools/bench/internal/data"
	"puls.app/tools/bench/internal/program"
	"puls.app/tools/bench/internal/reference"
)

// scorer computes scores and answers those of its last run.
type scorer interface {
	Run(ctx context.Context, w reference.Window, r reference.Rule) (time.Duration, error)
	Codes(ctx context.Context, contacts int) ([]byte, error)
}

// rival is a scorer and what it is called, in words and among the figures.
type rival struct {
	title, name string
	scorer
}

// rivals are the references that are timed in every round.
func (one *subject) rivals() (list []rival) {
	if one.duckdb != nil {
		list = append(list, rival{"DuckDB", duck, one.duckdb})
		if one.set.Shape == data.Leads {
			list = append(list, rival{"DuckDB by event id", duckByID, byID{one.duckdb}})
		}
	}
	if one.clickhouse != nil {
		list = append(list, rival{"ClickHouse", house, one.clickhouse})
	}
	return list
}

// compareAll compares what was calculated from folds, and what from facts alone.
func (s *score) compareAll(ctx context.Context, p *program.Program, one *subject) error {
	for _, use := range s.uses() {
		for _, window := range s.windows {
			if _, err := s.calculate(ctx, p, one, window, use); err != nil {
				return err
			}
			if err := s.compare(ctx, one, window); err != nil {
				return err
			}
		}
	}
	return nil
}

// compare fails unless the program's result is that of every reference, contact by contact.
func (s *score) compare(ctx context.Context, one *subject, window int) error {
	got, err := s.export(ctx, one, window)
	if err != nil {
		return err
	}
	runs := one.rivals()
	if one.sql != nil {
		runs = append(runs, rival{"SQL", sqlRun, one.sql})
	}
	for _, r := range runs {
		// otherwise its last run stands
		if len(s.windows) > 1 || one.set.Shape == data.Leads || r.name == sqlRun && s.sqlRounds == 0 {
			if _, err := r.Run(ctx, s.window(one, window), s.rule()); err != nil {
				return err
			}
		}
		want, err := r.Codes(ctx, one.set.Scored())
		if err != nil {
			return err
		}
		if err := difference(got, want); err != nil {
			return fmt.Errorf("%d days: puls and %s disagree: %w", window, r.title, err)
		}
		say("%s, %d days: puls and %s agree on every score", one.size(), window, r.title)
	}
	return nil
}

func difference(got, want []byte) error {
	if bytes.Equal(got, want) {
		return nil
	}
	count, first := 0, -1
	for i := range want {
		if got[i] != want[i] {
			if count++; first < 0 {
				first = i
			}
		}
	}
	return fmt.Errorf(
		"on %d of %d contacts, first on contact %d: %d and %d", count, len(want), first, got[first], want[first],
	)
}
