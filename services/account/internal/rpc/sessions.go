package rpc

import (
	"cmp"
	"context"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	"puls.app/services/account/internal/core"
	"puls.app/services/kit/auth"
)

// Metadata for values outside of messages, from and to the gateway.
const (
	refreshToken    = "refresh-token"
	setRefreshToken = "set-refresh-token"
	clientAddress   = "client-address"
	device          = "device"
	setDevice       = "set-device"
)

// Sessions serves SessionService.
type Sessions struct {
	accountv1.UnimplementedSessionServiceServer
	App  *core.Sessions
	Keys *core.Keys
}

// Login signs a user in.
func (s *Sessions) Login(ctx context.Context, req *accountv1.LoginRequest) (*accountv1.LoginResponse, error) {
	token, refresh, known, err := s.App.Login(ctx, core.Credentials{
		Email: req.GetEmail(), Password: req.GetPassword(), Address: incoming(ctx, clientAddress),
		Devices: metadata.ValueFromIncomingContext(ctx, device),
	})
	if err != nil {
		return nil, err
	}
	value := known.Name + ";" + known.Value + ";" + strconv.FormatInt(known.Expires.Unix(), 10)
	if err := grpc.SetHeader(ctx, metadata.Pairs(setDevice, value)); err != nil {
		return nil, fmt.Errorf("hand out device: %w", err)
	}
	ui, err := uiConfig(token)
	if err != nil {
		return nil, err
	}
	return &accountv1.LoginResponse{
		Token: token.Value, Expire: unix(token.Expires), ExternalUiConfig: ui,
	}, handOut(ctx, refresh)
}

// LoginClient moves the caller's session into another account or back.
func (s *Sessions) LoginClient(
	ctx context.Context, req *accountv1.LoginClientRequest,
) (*accountv1.LoginClientResponse, error) {
	token, err := s.App.Enter(ctx, caller(ctx), req.GetClientId())
	if err != nil {
		return nil, err
	}
	ui, err := uiConfig(token)
	return &accountv1.LoginClientResponse{Token: token.Value, Expire: unix(token.Expires), ExternalUiConfig: ui}, err
}

// Logout ends the caller's session.
func (s *Sessions) Logout(ctx context.Context, _ *accountv1.LogoutRequest) (*accountv1.LogoutResponse, error) {
	if err := s.App.Logout(ctx, caller(ctx)); err != nil {
		return nil, err
	}
	return &accountv1.LogoutResponse{}, handOut(ctx, core.Refresh{Expires: time.Unix(0, 0)})
}

// RefreshToken continues a session.
func (s *Sessions) RefreshToken(
	ctx context.Context, _ *accountv1.RefreshTokenRequest,
) (*accountv1.RefreshTokenResponse, error) {
	token, refresh, err := s.App.Refresh(ctx, incoming(ctx, refreshToken))
	if err != nil {
		return nil, err
	}
	ui, err := uiConfig(token)
	if err != nil {
		return nil, err
	}
	return &accountv1.RefreshTokenResponse{
		Token: token.Value, Expire: unix(token.Expires), ExternalUiConfig: ui,
	}, handOut(ctx, refresh)
}

// GetToken starts a session for a one-time token.
func (s *Sessions) GetToken(ctx context.Context, req *accountv1.GetTokenRequest) (*accountv1.GetTokenResponse, error) {
	once := cmp.Or(req.GetExchange().GetToken(), req.GetToken())
	token, refresh, err := s.App.Exchange(ctx, once, req.GetExchange().GetVerifier())
	if err != nil {
		return nil, err
	}
	ui, err := uiConfig(token)
	if err != nil {
		return nil, err
	}
	return &accountv1.GetTokenResponse{
		Token: token.Value, Expire: unix(token.Expires), ExternalUiConfig: ui,
	}, handOut(ctx, refresh)
}

// CreateExternalLogin makes a one-time token. The bearer is an API key, which the check of users' tokens cannot read.
func (s *Sessions) CreateExternalLogin(
	ctx context.Context, req *accountv1.CreateExternalLoginRequest,
) (*accountv1.CreateExternalLoginResponse, error) {
	login := core.ExternalLogin{
		Email: req.GetEmail(), ServerID: req.GetExternalSystemServerId(), UserID: req.GetExternalSystemUserId(),
	}
	var err error
	if req.GetChallenge() != "" {
		if login.Challenge, err = base64.RawURLEncoding.DecodeString(req.GetChallenge()); err != nil {
			return nil, fmt.Errorf("read challenge, which validation let through: %w", err)
		}
	}
	if req.GetUiConfig() != nil {
		if login.UI.Config, err = encode(req.GetUiConfig()); err != nil {
			return nil, err
		}
	}
	if len(req.GetTranslations()) > 0 {
		if login.UI.Texts, err = encode(&accountv1.ListExternalTranslationsResponse{
			Languages: req.GetTranslations(),
		}); err != nil {
			return nil, err
		}
	}
	_, key, _ := strings.Cut(incoming(ctx, "authorization"), " ")
	token, err := s.Keys.Open(ctx, key, login)
	if err != nil {
		return nil, err
	}
	return &accountv1.CreateExternalLoginResponse{Token: token}, nil
}

// incoming returns a metadata value that occurs once, or "".
func incoming(ctx context.Context, name string) string {
	if values := metadata.ValueFromIncomingContext(ctx, name); len(values) == 1 {
		return values[0]
	}
	return ""
}

// handOut sends a refresh token in the response's header; an empty token removes the cookie.
func handOut(ctx context.Context, refresh core.Refresh) error {
	value := refresh.Value + ";" + strconv.FormatInt(refresh.Expires.Unix(), 10)
	if err := grpc.SetHeader(ctx, metadata.Pairs(setRefreshToken, value)); err != nil {
		return fmt.Errorf("hand out refresh token: %w", err)
	}
	return nil
}

func unix(at time.Time) uint32 { return uint32(at.Unix()) }

func uiConfig(token core.Token) (*accountv1.UiConfig, error) {
	if token.UI == nil {
		return nil, nil
	}
	ui := &accountv1.UiConfig{}
	return ui, decode(token.UI, ui)
}

// encode and decode convert the stored form of the connected system's UI: JSON, which tolerates new fields.
func encode(message proto.Message) ([]byte, error) {
	text, err := protojson.Marshal(message)
	if err != nil {
		return nil, fmt.Errorf("encode UI: %w", err)
	}
	return text, nil
}

func decode(text []byte, into proto.Message) error {
	if text == nil {
		return nil
	}
	if err := (protojson.UnmarshalOptions{DiscardUnknown: true}).Unmarshal(text, into); err != nil {
		return fmt.Errorf("decode UI: %w", err)
	}
	return nil
}

// Signer signs tokens with the service's keys.
type Signer struct{ Keys auth.Keys }

// Sign returns the token of a session.
func (s Signer) Sign(session *core.Session, now, expires time.Time) (string, error) {
	u := session.User
	return s.Keys.Sign(auth.Identity{
		Account: int32(session.Account), User: int64(u.ID), Session: session.ID.String(), Home: int32(u.Account),
		Roles: u.Roles, Email: u.Email, Key: session.Key.Prefix, Link: int64(session.Link),
	}, now, expires)
}
