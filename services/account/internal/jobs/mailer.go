package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"puls.app/services/account/internal/core"
	"puls.app/services/account/internal/mail"
	"puls.app/services/kit/loop"
)

// mailPoll is how often the mailer looks for mails without a wake-up: postponed mails, and those of other replicas.
const mailPoll = time.Second

// Sender sends a mail. A *mail.Refused is permanent; after any other error the mail is retried.
type Sender interface {
	Send(ctx context.Context, m mail.Message, now time.Time) error
}

// Mailer sends waiting mails. Any number of replicas may run it.
type Mailer struct {
	writer *mail.Writer
	sender Sender
	now    func() time.Time
	log    *slog.Logger
	wake   chan struct{}
}

// NewMailer returns a mailer. With a nil sender all mails wait.
func NewMailer(writer *mail.Writer, sender Sender, now func() time.Time, log *slog.Logger) *Mailer {
	return &Mailer{writer: writer, sender: sender, now: now, log: log, wake: make(chan struct{}, 1)}
}

// Wake sends waiting mails now.
func (m *Mailer) Wake() { loop.Wake(m.wake) }

// Run returns the runner that sends mails.
func (m *Mailer) Run(letters *core.Letters) loop.Runner {
	if m.sender == nil {
		return func(ctx context.Context) error {
			m.log.WarnContext(ctx, "no mail server is set (PULS_SMTP_URL): mails wait")
			<-ctx.Done()
			return nil
		}
	}
	return loop.Work(m.wake, mailPoll, func(ctx context.Context) bool {
		letter, err := letters.Next(ctx)
		if err == nil && letter != nil {
			err = m.send(ctx, letters, letter)
		}
		if err != nil && ctx.Err() == nil {
			m.log.ErrorContext(ctx, "mails could not be looked after", "error", err)
		}
		return err == nil && letter != nil
	})
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
		return nil // stopping: the mail is due again when its lease ends
	}
	var refused *mail.Refused
	return letters.NotSent(ctx, letter, errors.As(err, &refused), err.Error())
}
