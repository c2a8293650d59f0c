package rpc

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	"puls.app/services/account/internal/core"
	"puls.app/services/kit/auth"
)

// Admin serves AccountAdminService.
type Admin struct {
	accountv1.UnimplementedAccountAdminServiceServer
	Operator *core.Operator
	Accounts *core.Accounts
	Gateways *core.Gateways
}

// maxOperator bounds the operator's name in a command, in characters.
const maxOperator = 200

// operator returns the operator's name of a command, or the service that calls.
func operator(ctx context.Context) string {
	who := []rune(core.Printable(incoming(ctx, "operator-bin")))
	if len(who) == 0 {
		return "service " + auth.From(ctx).Service
	}
	return string(who[:min(len(who), maxOperator)])
}

// CreateAccount adds an account.
func (s *Admin) CreateAccount(
	ctx context.Context, req *accountv1.CreateAccountRequest,
) (*accountv1.CreateAccountResponse, error) {
	id, err := s.Operator.Create(ctx, operator(ctx), core.NewAccount{
		Email: req.GetEmail(), Password: req.GetPassword(), Timezone: req.GetTimezone(), Language: req.GetLanguage(),
	})
	if err != nil {
		return nil, err
	}
	return &accountv1.CreateAccountResponse{AccountId: int32(id)}, nil
}

// GetAccount returns one account.
func (s *Admin) GetAccount(
	ctx context.Context, req *accountv1.GetAccountRequest,
) (*accountv1.GetAccountResponse, error) {
	account, err := s.Accounts.Account(ctx, core.AccountID(req.GetAccountId()))
	if err != nil {
		return nil, err
	}
	return &accountv1.GetAccountResponse{
		AccountId: int32(account.ID), Timezone: account.Timezone, Active: account.Active,
		TrackedEventTypes: account.TrackedEventTypes, NightHour: int32(account.NightHour),
		Language: account.Language,
	}, nil
}

// ListAccounts returns every account.
func (s *Admin) ListAccounts(
	ctx context.Context, _ *accountv1.ListAccountsRequest,
) (*accountv1.ListAccountsResponse, error) {
	accounts, err := s.Operator.Accounts(ctx)
	if err != nil {
		return nil, err
	}
	res := &accountv1.ListAccountsResponse{}
	for _, a := range accounts {
		item := &accountv1.ListAccountsResponse_Item{
			AccountId: int32(a.ID), Package: a.Package, TrialEndsAt: timestamp(a.TrialEnds), Active: a.Active,
			Activated: a.Activated, Timezone: a.Timezone,
		}
		for _, user := range a.Users {
			item.Emails = append(item.Emails, user.Email)
			item.SuperAdmin = item.SuperAdmin || user.SuperAdmin()
		}
		res.Items = append(res.Items, item)
	}
	return res, nil
}

// ListAccountZones returns every active account's timezone and night hour.
func (s *Admin) ListAccountZones(
	ctx context.Context, _ *accountv1.ListAccountZonesRequest,
) (*accountv1.ListAccountZonesResponse, error) {
	accounts, err := s.Accounts.ActiveAccounts(ctx)
	if err != nil {
		return nil, err
	}
	res := &accountv1.ListAccountZonesResponse{}
	for _, a := range accounts {
		res.Accounts = append(res.Accounts, &accountv1.ListAccountZonesResponse_AccountZone{
			AccountId: int32(a.ID), Timezone: a.Timezone, NightHour: int32(a.NightHour),
		})
	}
	return res, nil
}

// SetPackage sets an account's package.
func (s *Admin) SetPackage(
	ctx context.Context, req *accountv1.SetPackageRequest,
) (*accountv1.SetPackageResponse, error) {
	var trial *time.Time
	if req.GetTrialEndsAt() != nil {
		ends := req.GetTrialEndsAt().AsTime()
		trial = &ends
	}
	if err := s.Operator.SetPackage(
		ctx, operator(ctx), core.AccountID(req.GetAccountId()), req.GetPackage(), trial,
	); err != nil {
		return nil, err
	}
	return &accountv1.SetPackageResponse{}, nil
}

