package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/user"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	"puls.app/services/account"
	"puls.app/services/contacts"
	"puls.app/services/kit/host"
	"puls.app/services/puls/internal/run"
)

// accountWork is the work of a command with the account service.
type accountWork func(ctx context.Context, client accountv1.AccountAdminServiceClient, args []string) error

// operateAccounts makes a command that calls the account service. Contacts also runs, because an enabled account gets
// its recipient database.
func operateAccounts(command *cobra.Command, work accountWork) *cobra.Command {
	data := command.Flags().String("data", run.DefaultData(), "data folder of the running program")
	command.RunE = func(command *cobra.Command, args []string) error {
		ctx := command.Context()
		return withServices(ctx, *data, []host.Service{account.Service(), contacts.Service()}, func(env host.Env) error {
			conn, err := env.DialAsService("account")
			if err != nil {
				return fmt.Errorf("dial account: %w", err)
			}
			return explain(work(asOperator(ctx), accountv1.NewAccountAdminServiceClient(conn), args))
		})
	}
	return command
}

// asOperator adds the operator's name for the audit log: the user of the operating system, and the user before sudo.
func asOperator(ctx context.Context) context.Context {
	who := fmt.Sprintf("uid %d", os.Getuid())
	if current, err := user.Current(); err == nil {
		who = current.Username
	}
	if before := os.Getenv("SUDO_USER"); before != "" { //nolint:forbidigo // sudo's word, not a setting
		who += " for " + before
	}
	return metadata.AppendToOutgoingContext(ctx, "operator-bin", who)
}

// explain turns a service's status into one sentence.
func explain(err error) error {
	var answer interface{ GRPCStatus() *status.Status }
	if !errors.As(err, &answer) {
		return err
	}
	text := answer.GRPCStatus().Message()
	for _, detail := range answer.GRPCStatus().Details() {
		if bad, ok := detail.(*errdetails.BadRequest); ok {
			for _, field := range bad.GetFieldViolations() {
				text += fmt.Sprintf(" (%s: %s)", field.GetField(), field.GetDescription())
			}
		}
	}
	return errors.New(text)
}

// accountNumber parses an account's number, which may be padded with zeros like its own uid.
func accountNumber(text string) (int32, error) {
	number, err := strconv.ParseInt(strings.TrimSpace(text), 10, 32)
	if err != nil || number <= 0 {
		return 0, fmt.Errorf("%q is no account number", text)
	}
	return int32(number), nil
}

func accountSetPackageCommand() *cobra.Command {
	var until string
	command := &cobra.Command{
		Use:     "set-package ACCOUNT PACKAGE",
		Short:   "Give an account LITE, STANDARD, PRO or ENTERPRISE; ends a trial unless one is named",
		Args:    cobra.ExactArgs(2),
		Example: "  puls account set-package 7 PRO\n  puls account set-package 7 STANDARD --trial-until 2026-12-31",
	}
	command.Flags().StringVar(
		&until, "trial-until", "",
		"day (YYYY-MM-DD, UTC) or moment (RFC 3339) at which a trial ends; one in the past has ended",
	)
	return operateAccounts(command, func(
		ctx context.Context, client accountv1.AccountAdminServiceClient, args []string,
	) error {
		id, err := accountNumber(args[0])
		if err != nil {
			return err
		}
		request := &accountv1.SetPackageRequest{AccountId: id, Package: strings.ToUpper(args[1])}
		if request.TrialEndsAt, err = trialEnd(until); err != nil {
			return err
		}
		if _, err := client.SetPackage(ctx, request); err != nil {
			return fmt.Errorf("set package: %w", err)
		}
		fmt.Printf("account %d: %s, %s\n", id, request.GetPackage(), trialText(request.GetTrialEndsAt()))
		return nil
	})
}

func trialEnd(text string) (*timestamppb.Timestamp, error) {
	if text == "" {
		return nil, nil
	}
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if at, err := time.Parse(layout, text); err == nil {
			return timestamppb.New(at), nil
		}
	}
	return nil, fmt.Errorf("--trial-until: %q is no day such as 2026-12-31", text)
}

func trialText(ends *timestamppb.Timestamp) string {
	if ends == nil {
		return "no trial"
	}
	return "trial until " + ends.AsTime().Format(time.RFC3339)
}

func accountSwitchCommand(use, short string, active bool) *cobra.Command {
	command := &cobra.Command{Use: use + " ACCOUNT", Short: short, Args: cobra.ExactArgs(1)}
	return operateAccounts(command, func(
		ctx context.Context, client accountv1.AccountAdminServiceClient, args []string,
	) error {
		id, err := accountNumber(args[0])
		if err != nil {
			return err
		}
		if _, err := client.SetAccountActive(
			ctx, &accountv1.SetAccountActiveRequest{AccountId: id, Active: active},
		); err != nil {
			return fmt.Errorf("switch account: %w", err)
		}
		fmt.Printf("account %d: %sd\n", id, use)
		return nil
	})
}

func accountLinkCommand() *cobra.Command {
	var remove bool
	command := &cobra.Command{
		Use: "link ACCOUNT CLIENT", Short: "Let the users of one account work in another", Args: cobra.ExactArgs(2),
	}
	command.Flags().BoolVar(&remove, "remove", false, "remove the link and end the visits that use it")
	return operateAccounts(command, func(
		ctx context.Context, client accountv1.AccountAdminServiceClient, args []string,
	) error {
		id, err := accountNumber(args[0])
		if err != nil {
			return err
		}
		other, err := accountNumber(args[1])
		if err != nil {
			return err
		}
		if _, err := client.LinkClient(
			ctx, &accountv1.LinkClientRequest{AccountId: id, ClientAccountId: other, Remove: remove},
		); err != nil {
			return fmt.Errorf("link accounts: %w", err)
		}
		if remove {
			fmt.Printf("account %d: no client of %d any more\n", other, id)
			return nil
		}
		fmt.Printf("account %d: client of %d\n", other, id)
		return nil
	})
}

func accountGrantCommand() *cobra.Command {
	var revoke bool
	command := &cobra.Command{
		Use: "grant-super-admin EMAIL", Short: "Let a user work in any account; every act there is written to the audit log",
		Args: cobra.ExactArgs(1),
	}
	command.Flags().BoolVar(&revoke, "revoke", false, "take the role away, which ends the user's sessions")
	return operateAccounts(command, func(
		ctx context.Context, client accountv1.AccountAdminServiceClient, args []string,
	) error {
		if _, err := client.GrantSuperAdmin(
			ctx, &accountv1.GrantSuperAdminRequest{Email: args[0], Revoke: revoke},
		); err != nil {
			return fmt.Errorf("change role: %w", err)
		}
		if revoke {
			fmt.Printf("%s: no super admin any more\n", args[0])
			return nil
		}
		fmt.Printf("%s: super admin\n", args[0])
		return nil
	})
}
