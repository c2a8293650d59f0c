package account_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	"puls.app/services/local/servicetest"
)

func TestASignInStartsASessionOfItsOwn(t *testing.T) {
	s := start(t)
	id := s.create(t, "anna@example.com")
	one, two := s.login(t, "anna@example.com"), s.login(t, " Anna@Example.com ")
	require.NotEqual(t, one.identity(t).Session, two.identity(t).Session)
	require.NotEqual(t, one.refresh, two.refresh)
	require.Equal(t, id, one.identity(t).Account)
	require.Equal(t, []string{"owner"}, one.identity(t).Roles)
	require.WithinDuration(t, s.Now().Add(15*time.Minute), time.Unix(int64(one.expire), 0), 10*time.Second)
	me, err := s.accounts.GetMe(one.ctx(t), &accountv1.GetMeRequest{})
	require.NoError(t, err)
	require.Equal(t, "anna@example.com", me.GetEmail())
	require.Equal(t, "STANDARD", me.GetPackage())
	require.Nil(t, me.GetTrialEndsAt())
	require.False(t, me.GetTrialExpired())
}

func TestARefreshTokenIsExchangedForItsChild(t *testing.T) {
	s := start(t)
	s.create(t, "anna@example.com")
	p := s.login(t, "anna@example.com")
	session := p.identity(t).Session
	for range 5 {
		s.Advance(14 * time.Minute)
		next, err := s.continueWith(t, p.refresh)
		require.NoError(t, err)
		require.NotEqual(t, p.refresh, next.refresh)
		require.Equal(t, session, next.identity(t).Session)
		p = next
	}
	for _, invented := range []string{
		"", "x", p.refresh[:20], strings.ToUpper(p.refresh), p.refresh + "A", p.refresh[:len(p.refresh)-2] + "AA",
	} {
		_, err := s.continueWith(t, invented)
		servicetest.Refused(t, err, codes.Unauthenticated, "ACCOUNT_SESSION_ENDED")
	}
	_, err := s.continueWith(t, p.refresh)
	require.NoError(t, err, "invented tokens end nothing")
}

func TestTwentyTabsThatRefreshAtOnceStayOneFamily(t *testing.T) {
	s := start(t)
	s.create(t, "anna@example.com")
	p := s.login(t, "anna@example.com")
	var wait sync.WaitGroup
	var mu sync.Mutex
	children := map[string]int{}
	for range 20 {
		wait.Go(func() {
			next, err := s.continueWith(t, p.refresh)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				children[err.Error()]++
				return
			}
			children[next.refresh]++
		})
	}
	wait.Wait()
	require.Len(t, children, 1, "one child, nobody out")
	for child, count := range children {
		require.Equal(t, 20, count)
		_, err := s.continueWith(t, child)
		require.NoError(t, err)
	}
	var sessions int
	require.NoError(t, s.Admin(t).QueryRow(t.Context(), "SELECT count(*) FROM sessions").Scan(&sessions))
	require.Equal(t, 1, sessions)
}

func TestALostAnswerCanBeAskedForAgainWithinTenSeconds(t *testing.T) {
	s := start(t)
	s.create(t, "anna@example.com")
	p := s.login(t, "anna@example.com")
	first, err := s.continueWith(t, p.refresh)
	require.NoError(t, err)
	s.Advance(8 * time.Second)
	again, err := s.continueWith(t, p.refresh)
	require.NoError(t, err)
	require.Equal(t, first.refresh, again.refresh)
}

func TestAUsedRefreshTokenEndsTheFamily(t *testing.T) {
	for name, use := range map[string]func(s *system, parent *person, child *person){
		"after ten seconds": func(s *system, _, _ *person) { s.Advance(11 * time.Second) },
		"after its child": func(s *system, _, child *person) {
			_, err := s.continueWith(t, child.refresh)
			require.NoError(t, err)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t)
			s.create(t, "anna@example.com")
			parent := s.login(t, "anna@example.com")
			child, err := s.continueWith(t, parent.refresh)
			require.NoError(t, err)
			use(s, parent, child)
			_, err = s.continueWith(t, parent.refresh)
			servicetest.Refused(t, err, codes.Unauthenticated, "ACCOUNT_SESSION_ENDED")
			_, err = s.continueWith(t, child.refresh)
			servicetest.Refused(t, err, codes.Unauthenticated, "ACCOUNT_SESSION_ENDED")
			refused, err := s.admin.ListRefusals(t.Context(), &accountv1.ListRefusalsRequest{})
			require.NoError(t, err)
			require.Len(t, refused.GetSessions(), 1)
			require.Equal(t, parent.identity(t).Session, refused.GetSessions()[0].GetSession())
			require.Contains(t, s.Logged(), "a used refresh token came back")
		})
	}
}

