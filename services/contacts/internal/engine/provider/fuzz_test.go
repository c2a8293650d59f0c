package provider_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/contacts/internal/engine/provider"
)

// Seeds calls add with the providers' own payloads, and with the first half of each.
func Seeds(f *testing.F, add func(name provider.Name, body []byte)) {
	f.Helper()
	files, err := filepath.Glob("testdata/*/*.json")
	require.NoError(f, err)
	require.NotEmpty(f, files)
	for _, file := range files {
		body, err := os.ReadFile(file)
		require.NoError(f, err)
		add(provider.Name(filepath.Base(filepath.Dir(file))), body)
		add(provider.Name(filepath.Base(filepath.Dir(file))), body[:len(body)/2])
	}
	for _, body := range []string{
		`{"eventType":"Open","mail":{"timestamp":"2026-11-01T10:00:00.000Z","messageId":"m","destination":["a@example.com"]` +
			`},"open":{"timestamp":"2026-11-01T10:00:01Z"}}`,
		`{"notificationType":"Bounce","bounce":{"bounceType":"Permanent",` +
			`"bouncedRecipients":[{"emailAddress":"a@example.com"}]},"mail":{"tags":{"x":[1]}}}`,
		`[]`, `null`, `{}`, `[{"event":"open","timestamp":1e99,"email":["a"]}]`,
	} {
		for _, name := range provider.Names() {
			add(name, []byte(body))
		}
	}
}

// FuzzEvents decodes any bytes as the body of each provider. Events with a type have an id; a refused body has no
// events.
func FuzzEvents(f *testing.F) {
	names := provider.Names()
	Seeds(f, func(name provider.Name, body []byte) {
		for at, known := range names {
			if known == name {
				f.Add(uint8(at), body)
			}
		}
	})
	f.Fuzz(func(t *testing.T, which uint8, body []byte) {
		events, err := provider.Events(names[int(which)%len(names)], body)
		if err != nil {
			require.ErrorIs(t, err, provider.ErrBody)
			require.Empty(t, events)
		}
		for _, e := range events {
			if e.Type != "" {
				require.NotEmpty(t, e.ID, "%+v", e)
			}
		}
	})
}

// FuzzProofs verifies any bytes as the proof of a request. All must fail, as none was made with the key.
func FuzzProofs(f *testing.F) {
	Seeds(f, func(_ provider.Name, body []byte) { f.Add("MEUCIQ==", "1600112492", body) })
	f.Add(
		"Basic dXNlcjpwYXNzd29yZA==", "0",
		[]byte(`{"signature":{"timestamp":"1600112492","token":"t","signature":"00"}}`),
	)
	key, err := provider.SendGridKey(GenuineKey)
	require.NoError(f, err)
	now := time.Date(2026, 11, 1, 10, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, signature, moment string, body []byte) {
		headers := map[string]string{
			"x-twilio-email-event-webhook-signature": signature, "x-twilio-email-event-webhook-timestamp": moment,
			"authorization": signature,
		}
		r := provider.Request{Headers: headers, Body: body}
		_, err := provider.VerifySendGrid(r, key, now)
		require.Error(t, err)
		_, err = provider.VerifyMailgun(r, "key-"+strings.Repeat("0", 32), now)
		require.Error(t, err)
		require.Error(t, provider.VerifyPostmark(r, "user", []byte("a password that is nowhere")))
		if m, err := provider.ReadSNS(body); err == nil {
			if address, err := m.CertificateURL(); err == nil {
				require.Regexp(t, `^https://sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?/`, address)
			}
			if address, err := m.ConfirmURL(); err == nil {
				require.Regexp(t, `^https://sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?/\?`, address)
			}
		}
	})
}
