package account_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	"puls.app/services/local/servicetest"
)

// from signs in at a browser with these device cookies, and returns the new one.
func (s *system) from(t testing.TB, email, password string, devices ...string) (device string, err error) {
	t.Helper()
	ctx := t.Context()
	for _, device := range devices {
		ctx = metadata.AppendToOutgoingContext(ctx, "device", device)
	}
	var header metadata.MD
	_, err = s.sessions.Login(ctx, &accountv1.LoginRequest{Email: email, Password: password}, grpc.Header(&header))
	if err != nil {
		require.Empty(t, header.Get("set-device"), "who does not get in gets no cookie")
		return "", err
	}
	require.Len(t, header.Get("set-device"), 1)
	parts := strings.Split(header.Get("set-device")[0], ";")
	require.Len(t, parts, 3)
	require.NotContains(t, header.Get("set-device")[0], "anna")
	return parts[1], nil
}

func TestAStrangerDoesNotKeepAKnownDeviceOut(t *testing.T) {
	s := start(t)
	s.create(t, "anna@example.com")
	s.create(t, "jan@example.com")
	device, err := s.from(t, "anna@example.com", password)
	require.NoError(t, err)
	s.guess(t, 30, same("anna@example.com"), same(""))
	_, err = s.from(t, "anna@example.com", password)
	servicetest.Refused(t, err, codes.Unauthenticated, "ACCOUNT_INVALID_LOGIN")
	_, err = s.from(t, "anna@example.com", password, "forged", device)
	require.NoError(t, err, "a device that signed in before is counted apart")

	s.guess(t, 30, same("jan@example.com"), same(""))
	_, err = s.from(t, "jan@example.com", password, device)
	servicetest.Refused(t, err, codes.Unauthenticated, "ACCOUNT_INVALID_LOGIN")
	_, err = s.from(t, "jan@example.com", password, device[:len(device)-2]+"AA")
	servicetest.Refused(t, err, codes.Unauthenticated, "ACCOUNT_INVALID_LOGIN")
}

func TestADeviceThatGuessesIsAsGoodAsAnyOther(t *testing.T) {
	s := start(t)
	s.create(t, "anna@example.com")
	stolen, err := s.from(t, "anna@example.com", password)
	require.NoError(t, err)
	other, err := s.from(t, "anna@example.com", password)
	require.NoError(t, err)
	for range 45 {
		_, err := s.from(t, "anna@example.com", "Wrong-Horse-99", stolen)
		servicetest.Refused(t, err, codes.Unauthenticated, "ACCOUNT_INVALID_LOGIN")
	}
	require.Equal(t, 20, s.checked(t))
	_, err = s.from(t, "anna@example.com", password, stolen)
	servicetest.Refused(t, err, codes.Unauthenticated, "ACCOUNT_INVALID_LOGIN")
	_, err = s.from(t, "anna@example.com", password, other)
	require.NoError(t, err, "its cookie alone is not trusted any more")
	s.Advance(16 * time.Minute)
	_, err = s.from(t, "anna@example.com", password, stolen)
	require.NoError(t, err)
}

func TestANewPasswordForgetsDevices(t *testing.T) {
	s := start(t)
	s.create(t, "anna@example.com")
	device, err := s.from(t, "anna@example.com", password)
	require.NoError(t, err)
	s.requestReset(t, "anna@example.com")
	require.NoError(t, s.reset(t, s.mails.link(t, "anna@example.com", 1), "Better-Horse-99"))
	_, err = s.from(t, "anna@example.com", "Better-Horse-99")
	require.NoError(t, err, "a reset ends what was counted")
	s.guess(t, 30, same("anna@example.com"), same(""))
	_, err = s.from(t, "anna@example.com", "Better-Horse-99", device)
	servicetest.Refused(t, err, codes.Unauthenticated, "ACCOUNT_INVALID_LOGIN")
}

func TestTheOwnerHearsOfBlockedSignInsOnceADay(t *testing.T) {
	s := start(t)
	s.create(t, "anna@example.com")
	device, err := s.from(t, "anna@example.com", password)
	require.NoError(t, err)
	pool := s.Admin(t)
	blocked := func() (mails, notifications int) {
		require.NoError(t, pool.QueryRow(t.Context(), "SELECT count(*) FROM notifications WHERE kind = 7").Scan(&notifications))
		for _, mail := range s.mails.to("anna@example.com") {
			if strings.HasPrefix(mail.subject, "Zablokowali") {
				mails++
			}
		}
		return mails, notifications
	}
	for day := 1; day <= 2; day++ {
		for range 2 {
			s.guess(t, 25, same("anna@example.com"), same(""))
			s.guess(t, 25, same("nobody@example.com"), same(""))
			s.Advance(20 * time.Minute)
		}
		eventually(t, func() bool {
			mails, notifications := blocked()
			return mails == day && notifications == day
		}, "is told")
		s.Advance(24 * time.Hour)
	}
	require.Empty(t, s.mails.to("nobody@example.com"))
	_, err = s.from(t, "anna@example.com", password, device)
	require.NoError(t, err)
}
