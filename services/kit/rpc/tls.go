package rpc

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"sync"

	"google.golang.org/grpc/credentials"
)

// CertificateFiles are PEM files as cert-manager mounts them: what this process shows, and who signs what others show.
type CertificateFiles struct {
	// Certificate is tls.crt, Key tls.key, CA ca.crt, which may hold several while one is exchanged for the other.
	Certificate, Key, CA string
}

// Credentials protect connections between services: both sides show a certificate that the CA has signed, the server
// one that also has the name by which it was called. The files are read at every handshake, so that new ones are taken
// without a restart; while they cannot be, the last that could are used. An error says what is wrong with them.
func Credentials(files CertificateFiles, log *slog.Logger) (credentials.TransportCredentials, error) {
	m := &mutual{files: files, log: log}
	config, err := files.read()
	m.last = config
	return m, err
}

func (f CertificateFiles) read() (*tls.Config, error) {
	pair, err := tls.LoadX509KeyPair(f.Certificate, f.Key)
	if err != nil {
		return nil, fmt.Errorf("read certificate: %w", err)
	}
	signers, err := os.ReadFile(f.CA)
	if err != nil {
		return nil, fmt.Errorf("read CA: %w", err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(signers) {
		return nil, fmt.Errorf("read CA: no certificate is in %s", f.CA)
	}
	return &tls.Config{
		MinVersion: tls.VersionTLS13, Certificates: []tls.Certificate{pair}, RootCAs: pool,
		ClientCAs: pool, ClientAuth: tls.RequireAndVerifyClientCert,
		// A client shows it to a server that has another CA, too: that one's log then says what is the matter.
		GetClientCertificate: func(*tls.CertificateRequestInfo) (*tls.Certificate, error) { return &pair, nil },
	}, nil
}

// mutual makes the library's own credentials anew for every handshake.
type mutual struct {
	files CertificateFiles
	log   *slog.Logger

	mu   sync.Mutex
	last *tls.Config
}

func (m *mutual) now() credentials.TransportCredentials {
	config, err := m.files.read()
	m.mu.Lock()
	defer m.mu.Unlock()
	if err != nil {
		m.log.Warn("the certificate cannot be read; the last one is used", "error", err)
		return credentials.NewTLS(m.last)
	}
	m.last = config
	return credentials.NewTLS(config)
}

func (m *mutual) ClientHandshake(
	ctx context.Context, name string, raw net.Conn,
) (net.Conn, credentials.AuthInfo, error) {
	conn, info, err := m.now().ClientHandshake(ctx, name, raw)
	m.tell(err, raw, "a service was not trusted")
	return conn, info, err
}

func (m *mutual) ServerHandshake(raw net.Conn) (net.Conn, credentials.AuthInfo, error) {
	conn, info, err := m.now().ServerHandshake(raw)
	m.tell(err, raw, "a connection was refused")
	return conn, info, err
}

// tell logs why a handshake failed, which the library tells nobody; who only looks whether the port is open is no news.
func (m *mutual) tell(err error, raw net.Conn, what string) {
	if err != nil && !errors.Is(err, io.EOF) {
		m.log.Warn(what, "peer", raw.RemoteAddr().String(), "error", err)
	}
}

func (m *mutual) Info() credentials.ProtocolInfo {
	m.mu.Lock()
	defer m.mu.Unlock()
	return credentials.NewTLS(m.last).Info()
}

// Clone returns the same: nothing of it changes for one connection.
func (m *mutual) Clone() credentials.TransportCredentials { return m }

// OverrideServerName is not supported, as the library allows.
func (m *mutual) OverrideServerName(string) error {
	return errors.New("the name is that of the address")
}
