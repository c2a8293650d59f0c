// Package command holds the program's commands and the list of its services. It decides which services run and what
// they stand on, and nothing else.
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

// Services lists every service. They start in this order, though any other would do.
func Services() []host.Service {
	return []host.Service{
		flags.Service(), account.Service(), contacts.Service(), scoringconfig.Service(), scoringengine.Service(),
		reports.Service(),
		gateway.Service(),
	}
}

// New makes the program's command line.
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
