package bus_test

import (
	"context"
	"log/slog"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/emptypb"

	"puls.app/services/kit/bus"
)

func TestAMessageWithoutASubjectInItsContractIsNeitherPublishedNorConsumed(t *testing.T) {
	const says = "the contract of google.protobuf.Empty does not name its subject: add option (puls.type.v1.event)"
	require.PanicsWithError(t, says, func() { bus.EventOf[*emptypb.Empty]() })
	require.PanicsWithError(t, says, func() {
		bus.Handle("test", func(context.Context, *emptypb.Empty) error { return nil })
	})
	require.EqualError(t, open(t).Publish(t.Context(), "1", &emptypb.Empty{}), says)
}

func TestAStreamThatNoContractNamesIsNotMade(t *testing.T) {
	b, err := bus.Connect(bus.Options{Connect: bus.Server{URL: nats.DefaultURL}.Connect}, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	require.EqualError(
		t, b.EnsureEventually(t.Context(), bus.Stream{Name: "SCORNIG"}), "no contract has an event of stream SCORNIG",
	)
}
