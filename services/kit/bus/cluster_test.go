//go:build long

package bus_test

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/kit/bus"
	"puls.app/services/local/natstest"
)

var clustered = bus.Stream{Name: "TASKS", Subjects: []string{"task.>"}, Queue: true, MaxBytes: 1 << 24}

func connectTo(t *testing.T, cluster *natstest.Cluster) *bus.Bus {
	t.Helper()
	server := bus.Server{
		URL: cluster.URL, CAFile: cluster.CAFile, CertFile: cluster.CertFile, KeyFile: cluster.KeyFile,
	}
	b, err := bus.Connect(bus.Options{Connect: server.Connect, Name: "test", Replicas: natstest.Size}, slog.Default())
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	require.NoError(t, b.EnsureEventually(t.Context(), clustered))
	return b
}

// seen counts the messages of a consumer.
type seen struct {
	mu  sync.Mutex
	got map[string]int
}

func (s *seen) take(_ context.Context, payload []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.got[string(payload)]++
	return nil
}

func (s *seen) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.got)
}

// insist publishes with one id until that is acknowledged, like the relay of an outbox.
func insist(t *testing.T, b *bus.Bus, id string) uint64 {
	t.Helper()
	var cause error
	for range 100 {
		ack, err := b.PublishAsync(subject, id, "", []byte(id))
		require.NoError(t, err)
		select {
		case stored := <-ack.Ok():
			return stored.Sequence
		case cause = <-ack.Err():
		}
	}
	require.FailNow(t, "never stored", fmt.Sprint(cause))
	return 0
}

func TestAClusterLosesNothingWhenAnyServiceIsKilled(t *testing.T) {
	cluster := natstest.Start(t)
	sender, taker := connectTo(t, cluster), connectTo(t, cluster)
	epoch, err := sender.Epoch(t.Context(), subject)
	require.NoError(t, err)
	all := seen{got: map[string]int{}}
	consume(t, taker, bus.Consumer{Parallel: 4, AckWait: time.Second, Handle: all.take})
	const messages, rounds = 2000, 6
	var last uint64
	down := -1
	begun := time.Now()
	for i := range messages {
		if i%(messages/rounds) == messages/rounds/2 {
			if down >= 0 {
				cluster.Run(down)
				cluster.AwaitWhole()
			}
			if down = cluster.Leader("TASKS"); rand.IntN(2) == 0 {
				down = rand.IntN(natstest.Size)
			}
			cluster.Kill(down)
		}
		last = insist(t, sender, strconv.Itoa(i))
	}
	require.Eventually(t, func() bool { return all.count() == messages }, time.Minute, 10*time.Millisecond)
	eventually(t, func() bool {
		consumed, err := sender.Consumed(t.Context(), subject, last)
		return err == nil && consumed
	})
	again, err := sender.Epoch(t.Context(), subject)
	require.NoError(t, err)
	require.Equal(t, epoch, again, "another leader is no other stream")
	require.Equal(t, uint64(messages), last, "what was sent again was stored once")
	t.Logf("%d messages, %d servers killed, %s", messages, rounds, time.Since(begun))
}

func TestAConsumerIsCreatedAgainAfterItsClusterLostItsStore(t *testing.T) {
	cluster := natstest.Start(t)
	sender, taker := connectTo(t, cluster), connectTo(t, cluster)
	all := seen{got: map[string]int{}}
	consume(t, taker, bus.Consumer{Handle: all.take})
	insist(t, sender, "before")
	eventually(t, func() bool { return all.count() == 1 })
	epoch, err := sender.Epoch(t.Context(), subject)
	require.NoError(t, err)
	for n := range natstest.Size {
		cluster.Kill(n)
		cluster.Lose(n)
	}
	for n := range natstest.Size {
		cluster.Run(n)
	}
	cluster.AwaitWhole()
	require.NoError(t, sender.EnsureEventually(t.Context(), clustered))
	again, err := sender.Epoch(t.Context(), subject)
	require.NoError(t, err)
	require.NotEqual(t, epoch, again)
	insist(t, sender, "after")
	eventually(t, func() bool { return all.count() == 2 })
}
