// Package account answers who a person is and which account they belong to: sign-in, users, settings.
package account

import (
	"context"

	"google.golang.org/grpc"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	"puls.app/services/account/internal/core"
	"puls.app/services/account/internal/password"
	"puls.app/services/account/internal/pg"
	accountrpc "puls.app/services/account/internal/rpc"
	"puls.app/services/kit/host"
	"puls.app/services/kit/rpc"
)

// Service tells the host how account is built.
func Service() host.Service { return host.Service{Name: "account", Build: build} }

func build(ctx context.Context, env *host.Env) (*host.Parts, error) {
	migrations, err := pg.Migrations()
	if err != nil {
		return nil, err
	}
	db, err := env.Postgres(ctx, pg.Schema, migrations)
	if err != nil {
		return nil, err
	}
	app := core.NewApp(pg.NewStore(db), password.NewArgon(), accountrpc.Signer{Keys: env.Keys}, env.Now)
	return &host.Parts{
		Register: func(s grpc.ServiceRegistrar) {
			accountv1.RegisterSessionServiceServer(s, accountrpc.NewSessions(app))
			accountv1.RegisterAccountServiceServer(s, accountrpc.NewServer(app))
			accountv1.RegisterAccountAdminServiceServer(s, accountrpc.NewAdmin(app))
		},
		Policy: rpc.Policy{
			Public:   []string{accountv1.SessionService_Login_FullMethodName},
			Internal: []string{accountv1.AccountAdminService_ServiceDesc.ServiceName},
		},
		Close: db.Close,
	}, nil
}
