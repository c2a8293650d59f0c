package rpc

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"google.golang.org/grpc"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/scoring-engine/internal/asking"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// Daily implements SendingCountService.
type Daily struct {
	scoringenginev1.UnimplementedSendingCountServiceServer
	daily *asking.Daily
}

// NewDaily returns a server.
func NewDaily(daily *asking.Daily) *Daily { return &Daily{daily: daily} }

// CountSendings returns the days that have sendings.
func (s *Daily) CountSendings(
	ctx context.Context, req *scoringenginev1.CountSendingsRequest,
) (*scoringenginev1.CountSendingsResponse, error) {
	start, err := dayOf("start", req.GetStart())
	if err != nil {
		return nil, err
	}
	end, err := dayOf("end", req.GetEnd())
	if err != nil {
		return nil, err
	}
	res := &scoringenginev1.CountSendingsResponse{}
	only, some := categoryOf(req)
	if !some {
		return res, nil
	}
	days, err := s.daily.Days(
		ctx, calculation.Channel(req.GetChannel()), databasesOf(req.GetDatabaseIds()), start, end, only,
	)
	if err != nil {
		return nil, fmt.Errorf("count sendings: %w", err)
	}
	for _, day := range days {
		res.Days = append(res.Days, &scoringenginev1.DayTotals{Date: dateOf(day.Day), Totals: totals(day.Counts)})
	}
	return res, nil
}

// messagesNamed has the fields that both requests for messages have in common.
type messagesNamed interface {
	categorized
	GetChannel() typev1.Channel
	GetDatabaseIds() []int32
	GetDate() string
}

func (s *Daily) messages(ctx context.Context, req messagesNamed) ([]asking.MessageCounts, error) {
	day, err := dayOf("date", req.GetDate())
	if err != nil {
		return nil, err
	}
	only, some := categoryOf(req)
	if !some {
		return nil, nil
	}
	all, err := s.daily.Messages(
		ctx, calculation.Channel(req.GetChannel()), databasesOf(req.GetDatabaseIds()), day, only,
	)
	if err != nil {
		return nil, fmt.Errorf("count messages: %w", err)
	}
	return all, nil
}

// CountMessages returns a page of the messages of a day.
func (s *Daily) CountMessages(
	ctx context.Context, req *scoringenginev1.CountMessagesRequest,
) (*scoringenginev1.CountMessagesResponse, error) {
	all, err := s.messages(ctx, req)
	if err != nil {
		return nil, err
	}
	from := min(int(req.GetOffset()), len(all))
	return &scoringenginev1.CountMessagesResponse{
		Total: int32(len(all)), Messages: messagesToProto(all[from:min(from+int(req.GetLimit()), len(all))]),
	}, nil
}

// messagesAtOnce is the number of messages in one part of a stream.
const messagesAtOnce = 1000

// StreamMessages streams the messages of a day.
func (s *Daily) StreamMessages(
	req *scoringenginev1.StreamMessagesRequest, stream grpc.ServerStreamingServer[scoringenginev1.StreamMessagesResponse],
) error {
	all, err := s.messages(stream.Context(), req)
	if err != nil {
		return err
	}
	for part := range slices.Chunk(all, messagesAtOnce) {
		if err := stream.Send(&scoringenginev1.StreamMessagesResponse{Messages: messagesToProto(part)}); err != nil {
			return fmt.Errorf("send messages: %w", err)
		}
	}
	return nil
}

func messagesToProto(messages []asking.MessageCounts) (list []*scoringenginev1.MessageTotals) {
	for _, m := range messages {
		list = append(list, &scoringenginev1.MessageTotals{
			DatabaseId: int32(m.Database), MessageId: m.ID, MessageCount: int32(m.Messages), Category: uint32(m.Category),
			Totals: totals(m.Counts),
		})
	}
	return list
}

// GetLastDay returns the last day with a sending or an event.
func (s *Daily) GetLastDay(
	ctx context.Context, req *scoringenginev1.GetLastDayRequest,
) (*scoringenginev1.GetLastDayResponse, error) {
	until, err := dayOf("until", req.GetUntil())
	if err != nil {
		return nil, err
	}
	last, ok, err := s.daily.LastDay(ctx, calculation.Channel(req.GetChannel()), databasesOf(req.GetDatabaseIds()), until)
	if err != nil {
		return nil, fmt.Errorf("find last day: %w", err)
	}
	res := &scoringenginev1.GetLastDayResponse{}
	if ok {
		res.Date = dateOf(last)
	}
	return res, nil
}

// dayOf parses a required day.
func dayOf(field, text string) (segment.Day, error) {
	date, err := calculation.ParseDate(field, text)
	if err == nil && date.IsZero() {
		err = calculation.ErrDate.WithField(field, calculation.ErrDate.Detail)
	}
	return calculation.DayOf(date), err
}

func dateOf(day segment.Day) string { return calculation.DateOf(day).Format(time.DateOnly) }

type categorized interface {
	GetByCategory() bool
	GetCategory() uint32
}

// categoryOf returns the category that a request is limited to; some is false if no message can have that category.
func categoryOf(req categorized) (only asking.CategoryFilter, some bool) {
	if !req.GetByCategory() {
		return nil, true
	}
	category := uint8(req.GetCategory())
	return &category, req.GetCategory() <= math.MaxUint8
}

func totals(n asking.SendingCounts) *scoringenginev1.SendingTotals {
	return &scoringenginev1.SendingTotals{
		Sent: int32(n[segment.Sent]), Delivered: int32(n[segment.Delivered]), Opened: int32(n[segment.Opened]),
		Clicked: int32(n[segment.Clicked]), Bounced: int32(n[segment.Bounced]), Unsubscribed: int32(n[segment.Unsubscribed]),
	}
}
