// Package scoringengine stores engagement facts and calculates scores from them.
package scoringengine

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"golang.org/x/sync/semaphore"
	"google.golang.org/grpc"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/kit/bus"
	"puls.app/services/kit/host"
	"puls.app/services/kit/loop"
	"puls.app/services/kit/outbox"
	"puls.app/services/kit/telemetry"
	"puls.app/services/scoring-engine/internal/asking"
	"puls.app/services/scoring-engine/internal/calculating"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/jobs"
	"puls.app/services/scoring-engine/internal/keeping"
	"puls.app/services/scoring-engine/internal/pg"
	enginerpc "puls.app/services/scoring-engine/internal/rpc"
)

// tasksAtOnce is how many tasks of the queue a process runs at once: small tasks spend most of their time waiting for
// Postgres, and of large tasks only one counts at a time.
const tasksAtOnce = 4

// countingWorkers returns the number of workers that count one calculation.
func countingWorkers() int { return min(runtime.GOMAXPROCS(0), 16) }

// Service describes scoring-engine to the host.
func Service() host.Service {
	s := &settings{}
	return host.Service{
		Name: "scoring-engine", Schema: pg.Schema, Migrations: pg.Migrations(), Settings: s, Figures: pg.Figures,
		// A count acquires its connections one by one, so the pool must hold those of one large task and of two previews
		// together. Otherwise each count could wait for connections that the others hold.
		Connections: int32(3*countingWorkers() + 2*tasksAtOnce + 8),
		Streams:     jobs.Streams(),
		Build:       func(_ context.Context, env *host.Env) (*host.Parts, error) { return build(env, s) },
	}
}

// settings are the service's own settings.
type settings struct {
	// Calculations is how many calculations an account may request by name within an hour.
	Calculations int `env:"LIMIT_CALCULATIONS" envDefault:"20"`
	// KeepResults and KeepFacts are days; 0 means forever.
	KeepResults int `env:"KEEP_RESULTS" envDefault:"0"`
	KeepFacts   int `env:"KEEP_FACTS" envDefault:"0"`
}

// retention refuses settings that would remove facts of a stored result: those of the longest window before the oldest
// result, whose week is stored whole.
func (s *settings) retention() (calculation.Retention, error) {
	const longer = calculation.LongestWindow + 7
	switch {
	case s.KeepResults != 0 && s.KeepResults < calculation.LongestWindow:
		return calculation.Retention{}, fmt.Errorf("PULS_KEEP_RESULTS must be 0 or at least %d", calculation.LongestWindow)
	case s.KeepFacts != 0 && s.KeepResults == 0:
		return calculation.Retention{}, errors.New(
			"PULS_KEEP_FACTS needs PULS_KEEP_RESULTS: results are explained by their facts",
		)
	case s.KeepFacts != 0 && s.KeepFacts < s.KeepResults+longer:
		return calculation.Retention{}, fmt.Errorf("PULS_KEEP_FACTS must be 0 or %d more than PULS_KEEP_RESULTS", longer)
	}
	return calculation.Retention{Results: s.KeepResults, Facts: s.KeepFacts}, nil
}

func build(env *host.Env, s *settings) (*host.Parts, error) {
	retention, err := s.retention()
	if err != nil {
		return nil, err
	}
	contacts, err := env.DialAsService("contacts")
	if err != nil {
		return nil, err
	}
	config, err := env.DialAsService("scoring-config")
	if err != nil {
		return nil, err
	}
	store := pg.NewStore(env.DB, enginerpc.Events{})
	store.Damaged = func(id keeping.ChunkKey, cause error) {
		env.Log.Error("a damaged fold was dropped, facts were read in its place",
			"database", id.Database, "channel", id.Channel.String(), "chunk", id.Chunk, "error", cause)
	}
	audience := enginerpc.Audience{Client: contactsv1.NewAudienceServiceClient(contacts)}
	workers := countingWorkers()
	clock := calculating.Clock{Now: env.Now, Pause: loop.Pause}
	calculator := calculating.NewCalculator(store, audience, workers, clock, env.Log)
	calculator.Telemetry, calculator.Retention = jobs.Telemetry{}, retention
	looks := semaphore.NewWeighted(calculation.LooksAtOnce)
	scorings := enginerpc.Scorings{
		Client: scoringconfigv1.NewDueServiceClient(config), Usage: scoringconfigv1.NewUsageServiceClient(config),
	}
	daily := asking.NewDaily(store, jobs.NewMessages(), workers, looks)
	app := calculating.NewApp(calculating.Needs{
		Queue: store, Results: store, Scorings: scorings,
		Codec: enginerpc.Tasks{}, Letters: jobs.DeadLetters{Bus: env.Bus},
		Calculator: calculator, Clock: clock, PerHour: s.Calculations, Log: env.Log,
		Telemetry: jobs.Telemetry{},
	})
	compactor, folder := jobs.NewCompactor(store, env.Now, env.Log), jobs.NewFolder(store, env.Now, env.Log)
	touched := func(id keeping.ChunkKey) {
		compactor.Touch(id)
		folder.Touch(id)
	}
	return &host.Parts{
		Register: func(s grpc.ServiceRegistrar) {
			scoringenginev1.RegisterCalculationServiceServer(s, enginerpc.NewServer(app))
			scoringenginev1.RegisterScoreServiceServer(s, enginerpc.NewScores(app, store))
			scoringenginev1.RegisterResultServiceServer(s, enginerpc.NewResults(
				store, asking.NewLifts(store, store, workers, calculator.Pools, looks),
			))
			explanations := asking.NewExplanations(store, enginerpc.Events{}, audience, store, calculator.Pools)
			persons := &asking.Persons{Facts: store, Messages: jobs.NewMessages(), Cells: store, Databases: audience}
			scoringenginev1.RegisterExplanationServiceServer(
				s, enginerpc.NewExplanations(explanations, persons, scorings, clock.Now),
			)
			scoringenginev1.RegisterRunServiceServer(s, enginerpc.NewRuns(store, scorings, clock.Now))
			scoringenginev1.RegisterPersonServiceServer(s, enginerpc.NewPersons(persons, store))
			scoringenginev1.RegisterSendingCountServiceServer(s, enginerpc.NewDaily(daily))
			scoringenginev1.RegisterActivityServiceServer(
				s, enginerpc.NewActivities(asking.NewActivities(store, workers, looks)),
			)
			scoringenginev1.RegisterPreviewServiceServer(s, enginerpc.NewPreviews(calculating.NewPreviews(calculator, looks)))
		},
		Consume: []bus.Consumer{
			jobs.NewIngest(store, touched).Consumer(workers), jobs.Nightly(app, env.Log), jobs.Revived(app),
		},
		Run: []host.Runner{
			jobs.Worker(app, tasksAtOnce, env.Log),
			compactor.Run,
			folder.Run,
			daily.Run,
			jobs.Remove(store, retention, env.Now, env.Log), jobs.MergeMessages(store, env.Log),
			func(ctx context.Context) error { return telemetry.Gauges(ctx, env.Log, env.Name, env.Bus.Figures) },
			outbox.NewRelay(env.DB.Pool, env.Bus, pg.Schema, env.Log).Run,
		},
	}, nil
}
