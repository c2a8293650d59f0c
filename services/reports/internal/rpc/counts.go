package rpc

import (
	"context"
	"fmt"
	"time"

	"google.golang.org/grpc"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/event"
	"puls.app/services/reports/internal/core"
)

func sentOf(t *scoringenginev1.SendingTotals) core.Sent {
	return core.Sent{
		Sent: int(t.GetSent()), Delivered: int(t.GetDelivered()), Opened: int(t.GetOpened()), Clicked: int(t.GetClicked()),
		Bounced: int(t.GetBounced()), Unsubscribed: int(t.GetUnsubscribed()),
	}
}

// categoryToProto returns whether the request is limited to one category, and its number.
func categoryToProto(category *uint32) (by bool, number uint32) {
	if category == nil {
		return false, 0
	}
	return true, *category
}

// SentByDay returns the days that have sendings.
func (e Engine) SentByDay(ctx context.Context, of core.SendingsOf) ([]core.SendingDay, error) {
	by, category := categoryToProto(of.Category)
	res, err := e.Sendings.CountSendings(ctx, &scoringenginev1.CountSendingsRequest{
		Channel: typev1.Channel(of.Channel), DatabaseIds: idsOf(of.Databases), ByCategory: by, Category: category,
		Start: of.Days.Start.Format(time.DateOnly), End: of.Days.End.Format(time.DateOnly),
	})
	if err != nil {
		return nil, fmt.Errorf("count sendings: %w", err)
	}
	var days []core.SendingDay
	for _, day := range res.GetDays() {
		date, err := event.Day(day.GetDate())
		if err != nil {
			return nil, err
		}
		days = append(days, core.SendingDay{Date: date, Channel: of.Channel, Sent: sentOf(day.GetTotals())})
	}
	return days, nil
}

// SentMessages returns some of one day's messages.
func (e Engine) SentMessages(
	ctx context.Context, of core.SendingsOf, offset, limit int,
) (messages []core.SentMessage, total int, err error) {
	by, category := categoryToProto(of.Category)
	res, err := e.Sendings.CountMessages(ctx, &scoringenginev1.CountMessagesRequest{
		Channel: typev1.Channel(of.Channel), DatabaseIds: idsOf(of.Databases), ByCategory: by, Category: category,
		Date: of.Days.Start.Format(time.DateOnly), Offset: int32(offset), Limit: int32(limit),
	})
	if err != nil {
		return nil, 0, fmt.Errorf("count messages: %w", err)
	}
	return messagesOf(of.Channel, res.GetMessages()), int(res.GetTotal()), nil
}

func messagesOf(channel core.Channel, list []*scoringenginev1.MessageTotals) (messages []core.SentMessage) {
	for _, m := range list {
		messages = append(messages, core.SentMessage{
			Channel: channel, Database: core.DatabaseID(m.GetDatabaseId()), ID: m.GetMessageId(),
			Messages: int(m.GetMessageCount()), Category: m.GetCategory(), Sent: sentOf(m.GetTotals()),
		})
	}
	return messages
}

// AllMessages opens the stream of one day's messages.
func (e Engine) AllMessages(ctx context.Context, of core.SendingsOf) (core.MessageStream, error) {
	by, category := categoryToProto(of.Category)
	stream, err := e.Sendings.StreamMessages(ctx, &scoringenginev1.StreamMessagesRequest{
		Channel: typev1.Channel(of.Channel), DatabaseIds: idsOf(of.Databases), ByCategory: by, Category: category,
		Date: of.Days.Start.Format(time.DateOnly),
	})
	if err != nil {
		return nil, fmt.Errorf("count messages: %w", err)
	}
	return messageStream{stream, of.Channel}, nil
}

type messageStream struct {
	stream  grpc.ServerStreamingClient[scoringenginev1.StreamMessagesResponse]
	channel core.Channel
}

func (s messageStream) Next() ([]core.SentMessage, error) {
	part, err := s.stream.Recv()
	if err != nil {
		return nil, fmt.Errorf("read messages: %w", err)
	}
	return messagesOf(s.channel, part.GetMessages()), nil
}

// LastDay returns the last day with a sending or an event.
func (e Engine) LastDay(
	ctx context.Context, channel core.Channel, databases []core.DatabaseID, until time.Time,
) (time.Time, error) {
	res, err := e.Sendings.GetLastDay(ctx, &scoringenginev1.GetLastDayRequest{
		Channel: typev1.Channel(channel), DatabaseIds: idsOf(databases), Until: until.Format(time.DateOnly),
	})
	if err != nil {
		return time.Time{}, fmt.Errorf("ask for the last day: %w", err)
	}
	if res.GetDate() == "" {
		return time.Time{}, nil
	}
	return event.Day(res.GetDate())
}
