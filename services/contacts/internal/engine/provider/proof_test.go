package provider_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/contacts/internal/engine/provider"
)

// GenuineKey and Genuine are the key and a request of SendGrid.
const GenuineKey = "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE83T4O/n84iotIvIW4mdBgQ/7dAfSmpqIM8kF9mN1flpVKS3GRqe62gw+2fNNRaINXvVpiglSI8e" +
	"NEc6wEA3F+g=="

func Genuine(t *testing.T) (r provider.Request, at time.Time) {
	t.Helper()
	return provider.Request{
		Headers: map[string]string{
			"x-twilio-email-event-webhook-timestamp": "1600112502",
			"x-twilio-email-event-webhook-signature": "MEUCIGHQVtGj+Y3LkG9fLcxf3qfI10QysgDWmMOVmxG0u6ZUAiEAyBiXDWzM+uOe5W0JuG+luQAbPIqHh89" +
				"M15TluLtEZtM=",
		},
		Body: bytes.ReplaceAll(Fixture(t, "sendgrid/webhook.json"), []byte("\n"), []byte("\r\n")),
	}, time.Unix(1600112502, 0)
}

func TestSendGridsGenuineSignatureHolds(t *testing.T) {
	key, err := provider.SendGridKey(GenuineKey)
	require.NoError(t, err)
	framed, err := provider.SendGridKey("-----BEGIN PUBLIC KEY-----\n" + GenuineKey[:64] + "\n" + GenuineKey[64:] +
		"\n-----END PUBLIC KEY-----\n")
	require.NoError(t, err)
	require.True(t, key.Equal(framed))
	r, at := Genuine(t)
	proof, err := provider.VerifySendGrid(r, key, at.Add(10*time.Second))
	require.NoError(t, err)
	require.NotEmpty(t, proof)
	again, err := provider.VerifySendGrid(r, key, at.Add(provider.Patience))
	require.NoError(t, err)
	require.Equal(t, proof, again)
	refused := func(r provider.Request, at time.Time) {
		t.Helper()
		_, err := provider.VerifySendGrid(r, key, at)
		require.ErrorIs(t, err, provider.ErrSignature)
	}
	refused(r, at.Add(provider.Patience+time.Second))
	refused(r, at.Add(-provider.Tolerance-time.Second))
	for place := range r.Body {
		forged := r
		forged.Body = bytes.Clone(r.Body)
		forged.Body[place] ^= 1
		refused(forged, at)
	}
	for _, header := range []string{"", "1600112503", "1600112502 ", "x"} {
		forged, _ := Genuine(t)
		forged.Headers["x-twilio-email-event-webhook-timestamp"] = header
		refused(forged, at)
	}
	for _, header := range []string{"", "AAAA", "no base64", base64.StdEncoding.EncodeToString(make([]byte, 70))} {
		forged, _ := Genuine(t)
		forged.Headers["x-twilio-email-event-webhook-signature"] = header
		refused(forged, at)
	}
}

func TestMalformedKeysAreRefused(t *testing.T) {
	other, err := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	require.NoError(t, err)
	der, err := x509.MarshalPKIXPublicKey(&other.PublicKey)
	require.NoError(t, err)
	for _, key := range []string{
		"", "SG.abc.def", GenuineKey[1:], base64.StdEncoding.EncodeToString([]byte("key")),
		base64.StdEncoding.EncodeToString(der),
	} {
		_, err := provider.SendGridKey(key)
		require.ErrorIs(t, err, provider.ErrKey, key)
	}
	for _, key := range []string{"", "short", "two words that are long enough"} {
		_, err := provider.MailgunKey(key)
		require.ErrorIs(t, err, provider.ErrKey, key)
	}
}

// MailgunKey signed the fixtures, which are those of the tests of symfony/mailgun-mailer.
const MailgunKey = "key-0p6mqbf74lb20gzq9f4dhpn9rg3zyk26"

func TestMailgunsGenuineSignaturesHold(t *testing.T) {
	paths, err := filepath.Glob("testdata/mailgun/*.json")
	require.NoError(t, err)
	require.Len(t, paths, 10)
	for _, path := range paths {
		body, err := os.ReadFile(path)
		require.NoError(t, err)
		r := provider.Request{Body: body}
		at := time.Unix(1661621600, 0)
		if bytes.Contains(body, []byte("1661590666")) {
			at = time.Unix(1661590666, 0)
		}
		token, err := provider.VerifyMailgun(r, MailgunKey, at)
		require.NoError(t, err, path)
		require.Contains(t, string(body), token)
		_, err = provider.VerifyMailgun(r, MailgunKey+"x", at)
		require.ErrorIs(t, err, provider.ErrSignature)
		_, err = provider.VerifyMailgun(r, MailgunKey, at.Add(provider.Patience+10*time.Minute))
		require.ErrorIs(t, err, provider.ErrSignature)
		forged := bytes.ReplaceAll(body, []byte(token), []byte("0"+token[1:]))
		_, err = provider.VerifyMailgun(provider.Request{Body: forged}, MailgunKey, at)
		if token[0] != '0' {
			require.ErrorIs(t, err, provider.ErrSignature)
		}
	}
	_, err = provider.VerifyMailgun(provider.Request{Body: []byte("signature=x")}, MailgunKey, time.Now())
	require.ErrorIs(t, err, provider.ErrBody)
	_, err = provider.VerifyMailgun(provider.Request{Body: []byte("{}")}, MailgunKey, time.Now())
	require.ErrorIs(t, err, provider.ErrSignature)
}

func TestPostmarkProvesItselfByOurPassword(t *testing.T) {
	hash := sha256.Sum256([]byte("our: password"))
	for credentials, want := range map[string]error{
		"puls:our: password": nil, "puls:our: passwor": provider.ErrSignature, "pul:our: password": provider.ErrSignature,
		"puls": provider.ErrSignature, "": provider.ErrSignature, ":": provider.ErrSignature,
	} {
		header := "Basic " + base64.StdEncoding.EncodeToString([]byte(credentials))
		r := provider.Request{Headers: map[string]string{"authorization": header}}
		require.ErrorIs(t, provider.VerifyPostmark(r, "puls", hash[:]), want, credentials)
	}
	for _, header := range []string{"", "Basic", "Basic !", "Bearer cHVsczpvdXI6IHBhc3N3b3Jk"} {
		r := provider.Request{Headers: map[string]string{"authorization": header}}
		require.ErrorIs(t, provider.VerifyPostmark(r, "puls", hash[:]), provider.ErrSignature, header)
	}
}
