package harm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"puls.app/tools/bench/internal/program"
)

const password = "Correct-Horse-9"

// person is somebody who is signed in and uses nothing but the API.
type person struct {
	address, token string
	client         *http.Client
}

// newPerson makes an account and signs its user in.
func newPerson(ctx context.Context, p *program.Program, name string) (*person, error) {
	email := name + "@example.com"
	if _, err := p.CreateAccount(ctx, email, password); err != nil {
		return nil, err
	}
	one := &person{address: p.Address(), client: &http.Client{
		Timeout: 2 * time.Minute, Transport: &http.Transport{MaxIdleConnsPerHost: 256, MaxIdleConns: 256},
	}}
	var answer struct{ Token string }
	status, body, err := one.send(
		ctx, http.MethodPost, "public/account/users:login", map[string]string{"email": email, "password": password},
	)
	if err != nil || status != http.StatusOK {
		return nil, errors.Join(err, fmt.Errorf("sign-in of %s: status %d: %.200s", email, status, body))
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return nil, fmt.Errorf("read token: %w", err)
	}
	one.token = answer.Token
	return one, nil
}

// request makes a request with a JSON body, or with a file where the body is bytes.
func (o *person) request(ctx context.Context, method, path string, body any) (*http.Request, error) {
	kind, data := "", []byte(nil)
	switch b := body.(type) {
	case nil:
	case []byte:
		kind, data = "text/csv", b
	default:
		var err error
		if data, err = json.Marshal(body); err != nil {
			return nil, fmt.Errorf("write request: %w", err)
		}
		kind = "application/json"
	}
	req, err := http.NewRequestWithContext(ctx, method, o.address+"/api/"+path, bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("make request: %w", err)
	}
	if kind != "" {
		req.Header.Set("Content-Type", kind)
	}
	if o.token != "" {
		req.Header.Set("Authorization", "Bearer "+o.token)
	}
	return req, nil
}

// send returns the status and the whole body.
func (o *person) send(ctx context.Context, method, path string, body any) (int, []byte, error) {
	req, err := o.request(ctx, method, path, body)
	if err != nil {
		return 0, nil, err
	}
	res, err := o.client.Do(req)
	if err != nil {
		return 0, nil, fmt.Errorf("%s %s: %w", method, path, err)
	}
	data, err := io.ReadAll(res.Body)
	return res.StatusCode, data, errors.Join(err, res.Body.Close())
}

// must is send that takes nothing but success, and reads the answer.
func (o *person) must(ctx context.Context, method, path string, body, into any) error {
	status, data, err := o.send(ctx, method, path, body)
	if err != nil {
		return err
	}
	if status != http.StatusOK {
		return fmt.Errorf("%s %s: status %d: %.300s", method, path, status, data)
	}
	if into == nil {
		return nil
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("%s %s: read answer: %w", method, path, err)
	}
	return nil
}

type object = map[string]any

// contacts and events are files about so many people; everybody got one message.
func contacts(people int) []byte {
	var b bytes.Buffer
	b.WriteString("external_id,email,email_consent\n")
	for i := range people {
		fmt.Fprintf(&b, "E%d,person%d@example.com,true\n", i, i)
	}
	return b.Bytes()
}

func events(people int, day time.Time) []byte {
	var b bytes.Buffer
	b.WriteString("event_id,occurred_at,type,message_id,category,external_id\n")
	for i := range people {
		fmt.Fprintf(&b, "s%d,%s,mailing.sent,m1,info,E%d\nd%d,%s,mailing.delivered,m1,info,E%d\n",
			i, day.Format(time.RFC3339), i, i, day.Add(time.Minute).Format(time.RFC3339), i)
	}
	return b.Bytes()
}

// load uploads files and waits until they are in.
func (o *person) load(ctx context.Context, kind string, file []byte) error {
	var made struct{ ID string }
	if err := o.must(ctx, http.MethodPost, "protected/saresystem/"+kind+":import", file, &made); err != nil {
		return err
	}
	return poll(ctx, func() (bool, error) {
		var state struct{ State string }
		err := o.must(ctx, http.MethodGet, "protected/saresystem/imports/"+made.ID, nil, &state)
		if err == nil && state.State != "done" && state.State != "running" {
			err = fmt.Errorf("import of %s: %s", kind, state.State)
		}
		return state.State == "done", err
	})
}

// scoring makes an active scoring of everybody.
func (o *person) scoring(ctx context.Context, uid string) (string, error) {
	var made struct{ ID string }
	err := o.must(ctx, http.MethodPost, "protected/scoring/scorings", object{"name": "Everybody", "config": object{
		"daysAgo": 28, "mailing": object{
			"weights": object{"or": "0.45", "ctr": "0.30", "delivery": "0.25"}, "percentile": 0.9,
			"dataSources": []object{{"uid": uid, "includedAll": true}},
		},
	}}, &made)
	if err != nil {
		return "", err
	}
	return made.ID, o.must(
		ctx, http.MethodPost, "protected/scoring/scorings/"+made.ID+":setStatus", object{"newStatus": 2}, nil,
	)
}

// calculate asks for a calculation, waits for its end and answers how long that took.
func (o *person) calculate(ctx context.Context, scoring, date string) (time.Duration, error) {
	began := time.Now()
	if err := o.must(
		ctx, http.MethodPost, "protected/scoring/scorings/"+scoring+":calculate", object{"generatedDate": date}, nil,
	); err != nil {
		return 0, err
	}
	status, body, err := o.send(
		ctx, http.MethodGet, "protected/scoring/scorings/"+scoring+":progress?generatedDate="+date, nil,
	)
	if err != nil || status != http.StatusOK {
		return 0, errors.Join(err, fmt.Errorf("progress: status %d: %.200s", status, body))
	}
	if !bytes.Contains(body, []byte(`"done"`)) {
		return 0, fmt.Errorf("calculation did not end well: %.300s", body)
	}
	return time.Since(began), nil
}

func poll(ctx context.Context, holds func() (bool, error)) error {
	ticker := time.NewTicker(20 * time.Millisecond)
	defer ticker.Stop()
	for {
		if done, err := holds(); err != nil || done {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		}
	}
}
