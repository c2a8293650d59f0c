package rest

import (
	"context"
	"slices"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
)

// passed is all that a service learns of a request besides its message. The gateway library adds the client's idea of the
// host and of its own address, which no service may take for true.
var passed = []string{"authorization", "idempotency-key", "client-address", "refresh-token"}

// narrow is a connection that sends nothing but what is passed.
type narrow struct{ grpc.ClientConnInterface }

// Invoke makes a unary call.
func (n narrow) Invoke(ctx context.Context, method string, args, reply any, opts ...grpc.CallOption) error {
	return n.ClientConnInterface.Invoke(only(ctx), method, args, reply, opts...)
}

// NewStream begins a stream.
func (n narrow) NewStream(ctx context.Context, desc *grpc.StreamDesc, method string, opts ...grpc.CallOption) (grpc.ClientStream, error) {
	return n.ClientConnInterface.NewStream(only(ctx), desc, method, opts...)
}

func only(ctx context.Context) context.Context {
	md, _ := metadata.FromOutgoingContext(ctx)
	for key := range md {
		if !slices.Contains(passed, key) {
			delete(md, key)
		}
	}
	return metadata.NewOutgoingContext(ctx, md)
}
