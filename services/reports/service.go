// Package reports draws what calculations found: bands, exclusions, averages, movements, lift, sendings, exports.
package reports

import (
	"context"

	"google.golang.org/grpc"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	reportsv1 "puls.app/proto/gen/go/puls/reports/v1"
	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/kit/host"
	"puls.app/services/reports/internal/core"
	"puls.app/services/reports/internal/jobs"
	"puls.app/services/reports/internal/pg"
	reportsrpc "puls.app/services/reports/internal/rpc"
)

// Service describes reports to the host.
func Service() host.Service {
	return host.Service{Name: "reports", Schema: pg.Schema, Migrations: pg.Migrations(), Build: build}
}

func build(_ context.Context, env *host.Env) (*host.Parts, error) {
	scorings, err := env.DialAsCaller("scoring-config")
	if err != nil {
		return nil, err
	}
	engine, err := env.DialAsService("scoring-engine")
	if err != nil {
		return nil, err
	}
	calculations, err := env.DialAsCaller("scoring-engine")
	if err != nil {
		return nil, err
	}
	contacts, err := env.DialAsService("contacts")
	if err != nil {
		return nil, err
	}
	accounts, err := env.DialAsService("account")
	if err != nil {
		return nil, err
	}
	audience := contactsv1.NewAudienceServiceClient(contacts)
	app := core.NewApp(core.Needs{
		Store:    pg.NewStore(env.DB),
		Scorings: reportsrpc.Scorings{Client: scoringconfigv1.NewScoringServiceClient(scorings)},
		Engine: reportsrpc.Engine{
			Scores:   scoringenginev1.NewScoreServiceClient(engine),
			Results:  scoringenginev1.NewResultServiceClient(engine),
			Sendings: scoringenginev1.NewSendingCountServiceClient(engine),
		},
		People: reportsrpc.People{Client: audience}, Databases: reportsrpc.Databases{Client: audience},
		Register: reportsrpc.Register{Client: contactsv1.NewRegisterServiceClient(contacts)},
		Accounts: reportsrpc.NewAccounts(accountv1.NewAccountAdminServiceClient(accounts), env.Now),
		Log:      env.Log, Now: env.Now,
	})
	return &host.Parts{
		Register: func(s grpc.ServiceRegistrar) {
			progress := scoringenginev1.NewCalculationServiceClient(calculations)
			reportsv1.RegisterReportServiceServer(s, reportsrpc.NewServer(app, progress))
			reportsv1.RegisterSendingServiceServer(s, reportsrpc.NewSendingServer(app))
			reportsv1.RegisterReportAdminServiceServer(s, reportsrpc.NewAdminServer(app))
		},
		Run: []host.Runner{
			func(ctx context.Context) error {
				return env.Bus.Consume(ctx, jobs.Calculated(app, reportsrpc.CalculationOf))
			},
			func(ctx context.Context) error { return env.Bus.Consume(ctx, jobs.Written(app)) },
		},
	}, nil
}
