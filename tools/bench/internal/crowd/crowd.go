package crowd

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// Crowd are people who are signed in.
type Crowd struct {
	address string
	client  *http.Client
	people  []*person
	etag    atomic.Pointer[string]
}

type person struct {
	// from is the address that the person comes from.
	from string

	mu             sync.Mutex
	token, refresh string
}

// signers is how many sign in at once: as many as the program hashes at once, and one that waits.
const signers = 3

// SignIn makes so many sessions of the users. Each comes from an address of its own.
func SignIn(ctx context.Context, address string, emails []string, password string, sessions int) (*Crowd, error) {
	transport := &http.Transport{MaxIdleConns: 1024, MaxIdleConnsPerHost: 1024, IdleConnTimeout: time.Minute}
	c := &Crowd{address: address, client: &http.Client{Transport: transport, Timeout: 30 * time.Second}}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(signers)
	for i := range sessions {
		p := &person{from: fmt.Sprintf("10.%d.%d.%d", i>>16&255, i>>8&255, i&255)}
		c.people = append(c.people, p)
		group.Go(func() error {
			status, err := c.login(ctx, p, emails[i%len(emails)], password)
			if err == nil && status != http.StatusOK {
				err = fmt.Errorf("sign-in of session %d: status %d", i, status)
			}
			return err
		})
	}
	return c, group.Wait()
}

// answer is what came back.
type answer struct {
	status  int
	header  http.Header
	cookies []*http.Cookie
	body    []byte
}

// do sends a request as a person.
func (c *Crowd) do(
	ctx context.Context, p *person, method, path string, body any, edit func(*http.Request),
) (*answer, error) {
	var reader io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			return nil, fmt.Errorf("write request: %w", err)
		}
		reader = bytes.NewReader(data)
	}
	req, err := http.NewRequestWithContext(ctx, method, c.address+"/api/"+path, reader)
	if err != nil {
		return nil, fmt.Errorf("make request: %w", err)
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	req.Header.Set("X-Forwarded-For", p.from)
	if edit != nil {
		edit(req)
	}
	res, err := c.client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", method, path, err)
	}
	data, err := io.ReadAll(res.Body)
	return &answer{res.StatusCode, res.Header, res.Cookies(), data}, errors.Join(err, res.Body.Close())
}

// login starts a session and answers the status.
func (c *Crowd) login(ctx context.Context, p *person, email, password string) (int, error) {
	res, err := c.do(
		ctx, p, http.MethodPost, "public/account/users:login", map[string]string{"email": email, "password": password}, nil,
	)
	if err != nil {
		return 0, err
	}
	if res.status == http.StatusTooManyRequests && res.header.Get("Retry-After") == "" {
		return res.status, errors.New("told to wait, but not how long")
	}
	if res.status != http.StatusOK {
		return res.status, nil
	}
	return res.status, p.keep(res)
}

// keep notes the token and the refresh token of an answer.
func (p *person) keep(res *answer) error {
	var session struct{ Token string }
	if err := json.Unmarshal(res.body, &session); err != nil || session.Token == "" {
		return fmt.Errorf("answer without a token: %.100s", res.body)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.token = session.Token
	for _, cookie := range res.cookies {
		p.refresh = cookie.Name + "=" + cookie.Value
	}
	if p.refresh == "" {
		return errors.New("answer without a refresh cookie")
	}
	return nil
}

// renew exchanges the refresh token.
func (c *Crowd) renew(ctx context.Context, p *person) (int, error) {
	p.mu.Lock()
	cookie := p.refresh
	p.mu.Unlock()
	res, err := c.do(ctx, p, http.MethodPost, "public/account/users:refresh-token", map[string]string{}, func(
		r *http.Request,
	) {
		r.Header.Set("Cookie", cookie)
	})
	if err != nil || res.status != http.StatusOK {
		if err != nil {
			return 0, err
		}
		return res.status, nil
	}
	return res.status, p.keep(res)
}

// work are the calls that people make; each has all of them in turns.
var work = []string{
	"protected/account/users/me", "protected/scoring/scorings", "protected/account/my/account/settings",
	"protected/saresystem/groups",
	"protected/scoring/scorings:summary", "protected/account/notifications",
}

func (c *Crowd) call(ctx context.Context, p *person, n int) (int, error) {
	p.mu.Lock()
	token := p.token
	p.mu.Unlock()
	res, err := c.do(
		ctx, p, http.MethodGet, work[n%len(work)], nil,
		func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+token) },
	)
	if err != nil {
		return 0, err
	}
	return res.status, nil
}

func (c *Crowd) flags(ctx context.Context, p *person) (int, error) {
	res, err := c.do(ctx, p, http.MethodGet, "public/system/feature-flags", nil, func(r *http.Request) {
		if known := c.etag.Load(); known != nil {
			r.Header.Set("If-None-Match", *known)
		}
	})
	if err != nil {
		return 0, err
	}
	if tag := res.header.Get("ETag"); tag != "" {
		c.etag.Store(&tag)
	}
	return res.status, nil
}
