// Package amazon calls Amazon SNS: for the certificates that its messages are signed with, and to confirm that they are
// wanted. Whose address it is was decided before.
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
	// most is more than any certificate and any answer has.
	most = 64 << 10
)

// Client calls addresses of Amazon.
type Client struct{ http http.Client }

// New returns a client that follows nobody elsewhere: an address that was checked must be the one that answers.
func New() *Client {
	return &Client{http.Client{
		Timeout:       patience,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Get returns what stands at an address.
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
