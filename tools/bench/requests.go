package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/spf13/cobra"
	vegeta "github.com/tsenart/vegeta/v12/lib"

	"puls.app/tools/bench/internal/bare"
	"puls.app/tools/bench/internal/data"
	"puls.app/tools/bench/internal/load"
	"puls.app/tools/bench/internal/measure"
	"puls.app/tools/bench/internal/program"
)

// requests are the settings of a measurement of single calls beside a bare server.
type requests struct {
	*common
	contacts, weeks, rounds, connections, rate int
	seconds                                    time.Duration
	only                                       string
}

func requestsCommand(c *common) *cobra.Command {
	s := requests{common: c}
	command := c.measurement("requests", "Measure single calls beside a bare server that reads one row", s.measure)
	flags := command.Flags()
	flags.IntVar(&s.contacts, "contacts", 5_000, "contacts of the account")
	flags.IntVar(&s.weeks, "weeks", 8, "results of its scoring, a week apart")
	flags.IntVar(&s.rounds, "rounds", 3, "rounds")
	flags.IntVar(&s.connections, "connections", 8, "requests at once")
	flags.IntVar(&s.rate, "rate", 200, "requests a second while latencies are measured")
	flags.DurationVar(&s.seconds, "seconds", 3*time.Second, "how long each call is asked for in a round")
	flags.StringVar(&s.only, "only", "", "the name of one call")
	return command
}

// bareCommand runs the bare server for bare.Start.
func bareCommand() *cobra.Command {
	serve := func(command *cobra.Command, args []string) error {
		return bare.Serve(context.WithoutCancel(command.Context()), args[0], command.InOrStdin(), command.OutOrStdout())
	}
	return &cobra.Command{Use: "bare DATABASE", Hidden: true, Args: cobra.ExactArgs(1), RunE: serve}
}

// call is a measured call.
type call struct {
	name, path string
	// least is the share of the bare server's requests a second that the call must reach; 0 for no limit.
	least float64
	// size is the size of the response in bytes.
	size int
}

// day returns the day of a result, counted in days of the account's data; the last is today, as after a night.
func (s *requests) day(week int) int { return windowDays + 7*(week+1) }

func (s *requests) calls(a *account) []call {
	report := "?scoringType=mailing&generatedDate=" + a.date(s.day(s.weeks-1))
	all := []call{
		{name: "users/me", path: "protected/account/users/me", least: 0.45},
		{name: "list of scorings", path: "protected/scoring/scorings", least: 0.2},
		{name: "partitionSummary", path: a.path("partitionSummary") + report, least: 0.2},
		{name: "excludedReasonsSummary", path: a.path("excludedReasonsSummary") + report, least: 0.25},
		{name: "generatedDateList", path: a.path("generatedDateList") + "?scoringType=mailing", least: 0.3},
		{name: "contacts/{uid}/{id}", path: "protected/saresystem/contacts/" + a.UID() + "/1", least: 0.2},
		{name: "groups", path: "protected/saresystem/groups"},
		{name: "notifications", path: "protected/account/notifications"},
		{name: "summary", path: "protected/scoring/scorings:summary"},
		{name: "avgPerWeek", path: "protected/scoring/scorings:avgPerWeek"},
	}
	if s.only == "" {
		return all
	}
	for _, c := range all {
		if c.name == s.only {
			return []call{c}
		}
	}
	return nil
}

// target is a server to send requests to, with its process.
type target struct {
	url    string
	header http.Header
	pid    int
}

func (s *requests) measure(ctx context.Context, p *program.Program, report *measure.Report) error {
	days := s.day(s.weeks - 1)
	today, err := data.Day(time.Now().UTC().Format(time.DateOnly))
	if err != nil {
		return err
	}
	set, err := data.New(s.seed, s.contacts, days, today-days, data.Daily)
	if err != nil {
		return err
	}
	a, err := newAccountOf(ctx, p, "requests", set)
	if err != nil {
		return err
	}
	if err := s.fill(ctx, a); err != nil {
		return err
	}
	calls := s.calls(a)
	sizes := make([]int, len(calls))
	for i := range calls {
		if sizes[i], err = size(ctx, a, calls[i].path); err != nil {
			return err
		}
		calls[i].size = sizes[i]
	}
	if err := bare.Prepare(ctx, p.Database(), sizes); err != nil {
		return err
	}
	server, err := bare.Start(ctx, "bare", p.Database().Config().ConnString())
	if err != nil {
		return err
	}
	fmt.Println("| call | bytes | requests/s | of the bare server | program ms | Postgres ms | bare: requests/s | ms | Postgres ms |" +
		" p50 at the rate | p99 | bare p50 | p99 |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|")
	for _, c := range calls {
		if err := a.EnsureToken(ctx); err != nil {
			return errors.Join(err, server.Stop())
		}
		own := target{p.URL(c.path), a.Header(), p.PID()}
		other := target{fmt.Sprintf("%s/%d", server.Address, c.size), nil, server.PID()}
		if err := s.one(ctx, p, report, c, own, other); err != nil {
			return errors.Join(err, server.Stop())
		}
	}
	return server.Stop()
}

