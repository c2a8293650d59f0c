package rpc_test

import (
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"

	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/auth"
	"puls.app/services/kit/rpc"
)

func TestAMethodWithoutAccessInItsContractIsNotServed(t *testing.T) {
	keys, err := auth.KeysFromSecret("a secret of at least thirty-two characters")
	require.NoError(t, err)
	server, err := rpc.NewServer(rpc.Options{Keys: keys, Name: "peer", Log: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	server.RegisterService(
		&grpc.ServiceDesc{ServiceName: "test.New", HandlerType: (*any)(nil), Methods: []grpc.MethodDesc{{MethodName: "Do"}}},
		struct{}{},
	)
	require.ErrorContains(t, rpc.Calls{}.Check(server.Server), "the contract of /test.New/Do does not name its allowed callers")
	require.NoError(t, rpc.Calls{"/test.New/Do": {Access: typev1.Access_ACCESS_PERSON.Enum()}}.Check(server.Server))
}

func TestAServicesTokenIsSentAgainForHalfOfItsLife(t *testing.T) {
	keys, err := auth.KeysFromSecret("a secret of thirty-two characters or more")
	require.NoError(t, err)
	now := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	identify := rpc.AsService(keys, "reports", "contacts", func() time.Time { return now })
	at := func(moment time.Time) string {
		now = moment
		token, err := identify(t.Context())
		require.NoError(t, err)
		_, err = keys.Verify(token, "contacts", now)
		require.NoError(t, err)
		return token
	}
	start := now
	first := at(start)
	require.Equal(t, first, at(start.Add(29*time.Second)))
	require.NotEqual(t, first, at(start.Add(30*time.Second)))
	require.NotEqual(t, first, at(start.Add(-time.Hour)), "a clock that was put back makes another")
}
