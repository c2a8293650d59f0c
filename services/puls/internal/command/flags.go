package command

import (
	"context"
	"fmt"
	"os"
	"text/tabwriter"

	"github.com/spf13/cobra"

	flagsv1 "puls.app/proto/gen/go/puls/flags/v1"
	"puls.app/services/flags"
	"puls.app/services/kit/host"
	"puls.app/services/puls/internal/run"
)

func flagsCommand() *cobra.Command {
	command := &cobra.Command{Use: "flags", Short: "Look after feature flags"}
	command.AddCommand(flagsListCommand(), flagsSetCommand(), flagsDeleteCommand())
	return command
}

// withFlags runs work with a client of the flags service.
func withFlags(ctx context.Context, data string, work func(flagsv1.FlagAdminServiceClient) error) error {
	return withServices(ctx, data, []host.Service{flags.Service()}, func(env host.Env) error {
		conn, err := env.DialAsService("flags")
		if err != nil {
			return fmt.Errorf("dial flags: %w", err)
		}
		return work(flagsv1.NewFlagAdminServiceClient(conn))
	})
}

func flagsListCommand() *cobra.Command {
	var data string
	command := &cobra.Command{
		Use: "list", Short: "List all flags with value and rules", Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			return withFlags(command.Context(), data, func(client flagsv1.FlagAdminServiceClient) error {
				res, err := client.ListFlags(command.Context(), &flagsv1.ListFlagsRequest{})
				if err != nil {
					return fmt.Errorf("list flags: %w", err)
				}
				table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
				for _, flag := range res.GetFlags() {
					_, _ = fmt.Fprintf(table, "%s\t%s\t%s\n", flag.GetName(), flag.GetDefaultValue(), flag.GetDescription())
					for _, rule := range flag.GetRules() {
						_, _ = fmt.Fprintf(table, "\t%s\t\n", rule)
					}
				}
				return table.Flush() // returns the errors of earlier writes
			})
		},
	}
	command.Flags().StringVar(&data, "data", run.DefaultData(), "data folder of the running program")
	return command
}

func flagsSetCommand() *cobra.Command {
	var data string
	flag := &flagsv1.Flag{}
	command := &cobra.Command{
		Use: "set NAME", Short: "Make a flag or replace it whole", Args: cobra.ExactArgs(1),
		Example: `  puls flags set ff_2235 --value false --rule '{"condition": {"accountId": 7}, "force": true}'`,
		RunE: func(command *cobra.Command, args []string) error {
			flag.Name = args[0]
			return withFlags(command.Context(), data, func(client flagsv1.FlagAdminServiceClient) error {
				if _, err := client.SetFlag(command.Context(), &flagsv1.SetFlagRequest{Flag: flag}); err != nil {
					return fmt.Errorf("set flag: %w", err)
				}
				return nil
			})
		},
	}
	options := command.Flags()
	options.StringVar(&data, "data", run.DefaultData(), "data folder of the running program")
	options.StringVar(&flag.DefaultValue, "value", "true", "JSON: the value where no rule holds")
	options.StringArrayVar(
		&flag.Rules, "rule", nil, "a GrowthBook rule as JSON; may be repeated, the first that holds decides",
	)
	options.StringVar(&flag.Description, "description", "", "the feature behind the flag, for display")
	return command
}

func flagsDeleteCommand() *cobra.Command {
	var data string
	command := &cobra.Command{
		Use: "delete NAME", Short: "Remove a flag", Args: cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, args []string) error {
			return withFlags(command.Context(), data, func(client flagsv1.FlagAdminServiceClient) error {
				if _, err := client.DeleteFlag(command.Context(), &flagsv1.DeleteFlagRequest{Name: args[0]}); err != nil {
					return fmt.Errorf("delete flag: %w", err)
				}
				return nil
			})
		},
	}
	command.Flags().StringVar(&data, "data", run.DefaultData(), "data folder of the running program")
	return command
}
