package bus

import (
	"context"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go"
)

// Server is the address of a NATS server or cluster, with the credentials for it.
type Server struct {
	// URL may be several URLs separated by commas; each may carry a token as its user.
	URL string
	// The files are read at every connection, so that they can be exchanged. Empty names are not used.
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
	// A server that is silent for three pings is replaced by another: it may be frozen with its connections open.
	pingEvery    = 5 * time.Second
	pingsMissed  = 2
	dialPatience = 5 * time.Second
)

// staying returns options of a connection that reconnects for ever, to any server that answers.
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
