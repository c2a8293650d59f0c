package acceptance

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// client is a person with any HTTP client: it knows nothing but /api/.
type client struct {
	t       *testing.T
	address string
	token   string
	account int32
	uids    []string
}

type object = map[string]any

// do sends a request and answers status and body.
func (c *client) do(method, path, contentType string, body io.Reader) (int, []byte) {
	c.t.Helper()
	req, err := http.NewRequestWithContext(c.t.Context(), method, c.address+"/api/"+path, body)
	require.NoError(c.t, err)
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	if c.token != "" {
		req.Header.Set("Authorization", "Bearer "+c.token)
	}
	res, err := web.Do(req)
	require.NoError(c.t, err)
	defer func() { require.NoError(c.t, res.Body.Close()) }()
	data, err := io.ReadAll(res.Body)
	require.NoError(c.t, err)
	return res.StatusCode, data
}

// reply is what came back.
type reply struct {
	status int
	header http.Header
	body   []byte
}

// send sends JSON with pairs of header names and values.
func (c *client) send(method, path, body string, header ...string) reply {
	c.t.Helper()
	req, err := http.NewRequestWithContext(c.t.Context(), method, c.address+"/api/"+path, strings.NewReader(body))
	require.NoError(c.t, err)
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	req.Header.Set("Authorization", "Bearer "+c.token)
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := web.Do(req)
	require.NoError(c.t, err)
	defer func() { require.NoError(c.t, res.Body.Close()) }()
	data, err := io.ReadAll(res.Body)
	require.NoError(c.t, err)
	return reply{res.StatusCode, res.Header, data}
}

// call sends JSON and reads JSON; anything but success fails the test.
func (c *client) call(method, path string, body any, into any) {
	c.t.Helper()
	var reader io.Reader
	contentType := ""
	if body != nil {
		data, err := json.Marshal(body)
		require.NoError(c.t, err)
		reader, contentType = bytes.NewReader(data), "application/json"
	}
	status, data := c.do(method, path, contentType, reader)
	require.Equal(c.t, http.StatusOK, status, "%s %s: %s", method, path, data)
	if into != nil {
		require.NoError(c.t, json.Unmarshal(data, into), "%s %s: %s", method, path, data)
	}
}

func (c *client) login(email, password string) {
	c.t.Helper()
	var answer struct {
		Token string `json:"token"`
	}
	c.call(http.MethodPost, "public/account/users:login", object{"email": email, "password": password}, &answer)
	require.NotEmpty(c.t, answer.Token)
	c.token = answer.Token
}

type importState struct {
	ID      string `json:"id"`
	Kind    string `json:"kind"`
	State   string `json:"state"`
	Read    int    `json:"read"`
	Kept    int    `json:"kept"`
	Refused int    `json:"refused"`
	Percent int    `json:"percent"`
	// Effects of the rows that were kept.
	Effects importEffects `json:"effects"`
	// Check is that of a draft.
	Check *struct {
		State         string
		Kept, Refused int
		Effects       importEffects
		Approximate   bool
	} `json:"check"`
	Errors []struct {
		Line   int    `json:"line"`
		Reason string `json:"reason"`
	} `json:"errors"`
}

type importEffects struct {
	NewCount, ChangedCount, UnchangedCount int
}

// upload sends a file and waits until its import is done.
func (c *client) upload(kind, contentType string, body io.Reader) importState {
	c.t.Helper()
	status, data := c.do(http.MethodPost, "protected/saresystem/"+kind+":import", contentType, body)
	require.Equal(c.t, http.StatusOK, status, "upload: %s", data)
	var answer importState
	require.NoError(c.t, json.Unmarshal(data, &answer))
	return c.waitImport(answer.ID)
}

func (c *client) waitImport(id string) importState {
	c.t.Helper()
	var state importState
	eventually(c.t, "the import to end", func() bool {
		c.call(http.MethodGet, "protected/saresystem/imports/"+id, nil, &state)
		return state.State != "running"
	})
	return state
}

// calculate asks for a calculation and follows its progress until it is over.
func (c *client) calculate(scoring, date string) []object {
	c.t.Helper()
	c.call(http.MethodPost, "protected/scoring/scorings/"+scoring+":calculate", object{"generatedDate": date}, nil)
	status, data := c.do(http.MethodGet, "protected/scoring/scorings/"+scoring+":progress?generatedDate="+date, "", nil)
	require.Equal(c.t, http.StatusOK, status, "%s", data)
	var last struct {
		Result struct {
			Channels []object `json:"channels"`
		} `json:"result"`
	}
	lines := bufio.NewScanner(bytes.NewReader(data))
	for lines.Scan() {
		require.NoError(c.t, json.Unmarshal(lines.Bytes(), &last), "%s", lines.Text())
	}
	require.NotEmpty(c.t, last.Result.Channels)
	return last.Result.Channels
}

// groups returns the ids of all groups by uid and name.
func (c *client) groups() map[string]map[string]int {
	c.t.Helper()
	var answer map[string]struct {
		Items []struct {
			ID   int    `json:"id"`
			Name string `json:"name"`
		} `json:"items"`
	}
	c.call(http.MethodGet, "protected/saresystem/groups", nil, &answer)
	groups := map[string]map[string]int{}
	for uid, list := range answer {
		groups[uid] = map[string]int{}
		for _, group := range list.Items {
			groups[uid][group.Name] = group.ID
		}
	}
	return groups
}

func query(values url.Values) string { return "?" + values.Encode() }
