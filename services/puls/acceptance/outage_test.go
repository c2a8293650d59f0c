package acceptance

import (
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"puls.app/services/kit/host"
)

// line is a connection between the program and its database that can be cut.
type line struct {
	t                *testing.T
	network, address string // of the database
	port             int
	mu               sync.Mutex
	listener         net.Listener
	conns            []net.Conn
}

// over routes the program's own connections through the line.
func (l *line) over(env *host.Env) {
	direct := env.DatabaseURL
	address, err := direct("account")
	require.NoError(l.t, err)
	config, err := pgconn.ParseConfig(address)
	require.NoError(l.t, err)
	l.network, l.address = pgconn.NetworkAddress(config.Host, config.Port)
	l.restore()
	env.DatabaseURL = func(schema string) (string, error) {
		own, err := direct(schema)
		if err != nil {
			return "", err
		}
		return through(l.t, own, strconv.Itoa(l.port)), nil
	}
}

// through returns the address of a database at another port of this machine.
func through(t *testing.T, address, port string) string {
	t.Helper()
	parsed, err := url.Parse(address)
	require.NoError(t, err)
	query := parsed.Query()
	query.Del("port")
	query.Del("host")
	parsed.RawQuery, parsed.Host = query.Encode(), "127.0.0.1:"+port
	return parsed.String()
}

// restore lets connections pass, at the same port as before.
func (l *line) restore() {
	var config net.ListenConfig
	listener, err := config.Listen(l.t.Context(), "tcp", "127.0.0.1:"+strconv.Itoa(l.port))
	require.NoError(l.t, err)
	l.listener, l.port = listener, listener.Addr().(*net.TCPAddr).Port
	go func() {
		for {
			in, err := listener.Accept()
			if err != nil {
				return
			}
			out, err := net.Dial(l.network, l.address)
			if err != nil {
				_ = in.Close()
				return
			}
			l.mu.Lock()
			l.conns = append(l.conns, in, out)
			l.mu.Unlock()
			go func() { _, _ = io.Copy(in, out); _ = in.Close() }()
			go func() { _, _ = io.Copy(out, in); _ = out.Close() }()
		}
	}()
}

// cut breaks existing connections and refuses new ones.
func (l *line) cut() {
	require.NoError(l.t, l.listener.Close())
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, conn := range l.conns {
		_ = conn.Close()
	}
}

func TestADatabaseThatIsAwayIsToldAsSuchAndComesBack(t *testing.T) {
	l := &line{t: t}
	p := startProgram(t, l.over)
	t.Cleanup(l.cut)
	c := p.createAccount("outage@example.com", "UTC", "001")
	l.cut()
	for _, call := range []struct{ method, path, body string }{
		{http.MethodGet, "protected/scoring/scorings", ""},
		{http.MethodPost, "protected/scoring/scorings", `{"name":"Another"}`},
		{http.MethodGet, "protected/saresystem/groups", ""},
		{http.MethodPost, "public/account/users:login", `{"email":"outage@example.com","password":"Correct-Horse-9"}`},
	} {
		res := c.send(call.method, call.path, call.body)
		require.Equal(t, http.StatusServiceUnavailable, res.status, "%s %s", call.method, call.path)
		require.NotEmpty(t, res.header.Get("Retry-After"))
	}
	l.restore()
	eventually(t, "the database to be back", func() bool {
		return c.send(http.MethodGet, "protected/scoring/scorings", "").status == http.StatusOK
	})
}
