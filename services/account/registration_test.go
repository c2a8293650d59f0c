package account_test

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	"puls.app/services/kit/rpc"
	"puls.app/services/local/servicetest"
)

func registration(email string) *accountv1.RegisterRequest {
	return &accountv1.RegisterRequest{Email: email, Password: password, Terms: true, DataProcessing: true}
}

func (s *system) register(t testing.TB, email string) {
	t.Helper()
	_, err := s.registrations.Register(t.Context(), registration(email))
	require.NoError(t, err)
}

func (s *system) activate(t testing.TB, token string) error {
	t.Helper()
	_, err := s.registrations.Activate(t.Context(), &accountv1.ActivateRequest{Token: token})
	return err
}

func (s *system) requestReset(t testing.TB, email string) {
	t.Helper()
	_, err := s.registrations.RequestPasswordReset(t.Context(), &accountv1.RequestPasswordResetRequest{Email: email})
	require.NoError(t, err)
}

func (s *system) reset(t testing.TB, token, password string) error {
	t.Helper()
	// Fifty calls hash as many passwords, for which a busy machine needs longer than a call's usual half minute.
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	_, err := s.registrations.ResetPassword(ctx, &accountv1.ResetPasswordRequest{Token: token, Password: password})
	return err
}

func TestFromRegistrationToANewPassword(t *testing.T) {
	s := start(t)
	const email, renewed = "jan@example.com", "Better-Horse-99"
	s.register(t, "Jan@Example.com")
	_, err := s.tryLogin(t, email, password, "")
	servicetest.Refused(t, err, codes.InvalidArgument, "ACCOUNT_INACTIVE")
	_, err = s.tryLogin(t, email, "Wrong-Horse-99", "")
	servicetest.Refused(t, err, codes.Unauthenticated, "ACCOUNT_INVALID_LOGIN")

	link := s.mails.link(t, email, 1)
	require.Equal(t, "Potwierdź adres e-mail w Pulsie", s.mails.to(email)[0].subject)
	require.Contains(t, s.mails.to(email)[0].html, public+"/activate/"+link)
	require.NoError(t, s.activate(t, link))
	servicetest.Refused(t, s.activate(t, link), codes.InvalidArgument, "ACCOUNT_LINK_INACTIVE")

	p, err := s.tryLogin(t, email, password, "")
	require.NoError(t, err)
	me, err := s.accounts.GetMe(p.ctx(t), &accountv1.GetMeRequest{})
	require.NoError(t, err)
	require.Equal(
		t, []string{fmt.Sprintf("%03d", me.GetAccountId())}, s.contacts.uids(me.GetAccountId()),
		"its recipient database is there",
	)
	require.Equal(t, "STANDARD", me.GetPackage())
	require.WithinDuration(t, s.Now().Add(14*24*time.Hour), me.GetTrialEndsAt().AsTime(), time.Minute)
	require.False(t, me.GetTrialExpired())
	require.Equal(t, "UTC", me.GetTimeZone())

	s.requestReset(t, email)
	link = s.mails.link(t, email, 2)
	require.Contains(t, s.mails.to(email)[1].text, public+"/password-reset/"+link)
	servicetest.Refused(t, s.reset(t, link, "weak"), codes.InvalidArgument, "ACCOUNT_WEAK_PASSWORD")
	servicetest.Refused(t, s.reset(t, link, password), codes.InvalidArgument, "ACCOUNT_PASSWORD_UNCHANGED")
	require.NoError(t, s.reset(t, link, renewed), "the link still works")
	servicetest.Refused(t, s.reset(t, link, "Another-Horse-99"), codes.InvalidArgument, "ACCOUNT_LINK_INACTIVE")
	_, err = s.continueWith(t, p.refresh)
	servicetest.Refused(t, err, codes.Unauthenticated, "ACCOUNT_SESSION_ENDED")
	_, err = s.tryLogin(t, email, password, "")
	servicetest.Refused(t, err, codes.Unauthenticated, "ACCOUNT_INVALID_LOGIN")
	_, err = s.tryLogin(t, email, renewed, "")
	require.NoError(t, err)
}

