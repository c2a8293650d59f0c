package mail

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"time"

	"github.com/wneessen/go-mail"

	"puls.app/services/kit/conf"
)

// sendTimeout bounds a session with a mail server.
const sendTimeout = 30 * time.Second

// tryTimeout bounds the session of a check of the server, as its caller waits.
const tryTimeout = 10 * time.Second

// Refused is a permanent failure, such as an address that does not exist.
type Refused struct{ cause error }

func (r *Refused) Error() string { return r.cause.Error() }
func (r *Refused) Unwrap() error { return r.cause }

// SMTP sends mails through a server.
type SMTP struct {
	client *mail.Client
	from   string
}

// NewSMTP parses an address such as smtps://user:password@mail.example:465. smtps encrypts from the first byte. smtp
// demands STARTTLS whenever a password is sent or the server is not on this machine, unless the address ends in
// ?tls=none, which is for relays in a private network.
func NewSMTP(address conf.Secret, from string) (*SMTP, error) {
	parsed, err := url.Parse(address.Reveal())
	if err != nil || parsed.Hostname() == "" || (parsed.Scheme != "smtp" && parsed.Scheme != "smtps") {
		return nil, errors.New("PULS_SMTP_URL must be an address such as smtps://user:password@mail.example:465")
	}
	options := []mail.Option{mail.WithTimeout(sendTimeout), mail.WithTLSPolicy(mail.TLSMandatory)}
	port := 587
	if parsed.Scheme == "smtps" {
		options, port = append(options, mail.WithSSL()), 465
	}
	password, authenticates := parsed.User.Password()
	method := mail.SMTPAuthAutoDiscover
	plain := parsed.Query().Get("tls") == "none" || (isLoopback(parsed.Hostname()) && !authenticates)
	if parsed.Scheme == "smtp" && plain {
		options, method = append(options, mail.WithTLSPolicy(mail.NoTLS)), mail.SMTPAuthPlainNoEnc
	}
	if text := parsed.Port(); text != "" {
		if port, err = strconv.Atoi(text); err != nil {
			return nil, errors.New("PULS_SMTP_URL has a port that is no number")
		}
	}
	if authenticates {
		options = append(
			options, mail.WithSMTPAuth(method), mail.WithUsername(parsed.User.Username()), mail.WithPassword(password),
		)
	}
	client, err := mail.NewClient(parsed.Hostname(), append(options, mail.WithPort(port))...)
	if err != nil {
		return nil, fmt.Errorf("make mail client: %w", err)
	}
	if _, err := build(Message{To: "check@example.com"}, from, time.Unix(0, 0)); err != nil {
		return nil, errors.New("PULS_MAIL_FROM must be an address such as Puls <puls@example.com>")
	}
	return &SMTP{client: client, from: from}, nil
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || (ip != nil && ip.IsLoopback())
}

// Send sends a mail to the server. Its error names no recipient.
func (s *SMTP) Send(ctx context.Context, m Message, now time.Time) error {
	message, err := build(m, s.from, now)
	if err != nil {
		return &Refused{cause: errors.New("the mail cannot be built for this recipient")}
	}
	ctx, cancel := context.WithTimeout(ctx, sendTimeout)
	defer cancel()
	err = s.client.DialAndSendWithContext(ctx, message)
	if err == nil {
		return nil
	}
	var refused *mail.SendError
	if !errors.As(err, &refused) {
		// There was no session: the error names hosts, never users.
		return fmt.Errorf("talk to mail server: %w", err)
	}
	// The server's own message may repeat the address.
	cause := fmt.Errorf(
		"mail server answered %d %s (%s)", refused.ErrorCode(), refused.EnhancedStatusCode(), refused.Reason,
	)
	if refused.IsTemp() || refused.ErrorCode() < 500 {
		return cause
	}
	return &Refused{cause: cause}
}

// Try signs in to the server and disconnects.
func (s *SMTP) Try(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, tryTimeout)
	defer cancel()
	if err := s.client.DialWithContext(ctx); err != nil {
		return fmt.Errorf("talk to mail server: %w", err)
	}
	if err := s.client.Close(); err != nil {
		return fmt.Errorf("leave mail server: %w", err)
	}
	return nil
}

// build builds the MIME message.
func build(m Message, from string, now time.Time) (*mail.Msg, error) {
	message := mail.NewMsg(mail.WithNoDefaultUserAgent())
	if err := message.From(from); err != nil {
		return nil, fmt.Errorf("set sender: %w", err)
	}
	if err := message.To(m.To); err != nil {
		return nil, fmt.Errorf("set recipient: %w", err)
	}
	message.Subject(m.Subject)
	message.SetDateWithValue(now)
	message.SetMessageID()
	// Autoresponders ignore this mail.
	message.SetGenHeader("Auto-Submitted", "auto-generated")
	message.SetBodyString(mail.TypeTextPlain, m.Text)
	message.AddAlternativeString(mail.TypeTextHTML, m.HTML)
	return message, nil
}

// encode returns the wire form of the message.
func encode(m Message, from string, now time.Time) ([]byte, error) {
	message, err := build(m, from, now)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	if _, err := message.WriteTo(&text); err != nil {
		return nil, fmt.Errorf("write mail: %w", err)
	}
	return text.Bytes(), nil
}
