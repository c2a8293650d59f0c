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

// narrow is a connection that sends nothing but what is passed, and opens no more streams than an account may have.
type narrow struct {
	grpc.ClientConnInterface
	slots   *slots
	account func(context.Context) int32
}

// Invoke makes a unary call.
func (n narrow) Invoke(ctx context.Context, method string, args, reply any, opts ...grpc.CallOption) error {
	return n.ClientConnInterface.Invoke(only(ctx), method, args, reply, opts...)
}

// NewStream begins a stream, which keeps its place until ctx ends.
func (n narrow) NewStream(ctx context.Context, desc *grpc.StreamDesc, method string, opts ...grpc.CallOption) (grpc.ClientStream, error) {
	if err := n.slots.take(ctx, n.account(ctx), method); err != nil {
		return nil, err
	}
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
