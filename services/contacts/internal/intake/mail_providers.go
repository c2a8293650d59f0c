package intake

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"time"

	"github.com/google/uuid"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/provider"
	"puls.app/services/kit/fault"
	"puls.app/services/reason"
)

// The failures of setting up a mail provider that a client may act on.
var (
	ErrProviderNotFound = fault.New(fault.NotFound, reason.ProviderNotFound, "the mail provider is not set up")
	ErrProviderKey      = fault.New(fault.Invalid, reason.ProviderKeyInvalid, "this is not a verification key of the provider")
	ErrProviderTopic    = fault.New(fault.Invalid, reason.ProviderTopicInvalid, "this is not a topic of Amazon SNS")
)

// postmarkUser is the user name with which Postmark authenticates.
const postmarkUser = "puls"

// MailProvider is a service that sends an account's e-mail and reports its outcomes.
type MailProvider struct {
	// ID is the source of its bodies.
	ID       uuid.UUID
	Account  contact.AccountID
	Database contact.DatabaseID
	UID      string
	Name     provider.Name
	// PathKey is the unguessable end of the address that it sends to.
	PathKey string
	// Secret is the sealed key that verifies signatures; empty if there is none.
	Secret []byte
	// Password is the SHA-256 of the one that Postmark was given.
	Password []byte
	Topic    string
	// Confirmed is set if the subscription of the topic is confirmed.
	Confirmed bool
	CreatedAt time.Time
	// MadeBy is the user who set it up or changed its proof; empty if unknown.
	MadeBy string
}

// Username is the user name with which a provider without signatures authenticates; empty for others.
func (p *MailProvider) Username() string {
	if p.Name == provider.Postmark {
		return postmarkUser
	}
	return ""
}

// provesAs reports whether both have the same proof.
func (p *MailProvider) provesAs(other *MailProvider) bool {
	return bytes.Equal(p.Secret, other.Secret) && bytes.Equal(p.Password, other.Password) && p.Topic == other.Topic
}

// MailSettings are the settings that a user enters.
type MailSettings struct {
	// UID is empty for the account's own.
	UID string
	// Key is empty to keep the present one.
	Key, Topic    string
	RenewPassword bool
}

// MailProviderStore stores mail providers.
type MailProviderStore interface {
	// MailProviders returns those that the account has set up.
	MailProviders(ctx context.Context, account contact.AccountID) ([]MailProvider, error)
	// SetMailProvider stores a provider as change changes it; a new one has no ID yet. It fails with ErrDatabaseNotFound.
	SetMailProvider(
		ctx context.Context, account contact.AccountID, name provider.Name, uid string, change func(*MailProvider) error,
	) error
	// RemoveMailProvider fails with ErrProviderNotFound.
	RemoveMailProvider(ctx context.Context, account contact.AccountID, name provider.Name) error
	// FindMailProvider returns the provider that sends to an address, in any account. It fails with ErrProviderNotFound.
	FindMailProvider(ctx context.Context, name provider.Name, pathKey string) (MailProvider, error)
	// ConfirmMailProvider stores whether the subscription of its topic is confirmed.
	ConfirmMailProvider(ctx context.Context, id uuid.UUID, topic string, confirmed bool) error
}

// SetMailProvider sets up a provider or changes it; its address stays the same. The password is returned only if it was
// made just now. It fails with ErrProviderKey, ErrProviderTopic and ErrUIDUnknown.
func (a *App) SetMailProvider(
	ctx context.Context, account contact.AccountID, by contact.Actor, name provider.Name, s MailSettings,
) (password string, err error) {
	uid := cmp.Or(s.UID, account.OwnUID())
	err = a.MailProviderStore.SetMailProvider(ctx, account, name, uid, func(p *MailProvider) error {
		isNew := p.ID == uuid.Nil
		if isNew {
			*p = MailProvider{
				ID: uuid.New(), Account: account, Database: p.Database, UID: p.UID, Name: name, PathKey: rand.Text(),
				CreatedAt: a.Now(),
			}
		}
		before := *p
		var err error
		switch name {
		case provider.SendGrid, provider.Mailgun:
			err = a.setKey(p, s.Key)
		case provider.SES:
			err = setTopic(p, s.Topic)
		case provider.Postmark:
			if isNew || s.RenewPassword {
				password = rand.Text()
				sum := sha256.Sum256([]byte(password))
				p.Password = sum[:]
			}
		}
		if isNew || !p.provesAs(&before) {
			p.MadeBy = by.Who
		}
		return err
	})
	if errors.Is(err, contact.ErrDatabaseNotFound) {
		return "", contact.ErrUIDUnknown.WithField("uid", contact.ErrUIDUnknown.Detail)
	}
	return password, err
}

// setKey checks and seals a key. An empty key changes nothing: SendGrid shows its key only after it has the address.
func (a *App) setKey(p *MailProvider, key string) error {
	if key == "" {
		return nil
	}
	var err error
	if p.Name == provider.Mailgun {
		key, err = provider.MailgunKey(key)
	} else {
		_, err = provider.SendGridKey(key)
	}
	if err != nil {
		return ErrProviderKey.WithField("key", ErrProviderKey.Detail)
	}
	p.Secret, err = a.Seal.Close(key, p.ID.String())
	return err
}

func setTopic(p *MailProvider, topic string) error {
	if !provider.IsTopic(topic) {
		return ErrProviderTopic.WithField("topic", ErrProviderTopic.Detail)
	}
	p.Confirmed = p.Confirmed && p.Topic == topic
	p.Topic = topic
	return nil
}

// RemoveMailProvider removes a provider; the facts of its events stay. It fails with ErrProviderNotFound.
func (a *App) RemoveMailProvider(ctx context.Context, account contact.AccountID, name provider.Name) error {
	return a.MailProviderStore.RemoveMailProvider(ctx, account, name)
}