func TestRegistrationReportsInvalidFields(t *testing.T) {
	s := start(t)
	s.create(t, "taken@example.com")
	type request = accountv1.RegisterRequest
	for name, c := range map[string]struct {
		change func(*request)
		code   codes.Code
		reason string
	}{
		"taken":     {func(r *request) { r.Email = "Taken@example.com" }, codes.AlreadyExists, "ACCOUNT_EMAIL_TAKEN"},
		"weak":      {func(r *request) { r.Password = "Zielona-Cegla" }, codes.InvalidArgument, "ACCOUNT_WEAK_PASSWORD"},
		"common":    {func(r *request) { r.Password = "Password-123" }, codes.InvalidArgument, "ACCOUNT_COMMON_PASSWORD"},
		"terms":     {func(r *request) { r.Terms = false }, codes.InvalidArgument, "ACCOUNT_CONSENT_MISSING"},
		"agreement": {func(r *request) { r.DataProcessing = false }, codes.InvalidArgument, "ACCOUNT_CONSENT_MISSING"},
		"zone":      {func(r *request) { r.Timezone = "Europe/Krakow" }, codes.InvalidArgument, "ACCOUNT_TIMEZONE_UNKNOWN"},
		"e-mail":    {func(r *request) { r.Email = "nobody" }, codes.InvalidArgument, "REQUEST_INVALID"},
	} {
		request := registration("new@example.com")
		c.change(request)
		_, err := s.registrations.Register(t.Context(), request)
		require.Error(t, err, name)
		servicetest.Refused(t, err, c.code, c.reason)
	}
	require.Empty(t, s.mails.to("new@example.com"))
}

func TestALinkActivatesWithThePasswordThatItWasGivenWith(t *testing.T) {
	const email, attackers = "jan@example.com", "Attackers-Horse-1"
	s := start(t)
	s.register(t, email)
	own := s.mails.link(t, email, 1)
	hijack := registration(email)
	hijack.Password, hijack.Timezone, hijack.Language = attackers, "Asia/Tokyo", "en"
	_, err := s.registrations.Register(t.Context(), hijack)
	require.NoError(t, err)
	s.mails.link(t, email, 2)
	require.NoError(t, s.activate(t, own), "the link that was asked for first still works")
	_, err = s.tryLogin(t, email, attackers, "")
	servicetest.Refused(t, err, codes.Unauthenticated, "ACCOUNT_INVALID_LOGIN")
	me, err := s.accounts.GetMe(s.login(t, email).ctx(t), &accountv1.GetMeRequest{})
	require.NoError(t, err)
	require.Equal(t, "UTC pl", me.GetTimeZone()+" "+me.GetLanguage())
	servicetest.Refused(t, s.activate(t, s.mails.link(t, email, 2)), codes.InvalidArgument, "ACCOUNT_LINK_INACTIVE")
}

func TestOnlySoManyRegistrationsOfAnEmailWait(t *testing.T) {
	const email = "jan@example.com"
	s := start(t)
	s.register(t, email)
	oldest := s.mails.link(t, email, 1)
	for i := range 11 {
		s.Advance(20 * time.Minute) // mails to one address have a limit of their own
		s.register(t, email)
		s.mails.link(t, email, 2+i)
	}
	var waiting int
	require.NoError(t, s.Admin(t).QueryRow(t.Context(), "SELECT count(*) FROM registrations").Scan(&waiting))
	require.Equal(t, 10, waiting)
	servicetest.Refused(t, s.activate(t, oldest), codes.InvalidArgument, "ACCOUNT_LINK_INACTIVE")
	require.NoError(t, s.activate(t, s.mails.link(t, email, 12)))
}

func TestRegisteringAgainMakesNoSecondAccount(t *testing.T) {
	s := start(t)
	s.register(t, "jan@example.com")
	first := s.mails.link(t, "jan@example.com", 1)
	again := registration("jan@example.com")
	again.Password, again.Language = "Better-Horse-99", "en"
	_, err := s.registrations.Register(t.Context(), again)
	require.NoError(t, err)
	second := s.mails.link(t, "jan@example.com", 2)
	require.Equal(t, "Confirm your e-mail address for Puls", s.mails.to("jan@example.com")[1].subject)
	require.NoError(t, s.activate(t, second))
	servicetest.Refused(t, s.activate(t, first), codes.InvalidArgument, "ACCOUNT_LINK_INACTIVE")
	_, err = s.tryLogin(t, "jan@example.com", "Better-Horse-99", "")
	require.NoError(t, err)
	_, err = s.registrations.Register(t.Context(), registration("jan@example.com"))
	servicetest.Refused(t, err, codes.AlreadyExists, "ACCOUNT_EMAIL_TAKEN")
	var accounts int
	require.NoError(t, s.Admin(t).QueryRow(t.Context(), "SELECT count(*) FROM accounts").Scan(&accounts))
	require.Equal(t, 1, accounts)
}

