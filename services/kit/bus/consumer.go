package bus

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"puls.app/services/kit/loop"
	"puls.app/services/kit/retry"
)

// Consumer is a subscription that survives restarts and is shared by all replicas of a service.
type Consumer struct {
	Stream string
	// Durable names the consumer's position in the stream; it starts with the service's name.
	Durable string
	Subject string
	// Handle handles one message. Nil means that it took effect and is acknowledged; after an error it is delivered again.
	Handle func(ctx context.Context, payload []byte) error
	// HandleAll handles up to batchSize waiting messages, in any order, all or none; nil passes each message to Handle.
	// After an error each message is handled separately, so that one that fails delays no other.
	HandleAll func(ctx context.Context, payloads [][]byte) error
	// Parallel is the number of messages, or batches of them, handled at once; 0 means 1.
	Parallel int
	// MaxDeliver is the number of attempts before the message goes to the dead letters; 0 means 10.
	MaxDeliver int
	// AckWait is how long the server waits for a sign of life before it delivers a message again; 0 means 6 s. The
	// consumer extends it while a handler runs.
	AckWait time.Duration
	// GiveUp is called with a message that goes to the dead letters; may be nil.
	GiveUp func(ctx context.Context, payload []byte, cause error)
}

// AtOnce returns a copy that handles n messages at once. Its handler must accept them in any order.
func (c Consumer) AtOnce(n int) Consumer {
	c.Parallel = n
	return c
}

// batchSize is the maximum number of messages of one HandleAll call. They share a transaction, and more gain little.
const batchSize = 64

// silence is the heartbeat interval of a consumer's leader; after two missed heartbeats the leader is looked up again.
const silence = 2 * time.Second

// handBack is the pause before a message is delivered again whose consumer was stopped.
const handBack = time.Second

// Consume handles messages until ctx ends, then waits for the handlers that run.
func (b *Bus) Consume(ctx context.Context, c Consumer) error {
	if c.Parallel == 0 {
		c.Parallel = 1
	}
	if c.MaxDeliver == 0 {
		c.MaxDeliver = 10
	}
	if c.AckWait == 0 {
		c.AckWait = 6 * time.Second
	}
	var alone sync.RWMutex
	taken := make(chan jetstream.Msg, c.most()-1)
	var workers errgroup.Group
	for range c.Parallel {
		workers.Go(func() error { b.work(ctx, c, &alone, taken); return nil })
	}
	defer func() { close(taken); _ = workers.Wait() }()
	for ctx.Err() == nil {
		consumer := b.subscribe(ctx, c)
		if consumer == nil {
			return nil
		}
		if err := b.take(ctx, c, consumer, taken); err != nil && ctx.Err() == nil {
			b.log.WarnContext(ctx, "consumer is created again", "consumer", c.Durable, "error", err)
		}
	}
	return nil
}

// most returns the maximum number of messages that a worker handles together.
func (c Consumer) most() int {
	if c.HandleAll == nil {
		return 1
	}
	return batchSize
}

// work handles messages until the channel is closed, batching those that wait.
func (b *Bus) work(ctx context.Context, c Consumer, alone *sync.RWMutex, taken <-chan jetstream.Msg) {
	for msg := range taken {
		batch := []jetstream.Msg{msg}
		for waits := true; waits && len(batch) < c.most(); {
			select {
			case next, more := <-taken:
				if waits = more; more {
					batch = append(batch, next)
				}
			default:
				waits = false
			}
		}
		for _, msg := range b.handleTogether(ctx, c, alone, batch) {
			b.handle(ctx, c, alone, msg)
		}
	}
}

