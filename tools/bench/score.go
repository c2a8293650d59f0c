package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"puls.app/tools/bench/internal/data"
	"puls.app/tools/bench/internal/measure"
	"puls.app/tools/bench/internal/program"
	"puls.app/tools/bench/internal/reference"
)

// score are the settings of a measurement of scoring.
type score struct {
	*common
	// contacts are the sizes of the accounts; for leads they are numbers of visitors, and events is the number of events
	// in the longest window.
	contacts, windows                             []int
	events                                        int
	days, rounds, sqlRounds                       int
	shape, date                                   string
	references                                    []string
	duckdbMemory, sqlWorkMemory, sqlSharedBuffers string
}

// The rules of scores. The weights of leads all differ.
var (
	usual      = reference.Rule{Open: 45, Click: 30, Delivery: 25, Percentile: 90}
	usualLeads = reference.Rule{Events: [data.Purchase]int{5, 15, 20, 25, 35}, Percentile: 90}
)

func scoreCommand(c *common) *cobra.Command {
	s := score{common: c}
	command := c.measurement(
		"score", "Measure calculations and compare every score with DuckDB, ClickHouse and SQL", s.run,
	)
	flags := command.Flags()
	flags.IntSliceVar(&s.contacts, "contacts", []int{1_000_000}, "sizes of the accounts, all loaded side by side")
	flags.StringVar(
		&s.shape, "shape", "a",
		"a: a mailing a day to 30 %; b: ten to 3 %; c: half with a message id of their own",
	)
	flags.IntVar(&s.sqlRounds, "sql-rounds", 2, "rounds in which SQL takes part, after its warm-up")
	flags.StringVar(&s.sqlWorkMemory, "sql-work-mem", "1GB", "work_mem of the reference's Postgres")
	flags.StringVar(&s.sqlSharedBuffers, "sql-shared-buffers", "4GB", "shared_buffers of the reference's Postgres")
	s.every(command, "duckdb", "clickhouse", "sql")
	return command
}

// leadsCommand measures scorings of visitors, like scoreCommand those of e-mail.
func leadsCommand(c *common) *cobra.Command {
	s := score{common: c, shape: string(data.Leads), contacts: []int{0}}
	command := c.measurement("leads", "Measure lead scoring and compare every score with DuckDB", s.run)
	flags := command.Flags()
	flags.IntVar(&s.contacts[0], "visitors", 2_000_000, "size of the account")
	flags.IntVar(&s.events, "events", 50_000_000, "events in the longest window, about")
	s.every(command, "duckdb")
	return command
}

// every adds the flags common to both scorings.
func (s *score) every(command *cobra.Command, references ...string) {
	flags := command.Flags()
	flags.IntVar(&s.days, "days", 95, "days of data; as in life they begin before the longest window, within a week of it")
	flags.IntSliceVar(
		&s.windows, "windows", []int{91, 14}, "days that scorings count; the references are timed on the first",
	)
	flags.StringVar(&s.date, "date", "2026-01-08", "day that is calculated, a Thursday; the data end on the day before")
	flags.IntVar(&s.rounds, "rounds", 5, "measured rounds; 0 only loads")
	flags.StringSliceVar(&s.references, "references", references, "what to compare with")
	flags.StringVar(&s.duckdbMemory, "duckdb-memory", "14GB", "memory limit of DuckDB")
}

// subject is an account and its measurements.
type subject struct {
	*program.Client
	set      *data.Set
	scorings map[int]string // by window
	engines  []*reference.Engine
	rivals   []rival
	times    map[string]measure.Sample
}

// rival is a reference and the name of its figures.
type rival struct {
	name string
	// rounds limits the rounds that it takes part in.
	rounds int
	// byID makes DuckDB remove repeated web events.
	byID bool
	scorer
}

// scorer computes scores. Scores returns the file of its last run.
type scorer interface {
	Run(ctx context.Context, w reference.Window, r reference.Rule) (time.Duration, error)
	Scores(ctx context.Context) (path string, err error)
}

func (s *score) leads() bool { return s.shape == string(data.Leads) }

// channel returns the channel of the scoring.
func (s *score) channel() string {
	if s.leads() {
		return "web"
	}
	return "mailing"
}

