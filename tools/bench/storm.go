package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"puls.app/tools/bench/internal/crowd"
	"puls.app/tools/bench/internal/measure"
	"puls.app/tools/bench/internal/program"
)

// storming are the settings of storms of sign-ins.
type storming struct {
	*common
	sessions, users, rate, storm, rounds int
	ratio, refusal                       float64
}

func stormCommand(c *common) *cobra.Command {
	s := storming{common: c}
	command := &cobra.Command{
		Use: "storm", Short: "Measure what storms of sign-ins cost everybody else, in turns with calm", Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error { return s.run(command.Context()) },
	}
	flags := command.Flags()
	flags.IntVar(&s.sessions, "sessions", 1000, "sessions that are alive")
	flags.IntVar(&s.users, "users", 100, "users, each in an account of its own, that the sessions belong to")
	flags.IntVar(&s.rate, "rate", 600, "requests a second, besides refreshes: a sixth asks for flags")
	flags.IntVar(&s.storm, "storm", 1000, "sign-ins of a storm, within ten seconds")
	flags.IntVar(&s.rounds, "rounds", 5, "storms, in turns with calm")
	flags.Float64Var(&s.ratio, "ratio", 2, "most that the p99 of the others may be in a storm, in times of that without")
	flags.Float64Var(&s.refusal, "refusal", 100, "most that the p99 of refusals may be, in milliseconds")
	return command
}

const (
	// calmLength is how long requests come without a storm before each, and settling how long after one they count as
	// neither: those who wait sign in then.
	calmLength = 20 * time.Second
	settling   = 10 * time.Second
)

// stormRound is a time of calm and the storm after it.
type stormRound struct {
	Calm, Rough crowd.Figures
	SignIns     crowd.SignIns
}

func (s *storming) run(ctx context.Context) error {
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
	rounds, err := s.measure(ctx, p)
	if err := errors.Join(err, p.Stop()); err != nil {
		return err
	}
	text, judged := s.judge(rounds)
	fmt.Printf("\n## Storms of %s sign-ins within ten seconds beside %d requests a second\n\n%s; %d processors, the senders' work included; load %s\n\n%s",
		measure.Count(s.storm), s.rate, s.version(ctx), s.cores, measure.Load(), text)
	return errors.Join(s.addResult(map[string]any{"version": s.version(ctx), "storms": rounds}), judged, s.clean())
}

func (s *storming) measure(ctx context.Context, p *program.Program) ([]stormRound, error) {
	emails, err := makeUsers(ctx, p, s.users)
	if err != nil {
		return nil, err
	}
	say("%s sessions sign in", measure.Count(s.sessions))
	people, err := crowd.SignIn(ctx, p.Address(), emails, crowdPassword, s.sessions)
	if err != nil {
		return nil, err
	}
	const round = calmLength + stormLength + settling
	// What comes first warms up.
	run := crowd.Run{
		Rate: s.rate, Length: settling + time.Duration(s.rounds)*round, Emails: emails, Password: crowdPassword,
	}
	for n := range s.rounds {
		at := settling + time.Duration(n)*round + calmLength
		run.Storms = append(run.Storms, crowd.Storm{At: at, Length: stormLength, SignIns: s.storm})
	}
	say("%d storms, for %s", s.rounds, run.Length)
	record, err := people.Go(ctx, run)
	if err != nil {
		return nil, err
	}
	var rounds []stormRound
	for _, storm := range run.Storms {
		rough := crowd.Window{From: storm.At, To: storm.At + storm.Length}
		rounds = append(rounds, stormRound{
			Calm:  record.Within(crowd.Window{From: storm.At - calmLength, To: storm.At}),
			Rough: record.Within(rough), SignIns: record.SignIns(rough),
		})
	}
	return rounds, nil
}

// judge puts the rounds into words, and into an error when they cost too much.
func (s *storming) judge(rounds []stormRound) (string, error) {
	var out strings.Builder
	var ratios, refusals measure.Sample
	failed, refused := 0, 0
	out.WriteString("| round | others without: p50, p99 ms | in the storm: p50, p99 ms | ratio of p99 | signed in (p99 ms) | refused (p99 ms) | errors |\n|---|---|---|---|---|---|---|\n")
	for n, r := range rounds {
		ratio, errs := r.Rough.P99/r.Calm.P99, r.Calm.Errors+r.Rough.Errors+r.SignIns.Errors
		fmt.Fprintf(&out, "| %d | %.1f, %.1f | %.1f, %.1f | %.2f | %d (%.0f) | %d (%.0f) | %d |\n", n+1, r.Calm.P50, r.Calm.P99,
			r.Rough.P50, r.Rough.P99, ratio,
			r.SignIns.SignedIn, r.SignIns.SignedInP99, r.SignIns.Waiting, r.SignIns.WaitingP99, errs)
		ratios, refusals = append(ratios, ratio), append(refusals, r.SignIns.WaitingP99)
		failed, refused = failed+errs, refused+r.SignIns.Waiting
	}
	fmt.Fprintf(&out, "\nRatio of the p99: %s; p99 of refusals: %s ms.\n", ratios.Text("%.2f"), refusals.Text("%.0f"))
	var errs []error
	if failed > 0 {
		errs = append(errs, fmt.Errorf("%d requests failed", failed))
	}
	if ratios.Median() > s.ratio {
		errs = append(errs, fmt.Errorf("the others' p99 is %.2f times that without a storm", ratios.Median()))
	}
	if refused == 0 || refusals.Median() > s.refusal {
		errs = append(errs, fmt.Errorf("%d were refused, with a p99 of %.0f ms", refused, refusals.Median()))
	}
	return out.String(), errors.Join(errs...)
}
