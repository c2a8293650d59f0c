package provider_test

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/contacts/internal/engine/provider"
)

const Topic = "arn:aws:sns:eu-central-1:123456789012:puls"

// Amazon signs as Amazon SNS does, with a certificate of its own.
type Amazon struct {
	Key *rsa.PrivateKey
	Pem []byte
}

func NewAmazon(t *testing.T, now time.Time) Amazon {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	require.NoError(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "sns.amazonaws.com"},
		NotBefore: now.Add(-time.Hour), NotAfter: now.Add(7 * 24 * time.Hour),
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	require.NoError(t, err)
	return Amazon{key, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})}
}

// Sign adds the signature of the lines to a message.
func (a Amazon) Sign(t *testing.T, message map[string]string, version string, names ...string) []byte {
	t.Helper()
	var lines strings.Builder
	for _, name := range names {
		lines.WriteString(name + "\n" + message[name] + "\n")
	}
	hash, sum := crypto.SHA256, sha256.Sum256([]byte(lines.String()))
	digest := sum[:]
	if version == "1" {
		old := sha1.Sum([]byte(lines.String()))
		hash, digest = crypto.SHA1, old[:]
	}
	signature, err := rsa.SignPKCS1v15(rand.Reader, a.Key, hash, digest)
	require.NoError(t, err)
	message["Signature"], message["SignatureVersion"] = base64.StdEncoding.EncodeToString(signature), version
	body, err := json.Marshal(message)
	require.NoError(t, err)
	return body
}

func Notification(now time.Time) map[string]string {
	return map[string]string{
		"Type": "Notification", "MessageId": "1", "TopicArn": Topic, "Message": `{"eventType":"Send"}`,
		"Subject":        "Amazon SES",
		"Timestamp":      now.UTC().Format("2006-01-02T15:04:05.000Z"),
		"SigningCertURL": "https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-1.pem",
	}
}

func TestSignaturesOfAmazonAreVerified(t *testing.T) {
	now := time.Now()
	a := NewAmazon(t, now)
	certificate, err := provider.Certificate(a.Pem)
	require.NoError(t, err)
	for _, version := range []string{"1", "2"} {
		with := a.Sign(t, Notification(now), version,
			"Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type")
		plain := Notification(now)
		delete(plain, "Subject")
		without := a.Sign(t, plain, version, "Message", "MessageId", "Timestamp", "TopicArn", "Type")
		confirm := Notification(now)
		confirm["Type"], confirm["Token"] = "SubscriptionConfirmation", "token"
		confirm["SubscribeURL"] = "https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=" + Topic +
			"&Token=token"
		asked := a.Sign(t, confirm, version,
			"Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type")
		for _, body := range [][]byte{with, without, asked} {
			m, err := provider.ReadSNS(body)
			require.NoError(t, err)
			require.NoError(t, m.Verify(Topic, certificate, now.Add(provider.Patience-time.Second)))
			require.ErrorIs(t, m.Verify(Topic, certificate, now.Add(provider.Patience+time.Second)), provider.ErrSignature)
			require.ErrorIs(t, m.Verify(Topic+"2", certificate, now), provider.ErrSignature)
			for _, forge := range []func(*provider.SNS){
				func(m *provider.SNS) { m.Message += " " },
				func(m *provider.SNS) { m.MessageID = "2" },
				func(m *provider.SNS) { m.SignatureVersion = "3" },
				func(m *provider.SNS) { m.Signature = "" },
				func(m *provider.SNS) { m.Type += "X" },
				func(m *provider.SNS) { m.Timestamp = now.Add(time.Second).UTC().Format(time.RFC3339) },
			} {
				forged := m
				forge(&forged)
				require.ErrorIs(t, forged.Verify(Topic, certificate, now), provider.ErrSignature)
			}
		}
	}
	other, err := provider.Certificate(NewAmazon(t, now).Pem)
	require.NoError(t, err)
	ended, err := provider.Certificate(NewAmazon(t, now.Add(-3*time.Hour)).Pem)
	require.NoError(t, err)
	m, err := provider.ReadSNS(a.Sign(t, Notification(now), "2",
		"Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"))
	require.NoError(t, err)
	require.ErrorIs(t, m.Verify(Topic, other, now), provider.ErrSignature)
	require.ErrorIs(t, m.Verify(Topic, ended, now), provider.ErrSignature)
	for _, data := range []string{"", "pem", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"} {
		_, err := provider.Certificate([]byte(data))
		require.ErrorIs(t, err, provider.ErrSignature)
	}
}

