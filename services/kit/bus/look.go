package bus

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// StreamState is the present state of a stream.
type StreamState struct {
	// Exists is false for a stream that was not created yet.
	Exists bool
	// Differs names the settings that differ from those of the stream's owner.
	Differs []string
	// Messages and Bytes are stored now; MaxBytes is the limit.
	Messages, Bytes, MaxBytes uint64
	// Replicas is the number of servers that store it; Behind counts those that are not up to date.
	Replicas, Behind int
	// Now is the server's clock.
	Now       time.Time
	Consumers []ConsumerState
}

// ConsumerState is the position of a consumer.
type ConsumerState struct {
	Name string
	// Pending counts messages not yet delivered, Unacked those delivered and not yet acknowledged.
	Pending, Unacked uint64
}

// Look returns a stream's state and how its settings differ from s.
func (b *Bus) Look(ctx context.Context, s Stream) (StreamState, error) {
	want, err := b.config(s)
	if err != nil {
		return StreamState{}, err
	}
	stream, err := b.js.Stream(ctx, s.Name)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return StreamState{}, nil
	}
	if err != nil {
		return StreamState{}, fmt.Errorf("look at stream %s: %w", s.Name, err)
	}
	info := stream.CachedInfo()
	state := StreamState{
		Exists: true, Differs: differences(want, info.Config), Now: info.TimeStamp, Messages: info.State.Msgs,
		Bytes: info.State.Bytes, MaxBytes: uint64(max(info.Config.MaxBytes, 0)), Replicas: info.Config.Replicas,
	}
	if info.Cluster != nil {
		for _, replica := range info.Cluster.Replicas {
			if !replica.Current || replica.Offline {
				state.Behind++
			}
		}
	}
	consumers := stream.ListConsumers(ctx)
	for consumer := range consumers.Info() {
		state.Consumers = append(state.Consumers, ConsumerState{
			Name: consumer.Name, Pending: consumer.NumPending, Unacked: uint64(consumer.NumAckPending),
		})
	}
	if err := consumers.Err(); err != nil {
		return state, fmt.Errorf("list consumers of stream %s: %w", s.Name, err)
	}
	return state, nil
}

func differences(want, is jetstream.StreamConfig) (names []string) {
	for name, same := range map[string]bool{
		"subjects": slices.Equal(want.Subjects, is.Subjects), "storage": want.Storage == is.Storage,
		"retention": want.Retention == is.Retention, "discard": want.Discard == is.Discard,
		"max age": want.MaxAge == is.MaxAge, "max bytes": want.MaxBytes == is.MaxBytes,
		"duplicate window": want.Duplicates == is.Duplicates, "replicas": max(want.Replicas, 1) == max(is.Replicas, 1),
	} {
		if !same {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// LastAt returns when the newest message of a subject was stored; the zero time if there is none.
func (b *Bus) LastAt(ctx context.Context, stream, subject string) (time.Time, error) {
	s, err := b.js.Stream(ctx, stream)
	if err != nil {
		return time.Time{}, fmt.Errorf("look at stream %s: %w", stream, err)
	}
	message, err := s.GetLastMsgForSubject(ctx, subject)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, fmt.Errorf("look at the newest %s: %w", subject, err)
	}
	return message.Time, nil
}
