package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"puls.app/tools/bench/internal/measure"
	"puls.app/tools/bench/internal/program"
)

// print prints the figures of each account.
func (s *score) print(ctx context.Context, p *program.Program, subjects []*subject, report *measure.Report) error {
	var accounts []object
	for n, one := range subjects {
		stored, err := p.Stored(ctx, one.Account)
		if err != nil {
			return err
		}
		var versions []string
		for _, engine := range one.engines {
			version, err := engine.Version()
			if err != nil {
				return err
			}
			versions = append(versions, version)
		}
		fmt.Printf("\nShape %s, %s, %d days; all scores and reasons agree, one by one; %s\n\n%s\n",
			one.set.Shape, one.size(), one.set.Days, strings.Join(versions, "; "), s.table(one))
		fmt.Printf("Segments: %s compacted, %s fresh; folds: %s of planes, %s of late facts and names.\n", measure.Bytes(
			stored.Compacted), measure.Bytes(stored.Fresh), measure.Bytes(stored.Planes), measure.Bytes(stored.LateAndNames))
		if first := timed(ours, s.windows[0]); n > 0 {
			ratio := one.times[first].Ratio(subjects[n-1].times[first])
			fmt.Printf("%s take %s times as long as %s.\n", one.size(), ratio.Text("%.2f"), subjects[n-1].size())
		}
		accounts = append(accounts, object{"size": one.size(), "versions": versions, "times": one.times, "stored": stored})
	}
	report.Note("accounts", accounts)
	chunks, took, err := p.Folded()
	if chunks > 0 {
		fmt.Printf("Folding in this run: %d chunks, %.1f ms each on one processor, Postgres included.\n",
			chunks, milliseconds(took)/float64(chunks))
	}
	return err
}

// table lists the times of an account, with their ratios to the calculation of the first window in the same round.
func (s *score) table(one *subject) string {
	var out strings.Builder
	out.WriteString("| days | median ms (least to greatest) | times commit | … nothing folded |\n|---|---|---|---|\n")
	base, plain := one.times[timed(ours, s.windows[0])], one.times[timed(unfolded, s.windows[0])]
	for _, name := range slices.Sorted(maps.Keys(one.times)) {
		sample := one.times[name]
		fmt.Fprintf(&out, "| %s | %s | %s | %s |\n", name, sample.Text("%.1f"), sample.Ratio(base).Text("%.2f"),
			sample.Ratio(plain).Text("%.2f"))
	}
	return out.String()
}
