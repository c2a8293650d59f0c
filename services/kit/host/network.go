package host

import (
	"context"
	"fmt"
	"net"
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/test/bufconn"

	"puls.app/services/kit/rpc"
)

// Network is how services meet. Both kinds carry real frames, deadlines, metadata and errors.
type Network interface {
	// Listen opens the place where peers find the service of that name.
	Listen(name string) (net.Listener, error)
	// Dial makes a lazy client of the service of that name, which may start later.
	Dial(name string, identify rpc.Identify) (*grpc.ClientConn, error)
	// Credentials are those of servers.
	Credentials() credentials.TransportCredentials
}

// NewMemory makes a network inside this process, which nothing outside can reach.
func NewMemory() Network { return &memory{listeners: map[string]*bufconn.Listener{}} }

type memory struct {
	mu        sync.Mutex
	listeners map[string]*bufconn.Listener
}

// memoryBuffer is the buffer of each direction of a connection in bytes: what HTTP/2 sends before it is acknowledged.
const memoryBuffer = 64 << 10

func (m *memory) listener(name string) *bufconn.Listener {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.listeners[name] == nil {
		m.listeners[name] = bufconn.Listen(memoryBuffer)
	}
	return m.listeners[name]
}

func (m *memory) Listen(name string) (net.Listener, error) { return m.listener(name), nil }

func (m *memory) Dial(name string, identify rpc.Identify) (*grpc.ClientConn, error) {
	dial := func(ctx context.Context, _ string) (net.Conn, error) { return m.listener(name).DialContext(ctx) }
	return rpc.Dial(rpc.Way{Address: "passthrough:///" + name, Dialer: dial, Credentials: m.Credentials()}, identify)
}

func (m *memory) Credentials() credentials.TransportCredentials { return insecure.NewCredentials() }

// TCP is a network of machines: addresses by service name.
type TCP struct {
	// ListenOn answers the address that a service of this process listens on, such as ":9000".
	ListenOn func(name string) string
	// Peer answers the address of a service, such as "dns:///puls-contacts:9000"; see rpc.Way.
	Peer func(name string) string
	// Protect are the credentials of both ends; nil leaves connections plain.
	Protect credentials.TransportCredentials
}

// Listen opens the service's port.
func (t TCP) Listen(name string) (net.Listener, error) {
	var config net.ListenConfig
	listener, err := config.Listen(context.Background(), "tcp", t.ListenOn(name))
	if err != nil {
		return nil, fmt.Errorf("listen for %s: %w", name, err)
	}
	return listener, nil
}

// Dial makes a lazy client.
func (t TCP) Dial(name string, identify rpc.Identify) (*grpc.ClientConn, error) {
	return rpc.Dial(rpc.Way{Address: t.Peer(name), Credentials: t.Credentials()}, identify)
}

// Credentials are Protect, or none.
func (t TCP) Credentials() credentials.TransportCredentials {
	if t.Protect == nil {
		return insecure.NewCredentials()
	}
	return t.Protect
}
