// Package rpc translates between gRPC and the use cases; it decides nothing.
package rpc

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	"puls.app/services/account/internal/core"
	"puls.app/services/kit/auth"
)

// Server answers AccountService.
type Server struct {
	accountv1.UnimplementedAccountServiceServer
	app *core.App
}

// NewServer makes a server.
func NewServer(app *core.App) *Server { return &Server{app: app} }

// Sessions answers SessionService.
type Sessions struct {
	accountv1.UnimplementedSessionServiceServer
	app *core.App
}

// NewSessions makes a server.
func NewSessions(app *core.App) *Sessions { return &Sessions{app: app} }

// Login signs a person in.
func (s *Sessions) Login(ctx context.Context, req *accountv1.LoginRequest) (*accountv1.LoginResponse, error) {
	token, err := s.app.Login(ctx, req.GetEmail(), req.GetPassword())
	if err != nil {
		return nil, err
	}
	return &accountv1.LoginResponse{Token: token.Value, Expire: uint32(token.Expires.Unix())}, nil
}

// GetMe answers the signed-in user.
func (s *Server) GetMe(ctx context.Context, _ *accountv1.GetMeRequest) (*accountv1.GetMeResponse, error) {
	id := auth.From(ctx)
	user, account, err := s.app.Me(ctx, core.AccountID(id.Account), core.UserID(id.User))
	if err != nil {
		return nil, err
	}
	return &accountv1.GetMeResponse{
		Email: user.Email, AccountId: int32(account.ID), Language: account.Language, TimeZone: account.Timezone, Roles: user.Roles,
	}, nil
}

// GetSettings answers the account's settings.
func (s *Server) GetSettings(ctx context.Context, _ *accountv1.GetSettingsRequest) (*accountv1.GetSettingsResponse, error) {
	account, err := s.app.Account(ctx, core.AccountID(auth.Account(ctx)))
	if err != nil {
		return nil, err
	}
	return &accountv1.GetSettingsResponse{
		Language: account.Language, Timezone: account.Timezone,
		WebTrackedEventTypeList: strings.Join(account.TrackedEventTypes, ","),
	}, nil
}

// Signer makes tokens with the service's keys.
type Signer struct{ Keys auth.Keys }

// Sign makes a token for a new session.
func (s Signer) Sign(user core.User, now, expires time.Time) (string, error) {
	session, err := uuid.NewV7()
	if err != nil {
		return "", fmt.Errorf("make session id: %w", err)
	}
	id := auth.Identity{Account: int32(user.Account), User: int64(user.ID), Session: session.String(), Home: int32(user.Account), Roles: user.Roles}
	return s.Keys.Sign(id, now, expires)
}
