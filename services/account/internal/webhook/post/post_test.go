package post

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
	"github.com/stretchr/testify/require"

	"puls.app/services/account/internal/webhook"
)

// H6: each is a way of writing an address that is none of the public Internet.
func TestAddressesThatAreNotPublicAreRefused(t *testing.T) {
	private := []string{
		"0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.0.1", "169.254.0.1",
		"169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.88.99.1", "192.168.0.1",
		"198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
		"::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::7f00:1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe",
		"64:ff9b:1::1", "100::1", "2001::1", "2001:10::1", "2001:db8::1", "2002:7f00:1::", "2002:a9fe:a9fe::1", "3fff::1",
		"5f00::1", "fc00::1", "fd00:ec2::254", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1", "ff0e::1",
	}
	for _, address := range private {
		require.False(t, public(netip.MustParseAddr(address)), address)
		require.ErrorIs(t, guard("tcp", net.JoinHostPort(address, "443"), nil), errPrivate, address)
	}
	for _, address := range []string{
		"1.1.1.1", "8.8.8.8", "172.15.0.1", "172.32.0.1", "100.128.0.1", "::ffff:1.1.1.1", "2606:4700::1111", "2a00:1450::1",
	} {
		require.True(t, public(netip.MustParseAddr(address)), address)
	}
	// Numbers that some resolvers take for addresses end at the same guard.
	for _, host := range []string{"localhost", "127.0.0.1", "[::1]", "2130706433", "0x7f000001", "0177.0.0.1", "127.1"} {
		answer := New(false, time.Now).Post(t.Context(), message("http://"+host+":1/"))
		require.Contains(t, []webhook.Failure{webhook.FailAddress, webhook.FailName}, answer.Failure, host)
	}
	require.True(t, Private(t.Context(), "localhost"))
	t.Logf("%d forms", len(private))
}

func message(url string) *webhook.Message {
	return &webhook.Message{
		ID: "msg_1", At: time.Now(), URL: url, Body: []byte(`{"type":"webhook.test"}`), Secrets: [][]byte{make([]byte, 32)},
	}
}

func TestResponsesOfReceiversAreClassified(t *testing.T) {
	t.Parallel()
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		t.Error("a redirect was followed")
	}))
	defer elsewhere.Close()
	hang := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/good":
			w.WriteHeader(http.StatusAccepted)
		case "/long":
			_, _ = io.Copy(w, strings.NewReader(strings.Repeat("x", 2<<20)))
		case "/header":
			w.Header().Set("X-Long", strings.Repeat("x", 64<<10))
		case "/moved":
			http.Redirect(w, r, elsewhere.URL, http.StatusPermanentRedirect)
		case "/gone":
			w.WriteHeader(http.StatusGone)
		case "/hangs":
			<-hang
		default:
			w.WriteHeader(http.StatusForbidden)
		}
	}))
	defer server.Close()
	defer close(hang)
	secure := httptest.NewTLSServer(nil)
	defer secure.Close()
	nobody := httptest.NewServer(nil)
	nobody.Close()
	poster := New(true, time.Now)
	for url, want := range map[string]webhook.Answer{
		server.URL + "/good":      {Status: 202},
		server.URL + "/long":      {Status: 200},
		server.URL + "/header":    {Failure: webhook.FailConnection},
		server.URL + "/moved":     {Status: 308, Failure: webhook.FailRedirect},
		server.URL + "/gone":      {Status: 410, Failure: webhook.FailGone},
		server.URL + "/forbidden": {Status: 403, Failure: webhook.FailStatus},
		secure.URL:                {Failure: webhook.FailTLS},
		nobody.URL:                {Failure: webhook.FailConnection},
		"http://nobody.invalid/":  {Failure: webhook.FailName},
	} {
		answer := poster.Post(t.Context(), message(url))
		answer.Took = 0
		require.Equal(t, want, answer, url)
	}
	poster.client.Timeout = time.Second // for the others it would pass on a busy machine
	answer := poster.Post(t.Context(), message(server.URL+"/hangs"))
	require.Equal(t, webhook.FailTimeout, answer.Failure)
	unsigned := message(server.URL + "/good")
	unsigned.Secrets = [][]byte{{}}
	require.Equal(t, webhook.FailSecret, poster.Post(t.Context(), unsigned).Failure, "an empty secret signs nothing")
}

// The pages' tests verify the same message by the reference library for JavaScript (webhook-signed.test.ts).
func TestASignedMessageIsThatOfTheFixture(t *testing.T) {
	t.Parallel()
	var fixture struct {
		Secret, Former, Body string
		At                   time.Time
		Headers              map[string]string
	}
	text, err := os.ReadFile("testdata/signed.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &fixture))
	secret, former := []byte("0123456789abcdef0123456789abcdef"), []byte("fedcba9876543210fedcba9876543210")
	m := &webhook.Message{
		ID: fixture.Headers["webhook-id"], At: fixture.At, Body: []byte(fixture.Body), Secrets: [][]byte{secret, former},
	}
	signatures, err := sign(m)
	require.NoError(t, err)
	require.Equal(t, fixture.Headers["webhook-signature"], signatures)
	headers := http.Header{}
	for name, value := range fixture.Headers {
		headers.Set(name, value)
	}
	for _, text := range []string{fixture.Secret, fixture.Former} {
		verify, err := standardwebhooks.NewWebhook(text)
		require.NoError(t, err)
		require.NoError(t, verify.VerifyIgnoringTimestamp(m.Body, headers))
		require.Error(t, verify.VerifyIgnoringTimestamp(append(m.Body, ' '), headers))
	}
}
