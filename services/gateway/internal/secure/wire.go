package secure

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"

	"puls.app/services/gateway/internal/rest"
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
	if tcp, ok := accepted.(*net.TCPConn); ok {
		return &conn{TCPConn: tcp, headers: l.headers}, nil
	}
	return accepted, nil
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
	class, title := "REQUEST_INVALID", "the request cannot be read"
	if status == http.StatusRequestHeaderFieldsTooLarge {
		class, title = headersTooLarge, headersTitle
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
