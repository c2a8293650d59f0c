// Package rpc translates between gRPC and the use cases. It has no rules.
package rpc

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	"puls.app/services/account/internal/core"
	"puls.app/services/kit/auth"
)

// Server serves AccountService.
type Server struct {
	accountv1.UnimplementedAccountServiceServer
	Accounts  *core.Accounts
	Passwords *core.Passwords
	Keys      *core.Keys
}

// caller returns the identity of the call. A token from before sessions were stored has no session id; its session is
// then not found.
func caller(ctx context.Context) core.Caller {
	id := auth.From(ctx)
	session, err := uuid.Parse(id.Session)
	if err != nil {
		session = uuid.Nil
	}
	return core.Caller{
		User: core.UserID(id.User), Home: core.AccountID(id.Home), Account: core.AccountID(id.Account), Session: session,
	}
}

// account returns the account that the caller's session works in.
func account(ctx context.Context) core.AccountID { return core.AccountID(auth.Account(ctx)) }

// GetMe returns the signed-in user.
func (s *Server) GetMe(ctx context.Context, _ *accountv1.GetMeRequest) (*accountv1.GetMeResponse, error) {
	me, err := s.Accounts.Me(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	return &accountv1.GetMeResponse{
		Email: me.Email, AccountId: int32(me.Account.ID), Language: me.Account.Language, TimeZone: me.Account.Timezone,
		Roles:                  me.Roles,
		ExternalSystemServerId: me.ExternalServerID, ExternalSystemUserId: me.ExternalUserID,
		MainAccountId: int32(me.User.Account),
		Package:       me.Account.Package, TrialEndsAt: timestamp(me.Account.TrialEnds), TrialExpired: me.TrialExpired,
		HasClients: me.HasClients, OwnPerson: auth.From(ctx).OwnPerson(),
	}, nil
}

// ChangeLanguage sets the language of the user's own account.
func (s *Server) ChangeLanguage(
	ctx context.Context, req *accountv1.ChangeLanguageRequest,
) (*accountv1.ChangeLanguageResponse, error) {
	if err := s.Accounts.SetLanguage(ctx, caller(ctx).Home, req.GetLanguage()); err != nil {
		return nil, err
	}
	return &accountv1.ChangeLanguageResponse{}, nil
}

// ChangePassword sets the user's password.
func (s *Server) ChangePassword(
	ctx context.Context, req *accountv1.ChangePasswordRequest,
) (*accountv1.ChangePasswordResponse, error) {
	if err := s.Passwords.Change(ctx, caller(ctx), req.GetCurrentPassword(), req.GetNewPassword()); err != nil {
		return nil, err
	}
	return &accountv1.ChangePasswordResponse{}, nil
}

// GetSettings returns the account's settings.
func (s *Server) GetSettings(
	ctx context.Context, _ *accountv1.GetSettingsRequest,
) (*accountv1.GetSettingsResponse, error) {
	account, err := s.Accounts.Account(ctx, account(ctx))
	if err != nil {
		return nil, err
	}
	b := account.Billing
	return &accountv1.GetSettingsResponse{
		Language: account.Language, Timezone: account.Timezone,
		WebTrackedEventTypeList: strings.Join(account.TrackedEventTypes, ","),
		ScoringNightHour:        int32(account.NightHour),
		Billing: &accountv1.Billing{
			CompanyName: b.CompanyName, City: b.City, PostCode: b.PostCode, Street: b.Street, TaxId: b.TaxID, Country: b.Country,
			Currency: b.Currency,
		},
	}, nil
}

// UpdateSettings replaces the account's settings.
func (s *Server) UpdateSettings(
	ctx context.Context, req *accountv1.UpdateSettingsRequest,
) (*accountv1.UpdateSettingsResponse, error) {
	b := req.GetBilling()
	settings := core.Settings{
		Language: req.GetLanguage(), Timezone: req.GetTimezone(), NightHour: req.ScoringNightHour,
		Billing: core.Billing{
			CompanyName: b.GetCompanyName(), City: b.GetCity(), PostCode: b.GetPostCode(), Street: b.GetStreet(),
			TaxID:   b.GetTaxId(),
			Country: b.GetCountry(), Currency: b.GetCurrency(),
		},
	}
	if err := s.Accounts.UpdateSettings(ctx, account(ctx), settings, req.WebTrackedEventTypeList); err != nil {
		return nil, err
	}
	return &accountv1.UpdateSettingsResponse{}, nil
}

// ListLanguages returns the languages of the interface.
func (s *Server) ListLanguages(
	context.Context, *accountv1.ListLanguagesRequest,
) (*accountv1.ListLanguagesResponse, error) {
	return &accountv1.ListLanguagesResponse{Items: []*accountv1.ListLanguagesResponse_Language{
		{Code: "pl", Name: "polski"}, {Code: "en", Name: "english"},
	}}, nil
}

// ListTimezones returns all IANA timezones.
func (s *Server) ListTimezones(
	context.Context, *accountv1.ListTimezonesRequest,
) (*accountv1.ListTimezonesResponse, error) {
	res := &accountv1.ListTimezonesResponse{}
	for _, zone := range s.Accounts.Timezones() {
		res.Items = append(res.Items, &accountv1.ListTimezonesResponse_Timezone{
			Name: zone.Name, OffsetMinutes: int32(zone.OffsetMinutes),
		})
	}
	return res, nil
}

// ListExternalTranslations returns the connected system's texts.
func (s *Server) ListExternalTranslations(
	ctx context.Context, _ *accountv1.ListExternalTranslationsRequest,
) (*accountv1.ListExternalTranslationsResponse, error) {
	ui, err := s.Keys.UI(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	res := &accountv1.ListExternalTranslationsResponse{}
	return res, decode(ui.Texts, res)
}

// ListUsers returns the users with access to the account.
func (s *Server) ListUsers(ctx context.Context, _ *accountv1.ListUsersRequest) (*accountv1.ListUsersResponse, error) {
	users, err := s.Accounts.Users(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	res := &accountv1.ListUsersResponse{}
	for _, u := range users {
		res.Items = append(res.Items, &accountv1.AccountUser{
			Email: u.Email, HomeAccountId: int32(u.Home), SignedInAt: timestamp(u.SignedIn), Since: timestamp(u.Since),
		})
	}
	return res, nil
}

// GetApiKey describes the account's API key.
func (s *Server) GetApiKey(ctx context.Context, _ *accountv1.GetApiKeyRequest) (*accountv1.GetApiKeyResponse, error) {
	key, err := s.Keys.Key(ctx, account(ctx))
	if err != nil {
		return nil, err
	}
	return &accountv1.GetApiKeyResponse{
		Prefix: key.Prefix, CreatedAt: timestamppb.New(key.Created), LastUsedAt: timestamp(key.LastUsed), MadeBy: key.Maker,
		HasUi: key.HasUI, UiSetAt: timestamp(key.UISet),
	}, nil
}

// CreateApiKey replaces the account's API key by a new one.
func (s *Server) CreateApiKey(
	ctx context.Context, _ *accountv1.CreateApiKeyRequest,
) (*accountv1.CreateApiKeyResponse, error) {
	key, prefix, err := s.Keys.Create(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	return &accountv1.CreateApiKeyResponse{Key: key, Prefix: prefix}, nil
}

// RevokeApiKey ends the account's API key.
func (s *Server) RevokeApiKey(
	ctx context.Context, _ *accountv1.RevokeApiKeyRequest,
) (*accountv1.RevokeApiKeyResponse, error) {
	if err := s.Keys.Revoke(ctx, caller(ctx)); err != nil {
		return nil, err
	}
	return &accountv1.RevokeApiKeyResponse{}, nil
}

func timestamp(at *time.Time) *timestamppb.Timestamp {
	if at == nil {
		return nil
	}
	return timestamppb.New(*at)
}
