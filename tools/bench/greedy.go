package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/spf13/cobra"
	vegeta "github.com/tsenart/vegeta/v12/lib"

	"puls.app/tools/bench/internal/load"
	"puls.app/tools/bench/internal/measure"
	"puls.app/tools/bench/internal/program"
)

// greed are the settings of an account that asks for more than it needs. Its limits are the defaults, or those in the
// environment of this process.
type greed struct {
	*common
	contacts, calculations, imports, drafts int
	ratio                                   float64
}

func greedyCommand(c *common) *cobra.Command {
	s := greed{common: c}
	settings := func() []string { return nil }
	command := c.measurement("greedy", "Measure what an account costs that asks for too much", settings, s.test)
	flags := command.Flags()
	flags.IntVar(&s.contacts, "contacts", 20_000, "contacts of it, and of the modest account")
	flags.IntVar(&s.calculations, "calculations", 1000, "calculations that it asks for")
	flags.IntVar(&s.imports, "imports", 100, "imports")
	flags.IntVar(&s.drafts, "drafts", 1000, "drafts")
	flags.Float64Var(&s.ratio, "ratio", 10, "most that a modest account's calculation may take, in times of that without")
	return command
}

// asking is how long the greedy account sends requests. The modest one calculates once a second meanwhile and before,
// which is below its limit of an hour.
const asking = 9 * time.Second

func (s *greed) test(ctx context.Context, p *program.Program, report *measure.Report) error {
	modest, err := s.newResult(ctx, p, "modest", s.contacts)
	if err != nil {
		return err
	}
	greedy, err := s.newResult(ctx, p, "greedy", s.contacts)
	if err != nil {
		return err
	}
	streams, counts, err := s.asks(p, greedy)
	if err != nil {
		return err
	}
	calculations := func(to *load.Results) load.Stream {
		return load.Stream{Rate: load.PerSecond(1), Each: to.Collect(), Do: func(ctx context.Context, n int) error {
			_, err := modest.Calculate(ctx, modest.scoring, modest.date(windowDays+1+n)) // a day in progress is refused
			return err
		}}
	}
	var quiet, beside load.Results
	if err := errors.Join(
		load.Run(ctx, p, asking, calculations(&quiet)), load.Run(ctx, p, asking, append(streams, calculations(&beside))...),
	); err != nil {
		return err
	}
	failed := quiet.Failed + beside.Failed
	for name, results := range counts {
		fmt.Printf("The greedy account asked for %s: %s\n", name, results)
		failed += results.Failed
	}
	fmt.Printf("Calculations of a modest account without: %s\nBeside: %s\n\n", &quiet, &beside)
	report.Most("requests that were neither taken nor refused", float64(failed), 0)
	report.Most("modest account's calculation, times that without", beside.Quantile(0.5)/quiet.Quantile(0.5), s.ratio)
	return nil
}

// asks returns the requests of the greedy account, and where their results are collected, by name.
func (s *greed) asks(p *program.Program, one *account) ([]load.Stream, map[string]*load.Results, error) {
	var file bytes.Buffer
	if _, err := one.set.WriteDays(&file, 0, 7); err != nil {
		return nil, nil, err
	}
	upload := vegeta.Target{
		Method: http.MethodPost, URL: p.URL("protected/saresystem/engagement:import"), Header: one.Header(),
		Body: file.Bytes(),
	}
	upload.Header.Set("Content-Type", "text/csv")
	var streams []load.Stream
	counts := map[string]*load.Results{}
	ask := func(name string, many int, targets vegeta.Targeter) {
		results := &load.Results{}
		counts[name], streams = results, append(streams, load.Stream{
			Targets: targets, Rate: vegeta.Rate{Freq: many, Per: asking},
			Each: results.Collect(http.StatusTooManyRequests, http.StatusConflict),
		})
	}
	ask("imports", s.imports, vegeta.NewStaticTargeter(upload))
	ask("calculations", s.calculations, load.Post(p, one.path("calculate"), one.Header, func(n int) any {
		return object{"generatedDate": one.date(windowDays + n%7)}
	}))
	ask("drafts", s.drafts, load.Post(p, "protected/scoring/scorings", one.Header, func(n int) any {
		return object{"name": fmt.Sprintf("Draft %d", n), "config": object{"daysAgo": 14}}
	}))
	return streams, counts, nil
}
