package rpc

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/timestamppb"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/contacts/internal/engine/provider"
	"puls.app/services/contacts/internal/intake"
)

// MailProviderServer implements MailProviderService.
type MailProviderServer struct {
	contactsv1.UnimplementedMailProviderServiceServer
	app *intake.App
}

// NewMailProviderServer returns a server.
func NewMailProviderServer(app *intake.App) *MailProviderServer {
	return &MailProviderServer{app: app}
}

// ListMailProviders returns the state of all providers.
func (s *MailProviderServer) ListMailProviders(
	ctx context.Context, _ *contactsv1.ListMailProvidersRequest,
) (*contactsv1.ListMailProvidersResponse, error) {
	all, err := s.app.MailStandings(ctx, account(ctx))
	if err != nil {
		return nil, err
	}
	res := &contactsv1.ListMailProvidersResponse{}
	for _, standing := range all {
		res.Items = append(res.Items, mailProvider(standing))
	}
	return res, nil
}

// hooksPath is the gateway's path for webhooks of mail providers.
const hooksPath = "/api/hooks/v1/"

func mailProvider(s intake.MailStanding) *contactsv1.MailProvider {
	p := &contactsv1.MailProvider{Provider: string(s.Name), State: string(s.State)}
	if s.State == intake.MailNone {
		return p
	}
	p.Path, p.Uid, p.HasKey = hooksPath+string(s.Name)+"/"+s.PathKey, s.UID, len(s.Secret) > 0
	p.Username, p.Topic, p.CreatedAt = s.Username(), s.Topic, timestamppb.New(s.CreatedAt)
	p.MadeBy = s.MadeBy
	p.ReceivedAt, p.RefusedSignatureAt = timeOrNull(s.ReceivedAt), timeOrNull(s.RefusedAt)
	p.ReceivedCount, p.UnusedCount = int32(s.Received), int32(s.Unused)
	p.RefusedSignatureCount = int32(s.Refused)
	for _, t := range s.Types {
		p.Types = append(p.Types, &contactsv1.MailEventCount{Type: t.Type, Count: int32(t.LastDay)})
	}
	return p
}

// SetMailProvider adds or changes a provider.
func (s *MailProviderServer) SetMailProvider(
	ctx context.Context, req *contactsv1.SetMailProviderRequest,
) (*contactsv1.SetMailProviderResponse, error) {
	name, caller := provider.Name(req.GetProvider()), account(ctx)
	password, err := s.app.SetMailProvider(ctx, caller, actor(ctx, ""), name, intake.MailSettings{
		UID: req.GetUid(), Key: req.GetKey(), Topic: req.GetTopic(), RenewPassword: req.GetRenewPassword(),
	})
	if err != nil {
		return nil, err
	}
	all, err := s.app.MailStandings(ctx, caller)
	if err != nil {
		return nil, err
	}
	res := &contactsv1.SetMailProviderResponse{Password: password}
	for _, standing := range all {
		if standing.Name == name {
			res.Provider = mailProvider(standing)
		}
	}
	return res, nil
}

// DeleteMailProvider removes a provider.
func (s *MailProviderServer) DeleteMailProvider(
	ctx context.Context, req *contactsv1.DeleteMailProviderRequest,
) (*contactsv1.DeleteMailProviderResponse, error) {
	if err := s.app.RemoveMailProvider(ctx, account(ctx), provider.Name(req.GetProvider())); err != nil {
		return nil, err
	}
	return &contactsv1.DeleteMailProviderResponse{}, nil
}

// StreamRecentMailEvents streams the events of a provider as they arrive.
func (s *MailProviderServer) StreamRecentMailEvents(
	req *contactsv1.StreamRecentMailEventsRequest,
	stream grpc.ServerStreamingServer[contactsv1.StreamRecentMailEventsResponse],
) error {
	ctx := stream.Context()
	source, err := s.app.MailSource(ctx, account(ctx), provider.Name(req.GetProvider()))
	if err != nil {
		return err
	}
	return watch(stream, s.app, source, func(e intake.RecentEvent) error {
		return stream.Send(&contactsv1.StreamRecentMailEventsResponse{
			ReceivedAt: timeOrNull(e.ReceivedAt), OccurredAt: timeOrNull(e.OccurredAt), Type: e.Type, MessageId: e.Subject,
			Refused: e.Refused, Skipped: int32(e.Skipped),
		})
	})
}

// ReceiveMailEvents stores a request of a mail provider.
func (s *IntakeServer) ReceiveMailEvents(
	ctx context.Context, req *contactsv1.ReceiveMailEventsRequest,
) (*contactsv1.ReceiveMailEventsResponse, error) {
	events, err := s.app.ReceiveMailEvents(ctx, intake.MailRequest{
		Request: provider.Request{Headers: req.GetHeaders(), Body: req.GetBody()},
		Name:    provider.Name(req.GetProvider()), PathKey: req.GetKey(), ReceivedAt: timeOf(req.GetReceivedAt()),
	})
	if err != nil {
		return nil, err
	}
	return &contactsv1.ReceiveMailEventsResponse{EventCount: int32(events)}, nil
}
