package bus

import (
	"context"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go"
)

// Server says where a NATS server or a cluster is, and what proves that somebody may use it.
type Server struct {
	// URL may be several with commas between them; a token may stand as the user of each.
	URL string
	// Files, read again with each connection, so that they can be exchanged. Empty ones are not used.
	CredentialsFile, CAFile, CertFile, KeyFile string
}

// Connect opens a connection. It fails at once for a file that cannot be read.
func (s Server) Connect(options ...nats.Option) (*nats.Conn, error) {
	if s.CredentialsFile != "" {
		options = append(options, nats.UserCredentials(s.CredentialsFile))
	}
	if s.CAFile != "" {
		options = append(options, nats.RootCAs(s.CAFile))
	}
	if s.CertFile != "" || s.KeyFile != "" {
		options = append(options, nats.ClientCert(s.CertFile, s.KeyFile))
	}
	return nats.Connect(s.URL, options...)
}

const (
	// A server that says nothing for three of these is left for another: it may be frozen with its connections open.
	pingEvery    = 5 * time.Second
	pingsMissed  = 2
	dialPatience = 5 * time.Second
)

// staying are the options of a connection that is mended for ever, at whichever server answers.
func staying(name string, log *slog.Logger) []nats.Option {
	ctx := context.Background()
	return []nats.Option{
		nats.Name(name), nats.MaxReconnects(-1), nats.RetryOnFailedConnect(true), nats.ReconnectWait(time.Second),
		nats.Timeout(dialPatience), nats.PingInterval(pingEvery), nats.MaxPingsOutstanding(pingsMissed),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				log.WarnContext(ctx, "the connection to NATS broke and is mended", "error", err)
			}
		}),
		nats.ReconnectHandler(func(conn *nats.Conn) {
			log.InfoContext(ctx, "NATS is back", "server", conn.ConnectedServerName())
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			log.WarnContext(ctx, "NATS reports an error", "error", err)
		}),
	}
}
