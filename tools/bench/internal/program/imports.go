package program

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"
)

// Upload sends a file of contacts or engagement and returns the id of its import.
func (c *Client) Upload(ctx context.Context, kind string, file io.Reader) (id string, err error) {
	res, err := c.send(ctx, http.MethodPost, "protected/saresystem/"+kind+":import", media{sent: "text/csv"}, file)
	if err != nil {
		return "", err
	}
	var answer struct{ ID string }
	err = errors.Join(json.NewDecoder(res).Decode(&answer), res.Close())
	return answer.ID, err
}

// Import uploads the output of write and waits until all its rows count.
func (c *Client) Import(
	ctx context.Context, kind string, write func(io.Writer) (rows int, err error),
) (rows int, err error) {
	if err := c.EnsureToken(ctx); err != nil {
		return 0, err
	}
	reader, writer := io.Pipe()
	written := make(chan int, 1)
	go func() {
		rows, err := write(writer)
		written <- rows
		writer.CloseWithError(err)
	}()
	id, err := c.Upload(ctx, kind, reader)
	if err != nil {
		return 0, errors.Join(err, reader.CloseWithError(err))
	}
	rows = <-written
	var state struct {
		State               string
		Read, Kept, Refused int
		Errors              []struct {
			Line   int
			Reason string
		}
	}
	err = c.program.poll(ctx, 20*time.Millisecond, func() (bool, error) {
		err := c.Call(ctx, http.MethodGet, "protected/saresystem/imports/"+id, nil, &state)
		return state.State != "running", err
	})
	if err == nil && (state.State != "done" || state.Kept != rows || state.Refused != 0) {
		err = fmt.Errorf("the import did not keep its %d rows: %+v", rows, state)
	}
	return rows, err
}

// ImportFile uploads a file with a number of rows and waits until they all count.
func (c *Client) ImportFile(ctx context.Context, kind, path string, rows int) error {
	file, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("open file: %w", err)
	}
	_, err = c.Import(ctx, kind, func(w io.Writer) (int, error) {
		_, err := io.Copy(w, file)
		return rows, err
	})
	return errors.Join(err, file.Close())
}

// Group is a group of contacts.
type Group struct {
	ID   int
	Name string
}

// Groups returns the groups of the own uid.
func (c *Client) Groups(ctx context.Context) ([]Group, error) {
	var answer map[string]struct{ Items []Group }
	err := c.Call(ctx, http.MethodGet, "protected/saresystem/groups", nil, &answer)
	return answer[c.UID()].Items, err
}
