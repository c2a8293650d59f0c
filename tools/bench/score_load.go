package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"puls.app/tools/bench/internal/data"
	"puls.app/tools/bench/internal/measure"
	"puls.app/tools/bench/internal/program"
	"puls.app/tools/bench/internal/reference"
)

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
	key := fmt.Sprintf("%s_%d_%d_%d_%d", set.Shape, set.Scored(), set.Days, set.First, set.Seed)
	if set.Shape == data.Leads {
		key += fmt.Sprintf("_%d", set.EventsADay)
	}
	return key
}

// load brings contacts and engagement into the program. Days are repeated after a stop: their batches have the same
// ids.
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
	if one.set.Shape == data.Leads && !one.state.Visitors {
		say("%s go in, by one event each", one.size())
		took, err := upload(ctx, one.client, "engagement", one.set.WriteVisitors, one.set.Visitors)
		if err != nil {
			return err
		}
		one.loaded["visitors a second"] = float64(one.set.Visitors) / took.Seconds()
		one.state.Visitors = true
		if err := s.writeBook(book); err != nil {
			return err
		}
	}
	return s.loadDays(ctx, p, book, one)
}

func uidOf(account int32) string { return fmt.Sprintf("%03d", account) }

func loadContacts(ctx context.Context, client *program.Client, set *data.Set) (time.Duration, error) {
	say("%s contacts go in", measure.Count(set.Contacts))
	return upload(ctx, client, "contacts", set.WriteContacts, set.Contacts)
}

// upload sends a file of so many rows and waits until they are kept.
func upload(
	ctx context.Context, client *program.Client, kind string, write func(io.Writer) error, rows int,
) (time.Duration, error) {
	started := time.Now()
	id, err := client.Upload(ctx, kind, write)
	if err != nil {
		return 0, err
	}
	if err := client.WaitImport(ctx, id, rows); err != nil {
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
	batcher := data.NewBatcher(
		one.set, one.state.Database, func(id string, payload []byte) error { return publisher.Publish(ctx, id, payload) },
	)
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
	say(
		"%d batches, %s, taken in %.0f s", publisher.Batches, measure.Bytes(publisher.Bytes), time.Since(started).Seconds(),
	)
	return nil
}

func (s *score) createScorings(ctx context.Context, book map[string]*state, one *subject) error {
	for _, window := range s.windows {
		if one.state.Scorings[window] != "" {
			continue
		}
		id, err := s.createScoring(ctx, one, window)
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

// findReferences fails before anything is loaded if a reference is unknown or cannot run.
func (s *score) findReferences() error {
	for _, name := range s.references {
		if s.shape == string(data.Leads) && name != "duckdb" {
			return fmt.Errorf("visitors are compared with duckdb alone, not with %s", name)
		}
		switch name {
		case "duckdb", "sql":
		case "clickhouse":
			if err := reference.FindClickHouse(s.clickhouse); err != nil {
				return err
			}
			if !slices.Contains(s.references, "duckdb") {
				return errors.New("ClickHouse reads the Parquet files that DuckDB writes: add duckdb to --references")
			}
		default:
			return fmt.Errorf("there is no reference %q: duckdb, clickhouse or sql", name)
		}
	}
	return nil
}

// startReferences loads what is missing and starts what runs the references.
func (s *score) startReferences(ctx context.Context, subjects []*subject) (*reference.Server, error) {
	for _, one := range subjects {
		if slices.Contains(s.references, "duckdb") {
			if err := s.startDuckDB(ctx, one); err != nil {
				return nil, err
			}
		}
		if slices.Contains(s.references, "clickhouse") {
			if err := s.startClickHouse(ctx, one); err != nil {
				return nil, err
			}
		}
	}
	if !slices.Contains(s.references, "sql") {
		return nil, nil
	}
	return s.startSQL(ctx, subjects)
}

func (s *score) startSQL(ctx context.Context, subjects []*subject) (*reference.Server, error) {
	server, err := reference.StartServer(
		ctx, s.packages, filepath.Join(s.data, "reference-postgres"), s.sqlWorkMemory, s.sqlSharedBuffers,
	)
	if err != nil {
		return nil, err
	}
	for _, one := range subjects {
		say("%s go into SQL", one.size())
		one.sql = reference.NewSQL(server.Pool, s.key(one.set))
		started := time.Now()
		if err := one.sql.Load(ctx, one.set); err != nil {
			return nil, errors.Join(err, server.Stop())
		}
		one.loaded["sql load seconds"] = time.Since(started).Seconds()
	}
	return server, nil
}

// parquet is the folder of an account's Parquet files.
func (s *score) parquet(one *subject) string { return filepath.Join(s.data, "parquet", s.key(one.set)) }

func (s *score) startDuckDB(ctx context.Context, one *subject) (err error) {
	dir := s.parquet(one)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("make folder: %w", err)
	}
	say("%s go into Parquet", one.size())
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
	if err != nil {
		return err
	}
	answer, err := one.duckdb.do(duckdbOrder{Do: "version"})
	one.versions = append(one.versions, "DuckDB "+answer.Text)
	return err
}

func (s *score) startClickHouse(ctx context.Context, one *subject) (err error) {
	if one.clickhouse, err = reference.OpenClickHouse(ctx, s.clickhouse, s.parquet(one), s.cores); err != nil {
		return err
	}
	version, err := one.clickhouse.Version()
	one.versions = append(one.versions, "ClickHouse "+version)
	return err
}