// fill imports engagement, calculates results and adds five more scorings for the list.
func (s *requests) fill(ctx context.Context, a *account) error {
	if _, err := a.importDays(ctx, 0, s.day(s.weeks-1)); err != nil {
		return err
	}
	for n := range 5 {
		if _, err := a.CreateScoring(
			ctx, fmt.Sprintf("Listed %d", n), "mailing", windowDays, program.MailWeights,
		); err != nil {
			return err
		}
	}
	for n := range s.weeks {
		date := a.date(s.day(n))
		if _, err := a.Calculate(ctx, a.scoring, date); err != nil {
			return err
		}
		if err := a.WaitResult(ctx, a.scoring, "mailing", date); err != nil {
			return err
		}
	}
	return nil
}

// size returns the size of a response in bytes, at least 11.
func size(ctx context.Context, a *account, path string) (int, error) {
	body, err := a.Open(ctx, http.MethodGet, path, nil)
	if err != nil {
		return 0, err
	}
	n, err := io.Copy(io.Discard, body)
	return max(int(n), 11), errors.Join(err, body.Close())
}

// costs are the figures of one server in all rounds: requests a second, and milliseconds of a processor in the server
// and in Postgres for each request.
type costs struct{ rate, server, postgres measure.Sample }

func (s *requests) one(
	ctx context.Context, p *program.Program, report *measure.Report, c call, own, other target,
) error {
	var product, bare costs
	for range s.rounds {
		for _, turn := range []struct {
			to    target
			costs *costs
		}{{other, &bare}, {own, &product}} {
			if err := s.turn(ctx, p, turn.to, turn.costs); err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
		}
	}
	var latencies [2]load.Results
	for i, to := range []target{own, other} {
		stream := load.Stream{Rate: load.PerSecond(s.rate), Targets: to.targeter(), Each: latencies[i].Collect()}
		if err := load.Run(ctx, p, s.seconds, stream); err != nil {
			return err
		}
		if latencies[i].Failed > 0 {
			return fmt.Errorf("%s: %d requests failed", c.name, latencies[i].Failed)
		}
	}
	share := product.rate.Ratio(bare.rate)
	row := fmt.Sprintf("%d | %.0f | %s | %.2f | %.2f | %.0f | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f", c.size,
		product.rate.Median(), share.Text("%.2f"), product.server.Median(), product.postgres.Median(),
		bare.rate.Median(), bare.server.Median(), bare.postgres.Median(),
		latencies[0].Quantile(0.5), latencies[0].Quantile(0.99), latencies[1].Quantile(0.5), latencies[1].Quantile(0.99))
	fmt.Printf("| %s | %s |\n", c.name, row)
	report.Note(c.name, row)
	if c.least > 0 {
		report.Least(c.name+": share of the bare server", share.Median(), c.least)
	}
	return nil
}

// turn sends requests to one server as fast as it answers and adds its figures.
func (s *requests) turn(ctx context.Context, p *program.Program, to target, costs *costs) error {
	own := func() (measure.Usage, error) { return measure.UsageOf(p.PID()) }
	before, err := own()
	if err != nil {
		return err
	}
	mine, err := measure.UsageOf(to.pid)
	if err != nil {
		return err
	}
	var results load.Results
	began := time.Now()
	if err := load.Run(ctx, p, s.seconds, load.Stream{
		Workers: uint64(s.connections), Targets: to.targeter(), Each: results.Collect(),
	}); err != nil {
		return err
	}
	took := time.Since(began)
	after, err := own()
	if err != nil {
		return err
	}
	then, err := measure.UsageOf(to.pid)
	if err != nil {
		return err
	}
	if results.Failed > 0 {
		return fmt.Errorf("%d requests failed", results.Failed)
	}
	each := func(d time.Duration) float64 { return d.Seconds() * 1e3 / float64(results.Requests) }
	costs.rate = append(costs.rate, float64(results.Requests)/took.Seconds())
	costs.server = append(costs.server, each(then.Own-mine.Own))
	costs.postgres = append(costs.postgres, each(after.Others-before.Others))
	return nil
}

func (t target) targeter() vegeta.Targeter {
	return vegeta.NewStaticTargeter(vegeta.Target{Method: http.MethodGet, URL: t.url, Header: t.header})
}