func TestALinkWorksForOneOfFifty(t *testing.T) {
	s := start(t)
	const email = "jan@example.com"
	s.register(t, email)
	race := func(use func(i int) error) (won int) {
		var wait sync.WaitGroup
		var mu sync.Mutex
		for i := range 50 {
			wait.Go(func() {
				err := use(i)
				mu.Lock()
				defer mu.Unlock()
				switch reason := rpc.Reason(err); {
				case err == nil:
					won++
				case reason != "ACCOUNT_LINK_INACTIVE" && reason != "ACCOUNT_LOGIN_BUSY": // a user has only some places
					t.Error(err)
				}
			})
		}
		wait.Wait()
		return won
	}
	link := s.mails.link(t, email, 1)
	require.Equal(t, 1, race(func(int) error { return s.activate(t, link) }))
	s.requestReset(t, email)
	link = s.mails.link(t, email, 2)
	require.Equal(t, 1, race(func(i int) error { return s.reset(t, link, fmt.Sprint("Better-Horse-", i)) }))
}

func TestLinksGrowOld(t *testing.T) {
	s := start(t)
	const email = "jan@example.com"
	s.register(t, email)
	link := s.mails.link(t, email, 1)
	var expires time.Time
	var hash []byte
	read := func(table string) {
		require.NoError(
			t, s.Admin(t).QueryRow(t.Context(), "SELECT expires_at, secret_hash FROM "+table).Scan(&expires, &hash),
		)
	}
	read("registrations")
	require.WithinDuration(t, s.Now().Add(7*24*time.Hour), expires, 30*time.Second)
	s.Advance(7*24*time.Hour - time.Minute)
	require.NoError(t, s.activate(t, link))

	before := s.Now()
	s.requestReset(t, email)
	link = s.mails.link(t, email, 2)
	read("links")
	require.GreaterOrEqual(t, expires.Sub(before), time.Hour-time.Millisecond)
	require.LessOrEqual(t, expires.Sub(s.Now()), time.Hour)
	require.GreaterOrEqual(t, len(link)*5, 128, "26 characters of base 32")
	require.NotContains(t, string(hash), link)
	s.Advance(expires.Sub(s.Now()) + time.Second)
	servicetest.Refused(t, s.reset(t, link, "Better-Horse-99"), codes.InvalidArgument, "ACCOUNT_LINK_INACTIVE")

	s.requestReset(t, email)
	older := s.mails.link(t, email, 3)
	s.requestReset(t, email)
	servicetest.Refused(t, s.reset(t, older, "Better-Horse-99"), codes.InvalidArgument, "ACCOUNT_LINK_INACTIVE")
	newest := s.mails.link(t, email, 4)
	s.Advance(59*time.Minute + 50*time.Second)
	require.NoError(t, s.reset(t, newest, "Better-Horse-99"))
}

func TestAccountsCannotBeEnumerated(t *testing.T) {
	s := start(t)
	s.create(t, "known@example.com")
	for _, email := range []string{"known@example.com", "unknown@example.com"} {
		res, err := s.registrations.RequestPasswordReset(t.Context(), &accountv1.RequestPasswordResetRequest{Email: email})
		require.NoError(t, err)
		require.Empty(t, res.String())
		_, err = s.tryLogin(t, email, "Wrong-Horse-99", "")
		require.Equal(
			t, "rpc error: code = Unauthenticated desc = the e-mail or the password is wrong", err.Error(),
		)
	}
	s.mails.link(t, "known@example.com", 1)
	eventually(t, func() bool {
		var waiting int
		require.NoError(t, s.Admin(t).QueryRow(t.Context(), "SELECT count(*) FROM mails").Scan(&waiting))
		return waiting == 0
	}, "nothing waits")
	require.Empty(t, s.mails.to("unknown@example.com"))
}

