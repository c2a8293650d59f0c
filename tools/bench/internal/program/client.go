package program

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"strconv"
	"sync"
	"time"
)

// Password is the password of every user.
const Password = "Correct-Horse-9"

// Client is a session of a user of the API. It is safe for concurrent use.
type Client struct {
	program *Program
	http    *http.Client // its jar holds the refresh token
	email   string
	// Account is the account of the user.
	Account int32
	// from is sent as X-Forwarded-For, unless it is empty.
	from string

	mu    sync.Mutex
	token string
}

// Refused is the error of a response with another status than 200.
type Refused struct {
	Status int
	// RetryAfter is the Retry-After header.
	RetryAfter string
	text       string
}

func (e *Refused) Error() string { return e.text }

// Status returns the status in a Refused, 0 for any other error and for nil.
func Status(err error) int {
	var refused *Refused
	if !errors.As(err, &refused) {
		return 0
	}
	return refused.Status
}

// Login starts a session. A from that is not empty is the IP address of the session.
func (p *Program) Login(ctx context.Context, email, from string) (*Client, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, fmt.Errorf("make cookie jar: %w", err)
	}
	c := &Client{program: p, http: &http.Client{Transport: p.transport, Jar: jar}, email: email, from: from}
	if err := c.login(ctx); err != nil {
		return nil, err
	}
	var me struct{ AccountID int32 }
	err = c.Call(ctx, http.MethodGet, "protected/account/users/me", nil, &me)
	c.Account = me.AccountID
	return c, err
}

// UID returns the uid of the account's own recipient database.
func (c *Client) UID() string { return fmt.Sprintf("%03d", c.Account) }

// login starts a session. After a 429 it waits for Retry-After and tries again.
func (c *Client) login(ctx context.Context) error {
	for {
		err := c.enter(ctx, "login", map[string]string{"email": c.email, "password": Password})
		var refused *Refused
		if !errors.As(err, &refused) || refused.Status != http.StatusTooManyRequests {
			return err
		}
		seconds, wrong := strconv.Atoi(refused.RetryAfter)
		if wrong != nil {
			return fmt.Errorf("told to wait, but not how long: %w", err)
		}
		select {
		case <-time.After(time.Duration(seconds) * time.Second):
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		}
	}
}

// Refresh exchanges the refresh token.
func (c *Client) Refresh(ctx context.Context) error {
	return c.enter(ctx, "refresh-token", map[string]string{})
}

// enter starts or renews a session and stores its token.
func (c *Client) enter(ctx context.Context, call string, body any) error {
	data, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("write request: %w", err)
	}
	path, types := "public/account/users:"+call, media{sent: "application/json"}
	res, err := c.send(ctx, http.MethodPost, path, types, bytes.NewReader(data))
	if err != nil {
		return err
	}
	var session struct{ Token string }
	if err := errors.Join(json.NewDecoder(res).Decode(&session), res.Close()); err != nil || session.Token == "" {
		return errors.Join(errors.New("answer without a token"), err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.token = session.Token
	return nil
}

// Header returns the headers of a request of the session.
func (c *Client) Header() http.Header {
	c.mu.Lock()
	defer c.mu.Unlock()
	header := http.Header{}
	if c.token != "" {
		header.Set("Authorization", "Bearer "+c.token)
	}
	if c.from != "" {
		header.Set("X-Forwarded-For", c.from)
	}
	return header
}

// media are the types of a request's body and of its response; empty for none or any.
type media struct{ sent, accepted string }

// send makes a request and returns the body of the response, which the caller closes.
func (c *Client) send(ctx context.Context, method, path string, types media, body io.Reader) (io.ReadCloser, error) {
	req, err := http.NewRequestWithContext(ctx, method, c.program.URL(path), body)
	if err != nil {
		return nil, fmt.Errorf("make request: %w", err)
	}
	req.Header = c.Header()
	for name, value := range map[string]string{"Content-Type": types.sent, "Accept": types.accepted} {
		if value != "" {
			req.Header.Set(name, value)
		}
	}
	res, err := c.http.Do(req)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", method, path, err)
	}
	if res.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(res.Body, 1<<10)) // for the message
		refused := &Refused{
			Status: res.StatusCode, RetryAfter: res.Header.Get("Retry-After"),
			text: fmt.Sprintf("%s %s: %s: %s", method, path, res.Status, text),
		}
		return nil, errors.Join(refused, res.Body.Close())
	}
	return res.Body, nil
}

// Open sends JSON and returns the body of the response, which the caller closes. It signs in again if the session has
// ended.
func (c *Client) Open(ctx context.Context, method, path string, body any) (io.ReadCloser, error) {
	return c.open(ctx, method, path, "", body)
}

func (c *Client) open(ctx context.Context, method, path, accept string, body any) (io.ReadCloser, error) {
	data, types := []byte(nil), media{accepted: accept}
	if body != nil {
		var err error
		if data, err = json.Marshal(body); err != nil {
			return nil, fmt.Errorf("write request: %w", err)
		}
		types.sent = "application/json"
	}
	res, err := c.send(ctx, method, path, types, bytes.NewReader(data))
	if Status(err) == http.StatusUnauthorized {
		if err := c.login(ctx); err != nil {
			return nil, err
		}
		res, err = c.send(ctx, method, path, types, bytes.NewReader(data))
	}
	return res, err
}

// Call sends JSON and decodes the JSON response into the value that into points to; if into is nil, it discards the
// response.
func (c *Client) Call(ctx context.Context, method, path string, body, into any) error {
	res, err := c.Open(ctx, method, path, body)
	if err != nil {
		return err
	}
	if into == nil {
		_, err = io.Copy(io.Discard, res)
	} else {
		err = json.NewDecoder(res).Decode(into)
	}
	if err := errors.Join(err, res.Close()); err != nil {
		return fmt.Errorf("%s %s: read answer: %w", method, path, err)
	}
	return nil
}

// EnsureToken starts a new session if the old one has ended. It is for requests that cannot be sent twice.
func (c *Client) EnsureToken(ctx context.Context) error {
	return c.Call(ctx, http.MethodGet, "protected/account/users/me", nil, nil)
}
