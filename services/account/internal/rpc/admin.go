package rpc

import (
	"context"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

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

// ListAccounts answers every account.
func (s *Admin) ListAccounts(ctx context.Context, _ *accountv1.ListAccountsRequest) (*accountv1.ListAccountsResponse, error) {
	accounts, err := s.app.Accounts(ctx)
	if err != nil {
		return nil, err
	}
	res := &accountv1.ListAccountsResponse{}
	for _, a := range accounts {
		item := &accountv1.ListAccountsResponse_Item{
			AccountId: int32(a.ID), Package: a.Package, TrialEndsAt: timestamp(a.TrialEnds), Active: a.Active, Activated: a.Activated, Timezone: a.Timezone,
		}
		for _, user := range a.Users {
			item.Emails = append(item.Emails, user.Email)
			item.SuperAdmin = item.SuperAdmin || user.SuperAdmin()
		}
		res.Items = append(res.Items, item)
	}
	return res, nil
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

// SetPackage gives an account a package.
func (s *Admin) SetPackage(ctx context.Context, req *accountv1.SetPackageRequest) (*accountv1.SetPackageResponse, error) {
	var trial *time.Time
	if req.GetTrialEndsAt() != nil {
		ends := req.GetTrialEndsAt().AsTime()
		trial = &ends
	}
	if err := s.app.SetPackage(ctx, core.AccountID(req.GetAccountId()), req.GetPackage(), trial); err != nil {
		return nil, err
	}
	return &accountv1.SetPackageResponse{}, nil
}

// SetAccountActive switches an account on or off.
func (s *Admin) SetAccountActive(ctx context.Context, req *accountv1.SetAccountActiveRequest) (*accountv1.SetAccountActiveResponse, error) {
	if err := s.app.SetActive(ctx, core.AccountID(req.GetAccountId()), req.GetActive()); err != nil {
		return nil, err
	}
	return &accountv1.SetAccountActiveResponse{}, nil
}

// LinkClient makes an account a client of another, or takes that back.
func (s *Admin) LinkClient(ctx context.Context, req *accountv1.LinkClientRequest) (*accountv1.LinkClientResponse, error) {
	err := s.app.LinkClient(ctx, core.AccountID(req.GetAccountId()), core.AccountID(req.GetClientAccountId()), req.GetRemove())
	if err != nil {
		return nil, err
	}
	return &accountv1.LinkClientResponse{}, nil
}

// GrantSuperAdmin lets a user enter any account, or takes that back.
func (s *Admin) GrantSuperAdmin(ctx context.Context, req *accountv1.GrantSuperAdminRequest) (*accountv1.GrantSuperAdminResponse, error) {
	if err := s.app.GrantSuperAdmin(ctx, req.GetEmail(), req.GetRevoke()); err != nil {
		return nil, err
	}
	return &accountv1.GrantSuperAdminResponse{}, nil
}

// RecordAct writes to the audit log.
func (s *Admin) RecordAct(ctx context.Context, req *accountv1.RecordActRequest) (*accountv1.RecordActResponse, error) {
	err := s.app.RecordAct(ctx, core.Act{
		User: core.UserID(req.GetUserId()), Home: core.AccountID(req.GetHomeAccountId()), Account: core.AccountID(req.GetAccountId()), What: req.GetAct(),
	})
	if err != nil {
		return nil, err
	}
	return &accountv1.RecordActResponse{}, nil
}

// ListAudit answers the audit log.
func (s *Admin) ListAudit(ctx context.Context, req *accountv1.ListAuditRequest) (*accountv1.ListAuditResponse, error) {
	acts, err := s.app.Audit(ctx, core.AccountID(req.GetAccountId()), int(req.GetLimit()))
	if err != nil {
		return nil, err
	}
	res := &accountv1.ListAuditResponse{}
	for _, act := range acts {
		res.Items = append(res.Items, &accountv1.ListAuditResponse_Entry{
			OccurredAt: timestamppb.New(act.At), UserId: int64(act.User), Email: act.Email,
			HomeAccountId: int32(act.Home), AccountId: int32(act.Account), Act: act.What,
		})
	}
	return res, nil
}

// ListRefusals answers what gateways must refuse.
func (s *Admin) ListRefusals(ctx context.Context, req *accountv1.ListRefusalsRequest) (*accountv1.ListRefusalsResponse, error) {
	refusals, err := s.app.Refusals(ctx, req.GetAfter())
	if err != nil {
		return nil, err
	}
	res := &accountv1.ListRefusalsResponse{Cursor: refusals.Cursor}
	for _, session := range refusals.Sessions {
		res.Sessions = append(res.Sessions, &accountv1.ListRefusalsResponse_EndedSession{
			Session: session.ID.String(), ForgetAt: timestamppb.New(session.ForgetAt),
		})
	}
	for _, a := range refusals.Accounts {
		res.Accounts = append(res.Accounts, &accountv1.ListRefusalsResponse_AccountState{
			AccountId: int32(a.ID), Active: a.Active, TrialEndsAt: timestamp(a.TrialEnds),
		})
	}
	return res, nil
}
