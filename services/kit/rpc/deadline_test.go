package rpc_test

import (
	"context"
	"io"
	"net"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/emptypb"

	"puls.app/services/kit/rpc"
)

// silence is the longest silence of the streams of these tests.
const silence = 200 * time.Millisecond

// streaming dials a server whose only method is a stream.
func streaming(t *testing.T, listener net.Listener, handle grpc.StreamHandler) *grpc.ClientConn {
	t.Helper()
	server := grpc.NewServer(grpc.UnknownServiceHandler(handle))
	go func() { _ = server.Serve(listener) }() // ends with Stop
	t.Cleanup(server.Stop)
	conn, err := rpc.Dial(rpc.Way{
		Address: listener.Addr().String(), Credentials: insecure.NewCredentials(), Silence: silence,
	}, nil)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, conn.Close()) })
	return conn
}

func watch(t *testing.T, conn *grpc.ClientConn) (grpc.ClientStream, error) {
	t.Helper()
	stream, err := conn.NewStream(t.Context(), &grpc.StreamDesc{ServerStreams: true}, "/test.Open/Watch")
	if err != nil {
		return nil, err
	}
	require.NoError(t, stream.SendMsg(&emptypb.Empty{}))
	return stream, stream.CloseSend()
}

func TestASilentPeerIsNotWaitedForForEver(t *testing.T) {
	left := make(chan struct{}, 1)
	conn := streaming(t, listen(t, "127.0.0.1:0"), func(_ any, stream grpc.ServerStream) error {
		defer func() { left <- struct{}{} }()
		if err := stream.SendMsg(&emptypb.Empty{}); err != nil {
			return err
		}
		<-stream.Context().Done()
		return stream.Context().Err()
	})
	stream, err := watch(t, conn)
	require.NoError(t, err)
	require.NoError(t, stream.RecvMsg(&emptypb.Empty{}))
	require.Equal(t, codes.DeadlineExceeded, status.Code(stream.RecvMsg(&emptypb.Empty{})))
	<-left
}

func TestAStreamMayTakeAnyTimeAsLongAsItSaysSomething(t *testing.T) {
	const messages = 8
	conn := streaming(t, listen(t, "127.0.0.1:0"), func(_ any, stream grpc.ServerStream) error {
		for range messages {
			<-time.After(silence / 4)
			if err := stream.SendMsg(&emptypb.Empty{}); err != nil {
				return err
			}
		}
		return nil
	})
	stream, err := watch(t, conn)
	require.NoError(t, err)
	for range messages {
		require.NoError(t, stream.RecvMsg(&emptypb.Empty{}))
	}
	require.ErrorIs(t, stream.RecvMsg(&emptypb.Empty{}), io.EOF)
}

func TestAPeerThatIsNotThereIsNotWaitedForForEver(t *testing.T) {
	listener := listen(t, "127.0.0.1:0")
	conn := streaming(t, listener, nil)
	require.NoError(t, listener.Close())
	_, err := watch(t, conn)
	require.Equal(t, codes.DeadlineExceeded, status.Code(err))
}

func TestCallsGetADefaultDeadline(t *testing.T) {
	_, call := serve(t, func(ctx context.Context) error {
		_, has := ctx.Deadline()
		require.True(t, has)
		return nil
	})
	require.NoError(t, call("/test.Open/Do", nil))
}
