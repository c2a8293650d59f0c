package core

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"puls.app/services/kit/retry"
)

const (
	// mailLease is how long a replica may take to send a mail before another one retries it.
	mailLease = 5 * time.Minute
	// mailGivenUp is how long a mail is retried.
	mailGivenUp   = 48 * time.Hour
	firstMailWait = 15 * time.Second
	longestWait   = time.Hour
)

// Waiting is a mail to send.
//
//	waiting ──leased──▶ link made, sent ──▶ removed
//	   ▲                      │ not sent: 15 s, 30 s, 1 min … 1 h later
//	   └──────────────────────┴─ two days old, or refused for good ──▶ given up: logged and removed
type Waiting struct {
	ID      int64
	Purpose Purpose
	Email   string
	Created time.Time
	Tries   int
	// Registration that an activation confirms; 0 for other mails.
	Registration RegistrationID
}

// Recipient is the user that a mail goes to.
type Recipient struct {
	Account AccountID
	User    UserID
	// Language of the account, "pl" or "en".
	Language string
	// Active is whether the user may sign in. The user of a pending registration counts as active.
	Active bool
}

// Letter is a mail with its secret, which only the recipient sees. PurposeBlocked has no secret.
type Letter struct {
	Waiting
	Language string
	Secret   string
}

// MailStore stores the waiting mails.
type MailStore interface {
	// TakeMail leases the mail that has been due longest to the caller. found is false if none is due.
	TakeMail(ctx context.Context, now, lease time.Time) (mail Waiting, found bool, err error)
	// Recipient returns ErrUserNotFound if no user has the e-mail address, or the registration no longer exists.
	Recipient(ctx context.Context, mail Waiting) (Recipient, error)
	// PutLink stores the mail's link and replaces the previous one of its registration or user.
	PutLink(ctx context.Context, mail Waiting, to Recipient, secretHash []byte, expires time.Time) error
	RemoveMail(ctx context.Context, id int64) error
	PostponeMail(ctx context.Context, id int64, until time.Time) error
}

// Letters sends waiting mails.
type Letters struct {
	Store MailStore
	Now   func() time.Time
	Log   *slog.Logger
}

// Next leases the mail that has been due longest and makes its link, which replaces an older one. It returns nil if
// none is due. A mail without an active recipient is removed.
func (l *Letters) Next(ctx context.Context) (*Letter, error) {
	for {
		now := l.Now()
		mail, found, err := l.Store.TakeMail(ctx, now, now.Add(mailLease))
		if err != nil || !found {
			return nil, err
		}
		to, err := l.Store.Recipient(ctx, mail)
		if err != nil && !errors.Is(err, ErrUserNotFound) {
			return nil, err
		}
		life := ResetLife
		if mail.Purpose == PurposeActivation {
			life = ActivationLife
		}
		if err != nil || !to.Active {
			if err := l.Store.RemoveMail(ctx, mail.ID); err != nil {
				return nil, err
			}
			continue
		}
		letter := &Letter{Waiting: mail, Language: to.Language}
		if mail.Purpose == PurposeBlocked {
			return letter, nil
		}
		letter.Secret = NewSecret()
		if err := l.Store.PutLink(ctx, mail, to, HashSecret(letter.Secret), now.Add(life)); err != nil {
			return nil, err
		}
		return letter, nil
	}
}

// Sent removes a mail that the server has accepted.
func (l *Letters) Sent(ctx context.Context, letter *Letter) error {
	if err := l.Store.RemoveMail(ctx, letter.ID); err != nil {
		return err
	}
	l.Log.InfoContext(ctx, "mail sent", "mail", letter.ID, "kind", letter.Purpose, "tries", letter.Tries)
	return nil
}

// NotSent schedules a retry, or removes a mail that is too old or was refused for good. The cause names no address.
func (l *Letters) NotSent(ctx context.Context, letter *Letter, forGood bool, cause string) error {
	wait := retry.Pause(letter.Tries, firstMailWait, longestWait)
	next := l.Now().Add(wait)
	if forGood || next.Sub(letter.Created) > mailGivenUp {
		l.Log.ErrorContext(
			ctx, "mail given up", "mail", letter.ID, "kind", letter.Purpose, "tries", letter.Tries, "cause", cause,
		)
		return l.Store.RemoveMail(ctx, letter.ID)
	}
	l.Log.WarnContext(
		ctx, "mail not sent yet", "mail", letter.ID, "kind", letter.Purpose, "tries", letter.Tries, "again_in", wait, "cause",
		cause,
	)
	return l.Store.PostponeMail(ctx, letter.ID, next)
}
