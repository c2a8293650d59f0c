package rpc_test

import (
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"

	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/auth"
	"puls.app/services/kit/rpc"
)

func TestAMethodWhoseContractDoesNotSayWhoMayCallItIsNotServed(t *testing.T) {
	keys, err := auth.KeysFromSecret("a secret of at least thirty-two characters")
	require.NoError(t, err)
	server, err := rpc.NewServer(rpc.Options{Keys: keys, Name: "peer", Log: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	server.RegisterService(
		&grpc.ServiceDesc{ServiceName: "test.New", HandlerType: (*any)(nil), Methods: []grpc.MethodDesc{{MethodName: "Do"}}},
		nil,
	)
	require.ErrorContains(t, rpc.Calls{}.Check(server), "the contract of /test.New/Do does not say who may call it")
	require.NoError(t, rpc.Calls{"/test.New/Do": {Access: typev1.Access_ACCESS_PERSON.Enum()}}.Check(server))
}
