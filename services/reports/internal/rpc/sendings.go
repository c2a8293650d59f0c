package rpc

import (
	"cmp"
	"context"

	reportsv1 "puls.app/proto/gen/go/puls/reports/v1"
	"puls.app/services/reports/internal/core"
	"puls.app/services/spec"
)

// SendingServer implements SendingService.
type SendingServer struct {
	reportsv1.UnimplementedSendingServiceServer
	app *core.App
}

// NewSendingServer returns a server.
func NewSendingServer(app *core.App) *SendingServer { return &SendingServer{app: app} }

const (
	noCategory    = "none"
	firstPageSize = 100
)

// sendingsNamed has the fields that both requests have in common.
type sendingsNamed interface {
	GetScoringType() string
	GetCategory() string
	GetUids() []string
}

func sendingsAskOf(req sendingsNamed) core.SendingsAsk {
	ask := core.SendingsAsk{UIDs: uidsOf(req.GetUids()), Categories: map[core.Channel]*uint32{}}
	for _, channel := range spec.Messages() {
		if wanted := req.GetScoringType(); wanted != "" && wanted != channel.String() {
			continue
		}
		if req.GetCategory() == "" {
			ask.Categories[channel] = nil
			continue
		}
		// A channel without the category has no sendings of it.
		name := req.GetCategory()
		if name == noCategory {
			name = ""
		}
		if number, known := channel.Category(name); known {
			wanted := uint32(number)
			ask.Categories[channel] = &wanted
		}
	}
	return ask
}

// ListSendings returns sendings by day.
func (s *SendingServer) ListSendings(
	ctx context.Context, req *reportsv1.ListSendingsRequest,
) (*reportsv1.ListSendingsResponse, error) {
	days, err := daysOf("start", req.GetStart(), "end", req.GetEnd())
	if err != nil {
		return nil, err
	}
	sendings, err := s.app.Sendings(ctx, account(ctx), sendingsAskOf(req), days)
	if err != nil {
		return nil, err
	}
	total := sendings.Total
	res := &reportsv1.ListSendingsResponse{
		Start: dayToProto(sendings.Days.Start), End: dayToProto(sendings.Days.End),
		Total: &reportsv1.SendingCounts{
			Sent: count(total.Sent), Delivered: count(total.Delivered), Opened: count(total.Opened),
			Clicked: count(total.Clicked), Bounced: count(total.Bounced), Unsubscribed: count(total.Unsubscribed),
		},
	}
	for _, day := range sendings.Items {
		res.Items = append(res.Items, &reportsv1.SendingDay{
			Date: dayToProto(day.Date), ScoringType: day.Channel.String(), Sent: count(day.Sent.Sent),
			Delivered: count(day.Delivered), Opened: count(day.Opened), Clicked: count(day.Clicked),
			Bounced: count(day.Bounced), Unsubscribed: count(day.Unsubscribed),
		})
	}
	return res, nil
}

// ListSentMessages returns a page of one day's messages.
func (s *SendingServer) ListSentMessages(
	ctx context.Context, req *reportsv1.ListSentMessagesRequest,
) (*reportsv1.ListSentMessagesResponse, error) {
	date, err := core.ParseDate("date", req.GetDate())
	if err != nil {
		return nil, err
	}
	page := core.Page{
		Number: int(cmp.Or(req.GetPage(), 1)), Size: int(cmp.Or(req.GetPageSize(), firstPageSize)),
	}
	messages, total, err := s.app.SentMessages(ctx, account(ctx), sendingsAskOf(req), date, page)
	if err != nil {
		return nil, err
	}
	res := &reportsv1.ListSentMessagesResponse{Total: count(total)}
	for _, m := range messages {
		res.Items = append(res.Items, &reportsv1.SentMessage{
			MessageId: m.ID, MessageCount: count(m.Messages), Category: m.Channel.CategoryName(m.Category),
			Uid: string(m.UID), ScoringType: m.Channel.String(), Sent: count(m.Sent.Sent), Delivered: count(m.Delivered),
			Opened: count(m.Opened), Clicked: count(m.Clicked), Bounced: count(m.Bounced),
			Unsubscribed: count(m.Unsubscribed),
		})
	}
	return res, nil
}