// TestAThiefNeverOutlivesTheNextRefresh plays a hundred games: a thief copies the token at some time, and then both
// refresh at any time, but never within the grace of the other. Once both have refreshed, neither has a session.
func TestAThiefNeverOutlivesTheNextRefresh(t *testing.T) {
	s := start(t)
	s.create(t, "anna@example.com")
	for seed := range uint64(100) {
		random := rand.New(rand.NewPCG(seed, 7))
		victim := s.login(t, "anna@example.com")
		refresh := func(token string) (string, bool) {
			s.Advance(refreshGap + time.Duration(random.IntN(300))*time.Second)
			next, err := s.continueWith(t, token)
			if err != nil {
				servicetest.Refused(t, err, codes.Unauthenticated, "ACCOUNT_SESSION_ENDED")
				return token, false
			}
			return next.refresh, true
		}
		own := victim.refresh
		for range random.IntN(3) {
			own, _ = refresh(own)
		}
		stolen := own
		thief, in := stolen, false
		thiefFirst := random.IntN(2) == 0
		for range 1 + random.IntN(3) { // the first one continues
			if thiefFirst {
				thief, in = refresh(thief)
			} else {
				own, in = refresh(own)
			}
			require.True(t, in, "seed %d", seed)
		}
		if thiefFirst {
			_, in = refresh(own)
		} else {
			_, in = refresh(thief)
		}
		require.False(t, in, "seed %d: the second of the two is refused", seed)
		_, thiefIn := refresh(thief)
		_, ownIn := refresh(own)
		require.False(t, thiefIn || ownIn, "seed %d: and so is everybody", seed)
	}
}

// refreshGap is more than the grace.
const refreshGap = 11 * time.Second

func TestASessionEndsWhenIdleAndAfterADay(t *testing.T) {
	s := start(t)
	s.create(t, "anna@example.com")
	idle := s.login(t, "anna@example.com")
	s.Advance(30*time.Minute + time.Second)
	_, err := s.continueWith(t, idle.refresh)
	servicetest.Refused(t, err, codes.Unauthenticated, "ACCOUNT_SESSION_ENDED")

	busy := s.login(t, "anna@example.com")
	for range 24*3 - 1 {
		s.Advance(20 * time.Minute)
		busy, err = s.continueWith(t, busy.refresh)
		require.NoError(t, err)
	}
	s.Advance(19 * time.Minute)
	busy, err = s.continueWith(t, busy.refresh)
	require.NoError(t, err)
	require.Less(t, time.Unix(int64(busy.expire), 0).Sub(s.Now()), 2*time.Minute, "no token outlives the session")
	s.Advance(2 * time.Minute)
	_, err = s.continueWith(t, busy.refresh)
	servicetest.Refused(t, err, codes.Unauthenticated, "ACCOUNT_SESSION_ENDED")
}

func TestSignOutEndsTheSessionAndTellsGateways(t *testing.T) {
	s := start(t)
	s.create(t, "anna@example.com")
	p, other := s.login(t, "anna@example.com"), s.login(t, "anna@example.com")
	var header metadata.MD
	_, err := s.sessions.Logout(p.ctx(t), &accountv1.LogoutRequest{}, grpc.Header(&header))
	require.NoError(t, err)
	require.Equal(t, []string{";0"}, header.Get("set-refresh-token"))
	_, err = s.continueWith(t, p.refresh)
	servicetest.Refused(t, err, codes.Unauthenticated, "ACCOUNT_SESSION_ENDED")
	_, err = s.continueWith(t, other.refresh)
	require.NoError(t, err)
	_, err = s.sessions.Logout(p.ctx(t), &accountv1.LogoutRequest{})
	require.NoError(t, err, "once more does no harm")

	first, err := s.admin.ListRefusals(t.Context(), &accountv1.ListRefusalsRequest{})
	require.NoError(t, err)
	require.Len(t, first.GetSessions(), 1)
	ended := first.GetSessions()[0]
	require.Equal(t, p.identity(t).Session, ended.GetSession())
	require.Greater(t, ended.GetForgetAt().AsTime(), time.Unix(int64(p.expire), 0))
	next, err := s.admin.ListRefusals(t.Context(), &accountv1.ListRefusalsRequest{After: first.GetCursor()})
	require.NoError(t, err)
	require.Empty(t, next.GetSessions())
	require.Equal(t, first.GetCursor(), next.GetCursor())
	s.Advance(17 * time.Minute)
	later, err := s.admin.ListRefusals(t.Context(), &accountv1.ListRefusalsRequest{})
	require.NoError(t, err)
	require.Empty(t, later.GetSessions(), "its tokens have expired by themselves")
	ahead, err := s.admin.ListRefusals(t.Context(), &accountv1.ListRefusalsRequest{After: first.GetCursor() + 1000})
	require.NoError(t, err)
	require.Zero(t, ahead.GetCursor(), "a cursor from the future starts anew")
}

