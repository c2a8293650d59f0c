package rpc

import (
	"context"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/contacts/internal/intake"
)

// TrackingServer implements TrackingService.
type TrackingServer struct {
	contactsv1.UnimplementedTrackingServiceServer
	app *intake.App
}

// NewTrackingServer returns a server.
func NewTrackingServer(app *intake.App) *TrackingServer { return &TrackingServer{app: app} }

// ListWebTrackingAccounts returns the account's websites.
func (s *TrackingServer) ListWebTrackingAccounts(
	ctx context.Context, _ *contactsv1.ListWebTrackingAccountsRequest,
) (*contactsv1.ListWebTrackingAccountsResponse, error) {
	account := account(ctx)
	websites, err := s.app.WebsiteStandings(ctx, account)
	if err != nil {
		return nil, err
	}
	res := &contactsv1.ListWebTrackingAccountsResponse{}
	for _, w := range websites {
		item := &contactsv1.WebTrackingAccount{
			AccountId: int32(account), Uid: w.UID, Domain: w.Domain, SiClientId: w.Client.String(), Days: int32(w.Days),
			RefusedCount: int32(w.Refused), CreatedAt: timestamppb.New(w.CreatedAt), MadeBy: w.MadeBy,
			LeftOutCount: int32(w.LeftOut), HourlyVisitorLimit: int32(w.HourlyVisitors),
		}
		if w.Since != nil {
			item.Since, item.CompleteFrom = timestamppb.New(*w.Since), w.CompleteFrom.Format(time.DateOnly)
		}
		for _, t := range w.Types {
			item.Types = append(item.Types, &contactsv1.WebEventStanding{
				Type: t.Type, LastAt: timeOrNull(t.LastAt), TodayCount: int32(t.Today),
			})
		}
		res.Items = append(res.Items, item)
	}
	return res, nil
}

// timeOrNull returns null for the zero time.
func timeOrNull(at time.Time) *timestamppb.Timestamp {
	if at.IsZero() {
		return nil
	}
	return timestamppb.New(at)
}

// CreateWebTrackingAccount adds a website.
func (s *TrackingServer) CreateWebTrackingAccount(
	ctx context.Context, req *contactsv1.CreateWebTrackingAccountRequest,
) (*contactsv1.CreateWebTrackingAccountResponse, error) {
	client, err := s.app.AddWebsite(ctx, account(ctx), actor(ctx, ""), req.GetUid(), req.GetDomain())
	if err != nil {
		return nil, err
	}
	return &contactsv1.CreateWebTrackingAccountResponse{SiClientId: client.String()}, nil
}

// removeVisitors is the request's value for removing a website with its visitors.
const removeVisitors = "remove"

// DeleteWebTrackingAccount removes a website.
func (s *TrackingServer) DeleteWebTrackingAccount(
	ctx context.Context, req *contactsv1.DeleteWebTrackingAccountRequest,
) (*contactsv1.DeleteWebTrackingAccountResponse, error) {
	client, err := uuid.Parse(req.GetSiClientId())
	if err != nil {
		return nil, intake.ErrTrackingNotFound
	}
	visitors := req.GetVisitors() == removeVisitors
	if err := s.app.RemoveWebsite(ctx, account(ctx), client, visitors, actor(ctx, "")); err != nil {
		return nil, err
	}
	return &contactsv1.DeleteWebTrackingAccountResponse{}, nil
}
