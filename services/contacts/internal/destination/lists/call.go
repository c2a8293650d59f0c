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
	// mostAnswer is the maximum number of bytes that are read of a response.
	mostAnswer = 16 << 20
	// longestPause is the longest requested pause that a call waits for; a longer one ends the run.
	longestPause = 30 * time.Second
)

// caller makes calls to one provider.
type caller struct {
	client    *http.Client
	host      string
	authorize func(*http.Request)
	pace      pace
}

// answered is a response with a status other than success.
type answered struct {
	status int
	body   []byte
	after  time.Duration
}

func (a *answered) Error() string { return "the provider answered " + strconv.Itoa(a.status) }

// is reports whether err is a response with the status.
func is(err error, status int) bool {
	var a *answered
	return errors.As(err, &a) && a.status == status
}

// says reports whether err is a response whose body contains a text, given in lower case; case is ignored.
func says(err error, text string) bool {
	var a *answered
	return errors.As(err, &a) && bytes.Contains(bytes.ToLower(a.body), []byte(text))
}

// refusesBatch reports whether err concerns the members, not the call.
func refusesBatch(err error) bool {
	return is(err, http.StatusBadRequest) || is(err, http.StatusRequestEntityTooLarge) ||
		is(err, http.StatusUnprocessableEntity)
}

// call sends body as JSON, or as a form for url.Values, and decodes the response into answer unless that is nil.
// Temporary failures are retried for pace.tries. A refusal is an *answered, which the caller interprets.
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

// passes reports whether a failure is temporary.
func passes(err error) bool {
	var a *answered
	if !errors.As(err, &a) {
		return true // there was no response
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
		var at *url.Error // its text includes the path, which may contain an address
		if errors.As(err, &at) {
			err = at.Err
		}
		return fmt.Errorf("ask the provider: %w", err)
	}
	defer func() { _ = response.Body.Close() }() // errors of reading are handled below
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

// pauseOf returns the requested pause: from Retry-After, Brevo's seconds, or the time that SendGrid and Mailgun send in
// seconds or milliseconds since 1970.
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

// stopped converts the error of a call to a Stopped. A 404 means that there is no such list.
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

// ended polls a job until it has ended.
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

// same returns an address in lower case, since providers ignore case.
func same(address string) string { return strings.ToLower(address) }
