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

// CertificateFiles are PEM files as cert-manager mounts them: this process' certificate and key, and the CA of its
// peers.
type CertificateFiles struct {
	// Certificate is tls.crt, Key is tls.key, and CA is ca.crt, which may hold several certificates while one replaces
	// another.
	Certificate, Key, CA string
}

// Credentials returns mutual TLS credentials for connections between services: both sides present a certificate signed
// by the CA, and the server's must be for the name that was called. The files are read at every handshake, so that new
// ones are used without a restart; while they cannot be read, the last good ones are used. The error describes
// unreadable files.
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
		// A client presents its certificate even to a server with another CA, so that the server's log shows the cause.
		GetClientCertificate: func(*tls.CertificateRequestInfo) (*tls.Certificate, error) { return &pair, nil },
	}, nil
}

// mutual makes new credentials of the library for every handshake.
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
	m.logFailure(err, raw, "a service was not trusted")
	return conn, info, err
}

func (m *mutual) ServerHandshake(raw net.Conn) (net.Conn, credentials.AuthInfo, error) {
	conn, info, err := m.now().ServerHandshake(raw)
	m.logFailure(err, raw, "a connection was refused")
	return conn, info, err
}

// logFailure logs a failed handshake, which the library does not. Port probes, which end with io.EOF, are not logged.
func (m *mutual) logFailure(err error, raw net.Conn, message string) {
	if err != nil && !errors.Is(err, io.EOF) {
		m.log.Warn(message, "peer", raw.RemoteAddr().String(), "error", err)
	}
}

func (m *mutual) Info() credentials.ProtocolInfo {
	m.mu.Lock()
	defer m.mu.Unlock()
	return credentials.NewTLS(m.last).Info()
}

// Clone returns m itself: it has no state of one connection.
func (m *mutual) Clone() credentials.TransportCredentials { return m }

// OverrideServerName is not supported, as the library allows.
func (m *mutual) OverrideServerName(string) error {
	return errors.New("the name is that of the address")
}
