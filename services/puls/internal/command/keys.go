package command

import (
	"crypto/rand"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"puls.app/services/kit/auth"
)

// operatorName is the name by which operators' commands call services.
const operatorName = "operator"

func keysCommand() *cobra.Command {
	var token bool
	command := &cobra.Command{
		Use: "keys", Short: "Print a fresh set of keys for services that run apart", Args: cobra.NoArgs,
		Long: "Print a fresh set of keys as environment variables: what every service gets, then what only one of them gets.\n" +
			"With --token print one pair for people's tokens, to be exchanged for the one in use; docs/adr/0014-identity-of-services.md says how.",
		RunE: func(command *cobra.Command, _ []string) error {
			if token {
				return printTokenPair(command.OutOrStdout())
			}
			return printKeys(command.OutOrStdout())
		},
	}
	command.Flags().BoolVar(&token, "token", false, "print only a pair for people's tokens")
	return command
}

func printTokenPair(out io.Writer) error {
	public, private, err := auth.NewPair()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "PULS_TOKEN_PUBLIC_KEYS=%s\nPULS_TOKEN_PRIVATE_KEY=%s\n", public, private)
	return err
}

// printKeys prints the keys of every service and of operators' commands, which run services in their own process and so
// get everything.
func printKeys(out io.Writer) error {
	person, personPrivate, err := auth.NewPair()
	if err != nil {
		return err
	}
	signing := fmt.Sprintf("PULS_TOKEN_PRIVATE_KEY=%s\nPULS_SESSION_SECRET=%s\n", personPrivate, rand.Text()+rand.Text())
	keeping := fmt.Sprintf(
		"PULS_ERASURE_SECRET=%s\nPULS_UNSUBSCRIBE_SECRET=%s\nPULS_PROVIDER_SECRET=%s\n",
		rand.Text()+rand.Text(), rand.Text()+rand.Text(), rand.Text()+rand.Text(),
	)
	names := []string{operatorName}
	for _, service := range Services() {
		names = append(names, service.Name)
	}
	var public, private []string
	var alone strings.Builder
	for _, name := range names {
		pub, priv, err := auth.NewPair()
		if err != nil {
			return err
		}
		public, private = append(public, name+"="+pub), append(private, name+"="+priv)
		if name == operatorName {
			continue
		}
		fmt.Fprintf(&alone, "\n# %s alone\nPULS_SERVICE_PRIVATE_KEYS=%s=%s\n", name, name, priv)
		if name == "account" {
			alone.WriteString(signing)
		}
		if name == "contacts" {
			alone.WriteString(keeping)
		}
	}
	_, err = fmt.Fprintf(out, "# everybody\nPULS_TOKEN_PUBLIC_KEYS=%s\nPULS_SERVICE_PUBLIC_KEYS=%s\n%s\n# operators' commands alone\nPULS_SERVICE_PRIVATE_KEYS=%s\n%sPULS_DATABASE_SECRET=%s\n",
		person, strings.Join(public, ","), alone.String(), strings.Join(private, ","), signing+keeping, rand.Text()+rand.Text())
	return err
}