func TestOnlyAmazonsAddressesAreCalled(t *testing.T) {
	for address, taken := range map[string]bool{
		"https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-1.pem":    true,
		"http://sns.eu-central-1.amazonaws.com/a.pem":                               false,
		"https://sns.us-east-1.amazonaws.com/a.pem":                                 false, // another region
		"https://sns.eu-central-1.amazonaws.com.evil.example/a.pem":                 false,
		"https://sns.eu-central-1.amazonaws.com@evil.example/a.pem":                 false,
		"https://evil.example/sns.eu-central-1.amazonaws.com/a.pem":                 false,
		"https://sns.eu-central-1.amazonaws.com:8443/a.pem":                         false,
		"https://s3.eu-central-1.amazonaws.com/bucket/a.pem":                        false,
		"https://sns.eu-central-1.amazonaws.com/a.pem?x=1":                          false,
		"https://sns.eu-central-1.amazonaws.com/a.txt":                              false,
		"https://169.254.169.254/a.pem":                                             false,
		"https://SNS.eu-central-1.amazonaws.com/a.pem":                              false,
		"//sns.eu-central-1.amazonaws.com/a.pem":                                    false,
		"":                                                                          false,
		"https://sns.eu-central-1.amazonaws.com\\@evil.example/a.pem":               false,
		"https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&b=.pem": false,
	} {
		m := provider.SNS{TopicArn: Topic, SigningCertURL: address}
		got, err := m.CertificateURL()
		if taken {
			require.NoError(t, err, address)
			require.Equal(t, address, got)
		} else {
			require.ErrorIs(t, err, provider.ErrSignature, address)
		}
	}
	const good = "https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=" + Topic + "&Token=t"
	for address, taken := range map[string]bool{
		good: true,
		strings.Replace(good, "ConfirmSubscription", "Publish", 1): false,
		strings.Replace(good, ":puls", ":other", 1):                false,
		strings.Replace(good, "/?", "/latest?", 1):                 false,
		strings.Replace(good, "https", "http", 1):                  false,
		strings.Replace(good, "sns.eu", "sns.us", 1):               false,
	} {
		m := provider.SNS{TopicArn: Topic, SubscribeURL: address}
		_, err := m.ConfirmURL()
		require.Equal(t, taken, err == nil, address)
	}
	china := provider.SNS{
		TopicArn:       "arn:aws-cn:sns:cn-north-1:123456789012:puls",
		SigningCertURL: "https://sns.cn-north-1.amazonaws.com.cn/a.pem",
	}
	_, err := china.CertificateURL()
	require.NoError(t, err)
}

func TestMalformedTopicsAreRefused(t *testing.T) {
	require.True(t, provider.IsTopic(Topic))
	require.True(t, provider.IsTopic("arn:aws-us-gov:sns:us-gov-west-1:123456789012:a_B-9"))
	for _, arn := range []string{
		"", "puls", "arn:aws:sqs:eu-central-1:123456789012:puls", "arn:aws:sns:eu-central-1:123:puls",
		"arn:aws:sns:eu-central-1.evil.example/:123456789012:puls", Topic + ":sub", Topic + " ", Topic + "\n",
	} {
		require.False(t, provider.IsTopic(arn), arn)
	}
}

