package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"puls.app/tools/bench/internal/measure"
	"puls.app/tools/bench/internal/program"
	"puls.app/tools/bench/internal/reference"
)

// csv are the settings of a measurement of downloads.
type csv struct {
	*common
	contacts, rounds int
}

func csvCommand(c *common) *cobra.Command {
	s := csv{common: c}
	command := c.measurement(
		"csv", "Measure the download of a result beside DuckDB's COPY of the same rows", s.measure,
	)
	flags := command.Flags()
	flags.IntVar(&s.contacts, "contacts", 1_000_000, "contacts of the result")
	flags.IntVar(&s.rounds, "rounds", 7, "measured downloads, in turns with DuckDB")
	return command
}

func (s *csv) measure(ctx context.Context, p *program.Program, report *measure.Report) (err error) {
	dir := s.folder("csv")
	if err := errors.Join(os.RemoveAll(dir), os.MkdirAll(dir, 0o755)); err != nil {
		return fmt.Errorf("make folder: %w", err)
	}
	duck, err := reference.OpenDuckDB(ctx, dir, runtime.NumCPU(), "2GB")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, duck.Close()) }()
	r, err := s.fill(ctx, p, duck, dir)
	if err != nil {
		return err
	}
	var first, whole, copies, tables measure.Sample
	var size, tableSize int64
	for round := range s.rounds + 1 {
		took, err := duck.Download("file", "", 0)
		if err != nil {
			return err
		}
		began := time.Now()
		firstByte, bytes, err := download(ctx, r, program.CSV, io.Discard)
		if err != nil {
			return err
		}
		all, toFirst := milliseconds(time.Since(began)), firstByte.Sub(began)
		if round == 0 { // the cold one
			fmt.Printf("The very first download took %.0f ms.\n", all)
			if err := s.compare(ctx, r, dir); err != nil {
				return err
			}
			if tableSize, err = s.compareParquet(ctx, r, duck, dir); err != nil {
				return err
			}
			continue
		}
		began = time.Now()
		if _, _, err := download(ctx, r, program.Parquet, io.Discard); err != nil {
			return err
		}
		tables = append(tables, milliseconds(time.Since(began)))
		size, copies, whole = bytes, append(copies, milliseconds(took)), append(whole, all)
		first = append(first, milliseconds(toFirst))
	}
	fmt.Printf("A file of %s rows (%s), as DuckDB's: first byte %s ms, whole %s ms.\n",
		measure.Count(s.contacts), measure.Bytes(size), first.Text("%.0f"), whole.Text("%.0f"))
	fmt.Printf("DuckDB's COPY from Parquet: %s ms; puls takes %s of its time.\n",
		copies.Text("%.0f"), whole.Ratio(copies).Text("%.2f times"))
	fmt.Printf("As Parquet (%s): whole %s ms, %s of the CSV; DuckDB reads the same rows from both.\n",
		measure.Bytes(tableSize), tables.Text("%.0f"), tables.Ratio(whole).Text("%.2f times"))
	report.Note("Parquet", tables)
	report.Note("first byte", first)
	report.Note("whole", whole)
	report.Note("DuckDB", copies)
	return nil
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// resultDate is the calculated day.
const resultDate = "2026-11-02"

// fill writes contacts, engagement and the rows of their result with DuckDB, imports the first two and calculates.
func (s *csv) fill(ctx context.Context, p *program.Program, duck *reference.Engine, dir string) (*account, error) {
	client, err := p.SignUp(ctx, "downloads@example.com")
	if err != nil {
		return nil, err
	}
	if _, _, err := duck.Ask("SET preserve_insertion_order = true"); err != nil {
		return nil, err
	}
	for _, name := range []string{"contacts", "engagement", "rows"} {
		if _, err := duck.Download(name, client.UID(), s.contacts); err != nil {
			return nil, err
		}
	}
	rows := map[string]int{"contacts": s.contacts, "engagement": 2*s.contacts + (s.contacts+3)/4 + (s.contacts+7)/8}
	for _, kind := range []string{"contacts", "engagement"} {
		if err := client.ImportFile(ctx, kind, filepath.Join(dir, kind+".csv"), rows[kind]); err != nil {
			return nil, err
		}
	}
	r := &account{Client: client}
	if r.scoring, err = r.CreateScoring(ctx, "Everybody", "mailing", 28, program.MailWeights); err != nil {
		return nil, err
	}
	if _, err := r.Calculate(ctx, r.scoring, resultDate); err != nil {
		return nil, err
	}
	return r, r.WaitResult(ctx, r.scoring, "mailing", resultDate)
}

// download copies the file of the result, and returns the time of its first byte and its size.
func download(ctx context.Context, r *account, accept string, to io.Writer) (first time.Time, bytes int64, err error) {
	body, err := r.Export(ctx, r.scoring, "mailing", resultDate, accept)
	if err != nil {
		return first, 0, err
	}
	in := bufio.NewReaderSize(body, 256<<10)
	_, err = in.Peek(1)
	first = time.Now()
	if err == nil {
		bytes, err = in.WriteTo(struct{ io.Writer }{to}) // in large pieces
	}
	return first, bytes, errors.Join(err, body.Close())
}

// compare compares the file with that of DuckDB, which ends lines without a carriage return.
func (s *csv) compare(ctx context.Context, r *account, dir string) error {
	var got bytes.Buffer
	if _, _, err := download(ctx, r, program.CSV, &got); err != nil {
		return err
	}
	want, err := os.ReadFile(filepath.Join(dir, "rows.csv"))
	if err != nil {
		return fmt.Errorf("read DuckDB's file: %w", err)
	}
	if !bytes.Equal(bytes.ReplaceAll(got.Bytes(), []byte("\r"), nil), want) {
		return fmt.Errorf("the file has %d bytes and differs from DuckDB's of %d", got.Len(), len(want))
	}
	return nil
}

// compareParquet has DuckDB compare each row of the Parquet file with that of the CSV, which compare has found equal to
// DuckDB's, and returns the size of the former.
func (s *csv) compareParquet(ctx context.Context, r *account, duck *reference.Engine, dir string) (int64, error) {
	file, err := os.Create(filepath.Join(dir, "result.parquet"))
	if err != nil {
		return 0, fmt.Errorf("make file: %w", err)
	}
	_, size, err := download(ctx, r, program.Parquet, file)
	if err = errors.Join(err, file.Close()); err != nil {
		return 0, err
	}
	differences, err := duck.CompareDownloads()
	if err == nil && differences != "0" {
		err = fmt.Errorf("%s rows differ between Parquet and CSV", differences)
	}
	return size, err
}
