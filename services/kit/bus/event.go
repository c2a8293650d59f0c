package bus

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/telemetry"
)

// Event is a kind of message on the bus. Its contract names its stream and subject.
type Event[M proto.Message] struct{ contract *typev1.Event }

// EventOf returns the event that M's contract declares. It panics if the contract declares none, so that a program that
// would publish or consume such a message does not start.
func EventOf[M proto.Message]() Event[M] {
	var none M
	contract, err := contractOf(none.ProtoReflect().Descriptor())
	if err != nil {
		panic(err)
	}
	return Event[M]{contract: contract}
}

// Subject returns the subject that the event is published on.
func (e Event[M]) Subject() string { return e.contract.GetSubject() }

// Stream returns the name of the stream that stores the event.
func (e Event[M]) Stream() string { return e.contract.GetStream() }

// Encoded is an event in the form that the bus carries.
type Encoded struct {
	Subject string
	Payload []byte
}

// Encode returns a message in the form that an outbox stores.
func (e Event[M]) Encode(message M) (Encoded, error) { return encode(e.contract, message) }

func encode(contract *typev1.Event, message proto.Message) (Encoded, error) {
	payload, err := proto.Marshal(message)
	if err != nil {
		return Encoded{}, fmt.Errorf("write %s: %w", contract.GetSubject(), err)
	}
	return Encoded{Subject: contract.GetSubject(), Payload: payload}, nil
}

func (e Event[M]) decode(payload []byte) (message M, err error) {
	read := message.ProtoReflect().New().Interface()
	if err := proto.Unmarshal(payload, read); err != nil {
		return message, fmt.Errorf("read %s: %w", e.Subject(), err)
	}
	message, _ = read.(M)
	return message, nil
}

// Handle returns the consumer of an event, with default settings. A message that cannot be decoded counts as an error
// of handle.
func Handle[M proto.Message](durable string, handle func(ctx context.Context, message M) error) Consumer {
	event := EventOf[M]()
	return HandleBytes[M](durable, func(ctx context.Context, payload []byte) error {
		message, err := event.decode(payload)
		if err != nil {
			return err
		}
		return handle(ctx, message)
	})
}

// HandleAll is Handle for batches of waiting messages, in any order; see Consumer.HandleAll.
func HandleAll[M proto.Message](durable string, handle func(ctx context.Context, messages []M) error) Consumer {
	event := EventOf[M]()
	consumer := Handle(durable, func(ctx context.Context, message M) error { return handle(ctx, []M{message}) })
	consumer.HandleAll = func(ctx context.Context, payloads [][]byte) error {
		messages := make([]M, len(payloads))
		for i, payload := range payloads {
			var err error
			if messages[i], err = event.decode(payload); err != nil {
				return err
			}
		}
		return handle(ctx, messages)
	}
	return consumer
}

// HandleBytes is Handle for an event that is passed on without being decoded.
func HandleBytes[M proto.Message](durable string, handle func(ctx context.Context, payload []byte) error) Consumer {
	contract := EventOf[M]().contract
	return Consumer{Stream: contract.GetStream(), Durable: durable, Subject: contract.GetSubject(), Handle: handle}
}

// leaderPause is the pause before a message is published again that no stream accepted while its servers elect a
// leader.
const leaderPause = 250 * time.Millisecond

// Publish stores an event. Within two minutes the same id on the same stream is stored once.
func (b *Bus) Publish(ctx context.Context, id string, content proto.Message) error {
	contract, err := contractOf(content.ProtoReflect().Descriptor())
	if err != nil {
		return err
	}
	event, err := encode(contract, content)
	if err != nil {
		return err
	}
	message := newMessage(event.Subject, telemetry.Parent(ctx), event.Payload)
	if err := b.store(ctx, message, jetstream.WithMsgID(id)); err != nil {
		return fmt.Errorf("publish %s: %w", event.Subject, err)
	}
	return nil
}

// store publishes one message and returns once it is stored.
func (b *Bus) store(ctx context.Context, msg *nats.Msg, options ...jetstream.PublishOpt) error {
	ctx, cancel := context.WithTimeout(ctx, ackTimeout)
	defer cancel()
	options = append(
		options, jetstream.WithRetryWait(leaderPause), jetstream.WithRetryAttempts(int(ackTimeout/leaderPause)),
	)
	_, err := b.js.PublishMsg(ctx, msg, options...)
	return err
}

func contractOf(message protoreflect.MessageDescriptor) (*typev1.Event, error) {
	contract, _ := proto.GetExtension(message.Options(), typev1.E_Event).(*typev1.Event)
	if contract.GetStream() == "" || contract.GetSubject() == "" {
		return nil, fmt.Errorf(
			"the contract of %s does not name its subject: add option (puls.type.v1.event)", message.FullName(),
		)
	}
	return contract, nil
}

// complete fills in the subjects of the contracts.
func (s *Stream) complete() error {
	if s.Subjects != nil {
		return nil
	}
	protoregistry.GlobalFiles.RangeFiles(func(file protoreflect.FileDescriptor) bool {
		for i := range file.Messages().Len() {
			if contract, err := contractOf(file.Messages().Get(i)); err == nil && contract.GetStream() == s.Name {
				s.Subjects = append(s.Subjects, contract.GetSubject())
			}
		}
		return true
	})
	if s.Subjects == nil {
		return fmt.Errorf("no contract has an event of stream %s", s.Name)
	}
	slices.Sort(s.Subjects)
	return nil
}
