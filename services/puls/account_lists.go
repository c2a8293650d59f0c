package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
)

func accountListCommand() *cobra.Command {
	command := &cobra.Command{Use: "list", Short: "List all accounts with their users", Args: cobra.NoArgs}
	return operateAccounts(command, func(ctx context.Context, client accountv1.AccountAdminServiceClient, _ []string) error {
		res, err := client.ListAccounts(ctx, &accountv1.ListAccountsRequest{})
		if err != nil {
			return fmt.Errorf("list accounts: %w", err)
		}
		table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		_, _ = fmt.Fprintln(table, "ACCOUNT\tSTATE\tPACKAGE\tTRIAL\tTIMEZONE\tUSERS") // what fails is told by Flush
		for _, a := range res.GetItems() {
			_, _ = fmt.Fprintf(table, "%d\t%s\t%s\t%s\t%s\t%s\n", a.GetAccountId(), accountState(a), a.GetPackage(), trialText(a.GetTrialEndsAt()),
				a.GetTimezone(), accountUsers(a))
		}
		return table.Flush()
	})
}

func accountState(a *accountv1.ListAccountsResponse_Item) string {
	switch {
	case !a.GetActivated():
		return "not activated"
	case !a.GetActive():
		return "disabled"
	default:
		return "active"
	}
}

func accountUsers(a *accountv1.ListAccountsResponse_Item) string {
	users := strings.Join(a.GetEmails(), ", ")
	if a.GetSuperAdmin() {
		users += " (super admin)"
	}
	return users
}

func accountAuditCommand() *cobra.Command {
	request := &accountv1.ListAuditRequest{}
	command := &cobra.Command{
		Use: "audit", Short: "List what people did in accounts that are not their own, newest first", Args: cobra.NoArgs,
	}
	command.Flags().Int32Var(&request.AccountId, "account", 0, "acts in this account only")
	command.Flags().Int32Var(&request.Limit, "limit", 100, "number of acts")
	return operateAccounts(command, func(ctx context.Context, client accountv1.AccountAdminServiceClient, _ []string) error {
		res, err := client.ListAudit(ctx, request)
		if err != nil {
			return fmt.Errorf("list audit log: %w", err)
		}
		table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		_, _ = fmt.Fprintln(table, "TIME\tUSER\tOF ACCOUNT\tIN ACCOUNT\tACT") // what fails is told by Flush
		for _, e := range res.GetItems() {
			_, _ = fmt.Fprintf(table, "%s\t%s\t%d\t%d\t%s\n", e.GetOccurredAt().AsTime().Format(time.RFC3339), e.GetEmail(), e.GetHomeAccountId(), e.GetAccountId(), e.GetAct())
		}
		return table.Flush()
	})
}
