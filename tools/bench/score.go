package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
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
	contacts, windows                             []int
	days, rounds, sqlRounds                       int
	shape, date                                   string
	references                                    []string
	duckdbMemory, sqlWorkMemory, sqlSharedBuffers string
}

var usual = reference.Rule{Open: 45, Click: 30, Delivery: 25, Percentile: 90}

func scoreCommand(c *common) *cobra.Command {
	s := score{common: c}
	command := &cobra.Command{
		Use: "score", Short: "Measure calculations and compare every score with DuckDB and SQL", Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error { return s.run(command.Context()) },
	}
	flags := command.Flags()
	flags.IntSliceVar(&s.contacts, "contacts", []int{1_000_000}, "sizes of the accounts, all loaded side by side")
	flags.StringVar(&s.shape, "shape", "a", "a: a mailing a day to 30 %; b: ten to 3 %; c: half of all sendings with a message id of their own")
	s.shared(command)
	return command
}

// shared are the flags that other commands take too.
func (s *score) shared(command *cobra.Command) {
	flags := command.Flags()
	flags.IntVar(&s.days, "days", 91, "days of data")
	flags.IntSliceVar(&s.windows, "windows", []int{91, 14}, "days that scorings count; the references are timed on the first")
	flags.StringVar(&s.date, "date", "2026-01-05", "day that is calculated; the data end on the day before")
	flags.IntVar(&s.rounds, "rounds", 5, "measured rounds; 0 only loads")
	flags.IntVar(&s.sqlRounds, "sql-rounds", 2, "rounds in which SQL takes part, after its warm-up")
	flags.StringSliceVar(&s.references, "references", []string{"duckdb", "sql"}, "what to compare with")
	flags.StringVar(&s.duckdbMemory, "duckdb-memory", "14GB", "memory limit of DuckDB")
	flags.StringVar(&s.sqlWorkMemory, "sql-work-mem", "1GB", "work_mem of the reference's Postgres")
	flags.StringVar(&s.sqlSharedBuffers, "sql-shared-buffers", "4GB", "shared_buffers of the reference's Postgres")
}

// subject is one account with everything that is measured on it.
type subject struct {
	set    *data.Set
	state  *state
	client *program.Client
	duckdb *duckdb
	sql    *reference.SQL
	loaded map[string]float64
	times  map[string]measure.Sample
	peaks  map[string]int64
}

// state is what a kept folder remembers of an account.
type state struct {
	Email, Password string
	Account         int32
	Database        int32
	Contacts        bool
	Days            int
	Scorings        map[int]string
}

