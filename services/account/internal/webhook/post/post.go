// Package post sends messages to receivers by the Standard Webhooks specification. It follows no redirects.
package post

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"puls.app/services/account/internal/webhook"
)

const (
	// patience is the time that a receiver has for its response; the specification asks for 15 to 30 s.
	patience = 20 * time.Second
	// mostHeaders and mostDrained bound the bytes read of a response. Its body is not used: it is read so that the
	// connection can be used again.
	mostHeaders = 16 << 10
	mostDrained = 4 << 10
	// leastSecret is the least length of a secret: the library would sign with an empty one.
	leastSecret = 24
)

var errSecret = errors.New("the secret is too short to sign with")

// Poster sends messages.
type Poster struct {
	client http.Client
	now    func() time.Time
}

// New returns a Poster that connects to public addresses only, or anywhere. Proxy settings are ignored: a proxy could
// connect to private addresses.
func New(anywhere bool, now func() time.Time) *Poster {
	dialer := &net.Dialer{Timeout: patience}
	if !anywhere {
		dialer.Control = guard
	}
	return &Poster{now: now, client: http.Client{
		Transport: &http.Transport{
			DialContext: dialer.DialContext, ForceAttemptHTTP2: true, DisableCompression: true,
			MaxResponseHeaderBytes: mostHeaders, IdleConnTimeout: patience, MaxIdleConnsPerHost: 1, MaxIdleConns: 16,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Post sends a message. Only a status of 2xx is a success.
func (p *Poster) Post(ctx context.Context, m *webhook.Message) webhook.Answer {
	began := p.now()
	status, err := p.send(ctx, m)
	return webhook.Answer{Status: status, Failure: failureOf(status, err), Took: p.now().Sub(began)}
}

func (p *Poster) send(ctx context.Context, m *webhook.Message) (status int, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, m.URL, bytes.NewReader(m.Body))
	if err != nil {
		return 0, fmt.Errorf("make request: %w", err)
	}
	signatures, err := sign(m)
	if err != nil {
		return 0, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "Puls-Webhooks/1")
	request.Header.Set(standardwebhooks.HeaderWebhookID, m.ID)
	request.Header.Set(standardwebhooks.HeaderWebhookTimestamp, strconv.FormatInt(m.At.Unix(), 10))
	request.Header.Set(standardwebhooks.HeaderWebhookSignature, signatures)
	answer, err := p.client.Do(request)
	if err != nil {
		return 0, fmt.Errorf("send message: %w", err)
	}
	if n := answer.ContentLength; n > 0 && n <= mostDrained {
		_, _ = io.CopyN(io.Discard, answer.Body, n) // a connection that breaks now is not used again
	}
	_ = answer.Body.Close() // the status is all that counts
	return answer.StatusCode, nil
}

// sign returns a signature with each secret.
func sign(m *webhook.Message) (string, error) {
	var list []byte
	for _, secret := range m.Secrets {
		if len(secret) < leastSecret {
			return "", errSecret
		}
		signer, err := standardwebhooks.NewWebhookRaw(secret)
		if err != nil {
			return "", fmt.Errorf("read secret: %w", err)
		}
		signature, err := signer.Sign(m.ID, m.At, m.Body)
		if err != nil {
			return "", fmt.Errorf("sign message: %w", err)
		}
		if len(list) > 0 {
			list = append(list, ' ')
		}
		list = append(list, signature...)
	}
	if len(list) == 0 {
		return "", errSecret
	}
	return string(list), nil
}

func failureOf(status int, err error) webhook.Failure {
	var name *net.DNSError
	var network net.Error
	var certificate *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	var alert tls.AlertError
	switch {
	case err == nil && status >= 200 && status < 300:
		return webhook.FailNone
	case err == nil && status == http.StatusGone:
		return webhook.FailGone
	case err == nil && status >= 300 && status < 400:
		return webhook.FailRedirect
	case err == nil:
		return webhook.FailStatus
	case errors.Is(err, errPrivate):
		return webhook.FailAddress
	case errors.Is(err, errSecret):
		return webhook.FailSecret
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &network) && network.Timeout():
		return webhook.FailTimeout
	case errors.As(err, &name):
		return webhook.FailName
	case errors.As(err, &certificate), errors.As(err, &record), errors.As(err, &alert):
		return webhook.FailTLS
	default:
		return webhook.FailConnection
	}
}