func TestBothShapesOfAmazonSESSayTheSame(t *testing.T) {
	const mail = `"mail":{"timestamp":"2026-11-02T10:00:00.000Z","messageId":"m1","destination":["Anna <a@b.pl>"]%s}`
	const tags = `,"tags":{"ses:configuration-set":["set"],"puls_message":["spring"],"puls_category":["sales"]}`
	const anna = `{"emailAddress":"a@b.pl"}`
	at := `"timestamp":"2026-11-02T10:05:00.000Z"`
	one := func(kind, when string) []Said {
		return []Said{{provider.Type(kind), when, "spring", "sales", "a@b.pl"}}
	}
	sent := Said{"sent", "2026-11-02T10:00:00Z", "spring", "sales", "a@b.pl"}
	for body, want := range map[string][]Said{
		`"eventType":"Send","send":{}`:                                   one("sent", "2026-11-02T10:00:00Z"),
		`"eventType":"Open","open":{` + at + `}`:                         one("opened", "2026-11-02T10:05:00Z"),
		`"eventType":"Click","click":{` + at + `,"link":"https://a.pl"}`: one("clicked", "2026-11-02T10:05:00Z"),
		`"eventType":"Delivery","delivery":{` + at + `,"recipients":["a@b.pl"]}`: append(
			[]Said{sent}, one("delivered", "2026-11-02T10:05:00Z")...),
		`"notificationType":"Bounce","bounce":{` + at +
			`,"bounceType":"Permanent","bouncedRecipients":[` + anna + `]}`: append(
			[]Said{sent}, one("bounced", "2026-11-02T10:05:00Z")...),
		`"eventType":"Bounce","bounce":{` + at + `,"bounceType":"Transient","bouncedRecipients":[` + anna + `]}`: one(
			"deferred", "2026-11-02T10:05:00Z"),
		`"notificationType":"Complaint","complaint":{` + at + `,"complainedRecipients":[{"emailAddress":"a@b.pl"}]}`: one(
			"complained", "2026-11-02T10:05:00Z"),
		`"eventType":"Complaint","complaint":{` + at +
			`,"complaintFeedbackType":"not-spam","complainedRecipients":[{"emailAddress":"a@b.pl"}]}`: one(
			"", "2026-11-02T10:05:00Z"),
		`"eventType":"DeliveryDelay","deliveryDelay":{` + at + `,"delayedRecipients":[{"emailAddress":"a@b.pl"}]}`: one(
			"deferred", "2026-11-02T10:05:00Z"),
		`"eventType":"Subscription","subscription":{` + at + `,"newTopicPreferences":{"unsubscribeAll":true}}`: one(
			"unsubscribed", "2026-11-02T10:05:00Z"),
		`"eventType":"Rendering Failure","failure":{}`: one("", "2026-11-02T10:00:00Z"),
	} {
		message := "{" + body + "," + strings.Replace(mail, "%s", tags, 1) + "}"
		envelope, err := json.Marshal(map[string]string{"Type": "Notification", "MessageId": "1", "Message": message})
		require.NoError(t, err)
		require.Equal(t, want, Says(t, provider.SES, envelope), body)
	}
	two := `{"eventType":"Open","open":{` + at + `},` +
		strings.Replace(strings.Replace(mail, "%s", "", 1), `]`, `,"c@d.pl"]`, 1) + "}"
	envelope, err := json.Marshal(map[string]string{"Type": "Notification", "MessageId": "1", "Message": two})
	require.NoError(t, err)
	for _, e := range Says(t, provider.SES, envelope) {
		require.Equal(t, provider.Type(""), e.Kind, "of two recipients nobody knows who it was")
		require.Equal(t, "m1", e.Message)
	}
	tried, err := json.Marshal(map[string]string{
		"Type": "Notification", "MessageId": "1", "Message": "Successfully validated SNS topic for Amazon SES event publishing.",
	})
	require.NoError(t, err)
	require.Empty(t, Says(t, provider.SES, tried))
}
