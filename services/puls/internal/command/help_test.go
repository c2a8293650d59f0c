package command

import (
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"
)

// Help prints the words between backquotes of a flag's description in place of the flag's type.
func TestHelpNamesTheTypeOfEachFlag(t *testing.T) {
	flags := 0
	var visit func(command *cobra.Command)
	visit = func(command *cobra.Command) {
		command.LocalFlags().VisitAll(func(flag *pflag.Flag) {
			flags++
			name, _ := pflag.UnquoteUsage(flag)
			require.NotContains(t, name, " ", "%s --%s", command.CommandPath(), flag.Name)
			require.NotContains(t, flag.Usage, "`", "%s --%s", command.CommandPath(), flag.Name)
		})
		for _, inner := range command.Commands() {
			visit(inner)
		}
	}
	visit(New("test"))
	require.Greater(t, flags, 10)
}
