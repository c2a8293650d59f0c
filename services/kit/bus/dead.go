package bus

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/dynamicpb"

	"puls.app/services/kit/telemetry"
)

const (
	deadStream = "DEAD"
	// deadSubject prefixes the subjects of dead letters.
	deadSubject = "dead."
	causeHeader = "Puls-Cause"
	homeHeader  = "Puls-Subject"
)

// DeadLetter is a message that failed all its attempts.
type DeadLetter struct {
	Sequence uint64
	Subject  string
	Cause    string
	Time     time.Time
	Payload  []byte
	// trace is the trace that it comes from.
	trace string
}

func (b *Bus) ensureDead(ctx context.Context) error {
	return b.Ensure(ctx, Stream{Name: deadStream, Subjects: []string{deadSubject + ">"}, MaxBytes: 1 << 30})
}

// PutDeadLetter stores a message that no handler could handle; Revive publishes it on subject. The id identifies the
// message: the same id and payload make one letter, however often they are given up, until it is revived or dropped.
func (b *Bus) PutDeadLetter(ctx context.Context, subject, id string, payload []byte, cause error) error {
	if err := b.ensureDead(ctx); err != nil {
		return err
	}
	digest := sha256.Sum256(append([]byte(id+"\x00"), payload...))
	letter := newMessage(fmt.Sprintf("%s%s.%x", deadSubject, subject, digest[:16]), telemetry.Parent(ctx), payload)
	letter.Header.Set(homeHeader, subject)
	letter.Header.Set(causeHeader, fmt.Sprintf("%.500s", cause))
	// The subject is unique to the letter, and the server stores it only while the subject is empty.
	err := b.store(ctx, letter, jetstream.WithExpectLastSequencePerSubject(0))
	var refused *jetstream.APIError
	if errors.As(err, &refused) && refused.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence {
		return nil // already stored
	}
	if err != nil {
		return fmt.Errorf("publish dead letter: %w", err)
	}
	return nil
}

// DeadLetters returns all dead letters, oldest first.
func (b *Bus) DeadLetters(ctx context.Context) ([]DeadLetter, error) {
	if err := b.ensureDead(ctx); err != nil {
		return nil, err
	}
	stream, err := b.js.Stream(ctx, deadStream)
	if err != nil {
		return nil, fmt.Errorf("open dead letters: %w", err)
	}
	state := stream.CachedInfo().State
	var letters []DeadLetter
	for sequence := state.FirstSeq; sequence <= state.LastSeq && sequence > 0; sequence++ {
		msg, err := stream.GetMsg(ctx, sequence)
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("read dead letter %d: %w", sequence, err)
		}
		letters = append(letters, DeadLetter{
			Sequence: sequence, Subject: msg.Header.Get(homeHeader), Cause: msg.Header.Get(causeHeader),
			Time: msg.Time, Payload: msg.Data, trace: msg.Header.Get(traceHeader),
		})
	}
	return letters, nil
}

// Figures returns the number of dead letters.
func (b *Bus) Figures(ctx context.Context) ([]telemetry.Figure, error) {
	letters := telemetry.Figure{
		Name: "dead_letters", Unit: "{message}", Means: "messages and tasks that no service could handle",
		Warn:   1,
		Advice: "`puls dead-letters` lists them with their errors; remove the cause, then run `puls dead-letters --revive`.",
	}
	stream, err := b.js.Stream(ctx, deadStream)
	if err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil, fmt.Errorf("look at dead letters: %w", err)
	}
	if err == nil { // no stream: there has never been a dead letter
		letters.Value = float64(stream.CachedInfo().State.Msgs)
	}
	return []telemetry.Figure{letters}, nil
}

// Revive publishes a dead letter on its original subject again and removes it.
func (b *Bus) Revive(ctx context.Context, letter DeadLetter) error {
	if _, err := b.js.PublishMsg(ctx, newMessage(letter.Subject, letter.trace, letter.Payload)); err != nil {
		return fmt.Errorf("publish dead letter again: %w", err)
	}
	return b.Drop(ctx, letter)
}

// Drop removes a dead letter.
func (b *Bus) Drop(ctx context.Context, letter DeadLetter) error {
	stream, err := b.js.Stream(ctx, deadStream)
	if err != nil {
		return fmt.Errorf("open dead letters: %w", err)
	}
	if err := stream.DeleteMsg(ctx, letter.Sequence); err != nil {
		return fmt.Errorf("remove dead letter: %w", err)
	}
	return nil
}

// JSON returns the letter's payload as JSON, decoded by the contract of its subject.
func (l DeadLetter) JSON() (json.RawMessage, error) {
	var contract protoreflect.MessageDescriptor
	protoregistry.GlobalFiles.RangeFiles(func(file protoreflect.FileDescriptor) bool {
		for i := range file.Messages().Len() {
			if event, err := contractOf(file.Messages().Get(i)); err == nil && event.GetSubject() == l.Subject {
				contract = file.Messages().Get(i)
			}
		}
		return contract == nil
	})
	if contract == nil {
		return nil, fmt.Errorf("no contract has an event on %s", l.Subject)
	}
	message := dynamicpb.NewMessage(contract)
	if err := proto.Unmarshal(l.Payload, message); err != nil {
		return nil, fmt.Errorf("the payload is no %s: %w", contract.FullName(), err)
	}
	return protojson.Marshal(message)
}
