package gateway

import (
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"
)

// certificate reloads itself when its files change. It is renewed every few weeks, without a restart of the gateway.
type certificate struct {
	certFile, keyFile string
	log               *slog.Logger

	mu      sync.Mutex
	changed time.Time
	pair    *tls.Certificate
}

// newCertificate reads the files, or returns nil when none are set.
func newCertificate(certFile, keyFile string, log *slog.Logger) (*certificate, error) {
	if certFile == "" && keyFile == "" {
		return nil, nil //nolint:nilnil // without files there is none
	}
	if certFile == "" || keyFile == "" {
		return nil, errors.New("PULS_TLS_CERT_FILE and PULS_TLS_KEY_FILE belong together")
	}
	c := &certificate{certFile: certFile, keyFile: keyFile, log: log}
	if _, err := c.read(); err != nil {
		return nil, fmt.Errorf("PULS_TLS_CERT_FILE, PULS_TLS_KEY_FILE: %w", err)
	}
	return c, nil
}

func (c *certificate) read() (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var newest time.Time
	for _, name := range []string{c.certFile, c.keyFile} {
		info, err := os.Stat(name)
		if err != nil {
			return c.pair, fmt.Errorf("look at certificate: %w", err)
		}
		if info.ModTime().After(newest) {
			newest = info.ModTime()
		}
	}
	if c.pair != nil && newest.Equal(c.changed) {
		return c.pair, nil
	}
	pair, err := tls.LoadX509KeyPair(c.certFile, c.keyFile)
	if err != nil {
		return c.pair, fmt.Errorf("read certificate: %w", err)
	}
	c.pair, c.changed = &pair, newest
	return c.pair, nil
}

// get returns the certificate for a handshake. While a renewal has written only one of the two files, they do not
// match; get then returns the last matching pair.
func (c *certificate) get(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
	pair, err := c.read()
	if err != nil {
		c.log.WarnContext(hello.Context(), "the certificate cannot be read; the last one is used", "error", err)
	}
	return pair, nil
}
