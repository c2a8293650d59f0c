package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"puls.app/tools/bench/internal/harm"
	"puls.app/tools/bench/internal/measure"
	"puls.app/tools/bench/internal/program"
)

// harmful are the settings of a measurement of what some do to the others.
type harmful struct {
	*common
	readers, accounts, people     int
	calculations, imports, drafts int
	restarts, rate                int
	limits                        string
	length, every                 time.Duration
}

func harmCommand(c *common) *cobra.Command {
	h := harmful{common: c}
	command := &cobra.Command{
		Use:       "harm [readers|greedy|restarts]…",
		Short:     "Measure what slow readers, a greedy account and a lost database cost the others",
		ValidArgs: []string{"readers", "greedy", "restarts"}, Args: cobra.OnlyValidArgs,
		RunE: func(command *cobra.Command, args []string) error { return h.run(command.Context(), args) },
	}
	flags := command.Flags()
	flags.IntVar(&h.readers, "readers", 200, "downloads of which nothing is read")
	flags.IntVar(&h.accounts, "accounts", 51, "accounts that they belong to; the first is the honest readers'")
	flags.IntVar(&h.people, "people", 100_000, "contacts of each account")
	flags.DurationVar(&h.length, "length", 25*time.Second, "how long honest readers read, without and beside them")
	flags.IntVar(&h.calculations, "calculations", 1000, "calculations that the greedy account asks for")
	flags.IntVar(&h.imports, "imports", 100, "imports")
	flags.IntVar(&h.drafts, "drafts", 1000, "drafts")
	flags.StringVar(
		&h.limits, "limits", "", "limits of accounts instead of the usual, such as calculations:100000,imports:100000",
	)
	flags.IntVar(&h.restarts, "restarts", 10, "times that Postgres is ended")
	flags.IntVar(&h.rate, "rate", 200, "requests a second meanwhile, half of which write")
	flags.DurationVar(&h.every, "every", 6*time.Second, "time between two ends")
	return command
}

// run measures each on a program of its own.
func (h *harmful) run(ctx context.Context, chosen []string) error {
	if len(chosen) == 0 {
		chosen = []string{"readers", "greedy", "restarts"}
	}
	fmt.Printf(
		"\n## What some cost the others\n\n%s; %d processors, the senders' work included\n\n", h.version(ctx), h.cores,
	)
	for _, name := range chosen {
		if err := h.one(ctx, name); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return h.clean()
}

// settings are the limits as the program's variables: calculations:5 becomes PULS_LIMIT_CALCULATIONS=5.
func (h *harmful) settings() (env []string) {
	for limit := range strings.SplitSeq(h.limits, ",") {
		if name, number, found := strings.Cut(limit, ":"); found {
			env = append(env, "PULS_LIMIT_"+strings.ToUpper(strings.ReplaceAll(name, "-", "_"))+"="+number)
		}
	}
	return env
}

func (h *harmful) one(ctx context.Context, name string) error {
	data := h.data + "/" + name
	if err := errors.Join(os.RemoveAll(data), os.MkdirAll(data, 0o755)); err != nil {
		return fmt.Errorf("make folder: %w", err)
	}
	p, err := program.Start(ctx, program.Options{
		Binary: h.binary, Packages: h.packages, Data: data, Quiet: h.quiet,
		Env: h.settings(),
	})
	if err != nil {
		return err
	}
	var text string
	switch name {
	case "readers":
		text, err = h.measureReaders(ctx, p)
	case "greedy":
		text, err = h.measureGreedy(ctx, p)
	default:
		text, err = h.measureRestarts(ctx, p)
	}
	fmt.Println(text)
	return errors.Join(err, p.Stop())
}

func (h *harmful) measureReaders(ctx context.Context, p *program.Program) (string, error) {
	r, err := harm.MeasureReaders(ctx, p, h.readers, h.accounts, h.people, h.length)
	var out strings.Builder
	fmt.Fprintf(&out, "Readers that read nothing: %d open, %d refused.\n", r.Open, r.Refused)
	fmt.Fprintf(&out, "Memory: idle %s, beside them %s (+%s), %s answers of %s at once %s (+%s).\n", measure.Bytes(r.Idle),
		measure.Bytes(r.Peak), measure.Bytes(r.Peak-r.Idle), "20", measure.Bytes(int64(r.LargeBytes)), measure.Bytes(r.PeakLarge), measure.Bytes(r.PeakLarge-r.Idle))
	fmt.Fprintf(&out, "Honest readers: p99 %.1f ms without, %.1f ms beside (%.2f times); a download %.0f and %.0f ms; %d failed.\n",
		r.BaseP99, r.P99, r.P99/r.BaseP99, r.BaseExport, r.Export, r.Failed)
	return out.String(), errors.Join(err, h.addResult(map[string]any{"version": h.version(ctx), "readers": r}))
}

func (h *harmful) measureGreedy(ctx context.Context, p *program.Program) (string, error) {
	g, err := harm.MeasureGreedy(ctx, p, h.calculations, h.imports, h.drafts)
	text := fmt.Sprintf("A greedy account was given %v and refused %v.\nA small account's calculation: %s ms quiet, %s ms beside it (medians %.2f times).\n",
		g.Taken, g.Refused, g.Quiet.Text("%.0f"), g.Beside.Text("%.0f"), g.Beside.Median()/g.Quiet.Median())
	return text, errors.Join(err, h.addResult(map[string]any{"version": h.version(ctx), "greedy": g}))
}

func (h *harmful) measureRestarts(ctx context.Context, p *program.Program) (string, error) {
	r, err := harm.MeasureRestarts(ctx, p, h.restarts, h.rate, h.every)
	text := fmt.Sprintf("Postgres ended %d times under %d requests a second: statuses %v, %d connections broken.\n"+
		"%d writes acknowledged, %d lost, %d twice; the longest outage %s.\n",
		h.restarts, h.rate, r.Statuses, r.Broken, r.Written, r.Lost, r.Twice, r.Away.Round(time.Millisecond))
	return text, errors.Join(err, h.addResult(map[string]any{"version": h.version(ctx), "restarts": r}))
}
