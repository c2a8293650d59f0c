package host

import (
	"context"
	"fmt"
	"io"
	"net"
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/test/bufconn"

	"puls.app/services/kit/rpc"
)

// Network connects services. Both implementations carry copies of messages, deadlines, metadata and errors through the
// same interceptors.
type Network interface {
	// Listen opens the listener where peers reach the server of the named service.
	Listen(name string, server *rpc.Server) (net.Listener, error)
	// Dial makes a lazy client of the named service, which may start later.
	Dial(name string, identify rpc.Identify) (Conn, error)
	// Credentials returns the credentials of servers.
	Credentials() credentials.TransportCredentials
}

// Conn is a client of a service.
type Conn interface {
	grpc.ClientConnInterface
	io.Closer
}

// NewMemory makes a network inside this process that is not reachable from outside. Unary calls go straight to the
// handlers.
func NewMemory() Network { return &memory{places: map[string]*place{}} }

type memory struct {
	mu     sync.Mutex
	places map[string]*place
}

// place is the address of a service; it exists before the service does.
type place struct {
	listener *bufconn.Listener
	served   chan struct{}
	// server is set once served is closed.
	server *rpc.Server
}

// memoryBuffer is the buffer of each direction of a connection in bytes: as much as HTTP/2 sends without an
// acknowledgement.
const memoryBuffer = 64 << 10

func (m *memory) place(name string) *place {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.places[name] == nil {
		m.places[name] = &place{listener: bufconn.Listen(memoryBuffer), served: make(chan struct{})}
	}
	return m.places[name]
}

func (m *memory) Listen(name string, server *rpc.Server) (net.Listener, error) {
	p := m.place(name)
	p.server = server
	close(p.served)
	return p.listener, nil
}

func (m *memory) Dial(name string, identify rpc.Identify) (Conn, error) {
	p := m.place(name)
	dial := func(ctx context.Context, _ string) (net.Conn, error) { return p.listener.DialContext(ctx) }
	conn, err := rpc.Dial(rpc.Way{Address: "passthrough:///" + name, Dialer: dial, Credentials: m.Credentials()}, identify)
	if err != nil {
		return nil, err
	}
	return rpc.NewDirect(conn, identify, p.wait), nil
}

func (p *place) wait(ctx context.Context) (*rpc.Server, error) {
	select {
	case <-p.served:
		return p.server, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (m *memory) Credentials() credentials.TransportCredentials { return insecure.NewCredentials() }

// TCP connects services on different machines, by the addresses of their names.
type TCP struct {
	// ListenOn returns the address that a service of this process listens on, such as ":9000".
	ListenOn func(name string) string
	// Peer returns the address of a service, such as "dns:///puls-contacts:9000"; see rpc.Way.
	Peer func(name string) string
	// Protect holds the TLS credentials of both ends; nil leaves connections unencrypted.
	Protect credentials.TransportCredentials
}

// Listen opens the service's port.
func (t TCP) Listen(name string, _ *rpc.Server) (net.Listener, error) {
	var config net.ListenConfig
	listener, err := config.Listen(context.Background(), "tcp", t.ListenOn(name))
	if err != nil {
		return nil, fmt.Errorf("listen for %s: %w", name, err)
	}
	return listener, nil
}

// Dial makes a lazy client.
func (t TCP) Dial(name string, identify rpc.Identify) (Conn, error) {
	return rpc.Dial(rpc.Way{Address: t.Peer(name), Credentials: t.Credentials()}, identify)
}

// Credentials returns Protect, or insecure credentials without it.
func (t TCP) Credentials() credentials.TransportCredentials {
	if t.Protect == nil {
		return insecure.NewCredentials()
	}
	return t.Protect
}
