package load

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	vegeta "github.com/tsenart/vegeta/v12/lib"
	"golang.org/x/sync/errgroup"

	"puls.app/tools/bench/internal/program"
)

// Users are many users with their sessions. Each session has an IP address of its own.
type Users struct {
	program  *program.Program
	emails   []string
	sessions []*program.Client
	// requests, refreshes and signIns count the requests sent.
	requests, refreshes, signIns atomic.Int64
}

// NewUsers makes users, each in an account of its own.
func NewUsers(ctx context.Context, p *program.Program, users int) (*Users, error) {
	u := &Users{program: p, emails: make([]string, users)}
	for i := range u.emails {
		u.emails[i] = fmt.Sprintf("user-%d@example.com", i)
		if err := p.CreateAccount(ctx, u.emails[i]); err != nil {
			return nil, err
		}
	}
	return u, nil
}

// signers limits concurrent sign-ins: as many as the program hashes at once, and one more.
const signers = 3

// SignIn starts sessions, distributed over the users.
func (u *Users) SignIn(ctx context.Context, sessions int) error {
	u.sessions = make([]*program.Client, sessions)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(signers)
	for i := range u.sessions {
		group.Go(func() (err error) {
			u.sessions[i], err = u.program.Login(ctx, u.emails[i%len(u.emails)], address(10, int64(i)))
			return err
		})
	}
	return group.Wait()
}

func address(network, i int64) string {
	return fmt.Sprintf("%d.%d.%d.%d", network, i>>16&255, i>>8&255, i&255)
}

// pages are the requests of pages, and that of the flags.
var pages = []string{
	"public/system/feature-flags", "protected/account/users/me", "protected/scoring/scorings",
	"protected/account/my/account/settings", "protected/saresystem/groups", "protected/scoring/scorings:summary",
	"protected/account/notifications",
}

// Pages requests pages, of each session in turn. The rate is in requests a second.
func (u *Users) Pages(rate int, each func(*vegeta.Result)) Stream {
	return Stream{Rate: PerSecond(rate), Each: each, Targets: func(t *vegeta.Target) error {
		n := int(u.requests.Add(1))
		// Adjacent sessions request different pages: the most expensive page of all sessions at once is not a usual load.
		session := n % len(u.sessions)
		page := pages[(session+n/len(u.sessions))%len(pages)]
		t.Method, t.URL, t.Header = http.MethodGet, u.program.URL(page), u.sessions[session].Header()
		return nil
	}}
}

// Refresh renews each session every ten minutes.
func (u *Users) Refresh(each func(*vegeta.Result)) Stream {
	rate := vegeta.Rate{Freq: len(u.sessions), Per: 10 * time.Minute}
	return Stream{Rate: rate, Each: each, Do: func(ctx context.Context, _ int) error {
		return u.sessions[int(u.refreshes.Add(1))%len(u.sessions)].Refresh(ctx)
	}}
}

// SignIns are the results of sign-ins. A refusal without Retry-After is a failure.
type SignIns struct{ In, Refused Results }

// Failed returns the number of failures.
func (s *SignIns) Failed() int { return s.In.Failed + s.Refused.Failed }

// Storm sends sign-ins within a time, each from an IP address of its own.
func (u *Users) Storm(signIns int, within time.Duration, to *SignIns) Stream {
	each := func(r *vegeta.Result) {
		if r.Code == http.StatusTooManyRequests {
			to.Refused.Add(r, r.Headers.Get("Retry-After") != "")
		} else {
			to.In.Add(r, r.Code == http.StatusOK)
		}
	}
	rate := vegeta.Rate{Freq: max(1, signIns), Per: within}
	return Stream{Rate: rate, Each: each, Targets: func(t *vegeta.Target) (err error) {
		n := u.signIns.Add(1)
		t.Method, t.URL = http.MethodPost, u.program.URL("public/account/users:login")
		t.Header = http.Header{"Content-Type": {"application/json"}, "X-Forwarded-For": {address(11, n)}}
		email := u.emails[n%int64(len(u.emails))]
		t.Body, err = json.Marshal(map[string]string{"email": email, "password": program.Password})
		return err
	}}
}

// Post makes requests with a JSON body and some headers, such as those of a session; n counts from 1.
func Post(p *program.Program, path string, header func() http.Header, body func(n int) any) vegeta.Targeter {
	var sent atomic.Int64
	return func(t *vegeta.Target) (err error) {
		t.Method, t.URL, t.Header = http.MethodPost, p.URL(path), header()
		t.Header.Set("Content-Type", "application/json")
		t.Body, err = json.Marshal(body(int(sent.Add(1))))
		return err
	}
}
