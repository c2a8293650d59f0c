package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"puls.app/tools/bench/internal/data"
	"puls.app/tools/bench/internal/measure"
	"puls.app/tools/bench/internal/program"
)

// importing are the settings of a measurement of imports.
type importing struct {
	*common
	contacts, rows, rounds int
	orders                 []string
}

func importCommand(c *common) *cobra.Command {
	i := importing{common: c}
	command := &cobra.Command{
		Use: "import", Short: "Measure the import of engagement as CSV", Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error { return i.run(command.Context()) },
	}
	flags := command.Flags()
	flags.IntVar(&i.contacts, "contacts", 1_000_000, "contacts that the rows are about, known by e-mail")
	flags.IntVar(&i.rows, "rows", 5_000_000, "rows of each import")
	flags.IntVar(&i.rounds, "rounds", 1, "imports of each order, in turns")
	flags.StringSliceVar(&i.orders, "order", []string{"time", "shuffled", "single"},
		"time: as they occurred; shuffled: in random order; single: a message id for each recipient")
	return command
}

// mostRows keeps a file below the 2 GiB that the program takes at once: rows have about 100 bytes.
const mostRows = 16_000_000

// intake are the figures of imports of one order.
type intake struct {
	Rows, Log, LogSettled, Stream measure.Sample
	Peak, PostgresPeak            int64
	FileBytes                     int64
}

// counter counts what passes to a writer.
type counter struct {
	to    io.Writer
	count *int64
}

func (c counter) Write(p []byte) (int, error) {
	n, err := c.to.Write(p)
	*c.count += int64(n)
	return n, err
}

func (i *importing) run(ctx context.Context) (err error) {
	if err := os.MkdirAll(i.data, 0o755); err != nil {
		return fmt.Errorf("make folder: %w", err)
	}
	p, err := i.start(ctx)
	if err != nil {
		return err
	}
	results := map[string]*intake{}
	err = i.measure(ctx, p, results)
	if err := errors.Join(err, p.Stop()); err != nil {
		return err
	}
	fmt.Print(i.table(i.version(ctx), results))
	err = i.addResult(map[string]any{"version": i.version(ctx), "import": results, "contacts": i.contacts, "rows": i.rows})
	return errors.Join(err, i.clean())
}

func (i *importing) measure(ctx context.Context, p *program.Program, results map[string]*intake) error {
	for round := range i.rounds {
		for _, order := range i.orders {
			if results[order] == nil {
				results[order] = &intake{}
			}
			if err := i.one(ctx, p, data.Order(order), round, results[order]); err != nil {
				return fmt.Errorf("order %s: %w", order, err)
			}
		}
	}
	return nil
}

// firstEvent is the local day of the earliest event.
const firstEvent = "2025-10-06"

// one measures one import into an account of its own.
func (i *importing) one(ctx context.Context, p *program.Program, order data.Order, round int, result *intake) error {
	first, err := data.Day(firstEvent)
	if err != nil {
		return fmt.Errorf("first event: %w", err)
	}
	set, err := data.New(i.seed+uint64(round), i.contacts, 1, first, data.Daily)
	if err != nil {
		return err
	}
	set.EveryAddress = true
	rows, err := data.NewRows(set, order, i.rows)
	if err != nil {
		return err
	}
	email := fmt.Sprintf("import-%s-%d@example.com", order, time.Now().UnixNano())
	if _, err := p.CreateAccount(ctx, email, "Correct-Horse-9"); err != nil {
		return err
	}
	client, err := p.Login(ctx, email, "Correct-Horse-9")
	if err != nil {
		return err
	}
	took, err := loadContacts(ctx, client, set)
	if err != nil {
		return err
	}
	say("contacts: %.0f a second", float64(i.contacts)/took.Seconds())
	if err := errors.Join(p.Settled(ctx), measure.Forget(p.PID())); err != nil {
		return err
	}
	p.PostgresPeak()
	before, err := i.look(ctx, p)
	if err != nil {
		return err
	}
	say("order %s, round %d: %s rows go in", order, round+1, measure.Count(i.rows))
	started := time.Now()
	if err := i.send(ctx, client, rows, result); err != nil {
		return err
	}
	if err := p.Drained(ctx); err != nil {
		return err
	}
	seconds := time.Since(started).Seconds()
	after, err := i.look(ctx, p)
	if err != nil {
		return err
	}
	peak, err := measure.Peak(p.PID())
	if err != nil {
		return err
	}
	result.Peak, result.PostgresPeak = max(result.Peak, peak), max(result.PostgresPeak, p.PostgresPeak())
	say("order %s, round %d: %.0f rows a second", order, round+1, float64(i.rows)/seconds)
	if err := p.Settled(ctx); err != nil {
		return err
	}
	settled, err := i.look(ctx, p)
	if err != nil {
		return err
	}
	n := float64(i.rows)
	result.Rows = append(result.Rows, n/seconds)
	result.Log = append(result.Log, float64(after.log-before.log)/n)
	result.LogSettled = append(result.LogSettled, float64(settled.log-before.log)/n)
	result.Stream = append(result.Stream, float64(after.written-before.written)/n)
	return nil
}

// written is what the program's Postgres wrote to its log, and the program itself, which is the stream, to files.
type written struct{ log, written int64 }

func (i *importing) look(ctx context.Context, p *program.Program) (w written, err error) {
	if w.log, err = p.Log(ctx); err != nil {
		return w, fmt.Errorf("read log: %w", err)
	}
	w.written, err = measure.Written(p.PID())
	return w, err
}

// send uploads the rows in as many files as they need, and waits until all are imported.
func (i *importing) send(ctx context.Context, client *program.Client, rows *data.Rows, result *intake) error {
	result.FileBytes = 0
	var ids []string
	for from := 0; from < i.rows; from += mostRows {
		id, err := client.Upload(ctx, "engagement", func(w io.Writer) error {
			return rows.Write(counter{w, &result.FileBytes}, from, min(from+mostRows, i.rows))
		})
		if err != nil {
			return err
		}
		ids = append(ids, id)
	}
	for n, id := range ids {
		if err := client.WaitImport(ctx, id, min(mostRows, i.rows-n*mostRows)); err != nil {
			return err
		}
	}
	return nil
}

func (i *importing) table(version string, results map[string]*intake) string {
	var out strings.Builder
	fmt.Fprintf(&out, "\n## Import of %s rows of CSV about %s contacts\n\n%s; %d processors, the sender's work included; rounds %d\n\n",
		measure.Count(i.rows), measure.Count(i.contacts), version, i.cores, i.rounds)
	out.WriteString(
		"| order | rows a second, first byte to last commit | log, bytes a row | … once compacted | files of the program, bytes a row | bytes a row sent | peak memory of puls | of its Postgres |\n",
	)
	out.WriteString("|---|---|---|---|---|---|---|---|\n")
	for _, order := range i.orders {
		r := results[order]
		fmt.Fprintf(&out, "| %s | %s | %s | %s | %s | %.0f | %s | %s |\n", order, r.Rows.Text("%.0f"), r.Log.Text("%.1f"),
			r.LogSettled.Text("%.1f"), r.Stream.Text("%.1f"), float64(r.FileBytes)/float64(
				i.rows,
			), measure.Bytes(r.Peak), measure.Bytes(r.PostgresPeak))
	}
	return out.String()
}
