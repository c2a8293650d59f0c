package gateway_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/kit/conf"
)

// writeCertificate creates a certificate for 127.0.0.1 with a serial number.
func writeCertificate(t *testing.T, dir string, number int64) (certFile, keyFile string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(number), DNSNames: []string{"localhost"}, NotAfter: time.Now().Add(time.Hour),
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	require.NoError(t, err)
	private, err := x509.MarshalPKCS8PrivateKey(key)
	require.NoError(t, err)
	certFile, keyFile = filepath.Join(dir, "tls.crt"), filepath.Join(dir, "tls.key")
	for name, block := range map[string]*pem.Block{
		certFile: {Type: "CERTIFICATE", Bytes: der}, keyFile: {Type: "PRIVATE KEY", Bytes: private},
	} {
		require.NoError(t, os.WriteFile(name, pem.EncodeToMemory(block), 0o600))
	}
	return certFile, keyFile
}

func TestWithACertificateTheGatewaySpeaksHTTP2AndTakesARenewedOne(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	certFile, keyFile := writeCertificate(t, dir, 1)
	peers := newPeers()
	peers.refused, peers.cookie = nil, "value;4102444800" // readiness is not checked over TLS here
	s := startWith(t, conf.Values{"PULS_TLS_CERT_FILE": certFile, "PULS_TLS_KEY_FILE": keyFile}, peers)
	s.address = strings.Replace(s.address, "http:", "https:", 1)
	type answer struct {
		serial        int64
		version, code int
		cookie        string
	}
	ask := func() answer {
		transport := &http.Transport{ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}
		defer transport.CloseIdleConnections()
		req, err := http.NewRequestWithContext(
			t.Context(), http.MethodPost, s.address+login, strings.NewReader(`{"email":"a@example.com","password":"x"}`),
		)
		require.NoError(t, err)
		req.Header.Set("Content-Type", "application/json")
		res, err := transport.RoundTrip(req)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		return answer{
			res.TLS.PeerCertificates[0].SerialNumber.Int64(), res.ProtoMajor, res.StatusCode, res.Header.Get("Set-Cookie"),
		}
	}
	first := ask()
	require.Equal(t, int64(1), first.serial)
	require.Equal(t, 2, first.version)
	require.Equal(t, http.StatusOK, first.code)
	require.Contains(t, first.cookie, "__Secure-refresh=value")
	require.Contains(t, first.cookie, "Secure;")

	require.NoError(t, os.WriteFile(keyFile, []byte("half a file"), 0o600))
	require.Equal(t, int64(1), ask().serial, "the last one that fitted")
	writeCertificate(t, dir, 2)
	require.NoError(t, os.Chtimes(certFile, time.Now(), time.Now().Add(time.Second)))
	require.Equal(t, int64(2), ask().serial)
}
