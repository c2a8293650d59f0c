package demo

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"puls.app/services/kit/retry"
)

const (
	// patience is how long a call is retried while the program is not ready.
	patience = 30 * time.Second
	// renewBefore is how long before its end a token is replaced.
	renewBefore = 3 * time.Minute
	// callTimeout bounds one call; files and streams have none but the caller's.
	callTimeout = 30 * time.Second
)

// client calls the public API like any program.
type client struct {
	address, email, password string
	token                    string
	expires                  time.Time
}

// apiError is a failed response: its status and its body.
type apiError struct {
	status       int
	class, title string
}

func (e *apiError) Error() string { return fmt.Sprintf("%d %s: %s", e.status, e.class, e.title) }

// failedWith reports whether err is a response with the status.
func failedWith(err error, status int) bool {
	var failed *apiError
	return errors.As(err, &failed) && failed.status == status
}

// later reports whether a retry may succeed.
func later(err error) bool {
	var failed *apiError
	var cut *url.Error
	if errors.As(err, &cut) {
		return !errors.Is(err, context.Canceled)
	}
	return errors.As(err, &failed) &&
		(failed.status == http.StatusServiceUnavailable || failed.status == http.StatusTooManyRequests)
}

// signIn fetches a token, also before the old one expires.
func (c *client) signIn(ctx context.Context) error {
	if c.token != "" && time.Until(c.expires) > renewBefore {
		return nil
	}
	var answer struct {
		Token  string `json:"token"`
		Expire int64  `json:"expire"`
	}
	body := map[string]string{"email": c.email, "password": c.password}
	if err := c.repeat(ctx, http.MethodPost, "public/account/users:login", "", body, &answer); err != nil {
		return fmt.Errorf("sign in: %w", err)
	}
	c.token, c.expires = answer.Token, time.Unix(answer.Expire, 0)
	return nil
}

// call sends JSON and reads JSON into the answer; either may be nil. A key makes a repeated POST idempotent.
func (c *client) call(ctx context.Context, method, path, key string, body, answer any) error {
	if err := c.signIn(ctx); err != nil {
		return err
	}
	if err := c.repeat(ctx, method, path, key, body, answer); err != nil {
		return fmt.Errorf("%s %s: %w", method, path, err)
	}
	return nil
}

// repeat retries a call while the program is not ready.
func (c *client) repeat(ctx context.Context, method, path, key string, body, answer any) error {
	deadline := time.Now().Add(patience)
	again := func(err error) bool { return later(err) && time.Now().Before(deadline) }
	return retry.Do(ctx, again, func() error { return c.once(ctx, method, path, key, body, answer) })
}

func (c *client) once(ctx context.Context, method, path, key string, body, answer any) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	var reader io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			return fmt.Errorf("write body: %w", err)
		}
		reader = bytes.NewReader(data)
	}
	res, err := c.send(ctx, method, path, key, "application/json", reader)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }() // it was read
	if answer == nil {
		return nil
	}
	if err := json.NewDecoder(res.Body).Decode(answer); err != nil {
		return fmt.Errorf("read answer: %w", err)
	}
	return nil
}

// send makes one request; the caller closes the body of the response.
func (c *client) send(
	ctx context.Context, method, path, key, contentType string, body io.Reader,
) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, c.address+"/api/"+path, body)
	if err != nil {
		return nil, fmt.Errorf("make request: %w", err)
	}
	if body != nil {
		req.Header.Set("Content-Type", contentType)
	}
	if c.token != "" {
		req.Header.Set("Authorization", "Bearer "+c.token)
	}
	if key != "" {
		req.Header.Set("Idempotency-Key", key)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, fmt.Errorf("send request: %w", err)
	}
	if res.StatusCode < http.StatusBadRequest {
		return res, nil
	}
	defer func() { _ = res.Body.Close() }() // read below
	failed := &apiError{status: res.StatusCode}
	var answer struct {
		Error struct {
			Title string `json:"title"`
		} `json:"error"`
		Meta struct {
			Class string `json:"class"`
		} `json:"meta"`
	}
	if json.NewDecoder(res.Body).Decode(&answer) == nil {
		failed.title, failed.class = answer.Error.Title, answer.Meta.Class
	}
	return nil, failed
}

// upload streams a file while write makes it, and returns the id of its import.
func (c *client) upload(ctx context.Context, path, key string, write func(io.Writer) error) (string, error) {
	if err := c.signIn(ctx); err != nil {
		return "", err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	reader, writer := io.Pipe()
	written := make(chan error, 1)
	go func() {
		err := write(writer)
		_ = writer.CloseWithError(err) // never fails
		written <- err
	}()
	res, err := c.send(ctx, http.MethodPost, path, key, "text/csv", reader)
	_ = reader.Close() // ends the writer when the request ended first
	writeErr := <-written
	if err != nil {
		return "", fmt.Errorf("POST %s: %w", path, err)
	}
	defer func() { _ = res.Body.Close() }() // it was read
	if writeErr != nil {
		return "", writeErr
	}
	var answer struct {
		ID string `json:"id"`
	}
	if err := json.NewDecoder(res.Body).Decode(&answer); err != nil {
		return "", fmt.Errorf("read answer: %w", err)
	}
	return answer.ID, nil
}

// channelState is the progress of the calculation of one channel.
type channelState struct {
	ScoringType string `json:"scoringType"`
	Stage       string `json:"stage"`
	Reason      string `json:"reason"`
}

// progress follows a scoring's calculation for a day until no channel is queued or running, and returns the last state.
func (c *client) progress(ctx context.Context, id, date string) ([]channelState, error) {
	if err := c.signIn(ctx); err != nil {
		return nil, err
	}
	path := "protected/scoring/scorings/" + id + ":progress?generatedDate=" + date
	res, err := c.send(ctx, http.MethodGet, path, "", "", nil)
	if err != nil {
		return nil, fmt.Errorf("GET %s: %w", path, err)
	}
	defer func() { _ = res.Body.Close() }() // it was read
	var line struct {
		Result struct {
			Channels []channelState `json:"channels"`
		} `json:"result"`
	}
	lines := bufio.NewScanner(res.Body)
	for lines.Scan() {
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			return nil, fmt.Errorf("read progress: %w", err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read progress: %w", err)
	}
	return line.Result.Channels, nil
}
