package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"puls.app/tools/bench/internal/crowd"
	"puls.app/tools/bench/internal/measure"
	"puls.app/tools/bench/internal/program"
	"puls.app/tools/bench/internal/soak"
)

// soaking are the settings of the long run.
type soaking struct {
	*common
	minutes, warm, rate, sessions, contacts int
	slope, change, drift                    float64
}

func soakCommand(c *common) *cobra.Command {
	s := soaking{common: c}
	command := &cobra.Command{
		Use: "soak", Short: "Do everything for an hour and prove that what the program holds stays the same", Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error { return s.run(command.Context()) },
	}
	flags := command.Flags()
	flags.IntVar(&s.minutes, "minutes", 60, "how long")
	flags.IntVar(&s.warm, "warm", 10, "minutes at the beginning that do not count")
	flags.IntVar(&s.rate, "rate", 300, "requests a second, besides refreshes: a sixth asks for flags")
	flags.IntVar(&s.sessions, "sessions", 1000, "sessions that are alive")
	flags.IntVar(&s.contacts, "contacts", 50_000, "contacts of the account in which everything else goes on")
	flags.Float64Var(&s.slope, "slope", 1, "most that the memory may grow, in percent an hour")
	flags.Float64Var(&s.change, "change", 5, "most that counts may grow from the first quarter to the last, in percent")
	flags.Float64Var(&s.drift, "drift", 10, "most that the p99 may grow from the first quarter to the last, in percent")
	return command
}

func (s *soaking) run(ctx context.Context) error {
	if s.warm >= s.minutes {
		return fmt.Errorf("%d minutes are warm-up, of %d in all", s.warm, s.minutes)
	}
	if err := os.MkdirAll(s.data, 0o755); err != nil {
		return fmt.Errorf("make folder: %w", err)
	}
	p, err := program.Start(ctx, program.Options{
		Binary: s.binary, Packages: s.packages, Data: s.data + "/puls", Quiet: s.quiet,
		Env: []string{"PULS_TRUSTED_PROXIES=127.0.0.1/32"},
	})
	if err != nil {
		return err
	}
	result, err := s.measure(ctx, p)
	if err := errors.Join(err, p.Stop()); err != nil {
		return err
	}
	text, judged := s.judge(result)
	fmt.Printf("\n## Everything at once for %d minutes, %d requests a second\n\n%s; %d processors, the senders' work included; load %s\n\n%s",
		s.minutes, s.rate, s.version(ctx), s.cores, measure.Load(), text)
	return errors.Join(s.addResult(map[string]any{"version": s.version(ctx), "soak": result}), judged, s.clean())
}

// soaked is what a run came to.
type soaked struct {
	Looks   []soak.Look
	Minutes []crowd.Figures
	SignIns crowd.SignIns
	Busy    soak.Counts
}

func (s *soaking) measure(ctx context.Context, p *program.Program) (*soaked, error) {
	const users = 100
	emails, err := makeUsers(ctx, p, users)
	if err != nil {
		return nil, err
	}
	busy, err := soak.Fill(ctx, p, s.contacts)
	if err != nil {
		return nil, err
	}
	people, err := crowd.SignIn(ctx, p.Address(), emails, crowdPassword, s.sessions)
	if err != nil {
		return nil, err
	}
	length := time.Duration(s.minutes) * time.Minute
	run := crowd.Run{Rate: s.rate, Length: length, Emails: emails, Password: crowdPassword}
	for at := 2 * time.Minute; at < length; at += 5 * time.Minute {
		run.Storms = append(run.Storms, crowd.Storm{At: at, Length: stormLength, SignIns: 200})
	}
	say("everything at once for %s", length)
	going, stop := context.WithCancel(ctx)
	result := &soaked{}
	var beside sync.WaitGroup
	var looked error
	beside.Go(func() { result.Busy = busy.Go(going) })
	beside.Go(func() { result.Looks, looked = soak.Watch(going, p, 5*time.Second) })
	record, err := people.Go(ctx, run)
	stop()
	beside.Wait()
	if err := errors.Join(err, looked); err != nil {
		return nil, err
	}
	for at := time.Duration(0); at < length; at += time.Minute {
		result.Minutes = append(result.Minutes, record.Within(crowd.Window{From: at, To: at + time.Minute}))
	}
	result.SignIns = record.SignIns(crowd.Window{To: length})
	return result, nil
}