// SetAccountActive enables or disables an account.
func (s *Admin) SetAccountActive(
	ctx context.Context, req *accountv1.SetAccountActiveRequest,
) (*accountv1.SetAccountActiveResponse, error) {
	if err := s.Operator.SetActive(ctx, operator(ctx), core.AccountID(req.GetAccountId()), req.GetActive()); err != nil {
		return nil, err
	}
	return &accountv1.SetAccountActiveResponse{}, nil
}

// LinkClient makes an account a client of another one, or removes that link.
func (s *Admin) LinkClient(
	ctx context.Context, req *accountv1.LinkClientRequest,
) (*accountv1.LinkClientResponse, error) {
	err := s.Operator.LinkClient(
		ctx, operator(ctx), core.AccountID(req.GetAccountId()), core.AccountID(req.GetClientAccountId()), req.GetRemove(),
	)
	if err != nil {
		return nil, err
	}
	return &accountv1.LinkClientResponse{}, nil
}

// GrantSuperAdmin lets a user enter any account, or withdraws that right.
func (s *Admin) GrantSuperAdmin(
	ctx context.Context, req *accountv1.GrantSuperAdminRequest,
) (*accountv1.GrantSuperAdminResponse, error) {
	if err := s.Operator.GrantSuperAdmin(ctx, operator(ctx), req.GetEmail(), req.GetRevoke()); err != nil {
		return nil, err
	}
	return &accountv1.GrantSuperAdminResponse{}, nil
}

// RecordAct writes to the audit log.
func (s *Admin) RecordAct(ctx context.Context, req *accountv1.RecordActRequest) (*accountv1.RecordActResponse, error) {
	session, err := uuid.Parse(req.GetSession())
	if err != nil {
		return nil, fmt.Errorf("read session, which validation let through: %w", err)
	}
	err = s.Gateways.RecordAct(ctx, core.Act{
		User: core.UserID(req.GetUserId()), Home: core.AccountID(req.GetHomeAccountId()),
		Account: core.AccountID(req.GetAccountId()), What: req.GetAct(),
	}, session, req.GetAgain())
	if err != nil {
		return nil, err
	}
	return &accountv1.RecordActResponse{}, nil
}

// ListAudit returns the audit log.
func (s *Admin) ListAudit(ctx context.Context, req *accountv1.ListAuditRequest) (*accountv1.ListAuditResponse, error) {
	acts, err := s.Operator.Audit(ctx, core.AccountID(req.GetAccountId()), int(req.GetLimit()))
	if err != nil {
		return nil, err
	}
	res := &accountv1.ListAuditResponse{}
	for _, act := range acts {
		res.Items = append(res.Items, &accountv1.ListAuditResponse_Entry{
			OccurredAt: timestamppb.New(act.At), UserId: int64(act.User), Email: act.Email,
			HomeAccountId: int32(act.Home), AccountId: int32(act.Account), Act: act.What,
			ApiKey: act.Key.Prefix, ApiKeyMaker: act.Key.Maker, Operator: act.Operator,
		})
	}
	return res, nil
}

// ListRefusals returns the revocations for gateways.
func (s *Admin) ListRefusals(
	ctx context.Context, req *accountv1.ListRefusalsRequest,
) (*accountv1.ListRefusalsResponse, error) {
	refusals, err := s.Gateways.Refusals(ctx, req.GetAfter())
	if err != nil {
		return nil, err
	}
	res := &accountv1.ListRefusalsResponse{Cursor: refusals.Cursor}
	for _, session := range refusals.Sessions {
		res.Sessions = append(res.Sessions, &accountv1.ListRefusalsResponse_EndedSession{
			Session: session.ID.String(), ForgetAt: timestamppb.New(session.ForgetAt),
		})
	}
	for _, link := range refusals.Links {
		res.Links = append(res.Links, &accountv1.ListRefusalsResponse_EndedLink{
			Link: int64(link.ID), ForgetAt: timestamppb.New(link.ForgetAt),
		})
	}
	for _, a := range refusals.Accounts {
		res.Accounts = append(res.Accounts, &accountv1.ListRefusalsResponse_AccountState{
			AccountId: int32(a.ID), Active: a.Active, TrialEndsAt: timestamp(a.TrialEnds),
		})
	}
	return res, nil
}
