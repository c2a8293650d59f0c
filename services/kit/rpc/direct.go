package rpc

import (
	"context"
	"sync"
	"time"

	"github.com/fullstorydev/grpchan/inprocgrpc"
	"go.opentelemetry.io/contrib/instrumentation/google.golang.org/grpc/otelgrpc"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"puls.app/services/kit/loop"
	"puls.app/services/kit/retry"
)

// Server serves the calls of a service. Unary calls of the same process need no connection and pass the same
// interceptors; all others arrive over HTTP/2.
type Server struct {
	*grpc.Server
	direct *inprocgrpc.Channel

	mu      sync.Mutex
	stopped bool
	calls   sync.WaitGroup
	// life ends the direct calls still running at Stop.
	life context.Context //nolint:containedctx // it belongs to the server, not to a call
	end  context.CancelFunc
}

func newServer(wire *grpc.Server, unary grpc.UnaryServerInterceptor) *Server {
	s := &Server{Server: wire}
	s.life, s.end = context.WithCancel(context.Background())
	s.direct = (&inprocgrpc.Channel{}).WithCloner(cloner{}).
		WithServerUnaryInterceptor(chain(s.countCall, unary)).
		WithServerStatsHandler(otelgrpc.NewServerHandler()).WithClientStatsHandler(otelgrpc.NewClientHandler())
	return s
}

// RegisterService implements grpc.ServiceRegistrar.
func (s *Server) RegisterService(desc *grpc.ServiceDesc, impl any) {
	s.Server.RegisterService(desc, impl)
	s.direct.RegisterService(desc, impl)
}

// countCall registers a direct call, so that GracefulStop waits for it.
func (s *Server) countCall(
	ctx context.Context, req any, _ *grpc.UnaryServerInfo, handler grpc.UnaryHandler,
) (any, error) {
	s.mu.Lock()
	stopped := s.stopped
	if !stopped {
		s.calls.Add(1)
	}
	s.mu.Unlock()
	if stopped {
		return nil, status.Error(codes.Unavailable, "the service has stopped")
	}
	defer s.calls.Done()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(s.life, cancel)()
	return handler(ctx, req)
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

// cloner copies messages between the ends of a direct call, up to the size limit of the wire.
type cloner struct{ inprocgrpc.ProtoCloner }

// Copy implements inprocgrpc.Cloner.
func (c cloner) Copy(out, in any) error {
	if message, ok := in.(proto.Message); ok && proto.Size(message) > maxMessage {
		return status.Errorf(codes.ResourceExhausted, "a message is larger than %d bytes", maxMessage)
	}
	return c.ProtoCloner.Copy(out, in)
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
		err := server.direct.Invoke(ctx, method, req, reply, opts...)
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