// fewThreads may come to a dozen at any time: one for each moment in which more of them waited for the disk than ever
// before, and Go ends none.
const fewThreads = 8

// judge puts a run into words, and into an error when something grows.
func (s *soaking) judge(r *soaked) (string, error) {
	var out strings.Builder
	var errs []error
	warm := time.Duration(s.warm) * time.Minute
	out.WriteString("| | first quarter | last quarter | change | slope an hour |\n|---|---|---|---|---|\n")
	megabytes := func(n float64) string { return measure.Bytes(int64(n)) }
	number := func(n float64) string { return fmt.Sprintf("%.0f", n) }
	for _, row := range []struct {
		name   string
		figure func(soak.Look) float64
		text   func(float64) string
		// most that it may grow, 0 where it is only told; few is what may always be added
		slope, change, few float64
	}{
		{"memory of puls", func(l soak.Look) float64 { return l.Memory }, megabytes, s.slope, 0, 0},
		{"of it, Go beside stacks", func(l soak.Look) float64 { return l.Heap }, megabytes, 0, 0, 0},
		{"the collector's goal", func(l soak.Look) float64 { return l.Goal }, megabytes, 0, 0, 0},
		{"memory of its Postgres", func(l soak.Look) float64 { return l.Postgres }, megabytes, 0, 0, 0},
		{"goroutines", func(l soak.Look) float64 { return l.Goroutines }, number, 0, s.change, 0},
		{"threads", func(l soak.Look) float64 { return l.Threads }, number, 0, s.change, fewThreads},
		{"open files", func(l soak.Look) float64 { return l.Files }, number, 0, s.change, 0},
		{"connections to Postgres", func(l soak.Look) float64 { return l.Connections }, number, 0, s.change, 0},
	} {
		t := soak.TrendOf(r.Looks, warm, row.figure)
		fmt.Fprintf(&out, "| %s | %s | %s | %+.1f %% | %+.1f %% |\n",
			row.name, row.text(t.First), row.text(t.Last), t.Change(), t.Slope)
		if row.slope > 0 && t.Slope > row.slope {
			errs = append(errs, fmt.Errorf("%s grows by %.1f %% an hour", row.name, t.Slope))
		}
		if row.change > 0 && t.Change() > row.change && t.Last-t.First > row.few {
			errs = append(errs, fmt.Errorf("%s grew by %.1f %%", row.name, t.Change()))
		}
	}
	errs = append(errs, s.judgeRequests(&out, r))
	fmt.Fprintf(&out, "\nBeside them, done: %v; failed: %v. Sign-ins of storms: %d signed in, %d told to wait (p99 %.0f ms), %d errors.\n",
		r.Busy.Done, r.Busy.Failed, r.SignIns.SignedIn, r.SignIns.Waiting, r.SignIns.WaitingP99, r.SignIns.Errors)
	if len(r.Busy.Failed) > 0 || r.SignIns.Errors > 0 {
		errs = append(errs, errors.New("something that should have been done was not"))
	}
	return out.String(), errors.Join(errs...)
}

// judgeRequests compares the minutes of the first quarter with those of the last.
func (s *soaking) judgeRequests(out *strings.Builder, r *soaked) error {
	var p50, p99 measure.Sample
	requests, failed := 0, 0
	for _, minute := range r.Minutes {
		requests, failed = requests+minute.Requests, failed+minute.Errors
	}
	for _, minute := range r.Minutes[s.warm:] {
		p50, p99 = append(p50, minute.P50), append(p99, minute.P99)
	}
	quarter := max(1, len(p99)/4)
	first, last := p99[:quarter].Median(), p99[len(p99)-quarter:].Median()
	drift := 100 * (last - first) / first
	fmt.Fprintf(out, "\n%s requests, %d failed; p50 %.1f ms, p99 of a minute %.1f ms (%.1f to %.1f); p99 from %.1f to %.1f ms (%+.1f %%).\n",
		measure.Count(requests), failed, p50.Median(), p99.Median(), slices.Min(p99), slices.Max(p99), first, last, drift)
	var errs []error
	if failed > 0 {
		errs = append(errs, fmt.Errorf("%d requests failed", failed))
	}
	if drift > s.drift {
		errs = append(errs, fmt.Errorf("the p99 grew by %.1f %%", drift))
	}
	return errors.Join(errs...)
}
