package account_test

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	"puls.app/services/kit/rpc"
	"puls.app/services/local/servicetest"
)

// places is the number of sign-ins that are accepted at once; one address has a quarter of them.
var places = 50 * max(1, runtime.GOMAXPROCS(0)/2)

// stall blocks sign-ins in the database, so that they hold their places, until resume is called.
func (s *system) stall(t *testing.T) (resume func()) {
	t.Helper()
	tx, err := s.Admin(t).Begin(t.Context())
	require.NoError(t, err)
	end := sync.OnceFunc(func() { require.NoError(t, tx.Rollback(context.WithoutCancel(t.Context()))) })
	t.Cleanup(end)
	_, err = tx.Exec(t.Context(), "LOCK TABLE users IN ACCESS EXCLUSIVE MODE")
	require.NoError(t, err)
	return end
}

// fill takes so many places, which are all that the addresses may have, and returns the function that frees them.
func (s *system) fill(t *testing.T, count int, address func(i int) string) (leave func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	answers := make(chan error, count+1)
	for i := range count + 1 {
		go func() { answers <- s.signIn(ctx, "anna@example.com", address(i)) }()
	}
	servicetest.Refused(t, <-answers, codes.ResourceExhausted, "ACCOUNT_LOGIN_BUSY") // the one over the limit
	return func() {
		cancel()
		for range count {
			require.Error(t, <-answers)
		}
	}
}

func (s *system) signIn(ctx context.Context, email, address string) error {
	ctx = metadata.AppendToOutgoingContext(ctx, "client-address", address)
	_, err := s.sessions.Login(ctx, &accountv1.LoginRequest{Email: email, Password: password})
	return err
}

func TestASignInOverThePlacesIsRefusedBeforeAnythingIsLookedUp(t *testing.T) {
	s := start(t)
	s.create(t, "anna@example.com")
	resume := s.stall(t)
	leave := s.fill(t, places, func(i int) string { return fmt.Sprintf("198.51.%d.%d", 100+i/250, 1+i%250) })
	for _, email := range []string{"anna@example.com", "nobody@example.com"} {
		err := s.signIn(t.Context(), email, "203.0.113.9") // would wait for the database if it read from it
		servicetest.Refused(t, err, codes.ResourceExhausted, "ACCOUNT_LOGIN_BUSY")
		require.Equal(t, 5*time.Second, rpc.FailureOf(err).Wait)
	}
	leave()
	resume()
	again := func() bool { return s.signIn(t.Context(), "anna@example.com", "203.0.113.9") == nil }
	eventually(t, again, "places are free")
}

func TestOneAddressDoesNotKeepOthersOut(t *testing.T) {
	s := start(t)
	s.create(t, "anna@example.com")
	resume := s.stall(t)
	leave := s.fill(t, places/4, same("198.51.100.7"))
	other := make(chan error)
	go func() { other <- s.signIn(t.Context(), "anna@example.com", "203.0.113.9") }()
	servicetest.Refused(
		t, s.signIn(t.Context(), "anna@example.com", "198.51.100.7"), codes.ResourceExhausted, "ACCOUNT_LOGIN_BUSY",
	)
	leave()
	resume()
	require.NoError(t, <-other)
}