func (s *score) run(ctx context.Context) (err error) {
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
		}
	}()
	for _, contacts := range s.contacts {
		set, err := data.New(s.seed, contacts, s.days, last-s.days, data.Shape(s.shape))
		if err != nil {
			return err
		}
		one := &subject{set: set, loaded: map[string]float64{}, times: map[string]measure.Sample{}, peaks: map[string]int64{}}
		subjects = append(subjects, one)
		if err := s.load(ctx, p, book, one); err != nil {
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

// readBook reads what a kept folder holds.
func (s *score) readBook() (map[string]*state, error) {
	book := map[string]*state{}
	text, err := os.ReadFile(filepath.Join(s.data, "accounts.json"))
	if errors.Is(err, os.ErrNotExist) {
		return book, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read accounts: %w", err)
	}
	return book, json.Unmarshal(text, &book)
}

func (s *score) writeBook(book map[string]*state) error {
	text, err := json.MarshalIndent(book, "", "  ")
	if err != nil {
		return fmt.Errorf("write accounts: %w", err)
	}
	return os.WriteFile(filepath.Join(s.data, "accounts.json"), text, 0o600)
}

// key names an account's data.
func (s *score) key(set *data.Set) string {
	return fmt.Sprintf("%s_%d_%d_%d_%d", set.Shape, set.Contacts, set.Days, set.First, set.Seed)
}

// load brings contacts and engagement into the program. Days are repeated after a stop: their batches have the same ids.
func (s *score) load(ctx context.Context, p *program.Program, book map[string]*state, one *subject) (err error) {
	key := s.key(one.set)
	if one.state = book[key]; one.state == nil {
		one.state = &state{Email: key + "@example.com", Password: "Correct-Horse-9", Scorings: map[int]string{}}
		if one.state.Account, err = p.CreateAccount(ctx, one.state.Email, one.state.Password); err != nil {
			return err
		}
		if one.state.Database, err = p.Database(ctx, one.state.Account, uidOf(one.state.Account)); err != nil {
			return fmt.Errorf("find database: %w", err)
		}
		book[key] = one.state
		if err := s.writeBook(book); err != nil {
			return err
		}
	}
	if one.client, err = p.Login(ctx, one.state.Email, one.state.Password); err != nil {
		return err
	}
	if !one.state.Contacts {
		took, err := loadContacts(ctx, one.client, one.set)
		if err != nil {
			return err
		}
		one.loaded["contacts a second"] = float64(one.set.Contacts) / took.Seconds()
		one.state.Contacts = true
		if err := s.writeBook(book); err != nil {
			return err
		}
	}
	return s.loadDays(ctx, p, book, one)
}

func uidOf(account int32) string { return fmt.Sprintf("%03d", account) }

func loadContacts(ctx context.Context, client *program.Client, set *data.Set) (time.Duration, error) {
	say("%s contacts go in", measure.Count(set.Contacts))
	started := time.Now()
	id, err := client.Upload(ctx, "contacts", set.WriteContacts)
	if err != nil {
		return 0, err
	}
	if err := client.WaitImport(ctx, id, set.Contacts); err != nil {
		return 0, err
	}
	return time.Since(started), nil
}

func (s *score) loadDays(ctx context.Context, p *program.Program, book map[string]*state, one *subject) error {
	if one.state.Days == one.set.Days {
		return nil
	}
	say("%d days of engagement go in, from day %d", one.set.Days, one.state.Days+1)
	started := time.Now()
	before, err := p.Log(ctx)
	if err != nil {
		return fmt.Errorf("read log: %w", err)
	}
	publisher := p.NewPublisher()
	batcher := data.NewBatcher(one.set, one.state.Database, func(id string, payload []byte) error { return publisher.Publish(ctx, id, payload) })
	for day := one.state.Days; day < one.set.Days; day++ {
		if err := batcher.Day(day); err != nil {
			return err
		}
		if err := publisher.Flush(ctx); err != nil {
			return err
		}
		one.state.Days = day + 1
		if err := s.writeBook(book); err != nil {
			return err
		}
	}
	if err := p.Drained(ctx); err != nil {
		return err
	}
	after, err := p.Log(ctx)
	if err != nil {
		return fmt.Errorf("read log: %w", err)
	}
	one.loaded["load seconds"] = time.Since(started).Seconds()
	one.loaded["load batch bytes"] = float64(publisher.Bytes)
	one.loaded["load log bytes"] = float64(after - before)
	say("%d batches, %s, taken in %.0f s", publisher.Batches, measure.Bytes(publisher.Bytes), time.Since(started).Seconds())
	return nil
}

func (s *score) createScorings(ctx context.Context, book map[string]*state, one *subject) error {
	for _, window := range s.windows {
		if one.state.Scorings[window] != "" {
			continue
		}
		group, err := one.client.Group(ctx, uidOf(one.state.Account), data.ExcludedGroup)
		if err != nil {
			return err
		}
		id, err := one.client.CreateScoring(ctx, fmt.Sprintf("Last %d days", window), uidOf(one.state.Account), window, group)
		if err != nil {
			return err
		}
		one.state.Scorings[window] = id
		if err := s.writeBook(book); err != nil {
			return err
		}
	}
	return nil
}

// startReferences loads what is missing and starts what runs the references.
func (s *score) startReferences(ctx context.Context, subjects []*subject) (server *reference.Server, err error) {
	for _, name := range s.references {
		switch name {
		case "duckdb":
			for _, one := range subjects {
				if err := s.startDuckDB(ctx, one); err != nil {
					return nil, err
				}
			}
		case "sql":
			server, err = reference.StartServer(ctx, s.packages, filepath.Join(s.data, "reference-postgres"), s.sqlWorkMemory, s.sqlSharedBuffers)
			if err != nil {
				return nil, err
			}
			for _, one := range subjects {
				say("%s contacts go into SQL", measure.Count(one.set.Contacts))
				one.sql = reference.NewSQL(server.Pool, s.key(one.set))
				started := time.Now()
				if err := one.sql.Load(ctx, one.set); err != nil {
					return nil, errors.Join(err, server.Stop())
				}
				one.loaded["sql load seconds"] = time.Since(started).Seconds()
			}
		default:
			return nil, fmt.Errorf("there is no reference %q: duckdb or sql", name)
		}
	}
	return server, nil
}

func (s *score) startDuckDB(ctx context.Context, one *subject) (err error) {
	dir := filepath.Join(s.data, "parquet", s.key(one.set))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("make folder: %w", err)
	}
	say("%s contacts go into Parquet", measure.Count(one.set.Contacts))
	started := time.Now()
	loader, err := startDuckDB(ctx, dir, s.cores, s.duckdbMemory)
	if err != nil {
		return err
	}
	_, err = loader.do(duckdbOrder{Do: "load", Set: one.set})
	if err := errors.Join(err, loader.stop()); err != nil {
		return err
	}
	one.loaded["duckdb load seconds"] = time.Since(started).Seconds()
	one.duckdb, err = startDuckDB(ctx, dir, s.cores, s.duckdbMemory) // a new process, whose memory is the queries' alone
	return err
}

// names of what is timed.
const (
	ours   = "committed"
	duck   = "duckdb"
	sqlRun = "sql"
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
		if err := s.warmUp(ctx, one); err != nil {
			return err
		}
	}
	for round := range s.rounds {
		for _, one := range subjects {
			if err := s.round(ctx, one, round); err != nil {
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
		for _, window := range s.windows {
			if err := s.compare(ctx, one, window); err != nil {
				return err
			}
		}
		if one.duckdb != nil {
			if one.peaks["DuckDB"], err = one.duckdb.peak(); err != nil {
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
		one.peaks["puls"], one.peaks["puls's Postgres"], one.peaks["puls, exports included"] = calculating, postgres, exporting
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
func (s *score) warmUp(ctx context.Context, one *subject) error {
	say("%s contacts: warm-up", measure.Count(one.set.Contacts))
	for _, window := range s.windows {
		if _, err := one.client.Calculate(ctx, one.state.Account, one.state.Scorings[window], s.date); err != nil {
			return err
		}
	}
	if one.duckdb != nil {
		if _, err := one.duckdb.Run(ctx, s.window(one, s.windows[0]), usual); err != nil {
			return err
		}
	}
	if one.sql != nil && s.sqlRounds > 1 {
		if _, err := one.sql.Run(ctx, s.window(one, s.windows[0]), usual); err != nil {
			return err
		}
	}
	return nil
}

func (s *score) round(ctx context.Context, one *subject, round int) error {
	note := func(name string, window int, took time.Duration) {
		key := timed(name, window)
		one.times[key] = append(one.times[key], float64(took)/float64(time.Millisecond))
	}
	for i, window := range s.windows {
		timing, err := one.client.Calculate(ctx, one.state.Account, one.state.Scorings[window], s.date)
		if err != nil {
			return err
		}
		note(ours, window, timing.Committed)
		note("announced", window, timing.Announced)
		note("asked", window, timing.Asked)
		note("audience", window, timing.Audience)
		say("%s contacts, round %d: puls %d days %.1f ms", measure.Count(one.set.Contacts), round+1, window, float64(timing.Committed)/1e6)
		if i == 0 && one.duckdb != nil {
			took, err := one.duckdb.Run(ctx, s.window(one, window), usual)
			if err != nil {
				return err
			}
			note(duck, window, took)
			say("%s contacts, round %d: DuckDB %.0f ms", measure.Count(one.set.Contacts), round+1, float64(took)/1e6)
		}
	}
	if one.sql != nil && round < s.sqlRounds {
		took, err := one.sql.Run(ctx, s.window(one, s.windows[0]), usual)
		if err != nil {
			return err
		}
		note(sqlRun, s.windows[0], took)
		say("%s contacts, round %d: SQL %.0f ms", measure.Count(one.set.Contacts), round+1, float64(took)/1e6)
	}
	return nil
}

// report writes the figures.
func (s *score) report(ctx context.Context, p *program.Program, subjects []*subject) error {
	for _, one := range subjects {
		segments, err := p.Segments(ctx, one.state.Database)
		if err != nil {
			return fmt.Errorf("look at segments: %w", err)
		}
		fmt.Print(s.table(one, segments, s.version(ctx)))
		if err := s.keepResult(ctx, one, segments); err != nil {
			return err
		}
	}
	fmt.Print(s.growth(subjects))
	return nil
}

func (s *score) keepResult(ctx context.Context, one *subject, segments program.Segments) error {
	return s.addResult(map[string]any{
		"version": s.version(ctx), "shape": one.set.Shape, "contacts": one.set.Contacts, "days": one.set.Days, "times": one.times,
		"loaded": one.loaded, "peaks": one.peaks, "segments": segments,
	})
}

// addResult adds a line to the file of results, if there is one.
func (c *common) addResult(result any) (err error) {
	if c.results == "" {
		return nil
	}
	file, err := os.OpenFile(c.results, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644) //nolint:gosec // figures
	if err != nil {
		return fmt.Errorf("open results: %w", err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return json.NewEncoder(file).Encode(result)
}

func (s *score) table(one *subject, segments program.Segments, version string) string {
	var out strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&out, format+"\n", args...) }
	line("\n## Shape %s, %s contacts, %d days\n", one.set.Shape, measure.Count(one.set.Contacts), one.set.Days)
	line("%s; %d processors; rounds %d (SQL %d); medians in ms (least to greatest); ratios taken in each round\n",
		version, s.cores, s.rounds, min(s.rounds, s.sqlRounds))
	line("| | ms | ratio |\n|---|---|---|")
	first := s.windows[0]
	base := one.times[timed(ours, first)]
	for _, window := range s.windows {
		ratio := measure.Sample(nil)
		if window != first {
			ratio = base.Ratio(one.times[timed(ours, window)])
		}
		line("| puls, %d days: task to commit | %s | %s |", window, one.times[timed(ours, window)].Text("%.1f"), prefixed(fmt.Sprintf("%d days take ", first), ratio, "%.2f"))
		line("| … to scoring.calculated | %s | |", one.times[timed("announced", window)].Text("%.1f"))
		line("| … from the request | %s | |", one.times[timed("asked", window)].Text("%.1f"))
		line("| … of the commit's time, audience | %s | |", one.times[timed("audience", window)].Text("%.1f"))
	}
	if one.duckdb != nil {
		sample := one.times[timed(duck, first)]
		line("| DuckDB, %d days | %s | %s |", first, sample.Text("%.0f"), prefixed("", sample.Ratio(base), "%.1f"))
	}
	if one.sql != nil {
		sample := one.times[timed(sqlRun, first)]
		line("| SQL, %d days | %s | %s |", first, sample.Text("%.0f"), prefixed("", sample.Ratio(base), "%.0f"))
	}
	line("\nAll scores and reasons agree, contact by contact.\n")
	line("| peak memory, of all accounts together but for DuckDB | |\n|---|---|")
	for _, name := range []string{"puls before the warm-up", "puls's Postgres before the warm-up", "puls", "puls's Postgres", "puls, exports included", "DuckDB", "SQL's Postgres"} {
		if peak, known := one.peaks[name]; known {
			line("| %s | %s |", name, measure.Bytes(peak))
		}
	}
	line("\nSegments: %d compacted, %s; %d fresh, %s.", segments.Base, measure.Bytes(segments.BaseBytes), segments.Fresh, measure.Bytes(segments.FreshBytes))
	for _, name := range []string{"contacts a second", "load seconds", "duckdb load seconds", "sql load seconds"} {
		if value, known := one.loaded[name]; known {
			line("%s: %.0f", name, value)
		}
	}
	return out.String()
}

func prefixed(words string, ratio measure.Sample, format string) string {
	if len(ratio) == 0 {
		return ""
	}
	return words + ratio.Text(format) + " times"
}

// growth compares the accounts of one measurement.
func (s *score) growth(subjects []*subject) string {
	var out strings.Builder
	first := timed(ours, s.windows[0])
	for i := 1; i < len(subjects); i++ {
		small, large := subjects[i-1], subjects[i]
		fmt.Fprintf(&out, "\n%s contacts take %s times as long as %s.\n", measure.Count(large.set.Contacts),
			large.times[first].Ratio(small.times[first]).Text("%.2f"), measure.Count(small.set.Contacts))
	}
	return out.String()
}
