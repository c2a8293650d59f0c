package natsserver

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"
)

func TestEveryWriteIsSyncedAndTheStoreIsLimited(t *testing.T) {
	s, err := Start(t.Context(), Options{Dir: t.TempDir(), MaxStore: 1 << 20})
	require.NoError(t, err)
	defer func() { require.NoError(t, s.Stop()) }()
	require.True(t, s.nats.JetStreamConfig().SyncAlways)

	conn, err := s.Connect()
	require.NoError(t, err)
	defer conn.Close()
	js, err := jetstream.New(conn)
	require.NoError(t, err)
	_, err = js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "FACTS", Subjects: []string{"facts"}})
	require.NoError(t, err)
	for range 10 {
		if _, err = js.Publish(t.Context(), "facts", make([]byte, 200<<10)); err != nil {
			break
		}
	}
	require.ErrorContains(t, err, "insufficient resources")
}

func TestAStreamThatCouldNotBeWrittenTakesMessagesAgainOnceThereIsRoom(t *testing.T) {
	disk := t.TempDir()
	const size, room = 16 << 20, 1 << 20
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, fmt.Sprintf("size=%d", size)); err != nil {
		t.Skip("no disk of its own can be mounted here:", err)
	}
	t.Cleanup(func() { require.NoError(t, syscall.Unmount(disk, 0)) })
	s, err := Start(t.Context(), Options{Dir: filepath.Join(disk, "nats")})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Stop()) })
	conn, err := s.Connect()
	require.NoError(t, err)
	defer conn.Close()
	js, err := jetstream.New(conn)
	require.NoError(t, err)
	stream, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "FACTS", Subjects: []string{"facts"}})
	require.NoError(t, err)
	stored := 0
	publish := func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		defer cancel()
		_, err := js.Publish(ctx, "facts", make([]byte, 100<<10), jetstream.WithRetryAttempts(0))
		if err == nil {
			stored++
		}
		return err == nil
	}
	filler := filepath.Join(disk, "filler")
	require.NoError(t, os.WriteFile(filler, make([]byte, size-room-64<<10), 0o600))
	for publish() || s.broken() == "" && s.nats.JetStreamEnabled() { // a busy server may just be late
	}
	require.Positive(t, stored)
	require.NoError(t, os.Remove(filler))
	require.False(t, publish(), "the server mends itself: this is not needed any more")

	ctx, cancel := context.WithCancel(t.Context())
	kept := make(chan struct{})
	go func() { defer close(kept); s.Keep(ctx, nil, slog.New(slog.DiscardHandler)) }()
	require.Eventually(t, publish, time.Minute, 10*time.Millisecond)
	cancel()
	<-kept
	info, err := stream.Info(t.Context())
	require.NoError(t, err)
	require.Equal(t, uint64(stored), info.State.Msgs, "what was acknowledged is there, and nothing else")
}
