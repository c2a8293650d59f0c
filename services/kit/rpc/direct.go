package rpc

import (
	"context"
	"sync"
	"time"

	"go.opentelemetry.io/contrib/instrumentation/google.golang.org/grpc/otelgrpc"
	"go.opentelemetry.io/otel/trace"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/stats"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"puls.app/services/kit/loop"
	"puls.app/services/kit/retry"
)

// Server serves the calls of a service. Unary calls of the same process run on their caller's goroutine, behind the
// same interceptors; all others arrive over HTTP/2.
type Server struct {
	*grpc.Server
	unary   grpc.UnaryServerInterceptor
	methods map[string]unaryMethod
	// observer traces and measures direct calls, once for both of their ends.
	observer stats.Handler

	mu      sync.Mutex
	stopped bool
	calls   sync.WaitGroup
	// life ends the direct calls still running at Stop.
	life context.Context //nolint:containedctx // it belongs to the server, not to a call
	end  context.CancelFunc
}

type unaryMethod struct {
	handler grpc.MethodHandler
	impl    any
}

func newServer(wire *grpc.Server, unary grpc.UnaryServerInterceptor) *Server {
	s := &Server{
		Server: wire, unary: unary, methods: map[string]unaryMethod{},
		observer: otelgrpc.NewServerHandler(),
	}
	s.life, s.end = context.WithCancel(context.Background())
	return s
}

// RegisterService implements grpc.ServiceRegistrar.
func (s *Server) RegisterService(desc *grpc.ServiceDesc, impl any) {
	s.Server.RegisterService(desc, impl)
	for _, m := range desc.Methods {
		s.methods["/"+desc.ServiceName+"/"+m.MethodName] = unaryMethod{m.Handler, impl}
	}
}

// call executes a method and copies its answer into reply.
func (s *Server) call(ctx context.Context, name string, req, reply any, opts []grpc.CallOption) error {
	method, found := s.methods[name]
	if !found {
		return status.Errorf(codes.Unimplemented, "there is no method %s", name)
	}
	if !s.enter() {
		return status.Error(codes.Unavailable, "the service has stopped")
	}
	defer s.calls.Done()
	inside, cancel := context.WithCancel(served{ctx})
	defer cancel()
	defer context.AfterFunc(s.life, cancel)()
	md, _ := metadata.FromOutgoingContext(ctx)
	answer := &answer{method: name}
	defer answer.set(opts)
	inside = grpc.NewContextWithServerTransportStream(metadata.NewIncomingContext(inside, md), answer)
	// The caller's other values stay outside.
	inside = trace.ContextWithSpanContext(inside, trace.SpanContextFromContext(ctx))
	return s.observed(inside, name, func(ctx context.Context) error {
		result, err := method.handler(method.impl, ctx, func(into any) error { return copyMessage(into, req) }, s.unary)
		if over := ctx.Err(); over != nil {
			return status.FromContextError(over).Err() // an answer that comes too late is none, as over the wire
		}
		if err != nil {
			return err
		}
		return copyMessage(reply, result)
	})
}

// enter registers a direct call, so that GracefulStop waits for it; it reports false once the server has stopped.
func (s *Server) enter() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.stopped {
		s.calls.Add(1)
	}
	return !s.stopped
}

// observed executes a direct call under the server's stats handler.
func (s *Server) observed(ctx context.Context, method string, work func(context.Context) error) (err error) {
	ctx = s.observer.TagRPC(ctx, &stats.RPCTagInfo{FullMethodName: method})
	began := time.Now()
	s.observer.HandleRPC(ctx, &stats.Begin{BeginTime: began})
	defer func() {
		s.observer.HandleRPC(ctx, &stats.End{BeginTime: began, EndTime: time.Now(), Error: err})
	}()
	return work(ctx)
}

// served is the context of a handler: the caller's deadline and cancellation without its values, as over the wire.
type served struct{ context.Context }

// Value implements context.Context.
func (served) Value(any) any { return nil }

// AfterFunc lets derived contexts follow the caller's without a goroutine for each.
func (s served) AfterFunc(f func()) (stop func() bool) { return context.AfterFunc(s.Context, f) }

// answer collects the metadata that a handler sends with its answer.
type answer struct {
	method          string
	mu              sync.Mutex
	header, trailer metadata.MD
}