func TestRefusalsAreSeenInTheirOrder(t *testing.T) {
	s := start(t)
	s.create(t, "anna@example.com")
	var people []*person
	for range 40 {
		people = append(people, s.login(t, "anna@example.com"))
	}
	done := make(chan struct{})
	var wait sync.WaitGroup
	for _, p := range people {
		wait.Go(func() {
			_, err := s.sessions.Logout(p.ctx(t), &accountv1.LogoutRequest{})
			if err != nil {
				t.Error(err)
			}
		})
	}
	go func() { wait.Wait(); close(done) }()
	seen := map[string]bool{}
	var cursor int64
	for last := false; !last; {
		select {
		case <-done:
			last = true
		default:
		}
		res, err := s.admin.ListRefusals(t.Context(), &accountv1.ListRefusalsRequest{After: cursor})
		require.NoError(t, err)
		cursor = res.GetCursor()
		for _, ended := range res.GetSessions() {
			seen[ended.GetSession()] = true
		}
	}
	require.Len(t, seen, len(people), "a reader that polls misses none")
}

func TestAChangedPasswordEndsTheOtherSessions(t *testing.T) {
	s := start(t)
	s.create(t, "anna@example.com")
	p, other := s.login(t, "anna@example.com"), s.login(t, "anna@example.com")
	change := func(current, next string) error {
		_, err := s.accounts.ChangePassword(p.ctx(t), &accountv1.ChangePasswordRequest{
			CurrentPassword: current, NewPassword: next,
		})
		return err
	}
	servicetest.Refused(t, change("Wrong-Horse-99", "Better-Horse-99"), codes.InvalidArgument, "ACCOUNT_INVALID_LOGIN")
	servicetest.Refused(t, change(password, password), codes.InvalidArgument, "ACCOUNT_PASSWORD_UNCHANGED")
	servicetest.Refused(t, change(password, "weak"), codes.InvalidArgument, "ACCOUNT_WEAK_PASSWORD")
	servicetest.Refused(t, change(password, "Password-2026!"), codes.InvalidArgument, "ACCOUNT_COMMON_PASSWORD")
	long := "Zażółć-9" + strings.Repeat("x", 1015)
	require.NoError(t, change(password, long))
	_, err := s.continueWith(t, other.refresh)
	servicetest.Refused(t, err, codes.Unauthenticated, "ACCOUNT_SESSION_ENDED")
	_, err = s.continueWith(t, p.refresh)
	require.NoError(t, err)
	_, err = s.tryLogin(t, "anna@example.com", password, "")
	servicetest.Refused(t, err, codes.Unauthenticated, "ACCOUNT_INVALID_LOGIN")
	_, err = s.tryLogin(t, "anna@example.com", long[:len(long)-1], "")
	servicetest.Refused(t, err, codes.Unauthenticated, "ACCOUNT_INVALID_LOGIN")
	_, err = s.tryLogin(t, "anna@example.com", long, "")
	require.NoError(t, err, "no password is cut off")
	refused, err := s.admin.ListRefusals(t.Context(), &accountv1.ListRefusalsRequest{})
	require.NoError(t, err)
	require.Len(t, refused.GetSessions(), 1)
	require.Equal(t, other.identity(t).Session, refused.GetSessions()[0].GetSession())
}

func TestGuessingThePresentPasswordIsLimited(t *testing.T) {
	s := start(t)
	s.create(t, "anna@example.com")
	p := s.login(t, "anna@example.com")
	guess := func(i int) error {
		_, err := s.accounts.ChangePassword(p.ctx(t), &accountv1.ChangePasswordRequest{
			CurrentPassword: fmt.Sprint("Guess-", i), NewPassword: "Better-Horse-99",
		})
		return err
	}
	for i := range 20 {
		servicetest.Refused(t, guess(i), codes.InvalidArgument, "ACCOUNT_INVALID_LOGIN")
	}
	servicetest.Refused(t, guess(20), codes.ResourceExhausted, "ACCOUNT_TOO_MANY_ATTEMPTS")
	s.login(t, "anna@example.com")
}
