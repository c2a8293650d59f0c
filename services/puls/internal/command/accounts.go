package command

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/account"
	"puls.app/services/contacts"
	"puls.app/services/kit/host"
	"puls.app/services/puls/internal/run"
)

func accountCommand() *cobra.Command {
	command := &cobra.Command{Use: "account", Short: "Look after accounts"}
	command.AddCommand(
		accountCreateCommand(), accountListCommand(), accountSetPackageCommand(), accountLinkCommand(), accountGrantCommand(),
		accountSwitchCommand("disable", "Switch an account off: its users are out within a second", false),
		accountSwitchCommand("enable", "Switch an account on, also one whose confirmation link was never used", true),
		accountAuditCommand(),
	)
	return command
}

func accountCreateCommand() *cobra.Command {
	var data string
	var n NewAccount
	command := &cobra.Command{
		Use: "create", Short: "Make an account with its first user", Args: cobra.NoArgs,
		Long: "Make an account with its first user. The password comes from PULS_PASSWORD or from a pipe; without either a new one is made and printed.",
		RunE: func(command *cobra.Command, _ []string) (err error) {
			var made bool
			if n.Password, made, err = password(); err != nil {
				return err
			}
			chosen := []host.Service{account.Service(), contacts.Service()}
			return withServices(command.Context(), data, chosen, func(env host.Env) error {
				id, uids, err := n.Create(asOperator(command.Context()), env)
				if err != nil {
					return explain(err)
				}
				fmt.Printf("account: %d\nuids: %v\n", id, uids)
				if made {
					fmt.Printf("password: %s\n", n.Password)
				}
				return nil
			})
		},
	}
	flags := command.Flags()
	flags.StringVar(&data, "data", run.DefaultData(), "data folder of the running program")
	flags.StringVar(&n.Email, "email", "", "e-mail of the first user")
	flags.StringVar(&n.Timezone, "timezone", "Europe/Warsaw", "IANA name of the account's timezone")
	flags.StringVar(&n.Language, "language", "pl", "pl or en")
	flags.StringSliceVar(&n.UIDs, "uids", nil, "recipient databases beside the account's own, such as 001,042")
	if err := command.MarkFlagRequired("email"); err != nil {
		command.RunE = func(*cobra.Command, []string) error { return err }
	}
	return command
}

// NewAccount describes a new account.
type NewAccount struct {
	Email, Password string
	// Timezone is an IANA name, Language pl or en.
	Timezone, Language string
	// UIDs of recipient databases beside the account's own.
	UIDs []string
}

// Create creates the account, then its recipient databases: its own uid, which is its number, and those named.
func (n NewAccount) Create(ctx context.Context, env host.Env) (id int32, uids []string, err error) {
	accountConn, err := env.DialAsService("account")
	if err != nil {
		return 0, nil, fmt.Errorf("dial account: %w", err)
	}
	contactsConn, err := env.DialAsService("contacts")
	if err != nil {
		return 0, nil, fmt.Errorf("dial contacts: %w", err)
	}
	made, err := accountv1.NewAccountAdminServiceClient(accountConn).CreateAccount(ctx, &accountv1.CreateAccountRequest{
		Email: n.Email, Password: n.Password, Timezone: n.Timezone, Language: n.Language,
	})
	if err != nil {
		return 0, nil, fmt.Errorf("create account: %w", err)
	}
	id = made.GetAccountId()
	uids = append([]string{fmt.Sprintf("%03d", id)}, n.UIDs...)
	res, err := contactsv1.NewAudienceServiceClient(contactsConn).EnsureDatabases(
		ctx, &contactsv1.EnsureDatabasesRequest{AccountId: id, Uids: uids},
	)
	if err != nil {
		return id, nil, fmt.Errorf("create recipient databases: %w", err)
	}
	uids = uids[:0]
	for _, database := range res.GetDatabases() {
		uids = append(uids, database.GetUid())
	}
	return id, uids, nil
}
