package command

import (
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"puls.app/services/account"
)

// passwordsCommand is what account runs beside itself. Ctrl-C reaches it too, but it ends with the program that started
// it, which closes its standard input.
func passwordsCommand() *cobra.Command {
	return &cobra.Command{
		Use: account.PasswordsCommand, Hidden: true, Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			signal.Ignore(os.Interrupt, syscall.SIGTERM)
			return account.Passwords(os.Stdin, os.Stdout)
		},
	}
}
