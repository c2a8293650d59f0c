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
	// begunStream stores a mark, with the process that handles it, for each message that is being handled again.
	begunStream = "BEGUN"
	// begunSubject prefixes the subject of a mark. Each message of a consumer has its own.
	begunSubject = "begun."
	// begunAge is how long a mark is stored if it is not removed.
	begunAge = 7 * 24 * time.Hour
	// endLimit bounds the removal of a mark, also when the program stops.
	endLimit = 5 * time.Second
)

// errEndless means that the process ended twice while the message was being handled.
var errEndless = errors.New("the process ended twice while the message was handled")

// process names this run of the program.
var process = uuid.NewString()

// beginAgain records that a message delivered before is being handled again; end removes the mark. JetStream counts
// deliveries, but not how they ended. A mark of another process means that the previous attempt never ended; beginAgain
// then fails with errEndless.
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
