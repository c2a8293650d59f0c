package rpc

import (
	"context"
	"fmt"
	"time"

	"google.golang.org/grpc"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	"puls.app/services/contacts/internal/core"
)

// timezoneLimit bounds the call; the import is tried again later.
const timezoneLimit = 5 * time.Second

// Accounts asks the account service.
type Accounts struct {
	client accountv1.AccountAdminServiceClient
}

// NewAccounts returns a client that proves this service.
func NewAccounts(conn grpc.ClientConnInterface) *Accounts {
	return &Accounts{client: accountv1.NewAccountAdminServiceClient(conn)}
}

// Timezone returns the IANA name of an account's zone.
func (a *Accounts) Timezone(ctx context.Context, account core.AccountID) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, timezoneLimit)
	defer cancel()
	res, err := a.client.GetAccount(ctx, &accountv1.GetAccountRequest{AccountId: int32(account)})
	if err != nil {
		return "", fmt.Errorf("get account: %w", err)
	}
	return res.GetTimezone(), nil
}
