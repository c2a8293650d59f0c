package contacts_test

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
)

const topic = "arn:aws:sns:eu-central-1:123456789012:puls"

// amazon is a fake of Amazon SNS: it returns a certificate and records the requested URLs.
type amazon struct {
	mu    sync.Mutex
	key   *rsa.PrivateKey
	pem   []byte
	asked []string
	away  bool
}

// Get responds like sns.eu-central-1.amazonaws.com.
func (a *amazon) Get(_ context.Context, url string) ([]byte, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.asked = append(a.asked, url)
	if a.away {
		return nil, errors.New("away")
	}
	return a.pem, nil
}

// newAmazon returns a fake with a new key and its certificate.
func newAmazon(t testing.TB) *amazon {
	t.Helper()
	now := time.Now()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	require.NoError(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: now.Add(-time.Hour), NotAfter: now.Add(24 * time.Hour),
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	require.NoError(t, err)
	return &amazon{key: key, pem: pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})}
}

// envelope returns a message signed in the way of Amazon SNS.
func (a *amazon) envelope(t testing.TB, kind, id, message string, now time.Time) []byte {
	t.Helper()
	m := map[string]string{
		"Type": kind, "MessageId": id, "TopicArn": topic, "Message": message,
		"Timestamp": now.UTC().Format("2006-01-02T15:04:05.000Z"), "SignatureVersion": "2",
		"SigningCertURL": "https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-1.pem",
	}
	names := []string{"Message", "MessageId", "Timestamp", "TopicArn", "Type"}
	if kind != "Notification" {
		m["Token"] = "token"
		m["SubscribeURL"] = "https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=" + topic +
			"&Token=token"
		names = []string{"Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"}
	}
	var lines strings.Builder
	for _, name := range names {
		lines.WriteString(name + "\n" + m[name] + "\n")
	}
	sum := sha256.Sum256([]byte(lines.String()))
	signature, err := rsa.SignPKCS1v15(rand.Reader, a.key, crypto.SHA256, sum[:])
	require.NoError(t, err)
	m["Signature"] = base64.StdEncoding.EncodeToString(signature)
	body, err := json.Marshal(m)
	require.NoError(t, err)
	return body
}

// mailer sends reports as the four providers of an account.
type mailer struct {
	*system
	intake   contactsv1.IntakeServiceClient
	paths    map[string]string
	key      *ecdsa.PrivateKey
	password string
}

const mailgunKey = "key-0p6mqbf74lb20gzq9f4dhpn9rg3zyk26"

func (s *system) mail(t testing.TB) contactsv1.MailProviderServiceClient {
	t.Helper()
	return contactsv1.NewMailProviderServiceClient(s.person(t))
}

// mailers adds all four providers.
func (s *system) mailers(t testing.TB) *mailer {
	t.Helper()
	m := &mailer{system: s, intake: contactsv1.NewIntakeServiceClient(s.AsService(t)), paths: map[string]string{}}
	var err error
	m.key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	der, err := x509.MarshalPKIXPublicKey(&m.key.PublicKey)
	require.NoError(t, err)
	for _, set := range []*contactsv1.SetMailProviderRequest{
		{Provider: "sendgrid", Key: base64.StdEncoding.EncodeToString(der), Uid: "001"},
		{Provider: "mailgun", Key: mailgunKey, Uid: "001"},
		{Provider: "postmark", Uid: "001"},
		{Provider: "ses", Topic: topic, Uid: "001"},
	} {
		res, err := s.mail(t).SetMailProvider(t.Context(), set)
		require.NoError(t, err)
		m.paths[set.GetProvider()] = res.GetProvider().GetPath()[len("/api/hooks/v1/"+set.GetProvider()+"/"):]
		if res.GetPassword() != "" {
			m.password = res.GetPassword()
		}
	}
	return m
}

// post sends a signed request.
func (m *mailer) post(t testing.TB, provider string, headers map[string]string, body []byte) error {
	t.Helper()
	_, err := m.intake.ReceiveMailEvents(t.Context(), &contactsv1.ReceiveMailEventsRequest{
		Provider: provider, Key: m.paths[provider], Headers: headers, Body: body,
	})
	return err
}

// sends signs a payload in the way of its provider, with the current time, and sends it.
func (m *mailer) sends(t testing.TB, provider, payload string) error {
	t.Helper()
	headers, body := m.signed(t, provider, payload, m.Now())
	return m.post(t, provider, headers, body)
}

func (m *mailer) signed(t testing.TB, provider, payload string, now time.Time) (map[string]string, []byte) {
	t.Helper()
	stamp := fmt.Sprint(now.Unix())
	switch provider {
	case "sendgrid":
		sum := sha256.Sum256([]byte(stamp + payload))
		signature, err := ecdsa.SignASN1(rand.Reader, m.key, sum[:])
		require.NoError(t, err)
		return map[string]string{
			"x-twilio-email-event-webhook-timestamp": stamp,
			"x-twilio-email-event-webhook-signature": base64.StdEncoding.EncodeToString(signature),
		}, []byte(payload)
	case "mailgun":
		var body map[string]any
		require.NoError(t, json.Unmarshal([]byte(payload), &body))
		token := rand.Text()
		mac := hmac.New(sha256.New, []byte(mailgunKey))
		mac.Write([]byte(stamp + token))
		body["signature"] = map[string]string{
			"timestamp": stamp, "token": token, "signature": hex.EncodeToString(mac.Sum(nil)),
		}
		signed, err := json.Marshal(body)
		require.NoError(t, err)
		return nil, signed
	case "postmark":
		credentials := base64.StdEncoding.EncodeToString([]byte("puls:" + m.password))
		return map[string]string{"authorization": "Basic " + credentials}, []byte(payload)
	default:
		sum := sha256.Sum256([]byte(payload)) // a repeated message has the same id
		return nil, m.peers.amazon.envelope(t, "Notification", hex.EncodeToString(sum[:]), payload, now)
	}
}
