package mail_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
	"github.com/stretchr/testify/require"

	"puls.app/services/account/internal/mail"
	"puls.app/services/kit/conf"
)

// certificate creates a certificate for this machine and adds it to the test program's trusted ones.
func certificate(t *testing.T) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"}, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(time.Hour),
		IsCA:     true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
		DNSNames: []string{"localhost"},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "roots.pem")
	require.NoError(t, os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600))
	t.Setenv("SSL_CERT_FILE", file)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

// server records users and mails, and whether the session was encrypted.
type server struct {
	mu        sync.Mutex
	users     []string
	mails     int
	encrypted bool
}

type session struct {
	server *server
	conn   *smtp.Conn
}

func (s *session) Reset()                               {}
func (s *session) Logout() error                        { return nil }
func (s *session) Mail(string, *smtp.MailOptions) error { return nil }
func (s *session) Rcpt(string, *smtp.RcptOptions) error { return nil }
func (s *session) AuthMechanisms() []string             { return []string{sasl.Plain} }

func (s *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		s.server.mu.Lock()
		defer s.server.mu.Unlock()
		if password != "right" {
			return smtp.ErrAuthFailed
		}
		s.server.users = append(s.server.users, user)
		return nil
	}), nil
}

func (s *session) Data(r io.Reader) error {
	_, err := io.Copy(io.Discard, r)
	s.server.mu.Lock()
	defer s.server.mu.Unlock()
	_, s.server.encrypted = s.conn.TLSConnectionState()
	s.server.mails++
	return err
}

// listen starts a server: encrypted from the first byte, or offering STARTTLS, or neither.
func listen(t *testing.T, certificate *tls.Certificate, fromTheStart bool) (*server, string) {
	t.Helper()
	s := &server{}
	backend := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		return &session{server: s, conn: c}, nil
	}))
	backend.AllowInsecureAuth = true
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	if certificate != nil {
		config := &tls.Config{Certificates: []tls.Certificate{*certificate}, MinVersion: tls.VersionTLS12}
		if fromTheStart {
			listener = tls.NewListener(listener, config)
		} else {
			backend.TLSConfig = config
		}
	}
	go func() { _ = backend.Serve(listener) }()
	t.Cleanup(func() { _ = backend.Close() })
	_, port, err := net.SplitHostPort(listener.Addr().String())
	require.NoError(t, err)
	return s, "localhost:" + port
}

func send(t *testing.T, address string) error {
	t.Helper()
	sender, err := mail.NewSMTP(conf.Secret(address), "Puls <puls@puls.example>")
	require.NoError(t, err)
	return sender.Send(
		t.Context(), mail.Message{To: "jan@example.com", Subject: "Zażółć", Text: "text", HTML: "<p>html</p>"}, time.Now(),
	)
}

func TestPasswordsGoOverEncryptedConnectionsOnly(t *testing.T) {
	own := certificate(t)
	for name, fromTheStart := range map[string]bool{"smtps": true, "smtp": false} {
		s, address := listen(t, &own, fromTheStart)
		require.NoError(t, send(t, name+"://puls:right@"+address), name)
		require.Equal(t, []string{"puls"}, s.users, name)
		require.True(t, s.encrypted, name)
		err := send(t, name+"://puls:canary@"+address)
		require.Error(t, err)
		require.NotContains(t, err.Error(), "canary")
		var refused *mail.Refused
		require.NotErrorAs(t, err, &refused, "a password that is wrong today is not the recipient's fault")
	}
	plain, address := listen(t, nil, false)
	require.Error(t, send(t, "smtp://puls:right@"+address), "no falling back to plain text")
	require.Empty(t, plain.users)
	require.NoError(t, send(t, "smtp://"+address), "a relay on this machine without a password")
	require.NoError(t, send(t, "smtp://puls:right@"+address+"?tls=none"))
	require.Equal(t, 2, plain.mails)
	require.False(t, plain.encrypted)
}