func TestNoAccountIsActivatedWithoutItsDatabase(t *testing.T) {
	s := start(t)
	s.contacts.setBroken(true)
	s.register(t, "jan@example.com")
	link := s.mails.link(t, "jan@example.com", 1)
	require.Error(t, s.activate(t, link))
	_, err := s.tryLogin(t, "jan@example.com", password, "")
	servicetest.Refused(t, err, codes.InvalidArgument, "ACCOUNT_INACTIVE")
	s.contacts.setBroken(false)
	require.NoError(t, s.activate(t, link), "the link was not used up")
}

func TestAnOperatorDecidesOverAConfirmationLink(t *testing.T) {
	s := start(t)
	for email, active := range map[string]bool{"on@example.com": true, "off@example.com": false} {
		s.register(t, email)
		link := s.mails.link(t, email, 1)
		var id int32
		require.NoError(t, s.Admin(t).QueryRow(t.Context(), "SELECT account_id FROM users WHERE email = $1", email).Scan(&id))
		_, err := s.admin.SetAccountActive(t.Context(), &accountv1.SetAccountActiveRequest{AccountId: id, Active: active})
		require.NoError(t, err)
		servicetest.Refused(t, s.activate(t, link), codes.InvalidArgument, "ACCOUNT_LINK_INACTIVE")
		_, err = s.registrations.Register(t.Context(), registration(email))
		servicetest.Refused(t, err, codes.AlreadyExists, "ACCOUNT_EMAIL_TAKEN")
		_, err = s.tryLogin(t, email, password, "")
		require.Equal(t, active, err == nil)
		if active {
			require.NotEmpty(t, s.contacts.uids(id), "its recipient database is there")
		}
	}
}

func TestMailsAreTriedAgainAndGivenUp(t *testing.T) {
	s := start(t)
	s.mails.setRefusal(&smtp.SMTPError{
		Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "later, jan@example.com",
	})
	s.register(t, "jan@example.com")
	eventually(t, func() bool { return strings.Contains(s.Logged(), "mail not sent yet") }, "the failure is told")
	require.Contains(t, s.Logged(), "451")
	s.mails.setRefusal(nil)
	require.Empty(t, s.mails.to("jan@example.com"))
	s.Advance(20 * time.Second)
	require.NoError(t, s.activate(t, s.mails.link(t, "jan@example.com", 1)))

	s.mails.setRefusal(&smtp.SMTPError{
		Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no ola@example.com here",
	})
	s.register(t, "ola@example.com")
	eventually(t, func() bool { return strings.Count(s.Logged(), "mail given up") == 1 }, "refused for good")
	s.mails.setRefusal(&smtp.SMTPError{Code: 451, Message: "later"})
	s.register(t, "ewa@example.com")
	eventually(t, func() bool { return strings.Count(s.Logged(), "mail not sent yet") == 2 }, "tried once")
	s.Advance(49 * time.Hour)
	eventually(t, func() bool { return strings.Count(s.Logged(), "mail given up") == 2 }, "given up after two days")
	require.NotContains(t, s.Logged(), "@example.com")
}

func TestTheMailServerIsSignedInTo(t *testing.T) {
	s := start(t, func(with *servicetest.Setup) {
		address := with.Settings["PULS_SMTP_URL"]
		address = strings.Replace(address, "smtp://", "smtp://puls:"+url.QueryEscape("p@ss")+"@", 1) + "?tls=none"
		with.Settings = with.Settings.With("PULS_SMTP_URL", address)
	})
	s.register(t, "jan@example.com")
	s.mails.link(t, "jan@example.com", 1)
	require.Equal(t, []string{"puls:p@ss"}, s.mails.users)
}

func TestWithoutAServerMailsAreKeptAsFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mail")
	s := start(t, func(with *servicetest.Setup) {
		with.Settings = with.Settings.With("PULS_SMTP_URL", "").With("PULS_MAIL_DIR", dir)
	})
	s.register(t, "jan@example.com")
	var files []string
	eventually(t, func() bool {
		var err error
		files, err = filepath.Glob(filepath.Join(dir, "*"))
		return err == nil && len(files) == 2
	}, "two files")
	info, err := os.Stat(dir)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o700), info.Mode().Perm())
	for _, file := range files {
		require.NotContains(t, filepath.Base(file), "jan")
		require.Regexp(t, `^\d{8}T\d{6}\.\d{6}Z-[0-9a-f]{8}\.(eml|html)$`, filepath.Base(file))
	}
	html, err := os.ReadFile(files[1])
	require.NoError(t, err)
	found := linkPattern.FindStringSubmatch(string(html))
	require.Len(t, found, 3)
	eventually(t, func() bool { return s.activate(t, found[2]) == nil }, "the link works")
}

