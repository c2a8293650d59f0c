package gateway_test

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/timestamppb"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	"puls.app/services/kit/auth"
)

const progress = "/api/protected/scoring/scorings/01900000-0000-7000-8000-000000000001:progress"

// watch opens a stream and reads its first line.
func (s *system) watch(change func(*auth.Identity)) *bufio.Reader {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, s.address+progress, nil)
	require.NoError(s.t, err)
	req.Header.Set("Authorization", "Bearer "+s.token(change))
	res, err := (&http.Client{Timeout: time.Minute}).Do(req) // a stream that does not end fails the test
	require.NoError(s.t, err)
	s.t.Cleanup(func() { _ = res.Body.Close() })
	lines := bufio.NewReader(res.Body)
	line, err := lines.ReadString('\n')
	require.NoError(s.t, err)
	require.Contains(s.t, line, "2026-11-02")
	return lines
}

func TestStreamsAndDownloadsEndWithTheirSession(t *testing.T) {
	soon := timestamppb.New(time.Now().Add(time.Minute))
	for name, refusal := range map[string]*accountv1.ListRefusalsResponse{
		"session ended": {Sessions: []*accountv1.ListRefusalsResponse_EndedSession{{Session: sessionID, ForgetAt: soon}}},
		"account off":   {Accounts: []*accountv1.ListRefusalsResponse_AccountState{{AccountId: 7}}},
		"link removed":  {Links: []*accountv1.ListRefusalsResponse_EndedLink{{Link: 31, ForgetAt: soon}}},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t, nil)
			lines, other := s.watch(func(id *auth.Identity) { id.Link = 31 }), s.watch(
				func(id *auth.Identity) { id.Account, id.Home, id.Session = 8, 8, "" },
			)
			stalled := s.stalledWith(func(id *auth.Identity) { id.Link = 31 })
			require.Equal(t, http.StatusOK, stalled.status)
			s.eventually(func() bool { return s.peers.running() == 3 })
			refusal.Cursor = 1
			s.peers.set(func() { s.peers.refused = refusal })
			rest, err := io.ReadAll(lines)
			require.NoError(t, err)
			require.Contains(t, string(rest), "TOKEN_INVALID", "the stream says why it ends")
			s.eventually(func() bool { return s.peers.running() == 1 })
			_, err = io.Copy(io.Discard, stalled.rest)
			require.Error(t, err, "a short file must not look like a whole one")
			require.Zero(t, other.Buffered())
		})
	}
}

func TestASignInOutlivesTheSessionThatItCarries(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	s.peers.signIn = make(chan struct{})
	token := s.token(nil)
	answered := make(chan int)
	go func() {
		answered <- s.post(login, `{"email":"me@example.com","password":"x"}`, "Authorization", "Bearer "+token).StatusCode
	}()
	s.eventually(func() bool { return s.peers.running() == 1 })
	lines := s.watch(nil)
	s.peers.set(func() {
		s.peers.refused = &accountv1.ListRefusalsResponse{Cursor: 1, Sessions: []*accountv1.ListRefusalsResponse_EndedSession{
			{Session: sessionID, ForgetAt: timestamppb.New(time.Now().Add(time.Minute))},
		}}
	})
	rest, err := io.ReadAll(lines)
	require.NoError(t, err)
	require.Contains(t, string(rest), "TOKEN_INVALID", "what needs the session has ended")
	close(s.peers.signIn)
	require.Equal(t, http.StatusOK, <-answered)
}

func TestAStreamWithNothingToSayYetIsAnsweredAtOnce(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	req, err := http.NewRequestWithContext(
		t.Context(), http.MethodGet, s.address+strings.Replace(progress, "1:", "2:", 1), nil,
	)
	require.NoError(t, err)
	req.Header.Set("Authorization", "Bearer "+s.token(nil))
	res, err := http.DefaultClient.Do(req)
	require.NoError(t, err, "its header comes though nothing else does")
	require.Equal(t, http.StatusOK, res.StatusCode)
	require.Equal(t, "application/x-ndjson", res.Header.Get("Content-Type"))
	require.Empty(t, res.Header.Get("Puls-Begun"))
	require.NoError(t, res.Body.Close())
	s.eventually(func() bool { return s.peers.running() == 0 })
}

func TestWorkStopsWhenItsCallerLeaves(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	s.peers.held = true
	for name, path := range map[string]string{"a call": me, "a stream": progress} {
		t.Run(name, func(t *testing.T) {
			soonest := time.Hour // of three, as the machine may be busy for a moment
			for range 3 {
				ctx, abort := context.WithCancel(t.Context())
				req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.address+path, nil)
				require.NoError(t, err)
				req.Header.Set("Authorization", "Bearer "+s.token(nil))
				gone := make(chan struct{})
				go func() {
					defer close(gone)
					if res, err := http.DefaultClient.Do(req); err == nil {
						_, _ = io.Copy(io.Discard, res.Body)
						_ = res.Body.Close()
					}
				}()
				s.eventually(func() bool { return s.peers.running() == 1 })
				aborted := time.Now()
				abort()
				<-gone
				s.eventually(func() bool { return s.peers.running() == 0 })
				s.peers.set(func() { soonest = min(soonest, s.peers.left.Sub(aborted)) })
			}
			require.Less(t, soonest, time.Second)
		})
	}
}