// take passes messages to the workers until ctx ends or the consumer is gone: removed, or its store was lost.
func (b *Bus) take(ctx context.Context, c Consumer, consumer jetstream.Consumer, taken chan<- jetstream.Msg) error {
	messages, err := consumer.Messages(
		jetstream.PullMaxMessages(max(2*c.Parallel, 2, c.most())), jetstream.PullHeartbeat(silence),
	)
	if err != nil {
		return fmt.Errorf("consume %s: %w", c.Subject, err)
	}
	defer messages.Stop()
	defer context.AfterFunc(ctx, messages.Stop)()
	for {
		msg, err := messages.Next()
		switch {
		case err == nil:
			taken <- msg
		case errors.Is(err, jetstream.ErrNoHeartbeat):
			if _, err := consumer.Info(ctx); gone(err) {
				return fmt.Errorf("consume %s: %w", c.Subject, err)
			}
			// The next request goes to the present leader.
			b.log.InfoContext(ctx, "consumer looks for the stream's leader", "consumer", c.Durable)
		default:
			return fmt.Errorf("consume %s: %w", c.Subject, err)
		}
	}
}

// gone reports whether the consumer or its stream no longer exists.
func gone(err error) bool {
	return errors.Is(err, jetstream.ErrConsumerNotFound) || errors.Is(err, jetstream.ErrStreamNotFound)
}

// subscribe waits until the stream exists, since its owner may start later. It returns nil once ctx has ended.
func (b *Bus) subscribe(ctx context.Context, c Consumer) (consumer jetstream.Consumer) {
	waits := func(err error) bool {
		if !errors.Is(err, jetstream.ErrStreamNotFound) && !errors.Is(err, context.DeadlineExceeded) {
			b.log.WarnContext(ctx, "consumer waits for its stream", "consumer", c.Durable, "error", err)
		}
		return true
	}
	_ = retry.Do(ctx, waits, func() (err error) {
		consumer, err = b.js.CreateOrUpdateConsumer(ctx, c.Stream, jetstream.ConsumerConfig{
			Durable: c.Durable, FilterSubject: c.Subject, AckPolicy: jetstream.AckExplicitPolicy,
			AckWait: c.AckWait, MaxDeliver: -1, MaxAckPending: max(4*c.Parallel*c.most(), 16),
		})
		return err
	})
	return consumer
}

// handleTogether handles messages in one call of HandleAll and returns those that must be handled one by one: all after
// an error, and those that were delivered before.
func (b *Bus) handleTogether(
	ctx context.Context, c Consumer, alone *sync.RWMutex, batch []jetstream.Msg,
) (left []jetstream.Msg) {
	var fresh []jetstream.Msg
	for _, msg := range batch {
		if meta, err := msg.Metadata(); err == nil && meta.NumDelivered < 2 {
			fresh = append(fresh, msg)
		} else {
			left = append(left, msg)
		}
	}
	if len(fresh) < 2 || ctx.Err() != nil {
		return batch
	}
	payloads := make([][]byte, len(fresh))
	for i, msg := range fresh {
		payloads[i] = msg.Data()
	}
	alive, cancel := context.WithCancel(ctx)
	defer cancel()
	go keepAlive(alive, c.AckWait/3, fresh...)
	work, end := begin(ctx, c, fresh...)
	alone.RLock()
	err := b.attempt(work, c, func() error { return c.HandleAll(work, payloads) })
	alone.RUnlock()
	end(err)
	if err != nil {
		if ctx.Err() == nil {
			b.log.WarnContext(
				work, "messages are handled one by one", "consumer", c.Durable, "messages", len(fresh), "error", err,
			)
		}
		return batch
	}
	for i, msg := range fresh {
		// The server answers in order, so its last answer confirms the others too. A lost acknowledgement brings its message
		// again.
		acknowledge := msg.Ack
		if i == len(fresh)-1 {
			acknowledge = func() error { return msg.DoubleAck(ctx) }
		}
		b.acknowledged(ctx, c, acknowledge())
	}
	return left
}

func (b *Bus) acknowledged(ctx context.Context, c Consumer, err error) {
	if err != nil && ctx.Err() == nil {
		b.log.WarnContext(ctx, "acknowledgement got lost; the message will come again", "consumer", c.Durable, "error", err)
	}
}

