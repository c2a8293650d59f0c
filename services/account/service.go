// Package account answers who a person is and which account they work in: registration, sign-in and sessions, users,
// settings, client accounts, notifications. See README.md.
package account

import (
	"context"

	"google.golang.org/grpc"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/account/internal/core"
	"puls.app/services/account/internal/jobs"
	"puls.app/services/account/internal/mail"
	"puls.app/services/account/internal/password"
	"puls.app/services/account/internal/pg"
	accountrpc "puls.app/services/account/internal/rpc"
	"puls.app/services/kit/conf"
	"puls.app/services/kit/host"
)

// Service tells the host how account is built.
func Service() host.Service {
	s := &settings{}
	return host.Service{
		Name: "account", Schema: pg.Schema, Migrations: pg.Migrations(), Settings: s,
		Build: func(_ context.Context, env *host.Env) (*host.Parts, error) { return build(env, s) },
	}
}

// settings are the service's own.
type settings struct {
	// SMTPURL is the server that mails go out through: smtps://user:password@host:465, or
	// smtp://user:password@host:587 for STARTTLS. Without one mails are kept in MailDir, and without that they wait.
	SMTPURL conf.Secret `env:"SMTP_URL"`
	MailDir string      `env:"MAIL_DIR"`
	// MailFrom is the sender, such as Puls <puls@example.com>.
	MailFrom string `env:"MAIL_FROM" envDefault:"Puls <puls@localhost>"`
	// PublicURL is the address under which people reach the pages, such as https://puls.example; links in mails begin
	// with it. The program on one machine takes its own address.
	PublicURL string `env:"PUBLIC_URL"`
}

func build(env *host.Env, s *settings) (*host.Parts, error) {
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
	app := core.NewApp(core.Needs{
		Store: pg.NewStore(env.DB), Hasher: password.NewArgon(), Signer: accountrpc.Signer{Keys: env.Keys},
		Secrets:  core.NewSecrets(refresh),
		Contacts: accountrpc.Contacts{Client: contactsv1.NewAudienceServiceClient(contacts)},
		Now:      env.Now, Log: env.Log, MailWaits: mailer.Wake,
	})
	return &host.Parts{
		Register: register(app),
		Run:      runners(env, app, mailer),
	}, nil
}

func register(app *core.App) func(grpc.ServiceRegistrar) {
	return func(s grpc.ServiceRegistrar) {
		accountv1.RegisterSessionServiceServer(s, accountrpc.NewSessions(app))
		accountv1.RegisterRegistrationServiceServer(s, accountrpc.NewRegistrations(app))
		accountv1.RegisterAccountServiceServer(s, accountrpc.NewServer(app))
		accountv1.RegisterNotificationServiceServer(s, accountrpc.NewNotifications(app))
		accountv1.RegisterAccountAdminServiceServer(s, accountrpc.NewAdmin(app))
	}
}

func runners(env *host.Env, app *core.App, mailer *jobs.Mailer) []host.Runner {
	run := []host.Runner{mailer.Run(app), jobs.Clean(app.Clean, env.Log)}
	for _, consumer := range jobs.Consumers(app) {
		run = append(run, func(ctx context.Context) error { return env.Bus.Consume(ctx, consumer) })
	}
	return run
}

// newMailer makes what sends mails: through the server that is set, else into the folder that is set.
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
