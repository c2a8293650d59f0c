package rpc_test

import (
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/emptypb"
)

// A proxy or a mesh in between does not mark calls as not repeatable, unlike our servers.
func TestAPeerThatIsNotServedIsNotCalledMuchMoreOften(t *testing.T) {
	var attempts atomic.Int64
	var back atomic.Bool
	conn := streaming(t, listen(t, "127.0.0.1:0"), func(_ any, stream grpc.ServerStream) error {
		attempts.Add(1)
		if err := stream.RecvMsg(&emptypb.Empty{}); err != nil {
			return err
		}
		if !back.Load() {
			return status.Error(codes.Unavailable, "away")
		}
		return stream.SendMsg(&emptypb.Empty{})
	})
	const calls, atOnce = 1000, 20
	var calling sync.WaitGroup
	for range atOnce {
		calling.Go(func() {
			for range calls / atOnce {
				if err := do(t, conn); status.Code(err) != codes.Unavailable {
					t.Error(err)
				}
			}
		})
	}
	calling.Wait()
	require.LessOrEqual(t, attempts.Load(), int64(calls*11/10))
	require.Greater(t, attempts.Load(), int64(calls), "nothing was tried again")
	back.Store(true)
	for range 100 {
		require.NoError(t, do(t, conn), "it is back at once")
	}
}
