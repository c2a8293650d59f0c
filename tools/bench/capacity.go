package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"puls.app/tools/bench/internal/data"
	"puls.app/tools/bench/internal/load"
	"puls.app/tools/bench/internal/measure"
	"puls.app/tools/bench/internal/program"
)

// capacity are the settings of a measurement of costs. It counts processor time and bytes, which depend little on other
// work on the machine.
type capacity struct {
	*common
	contacts, days, nights, signIns, seconds, rate int
}

func capacityCommand(c *common) *cobra.Command {
	s := capacity{common: c}
	command := c.measurement(
		"capacity", "Measure what contacts, facts, nights, sign-ins and requests cost", s.measure,
	)
	flags := command.Flags()
	flags.IntVar(&s.contacts, "contacts", 1_000_000, "contacts of the account")
	flags.IntVar(&s.days, "days", 8, "days of engagement, each with about two rows for three contacts")
	flags.IntVar(&s.nights, "nights", 5, "days that are calculated")
	flags.IntVar(&s.signIns, "sign-ins", 200, "sign-ins, three at once")
	flags.IntVar(&s.seconds, "seconds", 60, "seconds of requests")
	flags.IntVar(&s.rate, "rate", 200, "requests a second")
	return command
}

func (s *capacity) measure(ctx context.Context, p *program.Program, report *measure.Report) error {
	table := newCostTable(p, report)
	var one *account
	if err := table.measure(ctx, "import of contacts", "contacts", func() (_ int, err error) {
		one, err = s.newAccount(ctx, p, "capacity", s.contacts, s.days, data.Daily)
		return s.contacts, errors.Join(err, p.Settled(ctx))
	}); err != nil {
		return err
	}
	if err := table.measure(ctx, "import of engagement, compacted", "rows", func() (int, error) {
		rows, err := one.importDays(ctx, 0, s.days)
		return rows, errors.Join(err, p.Settled(ctx))
	}); err != nil {
		return err
	}
	// The first calculation reads everything into caches.
	if _, err := one.Calculate(ctx, one.scoring, one.date(windowDays)); err != nil {
		return err
	}
	if err := table.measure(ctx, "calculations", "contacts and days", func() (int, error) {
		for n := range s.nights {
			if _, err := one.Calculate(ctx, one.scoring, one.date(windowDays+1+n)); err != nil {
				return 0, err
			}
		}
		return s.contacts * s.nights, nil
	}); err != nil {
		return err
	}
	return s.users(ctx, p, table)
}

func (s *capacity) users(ctx context.Context, p *program.Program, table *costTable) error {
	users, err := load.NewUsers(ctx, p, 20)
	if err != nil {
		return err
	}
	if err := table.measure(ctx, "sign-ins", "sign-ins", func() (int, error) {
		return s.signIns, users.SignIn(ctx, s.signIns)
	}); err != nil {
		return err
	}
	return table.measure(ctx, "requests of signed-in users", "requests", func() (int, error) {
		var results load.Results
		err := load.Run(ctx, p, time.Duration(s.seconds)*time.Second, users.Pages(s.rate, results.Collect()))
		if results.Failed > 0 {
			err = errors.Join(err, fmt.Errorf("%d requests failed", results.Failed))
		}
		return int(results.Requests), err
	})
}
