package command

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
)

func accountListCommand() *cobra.Command {
	command := &cobra.Command{Use: "list", Short: "List all accounts with their users", Args: cobra.NoArgs}
	return operateAccounts(command, func(
		ctx context.Context, client accountv1.AccountAdminServiceClient, _ []string,
	) error {
		res, err := client.ListAccounts(ctx, &accountv1.ListAccountsRequest{})
		if err != nil {
			return fmt.Errorf("list accounts: %w", err)
		}
		table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		_, _ = fmt.Fprintln(table, "ACCOUNT\tSTATE\tPACKAGE\tTRIAL\tTIMEZONE\tUSERS") // Flush returns write errors
		for _, a := range res.GetItems() {
			_, _ = fmt.Fprintf(table, "%d\t%s\t%s\t%s\t%s\t%s\n", a.GetAccountId(), accountState(
				a,
			), a.GetPackage(), trialText(a.GetTrialEndsAt()),
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
		Use: "audit", Args: cobra.NoArgs,
		Short: "List, newest first, what users did and read in accounts that are not their own, what API keys and operators did",
	}
	command.Flags().Int32Var(&request.AccountId, "account", 0, "acts in this account only")
	command.Flags().Int32Var(&request.Limit, "limit", 100, "number of acts")
	return operateAccounts(command, func(
		ctx context.Context, client accountv1.AccountAdminServiceClient, _ []string,
	) error {
		res, err := client.ListAudit(ctx, request)
		if err != nil {
			return fmt.Errorf("list audit log: %w", err)
		}
		table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		_, _ = fmt.Fprintln(table, "TIME\tWHO\tOF ACCOUNT\tIN ACCOUNT\tBY KEY\tACT") // Flush returns write errors
		for _, e := range res.GetItems() {
			_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%d\t%s\t%s\n", e.GetOccurredAt().AsTime().Format(
				time.RFC3339,
			), auditActor(e), auditHome(e),
				e.GetAccountId(), auditKey(e), oneLine(e.GetAct()))
		}
		return table.Flush()
	})
}

func auditActor(e *accountv1.ListAuditResponse_Entry) string {
	if e.GetOperator() != "" {
		return "operator " + oneLine(e.GetOperator())
	}
	return oneLine(e.GetEmail())
}

func auditHome(e *accountv1.ListAuditResponse_Entry) string {
	if e.GetHomeAccountId() == 0 {
		return "-"
	}
	return strconv.Itoa(int(e.GetHomeAccountId()))
}

func auditKey(e *accountv1.ListAuditResponse_Entry) string {
	if e.GetApiKey() == "" {
		return "-"
	}
	return oneLine(e.GetApiKey() + " of " + e.GetApiKeyMaker())
}

// oneLine escapes unprintable characters, so that a text from a user cannot look like another entry of a list or
// control the terminal.
func oneLine(text string) string {
	quoted := strconv.QuoteToGraphic(text)
	return strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`)
}
