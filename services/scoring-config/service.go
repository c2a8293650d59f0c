// Package scoringconfig owns scorings: their settings, the rules for them, and the tasks that are due.
package scoringconfig

import (
	"context"

	"google.golang.org/grpc"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/kit/bus"
	"puls.app/services/kit/host"
	"puls.app/services/scoring-config/internal/core"
	"puls.app/services/scoring-config/internal/jobs"
	"puls.app/services/scoring-config/internal/pg"
	configrpc "puls.app/services/scoring-config/internal/rpc"
)

// Service describes scoring-config to the host.
func Service() host.Service {
	s := &settings{}
	return host.Service{
		Name: "scoring-config", Schema: pg.Schema, Migrations: pg.Migrations(), Settings: s, Figures: pg.Figures,
		Build: func(_ context.Context, env *host.Env) (*host.Parts, error) { return build(env, s) },
	}
}

// settings are the service's own settings: core.Quota with the names of its environment variables.
type settings struct {
	Scorings int `env:"LIMIT_SCORINGS" envDefault:"500"`
	PerHour  int `env:"LIMIT_NEW_SCORINGS" envDefault:"200"`
}

func build(env *host.Env, s *settings) (*host.Parts, error) {
	contacts, err := env.DialAsService("contacts")
	if err != nil {
		return nil, err
	}
	accounts, err := env.DialAsService("account")
	if err != nil {
		return nil, err
	}
	engine, err := env.DialAsService("scoring-engine")
	if err != nil {
		return nil, err
	}
	app := core.NewApp(core.Needs{
		Store:    pg.NewStore(env.DB),
		Contacts: configrpc.Contacts{Client: contactsv1.NewSourceServiceClient(contacts)},
		Accounts: configrpc.Accounts{Client: accountv1.NewAccountAdminServiceClient(accounts)},
		Engine: configrpc.Engine{
			Scores: scoringenginev1.NewScoreServiceClient(engine), Previews: scoringenginev1.NewPreviewServiceClient(engine),
		},
		Quota: core.Quota(*s), Now: env.Now, Log: env.Log,
	})
	return &host.Parts{
		Register: func(s grpc.ServiceRegistrar) {
			scoringconfigv1.RegisterScoringServiceServer(s, configrpc.NewServer(app))
			scoringconfigv1.RegisterDueServiceServer(s, configrpc.NewDue(app))
			scoringconfigv1.RegisterUsageServiceServer(s, configrpc.NewUsage(app))
		},
		Consume: []bus.Consumer{jobs.Calculated(app)},
	}, nil
}