// handle handles a message. A message that was delivered before is handled alone in its consumer, so that only the
// message to blame can be begun twice in a process that ends.
func (b *Bus) handle(ctx context.Context, c Consumer, alone *sync.RWMutex, msg jetstream.Msg) {
	alive, cancel := context.WithCancel(ctx)
	defer cancel()
	go keepAlive(alive, c.AckWait/3, msg)
	work, end := begin(ctx, c, msg)
	err := b.once(work, c, alone, msg)
	end(err)
	switch {
	case errors.Is(err, errEndless):
		b.giveUp(work, c, msg, err)
	case err == nil:
		// Double ack: without the server's confirmation the message would be delivered again.
		b.acknowledged(ctx, c, msg.DoubleAck(ctx))
	case ctx.Err() != nil:
		// Stopping: another replica, or the next start, handles it. Without a pause it would come back to this process, and
		// each delivery would count as an attempt.
		_ = msg.NakWithDelay(handBack)
	default:
		b.refuse(work, c, msg, err)
	}
}

// once handles a message, unless its earlier attempts ended the process.
func (b *Bus) once(ctx context.Context, c Consumer, alone *sync.RWMutex, msg jetstream.Msg) error {
	handle := func() error { return c.Handle(ctx, msg.Data()) }
	meta, err := msg.Metadata()
	if err != nil || meta.NumDelivered < 2 {
		alone.RLock()
		defer alone.RUnlock()
		return b.attempt(ctx, c, handle)
	}
	alone.Lock()
	defer alone.Unlock()
	ended, err := b.beginAgain(ctx, c, meta)
	if err != nil {
		return err
	}
	defer ended()
	return b.attempt(ctx, c, handle)
}

// attempt handles messages once. Temporary failures do not count; otherwise every message would become a dead letter in
// an outage of minutes.
func (b *Bus) attempt(ctx context.Context, c Consumer, handle func() error) error {
	passes := func(err error) bool {
		passes := b.options.Passing(err)
		if passes {
			b.log.WarnContext(ctx, "message waits for a failure to pass", "consumer", c.Durable, "error", err)
		}
		return passes
	}
	return retry.Do(ctx, passes, func() error {
		b.Hold(ctx)
		return handle()
	})
}

func (b *Bus) refuse(ctx context.Context, c Consumer, msg jetstream.Msg, cause error) {
	delivered := uint64(1)
	if meta, err := msg.Metadata(); err == nil {
		delivered = meta.NumDelivered
	}
	b.log.ErrorContext(ctx, "message not handled", "consumer", c.Durable, "delivery", delivered, "error", cause)
	if delivered < uint64(c.MaxDeliver) {
		delay := min(time.Duration(delivered)*time.Second, 30*time.Second)
		if err := msg.NakWithDelay(delay); err != nil {
			b.log.WarnContext(ctx, "message could not be handed back", "consumer", c.Durable, "error", err)
		}
		return
	}
	b.giveUp(ctx, c, msg, cause)
}

// giveUp stores a message as a dead letter.
func (b *Bus) giveUp(ctx context.Context, c Consumer, msg jetstream.Msg, cause error) {
	id := c.Durable
	if meta, err := msg.Metadata(); err == nil {
		id = fmt.Sprint(c.Durable, " ", meta.Stream, " ", meta.Sequence.Stream)
	}
	if err := b.PutDeadLetter(ctx, msg.Subject(), id, msg.Data(), cause); err != nil {
		b.log.ErrorContext(ctx, "dead letter could not be kept", "consumer", c.Durable, "error", err)
		return // delivered again after AckWait
	}
	if c.GiveUp != nil {
		c.GiveUp(ctx, msg.Data(), cause)
	}
	if err := msg.Term(); err != nil {
		b.log.WarnContext(ctx, "message could not be ended", "consumer", c.Durable, "error", err)
	}
}

func keepAlive(ctx context.Context, every time.Duration, messages ...jetstream.Msg) {
	for loop.Pause(ctx, every) == nil {
		for _, msg := range messages {
			if err := msg.InProgress(); err != nil {
				return
			}
		}
	}
}
