package core

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"puls.app/services/spec"
)

// Sent counts sendings and their outcomes.
type Sent struct{ Sent, Delivered, Opened, Clicked, Bounced, Unsubscribed int }

// on clears the counts that are unknown for a channel.
func (s Sent) on(channel Channel) Sent {
	if !channel.Opens() {
		s.Opened = 0
	}
	return s
}

func (s *Sent) add(other Sent) {
	s.Sent += other.Sent
	s.Delivered += other.Delivered
	s.Opened += other.Opened
	s.Clicked += other.Clicked
	s.Bounced += other.Bounced
	s.Unsubscribed += other.Unsubscribed
}

// SendingsOf names the sendings of some databases on one channel, on one day or several.
type SendingsOf struct {
	Channel   Channel
	Databases []DatabaseID
	Days      Days
	// Category is a communication type by its number on the channel, 0 for messages without one; nil means any.
	Category *uint32
}

// SendingCounts counts sendings, from the present facts.
type SendingCounts interface {
	// SentByDay returns the days that have sendings.
	SentByDay(ctx context.Context, of SendingsOf) ([]SendingDay, error)
	// SentMessages returns some of one day's messages, most sent first, and their total number; limit is at most 10,000.
	SentMessages(ctx context.Context, of SendingsOf, offset, limit int) (messages []SentMessage, total int, err error)
	// AllMessages opens the stream of one day's messages, most sent first. It ends with ctx.
	AllMessages(ctx context.Context, of SendingsOf) (MessageStream, error)
	// LastDay returns the last day, up to a given one, with a sending or, for web, an event; zero if there is none.
	LastDay(ctx context.Context, channel Channel, databases []DatabaseID, until time.Time) (time.Time, error)
}

// MessageStream is a stream of messages.
type MessageStream interface {
	// Next returns some messages, at least one, or io.EOF after the last.
	Next() ([]SentMessage, error)
}

// SendingDay holds the counts of one channel on one day.
type SendingDay struct {
	Date    time.Time
	Channel Channel
	Sent
}

// SentMessage is a message of one database with its sendings of one day.
type SentMessage struct {
	Channel  Channel
	Database DatabaseID
	UID      UID
	// ID is empty for all messages of a database and category with a single contact together.
	ID string
	// Messages is the number of messages it stands for.
	Messages int
	// Category is its number on the channel, 0 for none.
	Category uint32
	Sent
}

// Databases reads the uids of an account.
type Databases interface {
	// Resolve returns the databases of uids, where no uids means all of the account's, or an error with the reason
	// DATABASE_NOT_FOUND.
	Resolve(ctx context.Context, account AccountID, uids []UID) (map[DatabaseID]UID, error)
}

// SendingsAsk is a request for sendings.
type SendingsAsk struct {
	// Categories has the wanted category of each channel, as in SendingsOf.Category; a missing channel is not wanted.
	Categories map[Channel]*uint32
	UIDs       []UID
}

// Sendings are days, newest first, and their sum.
type Sendings struct {
	Days  Days
	Items []SendingDay
	Total Sent
}

// sendingDays is the default number of days, the last included.
const sendingDays = 30

// Sendings returns the sendings of some days, by default up to today.
func (a *App) Sendings(ctx context.Context, account AccountID, ask SendingsAsk, days Days) (*Sendings, error) {
	var err error
	if days.End.IsZero() {
		if days.End, err = a.today(ctx, account); err != nil {
			return nil, err
		}
	}
	if days.Start.IsZero() {
		days.Start = orFirst(days.End.AddDate(0, 0, 1-sendingDays))
	}
	if err := days.check("start"); err != nil {
		return nil, err
	}
	sources, _, err := a.sources(ctx, account, ask, days)
	if err != nil {
		return nil, err
	}
	parts := make([][]SendingDay, len(sources))
	group, groupCtx := errgroup.WithContext(ctx)
	for i, of := range sources {
		group.Go(func() (err error) {
			parts[i], err = a.engine.SentByDay(groupCtx, of)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	s := &Sendings{Days: days, Items: slices.Concat(parts...)}
	slices.SortFunc(s.Items, func(x, y SendingDay) int {
		return cmp.Or(y.Date.Compare(x.Date), cmp.Compare(x.Channel, y.Channel))
	})
	for i := range s.Items {
		item := &s.Items[i]
		item.Sent = item.on(item.Channel)
		s.Total.add(item.Sent)
	}
	return s, nil
}

// sources returns the sendings to count on each wanted channel; none for an account without databases.
func (a *App) sources(ctx context.Context, account AccountID, ask SendingsAsk, days Days) (
	[]SendingsOf, map[DatabaseID]UID, error,
) {
	uids, err := a.databases.Resolve(ctx, account, ask.UIDs)
	if err != nil || len(uids) == 0 {
		return nil, nil, err
	}
	var ids []DatabaseID
	for id := range uids {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	var list []SendingsOf
	for _, channel := range spec.Messages() {
		if category, wanted := ask.Categories[channel]; wanted {
			list = append(list, SendingsOf{Channel: channel, Databases: ids, Days: days, Category: category})
		}
	}
	return list, uids, nil
}

// Page is a part of a list: its number, from 1, and the number of rows of each page.
type Page struct{ Number, Size int }

// SentMessages returns a page of the messages with sendings on one day, most sent first, and their total number.
func (a *App) SentMessages(
	ctx context.Context, account AccountID, ask SendingsAsk, date time.Time, page Page,
) ([]SentMessage, int, error) {
	sources, uids, err := a.sources(ctx, account, ask, Days{Start: date, End: date})
	if err != nil {
		return nil, 0, err
	}
	lists := make([]*messageList, len(sources))
	for i, of := range sources {
		lists[i] = &messageList{counts: a.engine, of: of}
	}
	messages, total, err := merged(ctx, lists, (page.Number-1)*page.Size, page.Size)
	for i := range messages {
		m := &messages[i]
		m.UID, m.Sent = uids[m.Database], m.on(m.Channel)
	}
	return messages, total, err
}

// EachSentMessage calls visit with all messages with sendings on one day, most sent first, as they arrive.
func (a *App) EachSentMessage(
	ctx context.Context, account AccountID, ask SendingsAsk, date time.Time, visit func(*SentMessage) error,
) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	sources, uids, err := a.sources(ctx, account, ask, Days{Start: date, End: date})
	if err != nil {
		return err
	}
	lists := make([]*messageList, len(sources))
	for i, of := range sources {
		stream, err := a.engine.AllMessages(ctx, of)
		if err != nil {
			return err
		}
		lists[i] = &messageList{stream: stream, total: math.MaxInt}
	}
	for {
		most, err := mostSent(ctx, lists)
		if err != nil || most == nil {
			return err
		}
		m := &most.waiting[0]
		most.waiting = most.waiting[1:]
		m.UID, m.Sent = uids[m.Database], m.on(m.Channel)
		if err := visit(m); err != nil {
			return err
		}
	}
}
