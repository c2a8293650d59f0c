package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"puls.app/tools/bench/internal/harm"
	"puls.app/tools/bench/internal/measure"
	"puls.app/tools/bench/internal/program"
)

// csv are the settings of a measurement of downloads.
type csv struct {
	*common
	people, rounds, atOnce int
}

func csvCommand(c *common) *cobra.Command {
	s := csv{common: c}
	command := &cobra.Command{
		Use: "csv", Short: "Measure the download of a result beside DuckDB's COPY of the same rows", Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error { return s.run(command.Context()) },
	}
	flags := command.Flags()
	flags.IntVar(&s.people, "people", 1_000_000, "contacts of the result")
	flags.IntVar(&s.rounds, "rounds", 7, "measured downloads, in turns with DuckDB")
	flags.IntVar(&s.atOnce, "at-once", 10, "downloads at once for the memory")
	return command
}

func (s *csv) run(ctx context.Context) (err error) {
	dir := filepath.Join(s.data, "csv")
	if err := errors.Join(os.RemoveAll(s.data), os.MkdirAll(dir, 0o755)); err != nil {
		return fmt.Errorf("make folder: %w", err)
	}
	duck, err := startDuckDB(ctx, dir, s.cores, "2GB")
	if err != nil {
		return err
	}
	p, err := program.Start(ctx, program.Options{
		Binary: s.binary, Packages: s.packages, Data: filepath.Join(s.data, "puls"), Quiet: s.quiet,
		Env: []string{fmt.Sprintf("PULS_DOWNLOADS_PER_ACCOUNT=%d", s.atOnce)},
	})
	if err != nil {
		return errors.Join(err, duck.stop())
	}
	d, err := harm.MeasureDownloads(ctx, p, s.people, s.rounds, s.atOnce, func(uid string) (time.Duration, string, error) {
		rows := strings.NewReplacer("{uid}", uid, "{people}", strconv.Itoa(s.people)).Replace(harm.DownloadRows)
		return duckCSV(duck, rows, filepath.Join(dir, "rows.csv"))
	})
	if err := errors.Join(err, p.Stop(), duck.stop()); err != nil {
		return err
	}
	fmt.Printf("\n## Downloads\n\n%s; %d processors, the reader's work included\n\n", s.version(ctx), s.cores)
	fmt.Printf("A file of %s rows (%s): first byte %s ms, whole %s ms, %.0f rows a second; the rows and their hash are DuckDB's.\n",
		measure.Count(s.people), measure.Bytes(d.Bytes), d.FirstByte.Text("%.0f"), d.Whole.Text("%.0f"),
		float64(s.people)/d.Whole.Median()*1000)
	fmt.Printf("DuckDB's COPY from Parquet: %s ms; puls takes %s of its time, and %.0f ms for the very first download.\n",
		d.Reference.Text("%.0f"), d.Whole.Ratio(d.Reference).Text("%.2f times"), d.Cold)
	fmt.Printf("%d at once: %.0f ms, memory %s before, %s meanwhile (+%s).\n", s.atOnce, d.Together, measure.Bytes(d.Idle),
		measure.Bytes(d.Peak), measure.Bytes(d.Peak-d.Idle))
	return errors.Join(s.addResult(map[string]any{"version": s.version(ctx), "csv": d}), s.clean())
}

// duckCSV has DuckDB write rows as CSV and returns how long that took and the file's SHA-256.
func duckCSV(duck *duckdb, rows, path string) (time.Duration, string, error) {
	answer, err := duck.do(duckdbOrder{Do: "csv", Rows: rows, File: path})
	if err != nil {
		return 0, "", err
	}
	file, err := os.Open(path)
	if err != nil {
		return 0, "", fmt.Errorf("open DuckDB's file: %w", err)
	}
	hash := sha256.New()
	_, err = io.Copy(hash, file)
	return answer.Took, hex.EncodeToString(hash.Sum(nil)), errors.Join(err, file.Close())
}
