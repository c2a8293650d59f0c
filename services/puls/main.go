// Command puls is the whole product: every service, embedded servers for one machine, and the operator's commands.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

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

// version is set by the build.
var version = "dev"

// services lists every service. They start in this order, though any other would do.
func services() []host.Service {
	return []host.Service{
		flags.Service(), account.Service(), contacts.Service(), scoringconfig.Service(), scoringengine.Service(), reports.Service(),
		gateway.Service(),
	}
}

// interruptedCode is what shells answer for a command that Ctrl-C ended.
const interruptedCode = 130

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := newCommand().ExecuteContext(ctx)
	interrupted := ctx.Err() != nil
	stop()
	if err != nil && interrupted {
		fmt.Fprintln(os.Stderr, "puls: interrupted")
		os.Exit(interruptedCode)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "puls:", err)
		os.Exit(1)
	}
}

func newCommand() *cobra.Command {
	root := &cobra.Command{
		Use: "puls", Short: "Engagement scoring for e-mail, SMS and web", Version: version,
		SilenceUsage: true, SilenceErrors: true,
	}
	root.AddCommand(localCommand(), serveCommand(), migrateCommand(), nightlyCommand(), accountCommand(), flagsCommand(),
		keysCommand(), deadLettersCommand())
	return root
}