// size returns the number of contacts or visitors with its noun.
func (one *subject) size() string {
	if one.set.Shape == data.Leads {
		return measure.Count(one.set.Visitors) + " visitors"
	}
	return measure.Count(one.set.Contacts) + " contacts"
}

func (s *score) run(ctx context.Context, p *program.Program, report *measure.Report) (err error) {
	if slices.Max(s.windows) > s.days {
		return fmt.Errorf("a window of %d days needs --days %d", slices.Max(s.windows), slices.Max(s.windows))
	}
	if err := s.findReferences(); err != nil {
		return err
	}
	var server *reference.Server // of SQL, if it takes part
	if slices.Contains(s.references, "sql") {
		server, err = reference.StartServer(
			ctx, p.PostgresFolder(), s.folder("reference-postgres"), s.sqlWorkMemory, s.sqlSharedBuffers,
		)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, server.Stop()) }()
	}
	subjects := make([]*subject, len(s.contacts))
	for n, size := range s.contacts {
		set, err := s.newSet(size)
		if err != nil {
			return err
		}
		subjects[n] = &subject{set: set, scorings: map[int]string{}, times: map[string]measure.Sample{}}
		if err := s.load(ctx, p, subjects[n]); err != nil {
			return err
		}
	}
	if err := errors.Join(p.WaitFolds(ctx), p.Settled(ctx)); err != nil {
		return err
	}
	for _, one := range subjects {
		if err := s.startReferences(ctx, one, server); err != nil {
			return err
		}
		defer func() {
			for _, engine := range one.engines {
				err = errors.Join(err, engine.Close())
			}
		}()
	}
	if s.rounds == 0 {
		return nil
	}
	if err := s.measure(ctx, p, server, subjects, report); err != nil {
		return err
	}
	return s.print(ctx, p, subjects, report)
}

func (s *score) newSet(size int) (*data.Set, error) {
	last, err := data.Day(s.date)
	if err != nil {
		return nil, fmt.Errorf("--date: %w", err)
	}
	if s.leads() {
		return data.NewLeads(s.seed, size, s.events/slices.Max(s.windows), s.days, last-s.days)
	}
	return data.New(s.seed, size, s.days, last-s.days, data.Shape(s.shape))
}

// findReferences fails early if a reference is unknown or not installed.
func (s *score) findReferences() error {
	for _, name := range s.references {
		if s.leads() && name != "duckdb" {
			return fmt.Errorf("visitors are compared with duckdb alone, not with %s", name)
		}
		switch name {
		case "duckdb", "sql":
		case "clickhouse":
			if err := reference.FindClickHouse(s.clickhouse); err != nil {
				return err
			}
		default:
			return fmt.Errorf("there is no reference %q: duckdb, clickhouse or sql", name)
		}
	}
	return nil
}

// startReferences starts the engines of an account, and fills the tables of SQL.
func (s *score) startReferences(ctx context.Context, one *subject, server *reference.Server) error {
	dir := s.parquet(one)
	add := func(engine *reference.Engine) {
		one.engines = append(one.engines, engine)
		one.rivals = append(one.rivals, rival{name: engine.Name, rounds: s.rounds, scorer: engine})
	}
	if slices.Contains(s.references, "duckdb") {
		engine, err := reference.OpenDuckDB(ctx, dir, runtime.NumCPU(), s.duckdbMemory)
		if err != nil {
			return err
		}
		if add(engine); s.leads() {
			one.rivals = append(one.rivals, rival{engine.Name + " by event id", s.rounds, true, engine})
		}
	}
	if slices.Contains(s.references, "clickhouse") {
		engine, err := reference.OpenClickHouse(ctx, s.clickhouse, dir, runtime.NumCPU())
		if err != nil {
			return err
		}
		add(engine)
	}
	if server == nil {
		return nil
	}
	say("%s go into SQL", one.size())
	sql := reference.NewSQL(server.Pool, dir, s.key(one.set))
	one.rivals = append(one.rivals, rival{name: "SQL", rounds: min(s.rounds, s.sqlRounds), scorer: sql})
	return sql.Load(ctx, one.set)
}
