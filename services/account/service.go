// Package account answers who a person is and which account they work in: registration, sign-in and sessions, users,
// settings, client accounts, notifications. See README.md.
package account

import (
	"context"
	"errors"
	"fmt"

	"google.golang.org/grpc"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/account/internal/core"
	"puls.app/services/account/internal/jobs"
	"puls.app/services/account/internal/mail"
	"puls.app/services/account/internal/password"
	"puls.app/services/account/internal/pg"
	accountrpc "puls.app/services/account/internal/rpc"
	"puls.app/services/kit/host"
	"puls.app/services/kit/rpc"
)

// Service tells the host how account is built.
func Service() host.Service { return host.Service{Name: "account", Build: build} }

func build(ctx context.Context, env *host.Env) (*host.Parts, error) {
	mailer, err := newMailer(env)
	if err != nil {
		return nil, err
	}
	contacts, err := env.DialAsService("contacts")
	if err != nil {
		return nil, fmt.Errorf("dial contacts: %w", err)
	}
	refresh, err := env.Keys.Derive("refresh tokens")
	if err != nil {
		return nil, errors.Join(err, contacts.Close())
	}
	db, err := env.Postgres(ctx, pg.Schema, pg.Migrations())
	if err != nil {
		_ = contacts.Close() // the other failure is the one to tell
		return nil, err
	}
	app := core.NewApp(core.Needs{
		Store: pg.NewStore(db), Hasher: password.NewArgon(), Signer: accountrpc.Signer{Keys: env.Keys},
		Secrets:  core.NewSecrets(refresh),
		Contacts: accountrpc.Contacts{Client: contactsv1.NewAudienceServiceClient(contacts)},
		Now:      env.Now, Log: env.Log, MailWaits: mailer.Wake,
	})
	return &host.Parts{
		Register: register(app),
		Policy:   policy(),
		Run:      runners(env, app, mailer),
		Close: func() {
			_ = contacts.Close() // nothing can be done about it at the end
			db.Close()
		},
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

// policy lists what needs no person's token: what comes before a sign-in, and the external login, whose bearer is an
// API key.
func policy() rpc.Policy {
	return rpc.Policy{
		Public: []string{
			accountv1.SessionService_Login_FullMethodName, accountv1.SessionService_RefreshToken_FullMethodName,
			accountv1.SessionService_GetToken_FullMethodName, accountv1.SessionService_CreateExternalLogin_FullMethodName,
			accountv1.RegistrationService_Register_FullMethodName, accountv1.RegistrationService_Activate_FullMethodName,
			accountv1.RegistrationService_RequestPasswordReset_FullMethodName, accountv1.RegistrationService_ResetPassword_FullMethodName,
			accountv1.AccountService_ListLanguages_FullMethodName, accountv1.AccountService_ListTimezones_FullMethodName,
		},
		Internal: []string{accountv1.AccountAdminService_ServiceDesc.ServiceName},
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
func newMailer(env *host.Env) (*jobs.Mailer, error) {
	set := env.Settings.Mail
	var sender jobs.Sender
	var err error
	switch {
	case set.SMTPURL != "":
		sender, err = mail.NewSMTP(set.SMTPURL, set.From)
	case set.Dir != "":
		sender, err = mail.NewFolder(set.Dir, set.From)
	}
	if err != nil {
		return nil, err
	}
	if sender == nil {
		return jobs.NewMailer(nil, nil, env.Now, env.Log), nil
	}
	writer, err := mail.NewWriter(set.PublicURL)
	if err != nil {
		return nil, err
	}
	return jobs.NewMailer(writer, sender, env.Now, env.Log), nil
}
