package command

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"puls.app/services/kit/conf"
	"puls.app/services/kit/host"
	"puls.app/services/puls/internal/run"
)

// offset adds n to the port of an address.
func offset(address string, n int) string {
	hostname, port, err := net.SplitHostPort(address)
	number, numberErr := strconv.Atoi(port)
	if err != nil || numberErr != nil || n <= 0 {
		return address
	}
	return net.JoinHostPort(hostname, strconv.Itoa(number+n))
}

// target returns the installation that an operator's command works on: a running `puls local`, or the one that the
// environment names. A command that runs no service needs no database.
func target(data string, database bool) (run.Settings, run.File, error) {
	settings, err := installation()
	if err != nil {
		return settings, run.File{}, err
	}
	if settings.NATSURL() != "" && (settings.DatabaseURL() != "" || !database) {
		return settings, run.File{DatabaseURL: settings.DatabaseURL(), NATSURL: settings.NATSURL()}, nil
	}
	file, err := run.Find(data)
	if err != nil {
		return settings, file, err
	}
	settings.Secret = conf.Secret(file.Secret)
	return settings, file, nil
}

// withServices runs work with services in this process, which serve calls but run no background work.
func withServices(ctx context.Context, data string, chosen []host.Service, work func(host.Env) error) (err error) {
	settings, file, err := target(data, len(chosen) > 0)
	if err != nil {
		return err
	}
	settings.LogLevel = "error"
	env, err := settings.Env(host.NewMemory(), file.DatabaseURL, settings.NATS(file.NATSURL), nil, settings.Logger())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, env.Bus.Close()) }()
	env.NoWork = true
	h, err := host.Start(ctx, env, chosen)
	if err != nil {
		return err
	}
	defer h.Stop()
	env.Name = operatorName
	return work(env)
}

func nightlyCommand() *cobra.Command {
	var data, date string
	var every time.Duration
	command := &cobra.Command{
		Use: "nightly", Short: "Calculate all due scorings, or one day for all accounts", Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			if err := checkNightlyDate(date, time.Now()); err != nil {
				return err
			}
			return withServices(command.Context(), data, nil, func(env host.Env) error {
				if every > 0 {
					return schedule(command.Context(), &env, every)
				}
				return publishNightly(command.Context(), env.Bus, date, time.Now())
			})
		},
	}
	command.Flags().DurationVar(&every, "every", 0, "go on asking at every full interval such as 1h, where nothing else runs jobs")
	command.Flags().StringVar(&data, "data", run.DefaultData(), "data folder of the running program")
	command.Flags().StringVar(&date, "date", "", "calculate this day (YYYY-MM-DD) for every account in which it has begun")
	command.MarkFlagsMutuallyExclusive("every", "date")
	return command
}

// checkNightlyDate refuses an invalid day, and a day that has not begun anywhere; each account decides by its own
// timezone.
func checkNightlyDate(date string, now time.Time) error {
	if date == "" {
		return nil
	}
	day, err := time.Parse(time.DateOnly, date)
	if err != nil || day.Year() < 1970 {
		return fmt.Errorf("--date: %q is not a day such as 2026-11-02", date)
	}
	const eastmost = 14 * time.Hour // no zone is further ahead of UTC
	if day.After(now.UTC().Add(eastmost)) {
		return fmt.Errorf("--date: %s has not begun anywhere", date)
	}
	return nil
}

// password returns PULS_PASSWORD, else a line of standard input if that is a pipe, else a new one; made is true for a
// new one, which the command prints.
func password() (value string, made bool, err error) {
	values, err := environment()
	if err != nil {
		return "", false, err
	}
	if value = values["PULS_PASSWORD"]; value != "" {
		return value, false, nil
	}
	if info, err := os.Stdin.Stat(); err == nil && info.Mode()&os.ModeNamedPipe != 0 {
		line, err := bufio.NewReader(os.Stdin).ReadString('\n')
		if line = strings.TrimRight(line, "\r\n"); line != "" {
			return line, false, nil
		}
		if err != nil {
			return "", false, fmt.Errorf("read password: %w", err)
		}
	}
	return rand.Text() + "-a1", true, nil
}
