package provider

import (
	"crypto"
	"crypto/rsa"
	"crypto/sha1" //nolint:gosec // what Amazon signs version 1 with; version 2 is taken as well
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"net/url"
	"regexp"
	"strings"
	"time"
)

// The types of a message of Amazon SNS.
const (
	SNSNotification = "Notification"
	SNSSubscribe    = "SubscriptionConfirmation"
	SNSUnsubscribe  = "UnsubscribeConfirmation"
)

// SNS is a message of Amazon SNS with its envelope. A subscription with raw delivery sends no envelope and therefore no
// signature; such messages are refused.
type SNS struct {
	Type             string
	MessageID        string `json:"MessageId"`
	Token            string
	TopicArn         string
	Subject          *string
	Message          string
	Timestamp        string
	SignatureVersion string
	Signature        string
	SigningCertURL   string
	SubscribeURL     string
}

// topic matches the ARN of a topic: partition, region, account, name.
var topic = regexp.MustCompile(`^arn:(aws|aws-cn|aws-us-gov):sns:([a-z]{2,}(?:-[a-z]+)+-\d):\d{12}:[A-Za-z0-9_-]{1,256}$`)

// IsTopic reports whether a text is the ARN of a standard topic.
func IsTopic(arn string) bool { return topic.MatchString(arn) }

// ReadSNS parses an envelope. It fails with ErrBody.
func ReadSNS(body []byte) (SNS, error) {
	var m SNS
	if err := json.Unmarshal(body, &m); err != nil || m.Type == "" {
		return SNS{}, ErrBody
	}
	return m, nil
}

// CertificateURL returns the URL of the signing certificate, if it is Amazon's and of the topic's region. It fails with
// ErrSignature.
func (m *SNS) CertificateURL() (string, error) {
	u, err := m.amazons(m.SigningCertURL)
	if err != nil || !strings.HasSuffix(u.Path, ".pem") || u.RawQuery != "" {
		return "", ErrSignature
	}
	return u.String(), nil
}

// ConfirmURL returns the URL that confirms the subscription, if it is Amazon's. It fails with ErrSignature.
func (m *SNS) ConfirmURL() (string, error) {
	u, err := m.amazons(m.SubscribeURL)
	if err != nil || u.Path != "/" || u.Query().Get("Action") != "ConfirmSubscription" ||
		u.Query().Get("TopicArn") != m.TopicArn {
		return "", ErrSignature
	}
	return u.String(), nil
}

// amazons parses a URL and fails unless it is of the notification service in the topic's region: any sender can write a
// URL into a message, and the service would call it.
func (m *SNS) amazons(address string) (*url.URL, error) {
	parts := topic.FindStringSubmatch(m.TopicArn)
	u, err := url.Parse(address)
	if parts == nil || err != nil {
		return nil, ErrSignature
	}
	host := "sns." + parts[2] + ".amazonaws.com"
	if parts[1] == "aws-cn" {
		host += ".cn"
	}
	if u.Scheme != "https" || u.Host != host || u.User != nil || u.Fragment != "" {
		return nil, ErrSignature
	}
	return u, nil
}

// Certificate parses the response of CertificateURL. It fails with ErrSignature.
func Certificate(data []byte) (*x509.Certificate, error) {
	block, _ := pem.Decode(data)
	if block == nil {
		return nil, ErrSignature
	}
	certificate, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		return nil, ErrSignature
	}
	return certificate, nil
}

// Verify checks that the message is of the topic and signed with the certificate. It fails with ErrSignature.
func (m *SNS) Verify(expected string, certificate *x509.Certificate, now time.Time) error {
	at, err := time.Parse(time.RFC3339, m.Timestamp)
	if err != nil || m.TopicArn != expected || !fresh(at, now) ||
		now.Before(certificate.NotBefore) || now.After(certificate.NotAfter) {
		return ErrSignature
	}
	key, isRSA := certificate.PublicKey.(*rsa.PublicKey)
	signature, err := base64.StdEncoding.DecodeString(m.Signature)
	if !isRSA || err != nil {
		return ErrSignature
	}
	var hash crypto.Hash
	var sum []byte
	switch m.SignatureVersion {
	case "1":
		digest := sha1.Sum(m.signed()) //nolint:gosec // see the import
		hash, sum = crypto.SHA1, digest[:]
	case "2":
		digest := sha256.Sum256(m.signed())
		hash, sum = crypto.SHA256, digest[:]
	default:
		return ErrSignature
	}
	if rsa.VerifyPKCS1v15(key, hash, sum, signature) != nil {
		return ErrSignature
	}
	return nil
}

// signed returns the string that the signature covers: names and values, each on its own line, in alphabetical order.
func (m *SNS) signed() []byte {
	lines := []string{"Message", m.Message, "MessageId", m.MessageID}
	if m.Type == SNSNotification {
		if m.Subject != nil {
			lines = append(lines, "Subject", *m.Subject)
		}
		lines = append(lines, "Timestamp", m.Timestamp)
	} else {
		lines = append(lines, "SubscribeURL", m.SubscribeURL, "Timestamp", m.Timestamp, "Token", m.Token)
	}
	lines = append(lines, "TopicArn", m.TopicArn, "Type", m.Type)
	return []byte(strings.Join(lines, "\n") + "\n")
}
