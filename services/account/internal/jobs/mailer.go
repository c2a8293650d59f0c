package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"puls.app/services/account/internal/core"
	"puls.app/services/account/internal/mail"
)

// mailPoll is how often mails are looked for although nobody woke the mailer: those put off, and those of replicas.
const mailPoll = time.Second

// Sender hands a mail on. A *mail.Refused is for good; any other error brings the mail again.
type Sender interface {
	Send(ctx context.Context, m mail.Message, now time.Time) error
}

// Mailer sends the mails that wait. Any number of replicas may run it.
type Mailer struct {
	writer *mail.Writer
	sender Sender
	now    func() time.Time
	log    *slog.Logger
	wake   chan struct{}
}

// NewMailer makes a mailer; a nil sender leaves every mail waiting.
func NewMailer(writer *mail.Writer, sender Sender, now func() time.Time, log *slog.Logger) *Mailer {
	return &Mailer{writer: writer, sender: sender, now: now, log: log, wake: make(chan struct{}, 1)}
}

// Wake has waiting mails sent now.
func (m *Mailer) Wake() {
	select {
	case m.wake <- struct{}{}:
	default:
	}
}

// Run sends until ctx ends.
func (m *Mailer) Run(letters *core.Letters) func(ctx context.Context) error {
	return func(ctx context.Context) error {
		if m.sender == nil {
			m.log.WarnContext(ctx, "no mail server is set (PULS_SMTP_URL): mails wait")
			<-ctx.Done()
			return nil
		}
		ticker := time.NewTicker(mailPoll)
		defer ticker.Stop()
		for {
			if err := m.sendAll(ctx, letters); err != nil && ctx.Err() == nil {
				m.log.ErrorContext(ctx, "mails could not be looked after", "error", err)
			}
			select {
			case <-ctx.Done():
				return nil
			case <-m.wake:
			case <-ticker.C:
			}
		}
	}
}

func (m *Mailer) sendAll(ctx context.Context, letters *core.Letters) error {
	for ctx.Err() == nil {
		letter, err := letters.Next(ctx)
		if err != nil || letter == nil {
			return err
		}
		if err := m.send(ctx, letters, letter); err != nil {
			return err
		}
	}
	return nil
}

func (m *Mailer) send(ctx context.Context, letters *core.Letters, letter *core.Letter) error {
	message, err := m.writer.Write(string(letter.Purpose), letter.Language, letter.Email, letter.Secret)
	if err != nil {
		return fmt.Errorf("write mail: %w", err)
	}
	err = m.sender.Send(ctx, message, m.now())
	if err == nil {
		return letters.Sent(context.WithoutCancel(ctx), letter)
	}
	if ctx.Err() != nil {
		return nil // stopping: it is due again when its lease ends
	}
	var refused *mail.Refused
	return letters.NotSent(ctx, letter, errors.As(err, &refused), err.Error())
}
