package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"puls.app/tools/bench/internal/load"
	"puls.app/tools/bench/internal/measure"
	"puls.app/tools/bench/internal/program"
)

// sessions are the settings of a test with many sessions and storms of sign-ins.
type sessions struct {
	*common
	sessions, users, rate, storm, rounds int
	calm, within                         time.Duration
	ratio, refusal                       float64
}

func sessionsCommand(c *common) *cobra.Command {
	s := sessions{common: c}
	command := c.measurement("sessions", "Send what many sessions do, with storms of sign-ins between", s.test)
	flags := command.Flags()
	flags.IntVar(&s.sessions, "sessions", 5000, "sessions that are alive")
	flags.IntVar(&s.users, "users", 500, "users, each in an account of its own, that the sessions belong to")
	flags.IntVar(&s.rate, "rate", 600, "requests of pages a second, besides refreshes")
	flags.IntVar(&s.storm, "storm", 1000, "sign-ins of a storm")
	flags.DurationVar(&s.within, "within", 10*time.Second, "how long a storm takes, and how long those who wait sign in after it")
	flags.IntVar(&s.rounds, "rounds", 1, "storms")
	flags.DurationVar(&s.calm, "calm", 5*time.Minute, "how long requests come without a storm before each, and after the last")
	flags.Float64Var(&s.ratio, "ratio", 10, "most that the others' p99 in a storm may be, in times of the calm one")
	flags.Float64Var(&s.refusal, "refusal", 100, "most that the p99 of refusals may be, in milliseconds")
	return command
}

func (s *sessions) test(ctx context.Context, p *program.Program, report *measure.Report) error {
	users, err := signIn(ctx, p, s.users, s.sessions)
	if err != nil {
		return err
	}
	var monitor load.Monitor
	var others load.Results // requests during the warm-up and between storms, and refreshes
	var storms load.SignIns
	var ratios measure.Sample
	failed := 0
	run := func(length time.Duration, to *load.Results, more ...load.Stream) error {
		more = append(more, users.Pages(s.rate, to.Collect()), users.Refresh(others.Collect()))
		return load.Run(ctx, p, length, append(more, monitor.Sample(p, time.Second))...)
	}
	for round := range s.rounds {
		var calm, rough load.Results
		if err := errors.Join(
			run(s.within, &others), run(s.calm, &calm), run(s.within, &rough, users.Storm(s.storm, s.within, &storms)),
		); err != nil {
			return err
		}
		failed += calm.Failed + rough.Failed
		ratios = append(ratios, rough.Quantile(0.99)/calm.Quantile(0.99))
		fmt.Printf("Calm %d: %s\nStorm %d: %s\n", round+1, &calm, round+1, &rough)
	}
	if err := run(s.calm, &others); err != nil {
		return err
	}
	fmt.Printf("Between and after: %s\nSigned in: %s\nRefused: %s\nMemory of puls at most: %s\n\n", &others, &storms.In,
		&storms.Refused, measure.Bytes(int64(monitor.Most(program.Memory))))
	report.Most("requests that failed", float64(failed+others.Failed+storms.Failed()), 0)
	report.Most("others' p99 in a storm, times the calm one, median", ratios.Median(), s.ratio)
	report.Least("sign-ins that were refused", float64(storms.Refused.Requests), 1)
	report.Most("p99 of refusals, ms", storms.Refused.Quantile(0.99), s.refusal)
	return nil
}
