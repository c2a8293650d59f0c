package core

import (
	"context"
	"errors"
	"io"

	"golang.org/x/sync/errgroup"
)

// messageBlock is the largest number of messages in one request: each request sorts them again.
const messageBlock = 10_000

// messageList iterates over one channel's messages, most sent first.
type messageList struct {
	// stream has all messages, and total is known at its end; nil for a list that is read by the block.
	stream MessageStream
	counts SendingCounts
	of     SendingsOf
	// block is how many messages are read at once.
	block int
	// waiting are the messages read but not taken, next is the offset to read at.
	waiting []SentMessage
	next    int
	total   int
}

func (l *messageList) read(ctx context.Context) (err error) {
	if l.stream == nil {
		l.waiting, l.total, err = l.counts.SentMessages(ctx, l.of, l.next, l.block)
	} else if l.waiting, err = l.stream.Next(); errors.Is(err, io.EOF) {
		l.total, err = l.next, nil
	}
	l.next += len(l.waiting)
	return err
}

// first returns the next message without taking it, or nil after the last.
func (l *messageList) first(ctx context.Context) (*SentMessage, error) {
	if len(l.waiting) == 0 && l.next < l.total {
		if err := l.read(ctx); err != nil {
			return nil, err
		}
	}
	if len(l.waiting) == 0 {
		return nil, nil
	}
	return &l.waiting[0], nil
}

// merged returns a range of the messages of several lists merged, most sent first, and their total number. If only one
// list has messages, it is read from the start of the range.
func merged(ctx context.Context, lists []*messageList, skip, take int) (messages []SentMessage, total int, err error) {
	if len(lists) == 1 {
		lists[0].next, skip = skip, 0
	}
	group, groupCtx := errgroup.WithContext(ctx)
	for _, list := range lists {
		list.block = min(skip+take, messageBlock)
		group.Go(func() error { return list.read(groupCtx) })
	}
	if err := group.Wait(); err != nil {
		return nil, 0, err
	}
	for _, list := range lists {
		total += list.total
	}
	if skip >= total {
		return nil, total, nil
	}
	for _, list := range lists {
		if list.total == total && skip >= list.next {
			list.waiting, list.next, list.block, skip = nil, skip, take, 0
			break
		}
	}
	for at := 0; at < skip+take; at++ {
		most, err := mostSent(ctx, lists)
		if err != nil || most == nil {
			return messages, total, err
		}
		if at >= skip {
			messages = append(messages, most.waiting[0])
		}
		most.waiting = most.waiting[1:]
	}
	return messages, total, nil
}

// mostSent returns the list whose next message was sent most, the first among equals, or nil when all lists have ended.
func mostSent(ctx context.Context, lists []*messageList) (*messageList, error) {
	var most *messageList
	for _, list := range lists {
		message, err := list.first(ctx)
		if err != nil {
			return nil, err
		}
		if message != nil && (most == nil || message.Sent.Sent > most.waiting[0].Sent.Sent) {
			most = list
		}
	}
	return most, nil
}
