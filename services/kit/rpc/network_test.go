package rpc_test

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/emptypb"

	"puls.app/services/kit/rpc"
	"puls.app/services/local/certtest"
)

func listen(t *testing.T, address string) net.Listener {
	t.Helper()
	var config net.ListenConfig
	listener, err := config.Listen(t.Context(), "tcp", address)
	require.NoError(t, err)
	return listener
}

func dial(t *testing.T, address string, protect credentials.TransportCredentials) *grpc.ClientConn {
	t.Helper()
	conn, err := rpc.Dial(rpc.Way{Address: address, Credentials: protect}, nil)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, conn.Close()) })
	return conn
}

func do(t *testing.T, conn *grpc.ClientConn) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	return conn.Invoke(ctx, "/test.Open/Do", &emptypb.Empty{}, &emptypb.Empty{})
}

// counted is a handler that counts its calls.
func counted(calls *atomic.Int64) handler {
	return func(context.Context) error { calls.Add(1); return nil }
}

func TestCallsAreSpreadOverAllAddressesAndLoseNothingWhenOneStops(t *testing.T) {
	one, two := listen(t, "127.0.0.1:0"), listen(t, "127.0.0.1:0")
	later := two.Addr().String()
	require.NoError(t, two.Close())
	var first, second atomic.Int64
	server := listening(t, one, rpc.Options{}, counted(&first))
	conn := dial(t, one.Addr().String()+"|"+later, insecure.NewCredentials())
	require.NoError(t, do(t, conn))
	require.EqualValues(t, 1, first.Load())

	listening(t, listen(t, later), rpc.Options{}, counted(&second))
	for second.Load() == 0 {
		require.NoError(t, do(t, conn), "while a replica starts")
	}
	stopped := make(chan struct{})
	go func() { defer close(stopped); server.GracefulStop() }()
	for open := true; open; {
		require.NoError(t, do(t, conn), "while a replica stops")
		select {
		case <-stopped:
			open = false
		default:
		}
	}
	before := second.Load()
	for range 10 {
		require.NoError(t, do(t, conn))
	}
	require.Equal(t, before+10, second.Load())
}

func TestAConnectionOfAgeTakesNoNewCallsAndBreaksNothingOff(t *testing.T) {
	listener := listen(t, "127.0.0.1:0")
	var connections atomic.Int64
	release, entered := make(chan struct{}), make(chan struct{}, 1)
	var calls atomic.Int64
	listening(t, accepting{listener, &connections}, rpc.Options{Age: 50 * time.Millisecond}, func(context.Context) error {
		if calls.Add(1) == 1 {
			entered <- struct{}{}
			<-release
		}
		return nil
	})
	conn := dial(t, listener.Addr().String(), insecure.NewCredentials())
	long := make(chan error, 1)
	go func() { long <- do(t, conn) }()
	<-entered
	for connections.Load() < 5 {
		require.NoError(t, do(t, conn))
	}
	close(release)
	require.NoError(t, <-long, "a call was broken off with its connection's age")
}

type accepting struct {
	net.Listener
	connections *atomic.Int64
}

func (a accepting) Accept() (net.Conn, error) {
	conn, err := a.Listener.Accept()
	a.connections.Add(1)
	return conn, err
}

func files(dir string) rpc.CertificateFiles {
	return rpc.CertificateFiles{
		Certificate: filepath.Join(dir, "tls.crt"), Key: filepath.Join(dir, "tls.key"), CA: filepath.Join(dir, "ca.crt"),
	}
}

// heard is a log that can be read while it is written.
type heard struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (h *heard) Write(line []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.text.Write(line)
}

func (h *heard) says(text string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return strings.Contains(h.text.String(), text)
}

func protect(t *testing.T, dir string) (credentials.TransportCredentials, *heard) {
	t.Helper()
	log := &heard{}
	made, err := rpc.Credentials(files(dir), slog.New(slog.NewTextHandler(log, nil)))
	require.NoError(t, err)
	return made, log
}

var loopback = []string{"127.0.0.1"}

func TestOnlyCertificatesOfTheAuthorityAreAdmitted(t *testing.T) {
	ours, others := certtest.NewAuthority(t, "ours"), certtest.NewAuthority(t, "others")
	good, foreign, misnamed := t.TempDir(), t.TempDir(), t.TempDir()
	ours.Write(t, good, loopback, ours)
	others.Write(t, foreign, loopback, ours) // it trusts ours, but ours do not trust it
	ours.Write(t, misnamed, []string{"elsewhere"}, ours)

	protected, log := protect(t, good)
	listener := listen(t, "127.0.0.1:0")
	listening(t, listener, rpc.Options{Credentials: protected}, counted(&atomic.Int64{}))
	require.NoError(t, do(t, dial(t, listener.Addr().String(), protected)))

	for name, stranger := range map[string]credentials.TransportCredentials{
		"another authority's": func() credentials.TransportCredentials { c, _ := protect(t, foreign); return c }(),
		"plain":               insecure.NewCredentials(),
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		err := dial(t, listener.Addr().String(), stranger).Invoke(
			ctx, "/test.Open/Do", &emptypb.Empty{}, &emptypb.Empty{},
		)
		cancel()
		require.Contains(t, []codes.Code{codes.DeadlineExceeded, codes.Unavailable}, status.Code(err), name)
	}
	require.Eventually(t, func() bool {
		return log.says("a connection was refused") && log.says("certificate signed by unknown authority")
	}, 5*time.Second, 10*time.Millisecond, "the log does not say who was refused")

	named, _ := protect(t, misnamed)
	wrong := listen(t, "127.0.0.1:0")
	listening(t, wrong, rpc.Options{Credentials: named}, counted(&atomic.Int64{}))
	caller, told := protect(t, good)
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	err := dial(t, wrong.Addr().String(), caller).Invoke(ctx, "/test.Open/Do", &emptypb.Empty{}, &emptypb.Empty{})
	require.Error(t, err)
	require.True(t, told.says("a service was not trusted"))
}

func TestAnAuthorityIsExchangedWhileCallsRun(t *testing.T) {
	old, fresh := certtest.NewAuthority(t, "old"), certtest.NewAuthority(t, "fresh")
	server, client := t.TempDir(), t.TempDir()
	both := []string{server, client}
	for _, dir := range both {
		old.Write(t, dir, loopback, old)
	}
	served, log := protect(t, server)
	listener := listen(t, "127.0.0.1:0")
	var connections, calls atomic.Int64
	listening(
		t, accepting{listener, &connections}, rpc.Options{Credentials: served, Age: 20 * time.Millisecond}, counted(&calls),
	)
	calling, _ := protect(t, client)
	conn := dial(t, listener.Addr().String(), calling)
	settle := func() { // until handshakes use the present files, and calls use their connections
		for until := connections.Load() + 3; connections.Load() < until; {
			require.NoError(t, do(t, conn))
		}
	}
	settle()
	for _, step := range []func(dir string){
		func(dir string) { old.Write(t, dir, loopback, old, fresh) },
		func(dir string) { fresh.Write(t, dir, loopback, old, fresh) },
		func(dir string) { fresh.Write(t, dir, loopback, fresh) },
	} {
		for _, dir := range both {
			step(dir)
			settle()
		}
	}
	require.False(t, log.says("refused"))
	require.NoError(t, os.Remove(filepath.Join(server, "tls.key")))
	settle()
	require.True(t, log.says("the last one is used"))
}
