package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"puls.app/tools/bench/internal/data"
	"puls.app/tools/bench/internal/measure"
	"puls.app/tools/bench/internal/program"
)

// report writes the figures.
func (s *score) report(ctx context.Context, p *program.Program, subjects []*subject) error {
	for _, one := range subjects {
		segments, err := p.Segments(ctx, one.state.Database)
		if err != nil {
			return fmt.Errorf("look at segments: %w", err)
		}
		if one.planes, one.besides, err = p.FoldBytes(ctx, one.state.Database); err != nil {
			return fmt.Errorf("look at folds: %w", err)
		}
		fmt.Print(s.table(one, segments, s.version(ctx)))
		if err := s.keepResult(ctx, one, segments); err != nil {
			return err
		}
	}
	fmt.Print(s.growth(subjects))
	if folded := p.Folded(); folded.Chunks > 0 {
		fmt.Printf("\nFolding, of all accounts together, in this run: %d chunks, %.1f ms each on one processor, Postgres included.\n",
			folded.Chunks, float64(folded.Took)/1e6/float64(folded.Chunks))
	}
	fmt.Printf("Load of the machine: %s.\n", measure.Load())
	return nil
}

func (s *score) keepResult(ctx context.Context, one *subject, segments program.Segments) error {
	return s.addResult(map[string]any{
		"version": s.version(ctx), "references": one.versions,
		"shape": one.set.Shape, "contacts": one.set.Contacts, "days": one.set.Days, "times": one.times,
		"visitors": one.set.Visitors, "events a day": one.set.EventsADay,
		"loaded": one.loaded, "peaks": one.peaks, "segments": segments, "planes": one.planes, "late and names": one.besides,
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
	line("\n## Shape %s, %s, %d days\n", one.set.Shape, one.size(), one.set.Days)
	if one.set.Shape == data.Leads {
		line("About %s events of web a day.\n", measure.Count(one.set.EventsADay))
	}
	line("%s; %d processors; rounds %d (SQL %d); medians in ms (least to greatest); ratios taken in each round\n",
		strings.Join(append([]string{version}, one.versions...), "; "), s.cores, s.rounds, min(s.rounds, s.sqlRounds))
	line("| | ms | ratio |\n|---|---|---|")
	first := s.windows[0]
	base := one.times[timed(ours, first)]
	for _, window := range s.windows {
		ratio := measure.Sample(nil)
		if window != first {
			ratio = base.Ratio(one.times[timed(ours, window)])
		}
		line(
			"| puls, %d days: task to commit | %s | %s |", window, one.times[timed(ours, window)].Text("%.1f"),
			prefixed(fmt.Sprintf("%d days take ", first), ratio, "%.2f"),
		)
		if plain := one.times[timed(unfolded, window)]; len(plain) > 0 {
			line("| … with nothing folded | %s | %s |", plain.Text("%.1f"),
				prefixed("takes ", plain.Ratio(one.times[timed(ours, window)]), "%.2f"))
		}
		line("| … to scoring.calculated | %s | |", one.times[timed("announced", window)].Text("%.1f"))
		line("| … from the request | %s | |", one.times[timed("asked", window)].Text("%.1f"))
		line("| … of the commit's time, audience | %s | |", one.times[timed("audience", window)].Text("%.1f"))
	}
	for _, r := range one.rivals() {
		sample := one.times[timed(r.name, first)]
		plain := sample.Ratio(one.times[timed(unfolded, first)])
		line("| %s, %d days | %s | %s%s |", r.title, first, sample.Text("%.0f"), prefixed("", sample.Ratio(base), "%.1f"),
			prefixed("; with nothing folded ", plain, "%.1f"))
	}
	if one.sql != nil {
		sample := one.times[timed(sqlRun, first)]
		line("| SQL, %d days | %s | %s |", first, sample.Text("%.0f"), prefixed("", sample.Ratio(base), "%.0f"))
	}
	line("\nAll scores and reasons agree, one by one.\n")
	line("| peak memory, of all accounts together but for DuckDB and ClickHouse | |\n|---|---|")
	for _, name := range []string{
		"puls before the warm-up", "puls's Postgres before the warm-up", "puls", "puls's Postgres", "puls, exports included",
		"DuckDB", "ClickHouse", "SQL's Postgres",
	} {
		if peak, known := one.peaks[name]; known {
			line("| %s | %s |", name, measure.Bytes(peak))
		}
	}
	line(
		"\nSegments: %d compacted, %s; %d fresh, %s.", segments.Base, measure.Bytes(segments.BaseBytes), segments.Fresh,
		measure.Bytes(segments.FreshBytes),
	)
	line("Folds: %s of planes, %s of late facts and names.", measure.Bytes(one.planes), measure.Bytes(one.besides))
	for _, name := range []string{
		"contacts a second", "visitors a second", "load seconds", "duckdb load seconds", "sql load seconds",
	} {
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
		fmt.Fprintf(&out, "\n%s take %s times as long as %s.\n", large.size(),
			large.times[first].Ratio(small.times[first]).Text("%.2f"), small.size())
	}
	return out.String()
}
