package acceptance

import (
	"bytes"
	"io"
	"mime/quotedprintable"
	"net"
	"net/http"
	"net/mail"
	"regexp"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/stretchr/testify/require"
)

// mailbox is a real SMTP server that stores received mails as text.
type mailbox struct {
	address string
	mu      sync.Mutex
	mails   []string
}

func startMailbox(t *testing.T) *mailbox {
	t.Helper()
	m := &mailbox{}
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return mailSession{m}, nil }))
	var config net.ListenConfig
	listener, err := config.Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	m.address = listener.Addr().String()
	go func() { _ = server.Serve(listener) }() // ends with Close
	t.Cleanup(func() { _ = server.Close() })
	return m
}

type mailSession struct{ box *mailbox }

func (mailSession) Reset()                               {}
func (mailSession) Logout() error                        { return nil }
func (mailSession) Mail(string, *smtp.MailOptions) error { return nil }
func (mailSession) Rcpt(string, *smtp.RcptOptions) error { return nil }

func (s mailSession) Data(r io.Reader) error {
	message, err := mail.ReadMessage(r)
	if err != nil {
		return err
	}
	raw, err := io.ReadAll(message.Body)
	if err != nil {
		return err
	}
	text, err := io.ReadAll(quotedprintable.NewReader(bytes.NewReader(raw)))
	if err != nil {
		return err
	}
	s.box.mu.Lock()
	defer s.box.mu.Unlock()
	s.box.mails = append(s.box.mails, string(text))
	return nil
}

// click returns the secret of the link in the n-th mail, once it arrives.
func (m *mailbox) click(t *testing.T, n int, page string) string {
	t.Helper()
	var text string
	eventually(t, "the mail", func() bool {
		m.mu.Lock()
		defer m.mu.Unlock()
		if len(m.mails) < n {
			return false
		}
		text = m.mails[n-1]
		return true
	})
	link := regexp.MustCompile(`https://app\.example\.com/` + page + `/([A-Za-z0-9_-]+)`).FindStringSubmatch(text)
	require.Len(t, link, 2, "%s", text)
	return link[1]
}

func TestAPersonRegistersClicksSignsInAndResetsThePassword(t *testing.T) {
	box := startMailbox(t)
	p := startProgram(
		t, setting("PULS_SMTP_URL", "smtp://"+box.address), setting("PULS_PUBLIC_URL", "https://app.example.com"),
	)
	const email, first, second = "anna.nowak@example.com", "Pierwsze-Haslo-1", "Drugie-Haslo-22"
	person := &client{t: t, address: p.address}
	signIn := func(password string) (int, []byte) {
		return (&browser{client: &client{t: t, address: p.address}}).post(
			"public/account/users:login", object{"email": email, "password": password},
		)
	}
	registration := object{
		"email": email, "password": first, "language": "pl", "terms": true, "dataProcessing": true,
		"timezone": "Europe/Warsaw",
	}
	person.call(http.MethodPost, "public/account/accounts", registration, nil)
	status, data := signIn(first)
	require.Equal(t, http.StatusBadRequest, status)
	require.Contains(t, string(data), "ACCOUNT_INACTIVE")

	activate := object{"token": box.click(t, 1, "activate")}
	person.call(http.MethodPost, "public/account/accounts:activate", activate, nil)
	status, _ = signIn(first)
	require.Equal(t, http.StatusOK, status)
	status, data = (&browser{client: person}).post("public/account/accounts:activate", activate)
	require.Equal(t, http.StatusBadRequest, status)
	require.Contains(t, string(data), "ACCOUNT_LINK_INACTIVE")
	status, data = (&browser{client: person}).post("public/account/accounts", registration)
	require.Equal(t, http.StatusConflict, status)
	require.Contains(t, string(data), "ACCOUNT_EMAIL_TAKEN")

	// The new account can be used at once: it has its own recipient database.
	person.login(email, first)
	var databases struct{ Items []struct{ UID string } }
	person.call(http.MethodGet, "protected/saresystem/databases", nil, &databases)
	require.Len(t, databases.Items, 1)
	forgotten := &browser{client: &client{t: t, address: p.address, token: person.token}}

	person.token = ""
	person.call(http.MethodPost, "public/account/users:request-password-reset", object{"email": email}, nil)
	person.call(
		http.MethodPost, "public/account/users:reset-password",
		object{"token": box.click(t, 2, "password-reset"), "password": second}, nil,
	)
	forgotten.becomes(time.Now(), aPage, http.StatusUnauthorized) // other sessions are ended
	status, _ = signIn(first)
	require.Equal(t, http.StatusUnauthorized, status)
	status, _ = signIn(second)
	require.Equal(t, http.StatusOK, status)
}
