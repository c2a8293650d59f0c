// Package command has the program's commands and the list of its services. It only decides which services run, and on
// which database, bus and network.
package command

import (
	"github.com/spf13/cobra"

	"puls.app/services/account"
	"puls.app/services/contacts"
	"puls.app/services/flags"
	"puls.app/services/gateway"
	"puls.app/services/kit/host"
	"puls.app/services/reports"
	scoringconfig "puls.app/services/scoring-config"
	scoringengine "puls.app/services/scoring-engine"
)

// Services lists every service, in the order in which they start. Any other order would also work.
func Services() []host.Service {
	return []host.Service{
		flags.Service(), account.Service(), contacts.Service(), scoringconfig.Service(), scoringengine.Service(),
		reports.Service(),
		gateway.Service(),
	}
}

// New returns the program's root command.
func New(version string) *cobra.Command {
	root := &cobra.Command{
		Use: "puls", Short: "Engagement scoring for e-mail, SMS and web", Version: version,
		SilenceUsage: true, SilenceErrors: true,
	}
	root.AddCommand(localCommand(version), serveCommand(version), migrateCommand(), nightlyCommand(),
		accountCommand(), flagsCommand(),
		keysCommand(), deadLettersCommand(), rebuildCommand(), doctorCommand(version),
		backupCommand(version), restoreCommand())
	return root
}
