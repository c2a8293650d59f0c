// Package reports draws what calculations found: bands, exclusions, averages, exports.
package reports

import (
	"context"

	"google.golang.org/grpc"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	reportsv1 "puls.app/proto/gen/go/puls/reports/v1"
	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/kit/bus"
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
	app := core.NewApp(pg.NewStore(env.DB),
		reportsrpc.Scorings{Client: scoringconfigv1.NewScoringServiceClient(scorings)},
		reportsrpc.Engine{Client: scoringenginev1.NewScoreServiceClient(engine)},
		reportsrpc.People{Client: contactsv1.NewAudienceServiceClient(contacts)}, bus.Pause)
	return &host.Parts{
		Register: func(s grpc.ServiceRegistrar) {
			reportsv1.RegisterReportServiceServer(s, reportsrpc.NewServer(app, scoringenginev1.NewCalculationServiceClient(calculations)))
		},
		Run: []host.Runner{
			func(ctx context.Context) error { return env.Bus.Consume(ctx, jobs.Calculated(app)) },
			func(ctx context.Context) error { return env.Bus.Consume(ctx, jobs.Written(app)) },
		},
	}, nil
}
