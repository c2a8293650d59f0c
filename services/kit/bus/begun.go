package bus

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	// begunStream keeps a mark for each message that was delivered before and is being handled again: who handles it.
	begunStream = "BEGUN"
	// begunSubject prefixes the subject of a mark, which has one for each message of a consumer.
	begunSubject = "begun."
	// begunAge is how long a mark is kept that nobody takes away.
	begunAge = 7 * 24 * time.Hour
	// endLimit bounds how long it takes to take a mark away, also when the program stops.
	endLimit = 5 * time.Second
)

// errEndless is the failure of a message during whose handling the process ended twice.
var errEndless = errors.New("the process ended twice while the message was handled")

// process names this run of the program.
var process = uuid.NewString()

// beginAgain notes that a message that was delivered before is handled again. JetStream counts deliveries, but not how
// they ended: a mark of another process says that nothing ended the one before. It fails with errEndless then. End
// takes the mark away.
func (b *Bus) beginAgain(ctx context.Context, c Consumer, meta *jetstream.MsgMetadata) (end func(), err error) {
	name := strings.NewReplacer(".", "_", " ", "_", "*", "_", ">", "_").Replace(c.Durable)
	subject := fmt.Sprintf("%s%s.%s.%d", begunSubject, name, meta.Stream, meta.Sequence.Stream)
	stream, err := b.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: begunStream, Subjects: []string{begunSubject + ">"}, Storage: jetstream.FileStorage, MaxAge: begunAge,
		MaxMsgsPerSubject: 1, MaxBytes: 16 << 20, Replicas: b.options.Replicas,
	})
	if err != nil {
		return nil, fmt.Errorf("ensure stream %s: %w", begunStream, err)
	}
	end = func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), endLimit)
		defer cancel()
		if err := stream.Purge(ctx, jetstream.WithPurgeSubject(subject)); err != nil {
			b.log.WarnContext(ctx, "the end of a message could not be noted", "consumer", c.Durable, "error", err)
		}
	}
	mark, err := stream.GetLastMsgForSubject(ctx, subject)
	switch {
	case err == nil && string(mark.Data) != process:
		return nil, errEndless
	case err != nil && !errors.Is(err, jetstream.ErrMsgNotFound):
		return nil, fmt.Errorf("look for mark: %w", err)
	}
	if _, err := b.js.Publish(ctx, subject, []byte(process)); err != nil {
		return nil, fmt.Errorf("keep mark: %w", err)
	}
	return end, nil
}
