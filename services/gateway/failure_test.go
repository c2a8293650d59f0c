package gateway_test

import (
	"encoding/json"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	"puls.app/services/kit/fault"
	"puls.app/services/reason"
)

// failing fails the first calls.
type failing struct {
	failures []error
	reads    int
	writes   int
	// always is the error of every call, if not nil.
	always error
}

func (f *failing) fail() error {
	if f.always != nil {
		return f.always
	}
	if len(f.failures) == 0 {
		return nil
	}
	next := f.failures[0]
	f.failures = f.failures[1:]
	return next
}

func startFailing(t *testing.T, failures ...error) (*system, *failing) {
	t.Helper()
	p := &peers{refused: &accountv1.ListRefusalsResponse{}, payload: "ff_a"}
	f := &failing{failures: failures}
	p.failing = f
	return startWith(t, nil, p), f
}

var away = fault.New(fault.Unavailable, reason.Unavailable, "away").After(1500 * time.Millisecond)

func TestReadsAreTriedAgainOnceAndChangesAreNot(t *testing.T) {
	t.Parallel()
	const settings = "/api/protected/account/my/account/settings"
	s, f := startFailing(t, away, away, away, away)
	bearer := []string{"Authorization", "Bearer " + s.token(nil)}
	res := s.get(me, bearer...)
	require.Equal(t, http.StatusServiceUnavailable, res.StatusCode, res.body)
	require.Equal(t, "UNAVAILABLE", res.class())
	require.Equal(t, "2", res.Header.Get("Retry-After"), "the wait is rounded up")
	require.Equal(t, 2, f.reads)

	res = s.do(
		http.MethodPut, settings, `{"language":"pl","timezone":"UTC"}`, append(bearer, "Content-Type", "application/json")...,
	)
	require.Equal(t, http.StatusServiceUnavailable, res.StatusCode, res.body)
	require.Equal(t, 1, f.writes)

	require.Equal(t, http.StatusOK, s.get(me, bearer...).StatusCode, "the second try found it back")
	require.Equal(t, 4, f.reads)
}

func TestKindsOfFailureHaveTheirStatusAndSayHowLongToWait(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		failure error
		status  int
		wait    string
	}{
		{fault.New(fault.Precondition, testReason("TEST"), "state"), http.StatusConflict, ""},
		{fault.New(fault.Stale, testReason("TEST"), "state"), http.StatusConflict, ""},
		{fault.New(fault.Mismatch, testReason("TEST"), "other body"), http.StatusUnprocessableEntity, ""},
		{fault.New(fault.Busy, testReason("TEST"), "limit").After(3 * time.Minute), http.StatusTooManyRequests, "180"},
		{fault.New(fault.Full, reason.StorageFull, "full").After(time.Minute), http.StatusInsufficientStorage, "60"},
	} {
		s, _ := startFailing(t, c.failure)
		res := s.get(me, "Authorization", "Bearer "+s.token(nil))
		require.Equal(t, c.status, res.StatusCode, res.body)
		require.Equal(t, c.wait, res.Header.Get("Retry-After"))
	}
}

func TestFieldErrorsNameTheBrokenRule(t *testing.T) {
	t.Parallel()
	wrong := fault.New(fault.Invalid, testReason("TEST"), "wrong").With(
		fault.Field{Name: "a.b", Class: fault.TextTooShort, Params: map[string]any{"min": 4}, Message: "short"},
	)
	s, _ := startFailing(t, wrong.WithField("c", "bad").WithCurrent(&accountv1.GetMeResponse{Email: "now@example.com"}))
	res := s.get(me, "Authorization", "Bearer "+s.token(nil))
	var body map[string]any
	require.NoError(t, json.Unmarshal([]byte(res.body), &body))
	require.Equal(t, []any{
		map[string]any{
			"field": "a.b", "class": "TEXT_TOO_SHORT", "params": map[string]any{"min": float64(4)}, "message": "short",
		},
		map[string]any{"field": "c", "class": "TEST", "params": map[string]any{}, "message": "bad"},
	}, body["fields"])
	require.Equal(t, "now@example.com", body["current"].(map[string]any)["email"])
}

// testReason is a reason that no contract has.
type testReason string

func (r testReason) String() string { return string(r) }

func TestAServiceThatDoesNotAnswerIsNotAskedTwiceForEverything(t *testing.T) {
	t.Parallel()
	s, f := startFailing(t)
	f.always = away
	bearer := []string{"Authorization", "Bearer " + s.token(nil)}
	const requests, atOnce = 1000, 20
	var asking sync.WaitGroup
	for range atOnce {
		asking.Go(func() {
			for range requests / atOnce {
				if status := s.get(me, bearer...).StatusCode; status != http.StatusServiceUnavailable {
					t.Error(status)
				}
			}
		})
	}
	asking.Wait()
	s.peers.set(func() {
		require.LessOrEqual(t, f.reads, requests*11/10)
		require.Greater(t, f.reads, requests, "nothing was tried again")
		f.always = nil
	})
	for range 100 {
		require.Equal(t, http.StatusOK, s.get(me, bearer...).StatusCode, "it is back at once")
	}
}
