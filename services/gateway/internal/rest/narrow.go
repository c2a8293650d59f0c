package rest

import (
	"context"
	"slices"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"puls.app/services/gateway/internal/stream"
	"puls.app/services/kit/fault"
	"puls.app/services/kit/rpc"
)

// passed lists the metadata that services receive. The gateway library adds the client's idea of the host and of its
// own address, which no service may trust.
var passed = []string{"accept", "authorization", "idempotency-key", "client-address", "refresh-token", "device"}

// narrow is a connection that sends only the passed metadata, and opens no more streams than an account may have.
type narrow struct {
	grpc.ClientConnInterface
	streams *stream.Limiter
	account func(context.Context) int32
}

// Invoke makes a unary call.
func (n narrow) Invoke(ctx context.Context, method string, args, reply any, opts ...grpc.CallOption) error {
	return n.ClientConnInterface.Invoke(only(ctx), method, args, reply, opts...)
}

// downloads reports whether a method returns a file.
func downloads(method string) bool {
	contract := contractOf(method)
	return contract != nil && contract.Output().FullName() == "google.api.HttpBody"
}

// contractOf returns the contract of a method such as "/puls.reports.v1.ReportService/ExportToCsv"; nil if unknown.
func contractOf(method string) protoreflect.MethodDescriptor {
	name := strings.ReplaceAll(strings.TrimPrefix(method, "/"), "/", ".")
	found, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(name))
	if err != nil {
		return nil
	}
	contract, _ := found.(protoreflect.MethodDescriptor)
	return contract
}

// NewStream begins a stream, which counts until ctx ends.
func (n narrow) NewStream(
	ctx context.Context, desc *grpc.StreamDesc, method string, opts ...grpc.CallOption,
) (grpc.ClientStream, error) {
	if err := n.streams.Take(ctx, n.account(ctx), downloads(method)); err != nil {
		if f := fault.From(err); f != nil {
			return nil, rpc.Refusal(f)
		}
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
