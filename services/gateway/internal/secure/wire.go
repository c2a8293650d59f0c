package secure

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"puls.app/services/gateway/internal/rest"
	"puls.app/services/reason"
)

// Listener makes the refusals that net/http writes before any handler runs (headers too large, a request that is no
// HTTP) look like every other one of the product's: net/http offers no hook for them.
func (h Headers) Listener(inner net.Listener) net.Listener {
	return &listener{Listener: inner, headers: h}
}

type listener struct {
	net.Listener
	headers Headers
}

// Accept waits for the next connection.
func (l *listener) Accept() (net.Conn, error) {
	accepted, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	tcp, ok := accepted.(*net.TCPConn)
	if !ok {
		return accepted, nil
	}
	if err := keepShort(tcp); err != nil {
		return nil, errors.Join(err, tcp.Close())
	}
	return &conn{TCPConn: tcp, headers: l.headers}, nil
}

// unsent is how many bytes the system may hold for a client that does not read. Left to itself it holds megabytes, and
// takes more only when a third of them has gone, which a slow line does not manage within our patience.
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
		return fmt.Errorf("limit what a socket holds: %w", err)
	}
	return nil
}

// conn keeps every ability of a TCP connection, such as sending files without copying.
type conn struct {
	*net.TCPConn
	headers Headers
}

// Write passes on everything but net/http's own refusals.
func (c *conn) Write(b []byte) (int, error) {
	status := bareRefusal(b)
	if status == 0 {
		return c.TCPConn.Write(b)
	}
	if _, err := c.TCPConn.Write(c.headers.refusal(status)); err != nil {
		return 0, err
	}
	return len(b), nil
}

// bareRefusal answers the status of an answer that net/http wrote by itself, or 0. No handler's answer begins so: its
// headers are more and in another order.
func bareRefusal(b []byte) int {
	const bare = "\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n"
	rest, found := bytes.CutPrefix(b, []byte("HTTP/1.1 "))
	if !found || len(rest) < 3 {
		return 0
	}
	end := bytes.Index(rest, []byte("\r\n"))
	if end < 0 || !bytes.HasPrefix(rest[end:], []byte(bare)) {
		return 0
	}
	status, err := strconv.Atoi(string(rest[:3]))
	if err != nil || status < 400 {
		return 0
	}
	return status
}

func (h Headers) refusal(status int) []byte {
	class, title := reason.RequestInvalid, "the request cannot be read"
	if status == http.StatusRequestHeaderFieldsTooLarge {
		class, title = reason.HeadersTooLarge, headersTitle
	}
	body := rest.ErrorJSON(class, title)
	header := http.Header{"Cache-Control": {"no-store"}, "Connection": {"close"}, "Content-Type": {"application/json"}}
	header.Set("Content-Length", strconv.Itoa(len(body)))
	h.set(header)
	var b strings.Builder
	fmt.Fprintf(&b, "HTTP/1.1 %d %s\r\n", status, http.StatusText(status))
	_ = header.Write(&b) // a builder takes everything
	b.WriteString("\r\n")
	b.Write(body)
	return []byte(b.String())
}
