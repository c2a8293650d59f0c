// Package account authenticates users and decides which account they work in: registration, sign-in and sessions,
// users, settings, client accounts, notifications. See README.md.
package account

import (
	"context"
	"errors"

	"google.golang.org/grpc"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/account/internal/core"
	"puls.app/services/account/internal/jobs"
	"puls.app/services/account/internal/mail"
	"puls.app/services/account/internal/password"
	"puls.app/services/account/internal/pg"
	accountrpc "puls.app/services/account/internal/rpc"
	"puls.app/services/account/internal/webhook"
	webhookpg "puls.app/services/account/internal/webhook/pg"
	"puls.app/services/account/internal/webhook/post"
	"puls.app/services/kit/conf"
	"puls.app/services/kit/host"
)

// Service describes account to the host.
func Service() host.Service { return service(password.OWASP) }

// ServiceOfCheapHashes is Service with password hashes that cost hardly any work: for tests, which make hundreds.
func ServiceOfCheapHashes() host.Service { return service(password.Cost{MemoryKiB: 8, Iterations: 1}) }

func service(hashes password.Cost) host.Service {
	s := &settings{}
	return host.Service{
		Name: "account", Schema: pg.Schema, Migrations: pg.Migrations(), Settings: s, Figures: pg.Figures,
		Outside: s.tryMail,
		Build:   func(_ context.Context, env *host.Env) (*host.Parts, error) { return build(env, s, hashes) },
	}
}

// settings are the service's own settings.
type settings struct {
	// SMTPURL is the server that sends mails: smtps://user:password@host:465, or smtp://user:password@host:587 for
	// STARTTLS. Without it mails are stored in MailDir, and without both they wait.
	SMTPURL conf.Secret `env:"SMTP_URL"`
	MailDir string      `env:"MAIL_DIR"`
	// MailFrom is the sender, such as Puls <puls@example.com>.
	MailFrom string `env:"MAIL_FROM" envDefault:"Puls <puls@localhost>"`
	// PublicURL is the public address of the pages, such as https://puls.example, with which links in mails begin. The
	// program on one machine uses its own address.
	PublicURL string `env:"PUBLIC_URL"`
	// WebhookAnywhere allows webhooks to http and private addresses: for a developer's machine, never where strangers have
	// accounts.
	WebhookAnywhere bool `env:"WEBHOOK_ANYWHERE" envDefault:"false"`
}

func build(env *host.Env, s *settings, hashes password.Cost) (*host.Parts, error) {
	mailer, err := newMailer(env, s)
	if err != nil {
		return nil, err
	}
	contacts, err := env.DialAsService("contacts")
	if err != nil {
		return nil, err
	}
	refresh, err := env.Keys.Derive("refresh tokens")
	if err != nil {
		return nil, err
	}
	w := wiring{
		env: env, store: pg.NewStore(env.DB), secrets: core.NewSecrets(refresh), mailer: mailer, hashes: hashes,
		contacts: accountrpc.Contacts{Client: contactsv1.NewAudienceServiceClient(contacts)},
	}
	letters := &core.Letters{Store: w.store, Now: env.Now, Log: env.Log}
	parts := &host.Parts{
		Register: w.servers(),
		Run:      []host.Runner{w.mailer.Run(letters), jobs.Clean(w.store, env.Now, env.Log)},
		Consume:  jobs.Consumers(w.store.PutNotifications),
	}
	return parts, addWebhooks(parts, env, s.WebhookAnywhere, w.store.Notify)
}

// addWebhooks wires the webhooks and adds their parts to the service.
func addWebhooks(parts *host.Parts, env *host.Env, anywhere bool, notify webhookpg.Notify) error {
	// This key must never change, or all secrets are lost.
	key, err := env.Keys.Derive("secrets of webhooks")
	if err != nil {
		return err
	}
	seal, err := post.NewSeal(key)
	if err != nil {
		return err
	}
	engine, err := env.DialAsService("scoring-engine")
	if err != nil {
		return err
	}
	store, runner := webhookpg.NewStore(env.DB, notify), jobs.NewWebhooks(env.Log)
	results := accountrpc.Results{Client: scoringenginev1.NewResultServiceClient(engine)}
	app := &webhook.App{
		Store: store, Seal: seal, Private: post.Private, Anywhere: anywhere, Wake: runner.Wake, Now: env.Now,
	}
	sender := &webhook.Sender{
		Store: store, Results: results, Seal: seal, Post: post.New(anywhere, env.Now).Post, Now: env.Now, Log: env.Log,
	}
	intake := &webhook.Intake{Store: store, Results: results, Wake: runner.Wake, Now: env.Now}
	register := parts.Register
	parts.Register = func(s grpc.ServiceRegistrar) {
		register(s)
		accountv1.RegisterWebhookServiceServer(s, &accountrpc.Webhooks{App: app})
	}
	parts.Run = append(parts.Run, runner.Run(sender), jobs.CleanWebhooks(store, env.Now, env.Log))
	parts.Consume = append(parts.Consume, jobs.WebhookConsumers(intake)...)
	return nil
}

