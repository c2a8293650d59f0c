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
	"puls.app/tools/bench/internal/data"
	"puls.app/tools/bench/internal/measure"
	"puls.app/tools/bench/internal/program"
)

// capacity are the settings of a measurement of what things cost. It counts processor time and bytes, not the clock, so
// that other work on the machine matters little.
type capacity struct {
	*common
	contacts, rows, nights, signIns, requests, rate int
}

func capacityCommand(c *common) *cobra.Command {
	s := capacity{common: c}
	command := &cobra.Command{
		Use: "capacity", Short: "Measure what contacts, facts, nights, sign-ins and requests cost", Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error { return s.run(command.Context()) },
	}
	flags := command.Flags()
	flags.IntVar(&s.contacts, "contacts", 1_000_000, "contacts of the account")
	flags.IntVar(&s.rows, "rows", 5_000_000, "rows of engagement")
	flags.IntVar(&s.nights, "nights", 5, "days that are calculated")
	flags.IntVar(&s.signIns, "sign-ins", 200, "sign-ins, three at once")
	flags.IntVar(&s.requests, "seconds", 60, "seconds of requests")
	flags.IntVar(&s.rate, "rate", 200, "requests a second")
	return command
}

// cost is what one thing took, of so many units.
type cost struct {
	Name, Unit string
	Units      int
	// Puls and Rest are processor time of the program and of its Postgres and hashing.
	Puls, Rest time.Duration
	// Log and Disk are bytes that Postgres wrote to its log and took on the disk; Peak is the most memory of the program.
	Log, Disk, Peak int64
}

func (s *capacity) run(ctx context.Context) error {
	if err := errors.Join(os.RemoveAll(s.data), os.MkdirAll(s.data, 0o755)); err != nil {
		return fmt.Errorf("make folder: %w", err)
	}
	p, err := program.Start(ctx, program.Options{
		Binary: s.binary, Packages: s.packages, Data: s.data + "/puls", Quiet: s.quiet,
		Env: []string{"PULS_TRUSTED_PROXIES=127.0.0.1/32"},
	})
	if err != nil {
		return err
	}
	costs, err := s.measure(ctx, p)
	if err := errors.Join(err, p.Stop()); err != nil {
		return err
	}
	fmt.Print(s.table(s.version(ctx), costs))
	return errors.Join(s.addResult(map[string]any{"version": s.version(ctx), "capacity": costs}), s.clean())
}

// meter measures one thing after the other.
type meter struct {
	program *program.Program
	costs   []cost
}

func (m *meter) measure(ctx context.Context, name, unit string, units int, do func() error) error {
	say("%s", name)
	if err := measure.Forget(m.program.PID()); err != nil {
		return err
	}
	before, err := m.look(ctx)
	if err != nil {
		return err
	}
	if err := do(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	after, err := m.look(ctx)
	if err != nil {
		return err
	}
	m.costs = append(m.costs, cost{
		Name: name, Unit: unit, Units: units, Puls: after.Puls - before.Puls, Rest: after.Rest - before.Rest,
		Log: after.Log - before.Log, Disk: after.Disk - before.Disk, Peak: after.Peak,
	})
	return nil
}

func (m *meter) look(ctx context.Context) (c cost, err error) {
	all, allErr := measure.CPU(m.program.PID())
	own, ownErr := measure.Own(m.program.PID())
	log, logErr := m.program.Log(ctx)
	size, sizeErr := m.program.Size(ctx)
	peak, peakErr := measure.Peak(m.program.PID())
	return cost{Puls: own, Rest: all - own, Log: log, Disk: size, Peak: peak},
		errors.Join(allErr, ownErr, logErr, sizeErr, peakErr)
}

const capacityEmail = "capacity@example.com"

func (s *capacity) measure(ctx context.Context, p *program.Program) ([]cost, error) {
	account, err := p.CreateAccount(ctx, capacityEmail, crowdPassword)
	if err != nil {
		return nil, err
	}
	client, err := p.Login(ctx, capacityEmail, crowdPassword)
	if err != nil {
		return nil, err
	}
	m := &meter{program: p}
	if err := s.load(ctx, m, client); err != nil {
		return nil, err
	}
	if err := s.calculate(ctx, m, client, account); err != nil {
		return nil, err
	}
	return m.costs, s.people(ctx, m)
}

func (s *capacity) load(ctx context.Context, m *meter, client *program.Client) error {
	first, err := data.Day(firstEvent)
	if err != nil {
		return err
	}
	set, err := data.New(s.seed, s.contacts, 1, first, data.Daily)
	if err != nil {
		return err
	}
	set.EveryAddress = true
	rows, err := data.NewRows(set, data.ByTime, s.rows)
	if err != nil {
		return err
	}
	err = m.measure(ctx, "import of contacts", "contact", s.contacts, func() error {
		if _, err := loadContacts(ctx, client, set); err != nil {
			return err
		}
		return m.program.Settled(ctx)
	})
	if err != nil {
		return err
	}
	return m.measure(ctx, "import of engagement, compacted", "row", s.rows, func() error {
		sending := importing{common: s.common, rows: s.rows}
		if err := sending.send(ctx, client, rows, &intake{}); err != nil {
			return err
		}
		return errors.Join(m.program.Drained(ctx), m.program.Settled(ctx))
	})
}

func (s *capacity) calculate(ctx context.Context, m *meter, client *program.Client, account int32) error {
	id, err := client.CreateScoring(ctx, "Everybody", uidOf(account), 28, 0)
	if err != nil {
		return err
	}
	day, err := data.Day(firstEvent)
	if err != nil {
		return err
	}
	// The first one reads everything for the first time.
	if _, err := client.Calculate(ctx, account, id, data.Date(day+27)); err != nil {
		return err
	}
	return m.measure(ctx, "calculations", "contact and day", s.contacts*s.nights, func() error {
		for n := range s.nights {
			if _, err := client.Calculate(ctx, account, id, data.Date(day+28+n)); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *capacity) people(ctx context.Context, m *meter) error {
	emails, err := makeUsers(ctx, m.program, 20)
	if err != nil {
		return err
	}
	var people *crowd.Crowd
	err = m.measure(ctx, "sign-ins", "sign-in", s.signIns, func() (err error) {
		people, err = crowd.SignIn(ctx, m.program.Address(), emails, crowdPassword, s.signIns)
		return err
	})
	if err != nil {
		return err
	}
	length := time.Duration(s.requests) * time.Second
	return m.measure(ctx, "requests of signed-in people", "request", s.requests*s.rate, func() error {
		record, err := people.Go(ctx, crowd.Run{Rate: s.rate, Length: length})
		if err == nil && record.Without().Errors > 0 {
			err = fmt.Errorf("%d requests failed", record.Without().Errors)
		}
		return err
	})
}

func (s *capacity) table(version string, costs []cost) string {
	var out strings.Builder
	fmt.Fprintf(&out, "\n## What things cost\n\n%s; load %s\n\n", version, measure.Load())
	out.WriteString("| | units | µs of a processor: puls | Postgres and hashing | log, bytes | disk, bytes | peak of puls |\n|---|---|---|---|---|---|---|\n")
	for _, c := range costs {
		of := func(n int64) float64 { return float64(n) / float64(c.Units) }
		fmt.Fprintf(&out, "| %s | %s a %s | %.2f | %.2f | %.1f | %.1f | %s |\n", c.Name, measure.Count(c.Units), c.Unit,
			of(c.Puls.Microseconds()), of(c.Rest.Microseconds()), of(c.Log), of(c.Disk), measure.Bytes(c.Peak))
	}
	return out.String()
}