func TestAskingForMailsIsLimited(t *testing.T) {
	s := start(t)
	s.create(t, "known@example.com")
	ctx := metadata.AppendToOutgoingContext(t.Context(), "client-address", "198.51.100.7")
	for i := range 30 {
		_, err := s.registrations.RequestPasswordReset(ctx, &accountv1.RequestPasswordResetRequest{
			Email: fmt.Sprintf("somebody%d@example.com", i),
		})
		require.NoError(t, err)
	}
	_, err := s.registrations.RequestPasswordReset(ctx, &accountv1.RequestPasswordResetRequest{Email: "known@example.com"})
	servicetest.Refused(t, err, codes.ResourceExhausted, "ACCOUNT_TOO_MANY_ATTEMPTS")
	require.InDelta(
		t, time.Hour, rpc.FailureOf(err).Wait, float64(time.Minute), "the first of the attempts leaves the limit an hour after it was made",
	)
	for range 15 {
		s.requestReset(t, "known@example.com")
	}
	s.mails.link(t, "known@example.com", 10)
	require.Len(t, s.mails.to("known@example.com"), 10, "a mailbox is not filled")
	for i := range 30 {
		request := registration("known@example.com")
		request.Email = fmt.Sprintf("new%d@example.com", i)
		_, err := s.registrations.Register(ctx, request)
		require.NoError(t, err)
	}
	_, err = s.registrations.Register(ctx, registration("last@example.com"))
	require.Equal(t, codes.ResourceExhausted, status.Code(err))
	s.Advance(time.Hour)
	_, err = s.registrations.Register(ctx, registration("last@example.com"))
	require.NoError(t, err)
}

func TestALinkSaysWhetherItCanBeUsedWithoutBeingUsed(t *testing.T) {
	s := start(t)
	s.create(t, "anna@example.com")
	checkReset := func(secret string) error {
		_, err := s.registrations.CheckResetLink(t.Context(), &accountv1.CheckResetLinkRequest{Token: secret})
		return err
	}
	checkActivation := func(secret string) error {
		_, err := s.registrations.CheckActivationLink(t.Context(), &accountv1.CheckActivationLinkRequest{Token: secret})
		return err
	}
	inactive := func(err error) {
		t.Helper()
		servicetest.Refused(t, err, codes.InvalidArgument, "ACCOUNT_LINK_INACTIVE")
	}
	s.requestReset(t, "anna@example.com")
	reset := s.mails.link(t, "anna@example.com", 1)
	for range 2 {
		require.NoError(t, checkReset(reset), "looking does not use it")
	}
	inactive(checkReset("UNKNOWN"))
	inactive(checkActivation(reset))
	require.NoError(t, s.reset(t, reset, "Better-Horse-99"))
	inactive(checkReset(reset))
	s.requestReset(t, "anna@example.com")
	old := s.mails.link(t, "anna@example.com", 2)

	_, err := s.registrations.Register(t.Context(), registration("new@example.com"))
	require.NoError(t, err)
	activation := s.mails.link(t, "new@example.com", 1)
	for range 2 {
		require.NoError(t, checkActivation(activation))
	}
	_, err = s.registrations.Activate(t.Context(), &accountv1.ActivateRequest{Token: activation})
	require.NoError(t, err)
	inactive(checkActivation(activation))
	s.Advance(61 * time.Minute)
	inactive(checkReset(old))
}

func TestMissingConsentsAreNamed(t *testing.T) {
	s := start(t)
	_, err := s.registrations.Register(t.Context(), &accountv1.RegisterRequest{
		Email: "new@example.com", Password: password, Timezone: "UTC", Language: "pl",
	})
	servicetest.Refused(t, err, codes.InvalidArgument, "ACCOUNT_CONSENT_MISSING")
	var fields []string
	for _, field := range rpc.FailureOf(err).Fields {
		fields = append(fields, field.Name)
	}
	require.Equal(t, []string{"terms", "dataProcessing"}, fields)
}
