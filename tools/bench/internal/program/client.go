package program

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

// Client is a user of one account, who knows nothing but the API.
type Client struct {
	program         *Program
	email, password string
	token           string
}

// Login signs a user in.
func (p *Program) Login(ctx context.Context, email, password string) (*Client, error) {
	c := &Client{program: p, email: email, password: password}
	return c, c.login(ctx)
}

func (c *Client) login(ctx context.Context) error {
	var answer struct{ Token string }
	c.token = ""
	for {
		err := c.Call(
			ctx, http.MethodPost, "public/account/users:login", map[string]any{"email": c.email, "password": c.password},
			&answer,
		)
		c.token = answer.Token
		if Status(err) != http.StatusTooManyRequests {
			return err
		}
		// Too many sign in: whoever is told so comes back, as a page does.
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		}
	}
}

// send makes a request and answers its body, which the caller closes. A token that expired is replaced first.
func (c *Client) send(ctx context.Context, method, path, contentType string, body io.Reader) (io.ReadCloser, error) {
	req, err := http.NewRequestWithContext(ctx, method, c.program.address+"/api/"+path, body)
	if err != nil {
		return nil, fmt.Errorf("make request: %w", err)
	}
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	if c.token != "" {
		req.Header.Set("Authorization", "Bearer "+c.token)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", method, path, err)
	}
	if res.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(res.Body, 1<<10)) // for the message
		return nil, errors.Join(
			&statusError{res.StatusCode, fmt.Sprintf("%s %s: %s: %s", method, path, res.Status, text)}, res.Body.Close(),
		)
	}
	return res.Body, nil
}

// Status returns the status of a request that the program refused; 0 for any other error and for none.
func Status(err error) int {
	var refused *statusError
	if !errors.As(err, &refused) {
		return 0
	}
	return refused.status
}

type statusError struct {
	status int
	text   string
}

func (e *statusError) Error() string { return e.text }

// Call sends JSON and reads JSON into what into points to, unless that is nil.
func (c *Client) Call(ctx context.Context, method, path string, body, into any) (err error) {
	res, err := c.answer(ctx, method, path, body)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, res.Close()) }()
	if into == nil {
		return nil
	}
	if err := json.NewDecoder(res).Decode(into); err != nil {
		return fmt.Errorf("%s %s: read answer: %w", method, path, err)
	}
	return nil
}

// Read sends JSON and copies the whole answer.
func (c *Client) Read(ctx context.Context, method, path string, body any, into io.Writer) (err error) {
	res, err := c.answer(ctx, method, path, body)
	if err != nil {
		return err
	}
	_, err = io.Copy(into, res)
	return errors.Join(err, res.Close())
}

// answer sends JSON and returns the body of the answer, which the caller closes. It signs in again when the session is
// over.
func (c *Client) answer(ctx context.Context, method, path string, body any) (io.ReadCloser, error) {
	data, contentType := []byte(nil), ""
	if body != nil {
		var err error
		if data, err = json.Marshal(body); err != nil {
			return nil, fmt.Errorf("write request: %w", err)
		}
		contentType = "application/json"
	}
	res, err := c.send(ctx, method, path, contentType, bytes.NewReader(data))
	if Status(err) == http.StatusUnauthorized && c.token != "" {
		if err := c.login(ctx); err != nil {
			return nil, err
		}
		res, err = c.send(ctx, method, path, contentType, bytes.NewReader(data))
	}
	return res, err
}

// SendEvents sends events of a website, which is known by its key.
func (p *Program) SendEvents(ctx context.Context, key string, body any) error {
	data, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("write events: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.address+"/api/ingest/v1/batch", bytes.NewReader(data))
	if err != nil {
		return fmt.Errorf("make request: %w", err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.SetBasicAuth(key, "")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("send events: %w", err)
	}
	if res.StatusCode >= http.StatusMultipleChoices {
		err = fmt.Errorf("send events: %s", res.Status)
	}
	return errors.Join(err, res.Body.Close())
}

// Import is the state of an import.
type Import struct {
	State               string
	Read, Kept, Refused int
	Errors              []struct {
		Line   int
		Reason string
	}
}

// Upload sends a file that write makes, and answers the import's id.
func (c *Client) Upload(ctx context.Context, kind string, write func(io.Writer) error) (id string, err error) {
	if err := c.login(ctx); err != nil { // a body cannot be sent twice
		return "", err
	}
	reader, writer := io.Pipe()
	go func() { writer.CloseWithError(write(writer)) }()
	res, err := c.send(ctx, http.MethodPost, "protected/saresystem/"+kind+":import", "text/csv", reader)
	if err != nil {
		return "", errors.Join(err, reader.CloseWithError(err))
	}
	defer func() { err = errors.Join(err, res.Close()) }()
	var answer struct{ ID string }
	if err := json.NewDecoder(res).Decode(&answer); err != nil {
		return "", fmt.Errorf("read answer: %w", err)
	}
	return answer.ID, nil
}

// WaitImport waits until an import is done with all its rows kept.
func (c *Client) WaitImport(ctx context.Context, id string, rows int) error {
	var state Import
	err := c.program.poll(ctx, 20*time.Millisecond, func() (bool, error) {
		err := c.Call(ctx, http.MethodGet, "protected/saresystem/imports/"+id, nil, &state)
		return state.State != "running", err
	})
	if err != nil {
		return err
	}
	if state.State != "done" || state.Kept != rows || state.Refused != 0 {
		return fmt.Errorf("the import did not keep its %d rows: %+v", rows, state)
	}
	return nil
}

// Group returns the id of a group of a uid.
func (c *Client) Group(ctx context.Context, uid, name string) (int, error) {
	var answer map[string]struct {
		Items []struct {
			ID   int
			Name string
		}
	}
	if err := c.Call(ctx, http.MethodGet, "protected/saresystem/groups", nil, &answer); err != nil {
		return 0, err
	}
	for _, group := range answer[uid].Items {
		if group.Name == name {
			return group.ID, nil
		}
	}
	return 0, fmt.Errorf("uid %s has no group %s", uid, name)
}
