package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"puls.app/tools/bench/internal/data"
	"puls.app/tools/bench/internal/measure"
	"puls.app/tools/bench/internal/program"
	"puls.app/tools/bench/internal/reference"
)

// score are the settings of a measurement of scoring.
type score struct {
	*common
	// contacts are the sizes of the accounts; of leads they are visitors, with so many events in the longest window.
	contacts, windows                             []int
	events                                        int
	days, rounds, sqlRounds                       int
	shape, date                                   string
	folds                                         bool
	references                                    []string
	duckdbMemory, sqlWorkMemory, sqlSharedBuffers string
}

var usual = reference.Rule{Open: 45, Click: 30, Delivery: 25, Percentile: 90}

func scoreCommand(c *common) *cobra.Command {
	s := score{common: c}
	command := &cobra.Command{
		Use: "score", Short: "Measure calculations and compare every score with DuckDB, ClickHouse and SQL", Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error { return s.run(command.Context()) },
	}
	flags := command.Flags()
	flags.IntSliceVar(&s.contacts, "contacts", []int{1_000_000}, "sizes of the accounts, all loaded side by side")
	flags.StringVar(
		&s.shape, "shape", "a",
		"a: a mailing a day to 30 %; b: ten to 3 %; c: half with a message id of their own",
	)
	s.shared(command)
	return command
}

// shared are the flags of scorings of e-mail.
func (s *score) shared(command *cobra.Command) {
	s.every(command, "duckdb", "clickhouse", "sql")
	flags := command.Flags()
	flags.IntVar(&s.sqlRounds, "sql-rounds", 2, "rounds in which SQL takes part, after its warm-up")
	flags.StringVar(&s.sqlWorkMemory, "sql-work-mem", "1GB", "work_mem of the reference's Postgres")
	flags.StringVar(&s.sqlSharedBuffers, "sql-shared-buffers", "4GB", "shared_buffers of the reference's Postgres")
}

// every are the flags of any scoring.
func (s *score) every(command *cobra.Command, references ...string) {
	flags := command.Flags()
	flags.IntVar(&s.days, "days", 95, "days of data; as in life they begin before the longest window, within a week of it")
	flags.IntSliceVar(
		&s.windows, "windows", []int{91, 14}, "days that scorings count; the references are timed on the first",
	)
	flags.StringVar(&s.date, "date", "2026-01-08", "day that is calculated, a Thursday; the data end on the day before")
	flags.IntVar(&s.rounds, "rounds", 5, "measured rounds; 0 only loads")
	flags.StringSliceVar(&s.references, "references", references, "what to compare with")
	flags.BoolVar(&s.folds, "folds", true, "wait until all is folded, and measure with that and without")
	flags.StringVar(&s.duckdbMemory, "duckdb-memory", "14GB", "memory limit of DuckDB")
}

// subject is one account with everything that is measured on it.
type subject struct {
	set        *data.Set
	state      *state
	client     *program.Client
	duckdb     *duckdb
	clickhouse *reference.ClickHouse
	sql        *reference.SQL
	// versions are those of the references that are libraries.
	versions []string
	loaded   map[string]float64
	times    map[string]measure.Sample
	peaks    map[string]int64
	// planes is what the fold's planes take, besides what its late facts and names do.
	planes, besides int64
}

// state is what a kept folder remembers of an account.
type state struct {
	Email, Password string
	Account         int32
	Database        int32
	Contacts        bool
	Visitors        bool
	Days            int
	Scorings        map[int]string
}

// size is who is scored.
func (one *subject) size() string {
	if one.set.Shape == data.Leads {
		return measure.Count(one.set.Visitors) + " visitors"
	}
	return measure.Count(one.set.Contacts) + " contacts"
}

func (s *score) run(ctx context.Context) (err error) {
	if err := s.findReferences(); err != nil {
		return err
	}
	if err := os.MkdirAll(s.data, 0o755); err != nil {
		return fmt.Errorf("make folder: %w", err)
	}
	last, err := data.Day(s.date)
	if err != nil {
		return fmt.Errorf("--date: %w", err)
	}
	if slices.Max(s.windows) > s.days {
		return fmt.Errorf("a window of %d days needs --days %d", slices.Max(s.windows), slices.Max(s.windows))
	}
	defer func() {
		if err == nil {
			err = s.clean()
		}
	}()
	book, err := s.readBook()
	if err != nil {
		return err
	}
	p, err := s.start(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.Stop()) }()
	var subjects []*subject
	defer func() {
		for _, one := range subjects {
			if one.duckdb != nil {
				err = errors.Join(err, one.duckdb.stop())
			}
			if one.clickhouse != nil {
				err = errors.Join(err, one.clickhouse.Close())
			}
		}
	}()
	for _, contacts := range s.contacts {
		set, err := s.newSet(contacts, last-s.days)
		if err != nil {
			return err
		}
		one := &subject{set: set, loaded: map[string]float64{}, times: map[string]measure.Sample{}, peaks: map[string]int64{}}
		subjects = append(subjects, one)
		if err := s.load(ctx, p, book, one); err != nil {
			return err
		}
	}
	if s.folds {
		if err := p.WaitFolds(ctx); err != nil {
			return err
		}
	}
	if err := p.Settled(ctx); err != nil {
		return err
	}
	for _, one := range subjects {
		if err := s.createScorings(ctx, book, one); err != nil {
			return err
		}
	}
	server, err := s.startReferences(ctx, subjects)
	if err != nil {
		return err
	}
	if server != nil {
		defer func() { err = errors.Join(err, server.Stop()) }()
	}
	if s.rounds == 0 {
		say("loaded")
		return nil
	}
	if err := s.measure(ctx, p, server, subjects); err != nil {
		return err
	}
	return s.report(ctx, p, subjects)
}