// wiring has the dependencies of the use cases.
type wiring struct {
	env      *host.Env
	store    *pg.Store
	secrets  core.Secrets
	contacts core.Contacts
	mailer   *jobs.Mailer
	hashes   password.Cost
}

// servers registers the gRPC servers with their use cases.
func (w wiring) servers() func(grpc.ServiceRegistrar) {
	store, now, log, hasher := w.store, w.env.Now, w.env.Log, password.NewArgon(w.hashes)
	attempts := &core.Attempts{Store: store, Secrets: w.secrets, Now: now, Log: log}
	signer := accountrpc.Signer{Keys: w.env.Keys}
	sessions := &core.Sessions{
		Store: store, Attempts: attempts, Hasher: hasher, Signer: signer, Secrets: w.secrets, Now: now, Log: log,
		WakeMailer: w.mailer.Wake,
	}
	registrations := &core.Registrations{
		Store: store, Attempts: attempts, Hasher: hasher, Contacts: w.contacts, Now: now, WakeMailer: w.mailer.Wake,
	}
	passwords := &core.Passwords{
		Store: store, Attempts: attempts, Hasher: hasher, Now: now, Log: log, WakeMailer: w.mailer.Wake,
	}
	accounts := &core.Accounts{Store: store, Now: now}
	keys := &core.Keys{Store: store, Now: now}
	notifications := &core.Notifications{Store: store, Now: now}
	operator := &core.Operator{Store: store, Hasher: hasher, Contacts: w.contacts, Now: now}
	gateways := &core.Gateways{Store: store, Now: now}
	return func(s grpc.ServiceRegistrar) {
		accountv1.RegisterSessionServiceServer(s, &accountrpc.Sessions{App: sessions, Keys: keys})
		accountv1.RegisterRegistrationServiceServer(s, &accountrpc.Registrations{App: registrations, Passwords: passwords})
		accountv1.RegisterAccountServiceServer(s, &accountrpc.Server{Accounts: accounts, Passwords: passwords, Keys: keys})
		accountv1.RegisterNotificationServiceServer(s, &accountrpc.Notifications{App: notifications})
		admin := &accountrpc.Admin{Operator: operator, Accounts: accounts, Gateways: gateways}
		accountv1.RegisterAccountAdminServiceServer(s, admin)
	}
}

// newMailer returns the mailer, with the configured server or else the configured folder.
func newMailer(env *host.Env, s *settings) (*jobs.Mailer, error) {
	var sender jobs.Sender
	var err error
	switch {
	case s.SMTPURL != "":
		sender, err = mail.NewSMTP(s.SMTPURL, s.MailFrom)
	case s.MailDir != "":
		sender, err = mail.NewFolder(s.MailDir, s.MailFrom)
	}
	if err != nil {
		return nil, err
	}
	if sender == nil {
		return jobs.NewMailer(nil, nil, env.Now, env.Log), nil
	}
	writer, err := mail.NewWriter(s.PublicURL)
	if err != nil {
		return nil, err
	}
	return jobs.NewMailer(writer, sender, env.Now, env.Log), nil
}

// tryMail signs in to the mail server and sends nothing.
func (s *settings) tryMail(ctx context.Context) (string, error) {
	switch {
	case s.SMTPURL == "" && s.MailDir == "":
		return "", errors.New("no mail server is set (PULS_SMTP_URL): mails wait, so accounts cannot be confirmed and passwords not be reset")
	case s.SMTPURL == "":
		return "no mail server is set (PULS_SMTP_URL): mails are kept in " + s.MailDir, nil
	}
	server, err := mail.NewSMTP(s.SMTPURL, s.MailFrom)
	if err != nil {
		return "", err
	}
	return "the mail server takes us in", server.Try(ctx)
}
