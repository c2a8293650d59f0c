package account_test

import (
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	"net/mail"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
	"github.com/stretchr/testify/require"
)

// mailServer is a real SMTP server that stores its mails.
type mailServer struct {
	address string
	mu      sync.Mutex
	got     []received
	refuse  error
	users   []string
}

// received is a mail in its reader's view.
type received struct {
	to, from, subject, text, html string
}

func startMailServer(t testing.TB) *mailServer {
	t.Helper()
	m := &mailServer{}
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) {
		return &mailSession{server: m}, nil
	}))
	server.AllowInsecureAuth = true
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	m.address = listener.Addr().String()
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	return m
}

type mailSession struct {
	server *mailServer
	to     string
}

func (s *mailSession) Reset()                               {}
func (s *mailSession) Logout() error                        { return nil }
func (s *mailSession) Mail(string, *smtp.MailOptions) error { return nil }
func (s *mailSession) AuthMechanisms() []string             { return []string{sasl.Plain} }

func (s *mailSession) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		s.server.mu.Lock()
		defer s.server.mu.Unlock()
		s.server.users = append(s.server.users, user+":"+password)
		return nil
	}), nil
}

func (s *mailSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.server.mu.Lock()
	defer s.server.mu.Unlock()
	s.to = to
	return s.server.refuse
}

func (s *mailSession) Data(r io.Reader) error {
	message, err := read(r)
	if err != nil {
		return err
	}
	s.server.mu.Lock()
	defer s.server.mu.Unlock()
	message.to = s.to
	s.server.got = append(s.server.got, message)
	return nil
}

func read(r io.Reader) (received, error) {
	message, err := mail.ReadMessage(r)
	if err != nil {
		return received{}, err
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(message.Header.Get("Subject"))
	if err != nil {
		return received{}, err
	}
	m := received{from: message.Header.Get("From"), subject: subject}
	_, params, err := mime.ParseMediaType(message.Header.Get("Content-Type"))
	if err != nil {
		return received{}, err
	}
	parts := multipart.NewReader(message.Body, params["boundary"])
	for {
		part, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			return m, nil
		}
		if err != nil {
			return received{}, err
		}
		text, err := io.ReadAll(quotedprintable.NewReader(part))
		if err != nil {
			return received{}, err
		}
		if strings.HasPrefix(part.Header.Get("Content-Type"), "text/html") {
			m.html = string(text)
		} else {
			m.text = string(text)
		}
	}
}

func (m *mailServer) setRefusal(err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.refuse = err
}

// to returns the mails of a recipient.
func (m *mailServer) to(email string) []received {
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []received
	for _, message := range m.got {
		if message.to == email {
			list = append(list, message)
		}
	}
	return list
}

var linkPattern = regexp.MustCompile(`https://puls\.example/(activate|password-reset)/([A-Z0-9]+)`)

// link returns the secret in the n-th mail with a link to a recipient, once it has arrived.
func (m *mailServer) link(t testing.TB, email string, n int) string {
	t.Helper()
	var secrets []string
	eventually(t, func() bool {
		secrets = nil
		for _, mail := range m.to(email) {
			if found := linkPattern.FindStringSubmatch(mail.text); found != nil {
				secrets = append(secrets, found[2])
			}
		}
		return len(secrets) >= n
	}, "a mail arrives")
	return secrets[n-1]
}
