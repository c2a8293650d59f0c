// Package amazon calls Amazon SNS to fetch signing certificates and to confirm subscriptions. Callers check the
// addresses first.
package amazon

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"
)

const (
	patience = 5 * time.Second
	// most bounds a response, in bytes. Certificates and confirmations are smaller.
	most = 64 << 10
)

// Client calls addresses of Amazon.
type Client struct{ http http.Client }

// New returns a client that follows no redirects: only the address that was checked may answer.
func New() *Client {
	return &Client{http.Client{
		Timeout:       patience,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Get fetches the body at a URL. It fails unless the status is 200.
func (c *Client) Get(ctx context.Context, url string) (body []byte, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, fmt.Errorf("make request: %w", err)
	}
	answer, err := c.http.Do(request)
	if err != nil {
		return nil, fmt.Errorf("ask Amazon: %w", err)
	}
	defer func() { _ = answer.Body.Close() }() // it was read, or never will be
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("answer of Amazon: %s", answer.Status)
	}
	if body, err = io.ReadAll(io.LimitReader(answer.Body, most)); err != nil {
		return nil, fmt.Errorf("read Amazon's answer: %w", err)
	}
	return body, nil
}