// These implement grpc.ServerTransportStream.
func (a *answer) Method() string                  { return a.method }
func (a *answer) SetHeader(md metadata.MD) error  { return a.join(&a.header, md) }
func (a *answer) SendHeader(md metadata.MD) error { return a.join(&a.header, md) }
func (a *answer) SetTrailer(md metadata.MD) error { return a.join(&a.trailer, md) }

func (a *answer) join(to *metadata.MD, md metadata.MD) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	*to = metadata.Join(*to, md)
	return nil
}

// set passes the metadata to the options of the call.
func (a *answer) set(opts []grpc.CallOption) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, opt := range opts {
		switch opt := opt.(type) {
		case grpc.HeaderCallOption:
			*opt.HeaderAddr = a.header
		case grpc.TrailerCallOption:
			*opt.TrailerAddr = a.trailer
		}
	}
}

// copyMessage copies a message from one end of a direct call to the other, up to the size limit of the wire.
func copyMessage(into, from any) error {
	to, okTo := into.(proto.Message)
	message, okFrom := from.(proto.Message)
	if !okTo || !okFrom {
		return status.Errorf(codes.Internal, "%T and %T are not both messages", into, from)
	}
	if proto.Size(message) > maxMessage {
		return status.Errorf(codes.ResourceExhausted, "a message is larger than %d bytes", maxMessage)
	}
	proto.Reset(to)
	proto.Merge(to, message)
	return nil
}

// GracefulStop refuses new calls and returns when the last one has ended.
func (s *Server) GracefulStop() {
	s.mu.Lock()
	s.stopped = true
	s.mu.Unlock()
	s.calls.Wait()
	s.Server.GracefulStop()
}

// Stop ends the calls in flight.
func (s *Server) Stop() {
	s.end()
	s.Server.Stop()
}

// chain makes one interceptor of several, the first being the outermost.
func chain(outer grpc.UnaryServerInterceptor, others ...grpc.UnaryServerInterceptor) grpc.UnaryServerInterceptor {
	for _, inner := range others {
		before := outer
		outer = func(ctx context.Context, req any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
			return before(ctx, req, info, func(ctx context.Context, req any) (any, error) {
				return inner(ctx, req, info, handler)
			})
		}
	}
	return outer
}

// Direct is a client of a server in the same process: unary calls go to its handlers, streams over its connection.
// Deadlines, identity and retries are those of Dial.
type Direct struct {
	*grpc.ClientConn
	identify Identify
	// server waits until the peer serves, and returns it.
	server func(ctx context.Context) (*Server, error)
	budget budget
}

// NewDirect makes a client over a connection of Dial with the same identify.
func NewDirect(
	wire *grpc.ClientConn, identify Identify, server func(ctx context.Context) (*Server, error),
) *Direct {
	return &Direct{ClientConn: wire, identify: identify, server: server, budget: budget{tokens: mostTokens}}
}

// Invoke implements grpc.ClientConnInterface.
func (d *Direct) Invoke(ctx context.Context, method string, req, reply any, opts ...grpc.CallOption) error {
	ctx, cancel := withDeadline(ctx)
	defer cancel()
	server, err := d.server(ctx)
	if err != nil {
		return status.FromContextError(err).Err()
	}
	if d.identify != nil {
		token, err := d.identify.GetRequestMetadata(ctx)
		if err != nil {
			return status.Error(codes.Unauthenticated, err.Error())
		}
		ctx = metadata.AppendToOutgoingContext(ctx, "authorization", token["authorization"])
	}
	var trailer metadata.MD
	opts = append(opts, grpc.Trailer(&trailer))
	pauses := retry.Pauses()
	pauses.InitialInterval = firstPause
	for repeated := false; ; repeated = true {
		err := server.call(ctx, method, req, reply, opts)
		if !d.budget.again(err, trailer) || repeated || loop.Pause(ctx, pauses.NextBackOff()) != nil {
			return err
		}
	}
}

// The parameters of serviceConfig.
const (
	firstPause  = 250 * time.Millisecond
	mostTokens  = 100
	tokenReturn = 0.1
)

// budget throttles retries like the library: half of the tokens must be left.
type budget struct {
	mu     sync.Mutex
	tokens float64
}

// again records the result of a call and reports whether it may be retried.
func (b *budget) again(err error, trailer metadata.MD) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if status.Code(err) != codes.Unavailable {
		b.tokens = min(mostTokens, b.tokens+tokenReturn)
		return false
	}
	b.tokens = max(0, b.tokens-1)
	return len(trailer.Get(pushback)) == 0 && b.tokens > mostTokens/2
}
