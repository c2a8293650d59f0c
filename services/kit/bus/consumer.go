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
	// Durable names the position; it starts with the service's name.
	Durable string
	Subject string
	// Handle takes one message. Nil means it took effect and is acknowledged; an error brings the message again.
	Handle func(ctx context.Context, payload []byte) error
	// Parallel messages at once; 0 means 1.
	Parallel int
	// MaxDeliver tries before the message goes to the dead letters; 0 means 10.
	MaxDeliver int
	// AckWait is how long a silent handler's message is left alone; 0 means 6 s. A handler that runs longer is
	// kept alive.
	AckWait time.Duration
	// GiveUp is told of a message that goes to the dead letters; may be nil.
	GiveUp func(ctx context.Context, payload []byte, cause error)
}

// AtOnce returns the consumer for so many messages at once, whose handler takes them in any order.
func (c Consumer) AtOnce(n int) Consumer {
	c.Parallel = n
	return c
}

// silence is how long a consumer's leader may say nothing: after two of these it is looked for anew.
const silence = 2 * time.Second

// handBack is how long a message rests that was held when its consumer was stopped.
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
	var running errgroup.Group
	running.SetLimit(c.Parallel)
	defer func() { _ = running.Wait() }()
	var alone sync.RWMutex
	hand := func(msg jetstream.Msg) {
		running.Go(func() error { b.handle(ctx, c, &alone, msg); return nil })
	}
	for ctx.Err() == nil {
		consumer := b.subscribe(ctx, c)
		if consumer == nil {
			return nil
		}
		if err := b.take(ctx, c, consumer, hand); err != nil && ctx.Err() == nil {
			b.log.WarnContext(ctx, "consumer is made anew", "consumer", c.Durable, "error", err)
		}
	}
	return nil
}

// take hands out messages until ctx ends or the consumer is no more: somebody removed it, or its store was lost.
func (b *Bus) take(ctx context.Context, c Consumer, consumer jetstream.Consumer, hand func(jetstream.Msg)) error {
	messages, err := consumer.Messages(
		jetstream.PullMaxMessages(max(2*c.Parallel, 2)), jetstream.PullHeartbeat(silence),
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
			hand(msg)
		case errors.Is(err, jetstream.ErrNoHeartbeat):
			if _, err := consumer.Info(ctx); gone(err) {
				return fmt.Errorf("consume %s: %w", c.Subject, err)
			}
			// The next request goes to whoever leads by now.
			b.log.InfoContext(ctx, "consumer looks for who leads", "consumer", c.Durable)
		default:
			return fmt.Errorf("consume %s: %w", c.Subject, err)
		}
	}
}

// gone reports whether the server said that there is no such consumer.
func gone(err error) bool {
	return errors.Is(err, jetstream.ErrConsumerNotFound) || errors.Is(err, jetstream.ErrStreamNotFound)
}

// subscribe waits until the stream is there, since its owner may start later. It answers nil once ctx has ended.
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
			AckWait: c.AckWait, MaxDeliver: -1, MaxAckPending: max(4*c.Parallel, 16),
		})
		return err
	})
	return consumer
}

// handle handles a message. One that was delivered before is handled while no other of the consumer is, so that none
// but the one to blame is begun twice in a process that ends.
func (b *Bus) handle(ctx context.Context, c Consumer, alone *sync.RWMutex, msg jetstream.Msg) {
	alive, cancel := context.WithCancel(ctx)
	defer cancel()
	go keepAlive(alive, msg, c.AckWait/3)
	work, end := begin(ctx, c, msg)
	err := b.once(work, c, alone, msg)
	end(err)
	switch {
	case errors.Is(err, errEndless):
		b.giveUp(work, c, msg, err)
	case err == nil:
		// Double ack: without the server's answer the message would come again.
		if err := msg.DoubleAck(ctx); err != nil && ctx.Err() == nil {
			b.log.WarnContext(ctx, "acknowledgement got lost; the message will come again", "consumer", c.Durable, "error", err)
		}
	case ctx.Err() != nil:
		// Stopping: another replica, or the next start, takes it. Without a pause it would come back to this one, and each
		// time would count as a try.
		_ = msg.NakWithDelay(handBack)
	default:
		b.refuse(work, c, msg, err)
	}
}

// once handles a message if it may be begun.
func (b *Bus) once(ctx context.Context, c Consumer, alone *sync.RWMutex, msg jetstream.Msg) error {
	meta, err := msg.Metadata()
	if err != nil || meta.NumDelivered < 2 {
		alone.RLock()
		defer alone.RUnlock()
		return b.attempt(ctx, c, msg.Data())
	}
	alone.Lock()
	defer alone.Unlock()
	ended, err := b.beginAgain(ctx, c, meta)
	if err != nil {
		return err
	}
	defer ended()
	return b.attempt(ctx, c, msg.Data())
}

// attempt handles a message once, not counting failures that pass: in an outage of minutes every message would
// otherwise end with the dead letters.
func (b *Bus) attempt(ctx context.Context, c Consumer, payload []byte) error {
	passes := func(err error) bool {
		passes := b.options.Passing(err)
		if passes {
			b.log.WarnContext(ctx, "message waits for a failure to pass", "consumer", c.Durable, "error", err)
		}
		return passes
	}
	return retry.Do(ctx, passes, func() error {
		b.Hold(ctx)
		return c.Handle(ctx, payload)
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

// giveUp keeps a message as a dead letter.
func (b *Bus) giveUp(ctx context.Context, c Consumer, msg jetstream.Msg, cause error) {
	id := c.Durable
	if meta, err := msg.Metadata(); err == nil {
		id = fmt.Sprint(c.Durable, " ", meta.Stream, " ", meta.Sequence.Stream)
	}
	if err := b.PutDeadLetter(ctx, msg.Subject(), id, msg.Data(), cause); err != nil {
		b.log.ErrorContext(ctx, "dead letter could not be kept", "consumer", c.Durable, "error", err)
		return // it comes again after AckWait
	}
	if c.GiveUp != nil {
		c.GiveUp(ctx, msg.Data(), cause)
	}
	if err := msg.Term(); err != nil {
		b.log.WarnContext(ctx, "message could not be ended", "consumer", c.Durable, "error", err)
	}
}

func keepAlive(ctx context.Context, msg jetstream.Msg, every time.Duration) {
	for loop.Pause(ctx, every) == nil {
		if err := msg.InProgress(); err != nil {
			return
		}
	}
}
