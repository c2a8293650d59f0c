package rpc

import (
	"context"
	"fmt"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/account/internal/core"
)

// Registrations serves RegistrationService.
type Registrations struct {
	accountv1.UnimplementedRegistrationServiceServer
	App       *core.Registrations
	Passwords *core.Passwords
}

// Register stores an inactive account.
func (s *Registrations) Register(
	ctx context.Context, req *accountv1.RegisterRequest,
) (*accountv1.RegisterResponse, error) {
	registration := core.Registration{
		Email: req.GetEmail(), Password: req.GetPassword(), Timezone: req.GetTimezone(), Language: req.GetLanguage(),
		Terms: req.GetTerms(), DataProcessing: req.GetDataProcessing(),
	}
	if err := s.App.Register(ctx, registration, incoming(ctx, clientAddress)); err != nil {
		return nil, err
	}
	return &accountv1.RegisterResponse{}, nil
}

// Activate enables the account of a link.
func (s *Registrations) Activate(
	ctx context.Context, req *accountv1.ActivateRequest,
) (*accountv1.ActivateResponse, error) {
	if err := s.App.Activate(ctx, req.GetToken()); err != nil {
		return nil, err
	}
	return &accountv1.ActivateResponse{}, nil
}

// RequestPasswordReset sends a link.
func (s *Registrations) RequestPasswordReset(
	ctx context.Context, req *accountv1.RequestPasswordResetRequest,
) (*accountv1.RequestPasswordResetResponse, error) {
	if err := s.Passwords.RequestReset(ctx, req.GetEmail(), incoming(ctx, clientAddress)); err != nil {
		return nil, err
	}
	return &accountv1.RequestPasswordResetResponse{}, nil
}

// CheckResetLink fails unless a link to a new password can be used.
func (s *Registrations) CheckResetLink(
	ctx context.Context, req *accountv1.CheckResetLinkRequest,
) (*accountv1.CheckResetLinkResponse, error) {
	if err := s.Passwords.CheckLink(ctx, req.GetToken()); err != nil {
		return nil, err
	}
	return &accountv1.CheckResetLinkResponse{}, nil
}

// CheckActivationLink fails unless a confirmation link can be used.
func (s *Registrations) CheckActivationLink(
	ctx context.Context, req *accountv1.CheckActivationLinkRequest,
) (*accountv1.CheckActivationLinkResponse, error) {
	if err := s.App.CheckLink(ctx, req.GetToken()); err != nil {
		return nil, err
	}
	return &accountv1.CheckActivationLinkResponse{}, nil
}

// ResetPassword sets a password by a link.
func (s *Registrations) ResetPassword(
	ctx context.Context, req *accountv1.ResetPasswordRequest,
) (*accountv1.ResetPasswordResponse, error) {
	if err := s.Passwords.Reset(ctx, req.GetToken(), req.GetPassword()); err != nil {
		return nil, err
	}
	return &accountv1.ResetPasswordResponse{}, nil
}

// Contacts calls the service that owns recipient databases.
type Contacts struct {
	Client contactsv1.AudienceServiceClient
}

// EnsureOwn creates the account's own recipient database, whose uid is the account's number.
func (c Contacts) EnsureOwn(ctx context.Context, account core.AccountID) error {
	uid := fmt.Sprintf("%03d", account)
	_, err := c.Client.EnsureDatabases(ctx, &contactsv1.EnsureDatabasesRequest{
		AccountId: int32(account), Uids: []string{uid},
	})
	if err != nil {
		return fmt.Errorf("make recipient database: %w", err)
	}
	return nil
}
