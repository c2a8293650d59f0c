package rpc

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/contacts/internal/privacy"
)

// OneClickServer implements OneClickService.
type OneClickServer struct {
	contactsv1.UnimplementedOneClickServiceServer
	app *privacy.App
}

// NewOneClickServer returns a server.
func NewOneClickServer(app *privacy.App) *OneClickServer { return &OneClickServer{app: app} }

// GetOneClickLinks returns the state of the links of the caller's account.
func (s *OneClickServer) GetOneClickLinks(
	ctx context.Context, _ *contactsv1.GetOneClickLinksRequest,
) (*contactsv1.GetOneClickLinksResponse, error) {
	state, available, err := s.app.LinkState(ctx, account(ctx))
	if err != nil {
		return nil, err
	}
	res := &contactsv1.GetOneClickLinksResponse{
		Available: available, EndedAt: timeOrNull(state.EndedAt), EndedBy: state.EndedBy,
	}
	for _, holder := range state.Holders {
		res.Holders = append(res.Holders, &contactsv1.LinkHolder{Who: holder.Who, DownloadedAt: timestamppb.New(holder.At)})
	}
	return res, nil
}

// EndOneClickLinks ends the links of the caller's account.
func (s *OneClickServer) EndOneClickLinks(
	ctx context.Context, _ *contactsv1.EndOneClickLinksRequest,
) (*contactsv1.EndOneClickLinksResponse, error) {
	if err := s.app.EndLinks(ctx, account(ctx), actor(ctx, "")); err != nil {
		return nil, err
	}
	return &contactsv1.EndOneClickLinksResponse{}, nil
}
