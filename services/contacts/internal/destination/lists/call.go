package lists

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"puls.app/services/contacts/internal/destination"
	"puls.app/services/kit/loop"
	"puls.app/services/kit/retry"
)

const (
	// mostAnswer bounds what is read of an answer.
	mostAnswer = 16 << 20
	// longestPause is the longest pause of a provider that a call waits for; a longer one ends the run.
	longestPause = 30 * time.Second
)

// caller makes calls of one provider.
type caller struct {
	client    *http.Client
	host      string
	authorize func(*http.Request)
	pace      pace
}

// answered is a status that is no success.
type answered struct {
	status int
	body   []byte
	after  time.Duration
}

func (a *answered) Error() string { return "the provider answered " + strconv.Itoa(a.status) }

// is reports whether err is an answer with a status.
func is(err error, status int) bool {
	var a *answered
	return errors.As(err, &a) && a.status == status
}

// says reports whether err is an answer with a text in it, in small letters.
func says(err error, text string) bool {
	var a *answered
	return errors.As(err, &a) && bytes.Contains(bytes.ToLower(a.body), []byte(text))
}

// refusesBatch reports whether err is about the members, not about the call.
func refusesBatch(err error) bool {
	return is(err, http.StatusBadRequest) || is(err, http.StatusRequestEntityTooLarge) ||
		is(err, http.StatusUnprocessableEntity)
}

// call sends a body as JSON, or as a form, and reads the answer unless that is nil. A failure that passes is tried again
// for pace.tries. It fails with an answered, which each provider gives its meaning.
func (c *caller) call(ctx context.Context, method, path string, body, answer any) error {
	content, kind := []byte(nil), ""
	switch b := body.(type) {
	case nil:
	case url.Values:
		content, kind = []byte(b.Encode()), "application/x-www-form-urlencoded"
	default:
		var err error
		if content, err = json.Marshal(b); err != nil {
			return fmt.Errorf("write request: %w", err)
		}
		kind = "application/json"
	}
	ctx, cancel := context.WithTimeout(ctx, c.pace.tries)
	defer cancel()
	return retry.Do(ctx, passes, func() error {
		err := c.once(ctx, method, path, content, kind, answer)
		var a *answered
		if errors.As(err, &a) && a.after > 0 && a.after <= longestPause {
			return retry.After(a.after, err)
		}
		return err
	})
}

// passes reports whether a failure may be another one, or none, in a moment.
func passes(err error) bool {
	var a *answered
	if !errors.As(err, &a) {
		return true // nobody answered
	}
	return a.after <= longestPause && (a.status == http.StatusTooManyRequests || a.status >= 500)
}

func (c *caller) once(ctx context.Context, method, path string, content []byte, kind string, answer any) error {
	ctx, cancel := context.WithTimeout(ctx, c.pace.request)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, method, c.host+path, bytes.NewReader(content))
	if err != nil {
		return fmt.Errorf("make request: %w", err)
	}
	request.Header.Set("Accept", "application/json")
	request.Header.Set("User-Agent", "Puls-Destinations/1")
	if kind != "" {
		request.Header.Set("Content-Type", kind)
	}
	c.authorize(request)
	response, err := c.client.Do(request)
	if err != nil {
		var at *url.Error // its text has the path, which may have an address
		if errors.As(err, &at) {
			err = at.Err
		}
		return fmt.Errorf("ask the provider: %w", err)
	}
	defer func() { _ = response.Body.Close() }() // the text was read or not
	text, err := io.ReadAll(io.LimitReader(response.Body, mostAnswer))
	if err != nil {
		return fmt.Errorf("read answer: %w", err)
	}
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return &answered{response.StatusCode, text, pauseOf(response.Header, time.Now())}
	}
	if answer == nil || len(text) == 0 {
		return nil
	}
	if err := json.Unmarshal(text, answer); err != nil {
		return fmt.Errorf("read answer: %w", err)
	}
	return nil
}

// pauseOf returns how long a provider asks to wait: by Retry-After, Brevo's seconds, or the moment that SendGrid and
// Mailgun name in seconds or milliseconds.
func pauseOf(h http.Header, now time.Time) time.Duration {
	if text := h.Get("Retry-After"); text != "" {
		if seconds, err := strconv.Atoi(text); err == nil {
			return time.Duration(max(seconds, 0)) * time.Second
		}
		if at, err := http.ParseTime(text); err == nil {
			return max(at.Sub(now), 0)
		}
	}
	if seconds, err := strconv.Atoi(h.Get("X-Sib-Ratelimit-Reset")); err == nil {
		return time.Duration(max(seconds, 0)) * time.Second
	}
	if at, err := strconv.ParseInt(h.Get("X-Ratelimit-Reset"), 10, 64); err == nil {
		moment := time.Unix(at, 0)
		if at > 1e11 {
			moment = time.UnixMilli(at)
		}
		return max(moment.Sub(now), 0)
	}
	return 0
}

// stopped names the failure of a call. A 404 is about the list where there is one in the path.
func stopped(err error) error {
	var a *answered
	if err == nil {
		return nil
	}
	s := &destination.Stopped{Failure: destination.FailProvider, Cause: err}
	if errors.As(err, &a) {
		s.After = a.after
		switch a.status {
		case http.StatusUnauthorized, http.StatusForbidden:
			s.Failure = destination.FailKey
		case http.StatusNotFound:
			s.Failure = destination.FailList
		case http.StatusTooManyRequests:
			s.Failure = destination.FailLimit
		}
	}
	return s
}

// ended looks at a job until it has ended.
func (c *caller) ended(ctx context.Context, look func(context.Context) (bool, error)) error {
	ctx, cancel := context.WithTimeout(ctx, c.pace.job)
	defer cancel()
	for {
		done, err := look(ctx)
		if err != nil || done {
			return err
		}
		if err := loop.Pause(ctx, c.pace.look); err != nil {
			return fmt.Errorf("wait for the provider: %w", err)
		}
	}
}

// same compares addresses as providers do.
func same(address string) string { return strings.ToLower(address) }
