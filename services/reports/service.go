// Package reports presents the results of calculations: bands, exclusions, averages, movements, lift, sendings,
// exports.
package reports

import (
	"context"
	"fmt"

	"google.golang.org/grpc"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
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
	s := &settings{}
	return host.Service{
		Name: "reports", Schema: pg.Schema, Migrations: pg.Migrations(), Settings: s,
		Build: func(_ context.Context, env *host.Env) (*host.Parts, error) { return build(env, s) },
	}
}

// settings are the service's own settings.
type settings struct {
	// KeepResults is in days; 0 means forever.
	KeepResults int `env:"KEEP_RESULTS" envDefault:"0"`
}

func build(env *host.Env, s *settings) (*host.Parts, error) {
	if s.KeepResults != 0 && s.KeepResults < core.ShortestKeeping {
		return nil, fmt.Errorf("PULS_KEEP_RESULTS must be 0 or at least %d", core.ShortestKeeping)
	}
	scorings, err := env.DialAsService("scoring-config")
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
	store := pg.NewStore(env.DB)
	audience := contactsv1.NewAudienceServiceClient(contacts)
	app := core.NewApp(core.Needs{
		Store: store, Writer: store,
		Scorings: reportsrpc.Scorings{Client: scoringconfigv1.NewUsageServiceClient(scorings)},
		Engine: reportsrpc.Engine{
			Scores:   scoringenginev1.NewScoreServiceClient(engine),
			Results:  scoringenginev1.NewResultServiceClient(engine),
			Sendings: scoringenginev1.NewSendingCountServiceClient(engine),
		},
		People: reportsrpc.People{Client: audience}, Databases: reportsrpc.Databases{Client: audience},
		Register: reportsrpc.Register{Client: contactsv1.NewRegisterServiceClient(contacts)},
		Accounts: reportsrpc.NewAccounts(accountv1.NewAccountAdminServiceClient(accounts)),
		Log:      env.Log, Now: env.Now,
	})
	parts := &host.Parts{
		Register: func(s grpc.ServiceRegistrar) {
			progress := scoringenginev1.NewCalculationServiceClient(calculations)
			reportsv1.RegisterReportServiceServer(s, reportsrpc.NewServer(app, progress))
			reportsv1.RegisterSendingServiceServer(s, reportsrpc.NewSendingServer(app))
			reportsv1.RegisterReportAdminServiceServer(s, reportsrpc.NewAdminServer(app))
		},
		Consume: []bus.Consumer{jobs.Calculated(app, reportsrpc.CalculationOf), jobs.Written(app)},
	}
	if s.KeepResults > 0 {
		parts.Run = append(parts.Run, jobs.Remove(store, s.KeepResults, env.Now, env.Log))
	}
	return parts, nil
}
