package command

import (
	"errors"
	"log/slog"
	"time"

	"github.com/spf13/cobra"

	"puls.app/services/puls/internal/doctor"
	"puls.app/services/puls/internal/run"
)

// errorsOnly is the log level of servers started by commands.
const errorsOnly = slog.LevelError

// errUnwell makes the program exit with 1 after the findings were printed.
var errUnwell = errors.New("there are problems")

func doctorCommand(version string) *cobra.Command {
	var f folder
	var asJSON bool
	command := &cobra.Command{
		Use: "doctor", Short: "Check the installation and advise", Args: cobra.NoArgs,
		Long: "Look over settings, keys, versions, clocks, disks, Postgres, NATS and what waits in every service, and say what each\n" +
			"finding means and how to resolve it. Nothing is changed and no mail is sent. It looks at the installation that DATABASE_URL\n" +
			"and NATS_URL name, else at the folder of `puls local`, running or not. The exit code is 1 when there are problems.",
		RunE: func(command *cobra.Command, _ []string) error {
			return f.at(command.Context(), func(p place) error {
				findings := doctor.Installation{
					Settings: p.settings, Services: Services(), DatabaseURL: p.database, Connect: p.connect,
					Data: p.data, HTTP: p.http, Version: version, Now: time.Now,
				}.Examine(command.Context())
				tell := doctor.Print
				if asJSON {
					tell = doctor.PrintJSON
				}
				if err := tell(command.OutOrStdout(), findings); err != nil {
					return err
				}
				if doctor.Worst(findings) == doctor.Problem {
					return errUnwell
				}
				return nil
			})
		},
	}
	f.flags(command)
	command.Flags().BoolVar(&asJSON, "json", false, "print the findings for programs")
	return command
}

func (f *folder) flags(command *cobra.Command) {
	command.Flags().StringVar(&f.data, "data", run.DefaultData(), "folder of puls local")
	command.Flags().StringVar(&f.packages, "postgres", defaultPackages, "folder of the Postgres packages, used where nothing runs")
}
