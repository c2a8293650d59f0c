package rpc

import (
	"context"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	"puls.app/services/account/internal/core"
)

// Admin answers AccountAdminService.
type Admin struct {
	accountv1.UnimplementedAccountAdminServiceServer
	app *core.App
}

// NewAdmin makes a server.
func NewAdmin(app *core.App) *Admin { return &Admin{app: app} }

// CreateAccount makes an account.
func (s *Admin) CreateAccount(ctx context.Context, req *accountv1.CreateAccountRequest) (*accountv1.CreateAccountResponse, error) {
	id, err := s.app.Create(ctx, core.NewAccount{
		Email: req.GetEmail(), Password: req.GetPassword(), Timezone: req.GetTimezone(), Language: req.GetLanguage(),
	})
	if err != nil {
		return nil, err
	}
	return &accountv1.CreateAccountResponse{AccountId: int32(id)}, nil
}

// GetAccount answers one account.
func (s *Admin) GetAccount(ctx context.Context, req *accountv1.GetAccountRequest) (*accountv1.GetAccountResponse, error) {
	account, err := s.app.Account(ctx, core.AccountID(req.GetAccountId()))
	if err != nil {
		return nil, err
	}
	return &accountv1.GetAccountResponse{
		AccountId: int32(account.ID), Timezone: account.Timezone, Active: account.Active,
		TrackedEventTypes: account.TrackedEventTypes,
	}, nil
}

// ListAccountZones answers every active account's timezone.
func (s *Admin) ListAccountZones(ctx context.Context, _ *accountv1.ListAccountZonesRequest) (*accountv1.ListAccountZonesResponse, error) {
	accounts, err := s.app.ActiveAccounts(ctx)
	if err != nil {
		return nil, err
	}
	res := &accountv1.ListAccountZonesResponse{}
	for _, a := range accounts {
		res.Accounts = append(res.Accounts, &accountv1.ListAccountZonesResponse_AccountZone{AccountId: int32(a.ID), Timezone: a.Timezone})
	}
	return res, nil
}
