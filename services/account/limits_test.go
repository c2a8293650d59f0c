package account_test

import (
	"encoding/base64"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/crypto/argon2"
	"google.golang.org/grpc/codes"

	"puls.app/services/account"
	"puls.app/services/local/servicetest"
)

// guess tries a wrong password for each e-mail address, eight at a time, and returns the number of each response.
func (s *system) guess(t *testing.T, count int, email, address func(i int) string) (answers map[string]int) {
	t.Helper()
	answers = map[string]int{}
	var mu sync.Mutex
	var next atomic.Int64
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for i := int(next.Add(1)); i <= count; i = int(next.Add(1)) {
				_, err := s.tryLogin(t, email(i), "Wrong-Horse-99", address(i))
				mu.Lock()
				answers[fmt.Sprint(err)]++
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	return answers
}

// checked returns how many attempts of the last while reached the hash: only those are counted.
func (s *system) checked(t *testing.T) int {
	t.Helper()
	var n int
	require.NoError(
		t,
		s.Admin(t).QueryRow(
			t.Context(), "SELECT coalesce(max(c), 0) FROM (SELECT count(*) AS c FROM attempts GROUP BY key)",
		).Scan(&n),
	)
	return n
}

func same(value string) func(int) string { return func(int) string { return value } }

func TestOneAccountIsGuessedAtTwentyTimesInAQuarterOfAnHour(t *testing.T) {
	for name, address := range map[string]func(int) string{
		"from one address":         same("198.51.100.7"),
		"from 250 of them":         func(i int) string { return fmt.Sprintf("198.51.%d.%d", 100+i/250, 1+i%250) },
		"from an unknown one":      same(""),
		"from one network of IPv6": func(i int) string { return fmt.Sprintf("2001:db8::%x", i) },
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t)
			s.create(t, "anna@example.com")
			answers := s.guess(t, 250, same("anna@example.com"), address)
			require.Len(t, answers, 1, "the answer does not tell: %v", answers)
			require.Equal(t, 20, s.checked(t))
			_, err := s.tryLogin(t, "anna@example.com", password, "203.0.113.9")
			servicetest.Refused(t, err, codes.Unauthenticated, "ACCOUNT_INVALID_LOGIN")
			s.Advance(15*time.Minute + time.Second)
			_, err = s.tryLogin(t, "anna@example.com", password, "203.0.113.9")
			require.NoError(t, err, "the owner gets in after a quarter of an hour")
		})
	}
}

func TestAResetLetsTheOwnerInAtOnce(t *testing.T) {
	s := start(t)
	s.create(t, "anna@example.com")
	s.guess(t, 30, same("anna@example.com"), same(""))
	_, err := s.tryLogin(t, "anna@example.com", password, "")
	servicetest.Refused(t, err, codes.Unauthenticated, "ACCOUNT_INVALID_LOGIN")
	s.requestReset(t, "anna@example.com")
	require.NoError(t, s.reset(t, s.mails.link(t, "anna@example.com", 1), "Better-Horse-99"))
	_, err = s.tryLogin(t, "anna@example.com", "Better-Horse-99", "")
	require.NoError(t, err)
}

func TestOneAddressGuessesAHundredTimesAMinute(t *testing.T) {
	s := start(t)
	s.create(t, "anna@example.com")
	answers := s.guess(t, 1000, func(i int) string { return fmt.Sprintf("user%d@example.com", i) }, same("198.51.100.7"))
	require.Len(t, answers, 1, "%v", answers)
	var checked int
	require.NoError(t, s.Admin(t).QueryRow(t.Context(), `SELECT max(c) FROM (
		SELECT count(*) OVER (PARTITION BY key ORDER BY occurred_at
		RANGE BETWEEN '1 minute' PRECEDING AND CURRENT ROW) AS c FROM attempts)`).Scan(&checked))
	require.LessOrEqual(t, checked, 100)
	_, err := s.tryLogin(t, "anna@example.com", password, "203.0.113.9")
	require.NoError(t, err, "others get in")
}

func TestSigningInOftenIsNoAttack(t *testing.T) {
	s := start(t)
	s.create(t, "anna@example.com")
	for range 30 {
		_, err := s.tryLogin(t, "anna@example.com", password, "198.51.100.7")
		require.NoError(t, err)
	}
	require.Zero(t, s.checked(t))
}

func TestHashesAreKeptAsTheyShouldAndMadeAnew(t *testing.T) {
	t.Parallel()
	s := startService(t, account.Service())
	s.create(t, "anna@example.com")
	pool := s.Admin(t)
	hash := func() (text string) {
		require.NoError(t, pool.QueryRow(t.Context(), "SELECT password_hash FROM users").Scan(&text))
		return text
	}
	require.Regexp(t, `^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$`, hash())
	_, err := pool.Exec(t.Context(), "UPDATE users SET password_hash = $1", weakHash(password))
	require.NoError(t, err)
	s.login(t, "anna@example.com")
	require.Contains(t, hash(), "$m=19456,t=2,p=1$")
	s.login(t, "anna@example.com")
}

// weakHash returns a hash with outdated parameters.
func weakHash(password string) string {
	salt := []byte("sixteen bytes ..")
	key := argon2.IDKey([]byte(password), salt, 1, 8*1024, 1, 32)
	encode := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=19$m=8192,t=1,p=1$%s$%s", encode(salt), encode(key))
}
