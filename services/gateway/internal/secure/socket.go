package secure

import (
	"errors"
	"fmt"
	"net"

	"golang.org/x/sys/unix"
)

// Listener bounds the bytes that the kernel buffers for clients that do not read.
func Listener(inner net.Listener) net.Listener { return listener{inner} }

type listener struct{ net.Listener }

// Accept waits for the next connection.
func (l listener) Accept() (net.Conn, error) {
	accepted, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	if tcp, ok := accepted.(*net.TCPConn); ok {
		if err := keepShort(tcp); err != nil {
			return nil, errors.Join(err, tcp.Close())
		}
	}
	return accepted, nil
}

// unsent is how many bytes the kernel may buffer for a client that does not read. By default it buffers megabytes and
// accepts more only once a third of them has been sent, which a slow line does not manage within ReadPatience.
const unsent = 128 << 10

func keepShort(connection *net.TCPConn) error {
	raw, err := connection.SyscallConn()
	if err != nil {
		return fmt.Errorf("reach socket: %w", err)
	}
	var failed error
	err = raw.Control(func(fd uintptr) {
		failed = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_NOTSENT_LOWAT, unsent)
	})
	if err = errors.Join(err, failed); err != nil {
		return fmt.Errorf("limit a socket's buffer: %w", err)
	}
	return nil
}
