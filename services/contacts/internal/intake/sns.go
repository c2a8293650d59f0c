package intake

import (
	"context"
	"crypto/x509"
	"log/slog"
	"sync"

	"puls.app/services/contacts/internal/engine/provider"
	"puls.app/services/kit/fault"
	"puls.app/services/reason"
)

// ErrAmazonAway means that a message cannot be verified or confirmed now: it was not stored.
var ErrAmazonAway = fault.New(
	fault.Unavailable, reason.Unavailable, "Amazon does not answer; nothing was kept, send it again",
).After(intakeWait)

// Amazon serves certificates and confirms subscriptions. Package provider has checked the addresses.
type Amazon interface {
	// Get fetches a URL. It follows no redirect and takes a few seconds at most.
	Get(ctx context.Context, url string) ([]byte, error)
}

// maxCertificates bounds the cache: Amazon uses one certificate per region for some years.
const maxCertificates = 64

// certificates caches Amazon's certificates by URL; a new one has a new URL.
type certificates struct {
	amazon Amazon
	log    *slog.Logger
	mu     sync.Mutex
	known  map[string]*x509.Certificate
}

// at returns the certificate at a URL.
func (c *certificates) at(ctx context.Context, url string) (*x509.Certificate, error) {
	c.mu.Lock()
	known := c.known[url]
	c.mu.Unlock()
	if known != nil {
		return known, nil
	}
	data, err := c.get(ctx, url)
	if err != nil {
		return nil, err
	}
	certificate, err := provider.Certificate(data)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known == nil || len(c.known) >= maxCertificates {
		c.known = map[string]*x509.Certificate{}
	}
	c.known[url] = certificate
	return certificate, nil
}

// get fetches a URL of Amazon. It fails with ErrAmazonAway.
func (c *certificates) get(ctx context.Context, url string) ([]byte, error) {
	data, err := c.amazon.Get(ctx, url)
	if err != nil && ctx.Err() == nil {
		c.log.WarnContext(ctx, "Amazon does not answer", "error", err)
		return nil, ErrAmazonAway
	}
	return data, err
}

// proveSNS verifies a message of Amazon SNS. A message of another topic is refused before anything is fetched.
func (a *App) proveSNS(ctx context.Context, p *MailProvider, r provider.Request) (proof string, err error) {
	m, err := provider.ReadSNS(r.Body)
	if err != nil {
		return "", err
	}
	if m.TopicArn != p.Topic {
		return "", provider.ErrSignature
	}
	url, err := m.CertificateURL()
	if err != nil {
		return "", err
	}
	certificate, err := a.certificates.at(ctx, url)
	if err != nil {
		return "", err
	}
	return m.Type + m.MessageID, m.Verify(p.Topic, certificate, a.Now())
}

// subscribe handles messages about the subscription itself, and reports whether this was one. The message has been
// verified.
func (a *App) subscribe(ctx context.Context, p *MailProvider, body []byte) (done bool, err error) {
	m, err := provider.ReadSNS(body)
	if err != nil {
		return false, ErrBody
	}
	switch m.Type {
	case provider.SNSNotification:
		return false, nil
	case provider.SNSSubscribe:
		url, err := m.ConfirmURL()
		if err != nil {
			return false, ErrBody
		}
		if _, err := a.certificates.get(ctx, url); err != nil {
			return false, err
		}
		return true, a.MailProviderStore.ConfirmMailProvider(ctx, p.ID, p.Topic, true)
	case provider.SNSUnsubscribe:
		return true, a.MailProviderStore.ConfirmMailProvider(ctx, p.ID, p.Topic, false)
	}
	return false, ErrBody
}
