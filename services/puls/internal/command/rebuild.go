package command

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	reportsv1 "puls.app/proto/gen/go/puls/reports/v1"
	"puls.app/services/kit/host"
	"puls.app/services/puls/internal/run"
	"puls.app/services/reports"
	scoringengine "puls.app/services/scoring-engine"
)

func rebuildCommand() *cobra.Command {
	command := &cobra.Command{Use: "rebuild", Short: "Rebuild data that services have copied from each other"}
	command.AddCommand(rebuildReportsCommand())
	return command
}

func rebuildReportsCommand() *cobra.Command {
	var data string
	var request reportsv1.RebuildReportsRequest
	command := &cobra.Command{
		Use: "reports", Short: "Replace the results of the reports service with those of the engine", Args: cobra.NoArgs,
		Long: "Replace the results of the reports service with those of the engine, one by one; reports can be read meanwhile.\n" +
			"What the engine does not have is taken away. It may be stopped and repeated.",
		RunE: func(command *cobra.Command, _ []string) error {
			ctx, services := command.Context(), []host.Service{scoringengine.Service(), reports.Service()}
			return withServices(ctx, data, services, func(env host.Env) error {
				conn, err := env.DialAsService("reports")
				if err != nil {
					return fmt.Errorf("dial reports: %w", err)
				}
				stream, err := reportsv1.NewReportAdminServiceClient(conn).RebuildReports(ctx, &request)
				if err != nil {
					return fmt.Errorf("rebuild reports: %w", err)
				}
				return printRebuilt(command.OutOrStdout(), stream.Recv)
			})
		},
	}
	command.Flags().StringVar(&data, "data", run.DefaultData(), "data folder of the running program")
	command.Flags().Int32Var(&request.AccountId, "account", 0, "rebuild this account only")
	return command
}

// printRebuilt prints the progress, and fails unless the last response is marked as finished.
func printRebuilt(out io.Writer, next func() (*reportsv1.RebuildReportsResponse, error)) error {
	var last *reportsv1.RebuildReportsResponse
	for {
		res, err := next()
		if errors.Is(err, io.EOF) && last.GetFinished() {
			_, err = fmt.Fprintln(out, "Finished.")
			return err
		}
		if err != nil {
			return fmt.Errorf("rebuild reports: %w", err)
		}
		last = res
		_, err = fmt.Fprintf(out, "%d results rebuilt, %d taken away\n", res.GetResultCount(), res.GetRemovedCount())
		if err != nil {
			return fmt.Errorf("print progress: %w", err)
		}
	}
}
