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

// load are the settings of a measurement of many people at once.
type load struct {
	*common
	sessions, users, rate, storm int
	length                       time.Duration
}

func loadCommand(c *common) *cobra.Command {
	l := load{common: c}
	command := &cobra.Command{
		Use: "load", Short: "Measure many sessions at once, then a storm of sign-ins beside them", Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error { return l.run(command.Context()) },
	}
	flags := command.Flags()
	flags.IntVar(&l.sessions, "sessions", 5000, "sessions that are alive")
	flags.IntVar(&l.users, "users", 500, "users, each in an account of its own, that the sessions belong to")
	flags.IntVar(&l.rate, "rate", 600, "requests a second, besides refreshes: a sixth asks for flags")
	flags.IntVar(&l.storm, "storm", 1000, "sign-ins within ten seconds, in the second half")
	flags.DurationVar(&l.length, "length", 10*time.Minute, "how long requests are sent")
	return command
}

func (l *load) run(ctx context.Context) (err error) {
	if err := os.MkdirAll(l.data, 0o755); err != nil {
		return fmt.Errorf("make folder: %w", err)
	}
	p, err := program.Start(ctx, program.Options{
		Binary: l.binary, Packages: l.packages, Data: l.data + "/puls", Quiet: l.quiet,
		// People come from many addresses; the program believes those that a proxy on this machine names.
		Env: []string{"PULS_TRUSTED_PROXIES=127.0.0.1/32"},
	})
	if err != nil {
		return err
	}
	result, err := l.measure(ctx, p)
	if err := errors.Join(err, p.Stop()); err != nil {
		return err
	}
	fmt.Print(l.table(l.version(ctx), result))
	err = l.addResult(map[string]any{"version": l.version(ctx), "load": result})
	if result.Base.Errors+result.Stormy.Errors > 0 {
		err = errors.Join(err, fmt.Errorf("%d requests failed", result.Base.Errors+result.Stormy.Errors))
	}
	return errors.Join(err, l.clean())
}

const (
	stormLength   = 10 * time.Second
	crowdPassword = "Correct-Horse-9"
)

// makeUsers makes so many users, each in an account of its own, and answers their addresses.
func makeUsers(ctx context.Context, p *program.Program, users int) ([]string, error) {
	say("%s accounts are made", measure.Count(users))
	emails := make([]string, users)
	for i := range emails {
		emails[i] = fmt.Sprintf("person-%d@example.com", i)
		if _, err := p.CreateAccount(ctx, emails[i], crowdPassword); err != nil {
			return nil, err
		}
	}
	return emails, nil
}

// crowdResult are the figures of one run.
type crowdResult struct {
	// Base is the time without the storm, Stormy the ten seconds of it and the ten after.
	Base, Stormy       crowd.Figures
	Storm              crowd.SignIns
	Peak, PostgresPeak int64
}

func (l *load) measure(ctx context.Context, p *program.Program) (*crowdResult, error) {
	emails, err := makeUsers(ctx, p, l.users)
	if err != nil {
		return nil, err
	}
	say("%s sessions sign in", measure.Count(l.sessions))
	people, err := crowd.SignIn(ctx, p.Address(), emails, crowdPassword, l.sessions)
	if err != nil {
		return nil, err
	}
	if err := measure.Forget(p.PID()); err != nil {
		return nil, err
	}
	p.PostgresPeak()
	say("requests for %s", l.length)
	storm := crowd.Storm{At: l.length / 2, Length: stormLength, SignIns: l.storm}
	rough := crowd.Window{From: storm.At, To: storm.At + 2*storm.Length}
	run := crowd.Run{Rate: l.rate, Length: l.length, Emails: emails, Password: crowdPassword}
	if l.storm > 0 {
		run.Storms = []crowd.Storm{storm}
	}
	record, err := people.Go(ctx, run)
	if err != nil {
		return nil, err
	}
	result := &crowdResult{Base: record.Without(rough), Stormy: record.Within(rough), Storm: record.SignIns(rough)}
	if result.Peak, err = measure.Peak(p.PID()); err != nil {
		return nil, err
	}
	result.PostgresPeak = p.PostgresPeak()
	return result, nil
}

func (l *load) table(version string, r *crowdResult) string {
	var out strings.Builder
	fmt.Fprintf(&out, "\n## %s sessions, %d requests a second for %s\n\n%s; %d processors, the senders' work included\n\n",
		measure.Count(l.sessions), l.rate, l.length, version, l.cores)
	out.WriteString("| | requests | errors | p50 ms | p99 ms | most ms |\n|---|---|---|---|---|---|\n")
	for _, row := range []struct {
		name    string
		figures crowd.Figures
	}{{"all but the storm", r.Base}, {"during the storm and ten seconds after", r.Stormy}} {
		f := row.figures
		fmt.Fprintf(
			&out, "| %s | %s | %d | %.1f | %.1f | %.1f |\n", row.name, measure.Count(f.Requests), f.Errors, f.P50, f.P99, f.Most,
		)
	}
	fmt.Fprintf(&out, "\n%d of the requests for flags were answered with 304, %d sessions refreshed.\n", r.Base.NotModified+r.Stormy.NotModified,
		r.Base.Refreshed+r.Stormy.Refreshed)
	fmt.Fprintf(&out, "Storm: %d signed in (p99 %.0f ms), %d were told to wait (429, p99 %.0f ms), %d errors.\n",
		r.Storm.SignedIn, r.Storm.SignedInP99, r.Storm.Waiting, r.Storm.WaitingP99, r.Storm.Errors)
	fmt.Fprintf(&out, "Peak memory: puls %s, its Postgres %s.\n", measure.Bytes(r.Peak), measure.Bytes(r.PostgresPeak))
	return out.String()
}
