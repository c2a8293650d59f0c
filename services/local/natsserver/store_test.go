package natsserver

import (
	"testing"

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
