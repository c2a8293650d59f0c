// Package contacts wires the service that owns recipient databases, contacts and their bitmaps, imports, visitors
// and their claims. See README.md.
package contacts

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"
	"time"

	"google.golang.org/grpc"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/contacts/internal/amazon"
	"puls.app/services/contacts/internal/audience"
	audiencepg "puls.app/services/contacts/internal/audience/pg"
	"puls.app/services/contacts/internal/contact"
	contactpg "puls.app/services/contacts/internal/contact/pg"
	"puls.app/services/contacts/internal/importing"
	importingpg "puls.app/services/contacts/internal/importing/pg"
	"puls.app/services/contacts/internal/intake"
	intakepg "puls.app/services/contacts/internal/intake/pg"
	"puls.app/services/contacts/internal/jobs"
	"puls.app/services/contacts/internal/pg"
	"puls.app/services/contacts/internal/privacy"
	privacypg "puls.app/services/contacts/internal/privacy/pg"
	"puls.app/services/contacts/internal/rpc"
	"puls.app/services/kit/bus"
	"puls.app/services/kit/conf"
	"puls.app/services/kit/host"
	"puls.app/services/kit/outbox"
)

// Service describes contacts to the host.
func Service() host.Service { return service(amazon.New()) }

// service has whoever answers for Amazon as an argument, for tests.
func service(sns intake.Amazon) host.Service {
	s := &settings{}
	return host.Service{
		Name: "contacts", Schema: pg.Schema, Migrations: pg.Migrations(), Settings: s, Figures: pg.Figures,
		Streams: []bus.Stream{{Name: "CONTACTS", MaxAge: 7 * 24 * time.Hour, MaxBytes: 256 << 20}},
		Build:   func(ctx context.Context, env *host.Env) (*host.Parts, error) { return build(ctx, env, s, sns) },
	}
}

// settings are the service's own.
type settings struct {
	Limits limits
	// ErasureSecret makes what stands for erased addresses; where it is not set, that comes from the secret of the one
	// machine that everything runs on.
	ErasureSecret conf.Secret `env:"ERASURE_SECRET"`
	// UnsubscribeSecrets are of one-click links, alike; the first makes new ones.
	UnsubscribeSecrets []conf.Secret `env:"UNSUBSCRIBE_SECRET"`
	// ProviderSecret seals the keys of mail providers, alike.
	ProviderSecret conf.Secret `env:"PROVIDER_SECRET"`
	// PublicURL is the address under which people reach the gateway; one-click links begin with it.
	PublicURL string `env:"PUBLIC_URL"`
	// IntakeEvents is how many events of an account's intakes may wait to be read; all accounts together have four times
	// that.
	IntakeEvents int64 `env:"LIMIT_INTAKE_EVENTS" envDefault:"500000"`
	// IntakeVisitors is how many new visitors a website may bring in an hour.
	IntakeVisitors int `env:"LIMIT_INTAKE_VISITORS" envDefault:"20000"`
}

// limits are contact.Limits by the names of their variables.
type limits struct {
	Databases  int `env:"LIMIT_DATABASES" envDefault:"100"`
	Groups     int `env:"LIMIT_GROUPS" envDefault:"5000"`
	Properties int `env:"LIMIT_PROPERTIES" envDefault:"200"`
	Waiting    int `env:"LIMIT_IMPORTS" envDefault:"20"`
}

// shortestSecret is how many characters a secret has at least.
const shortestSecret = 32

// keyOf returns a key of the service's own, nil where there is nothing to make it of. It must never change.
func keyOf(env *host.Env, secret conf.Secret, variable, purpose, without string) ([]byte, error) {
	if secret == "" {
		key, err := env.Keys.Derive(purpose)
		if err != nil {
			env.Log.Warn(without, "missing", variable)
		}
		return key, nil
	}
	if len(secret.Reveal()) < shortestSecret {
		return nil, fmt.Errorf("%s must have at least %d characters", variable, shortestSecret)
	}
	key := sha256.Sum256([]byte("puls " + purpose + "\x00" + secret.Reveal()))
	return key[:], nil
}

// linkKeys returns the keys of one-click links, none where there is nothing to make one of.
func linkKeys(env *host.Env, secrets []conf.Secret) (keys [][]byte, err error) {
	if len(secrets) == 0 {
		secrets = []conf.Secret{""}
	}
	for _, secret := range secrets {
		key, err := keyOf(env, secret, "PULS_UNSUBSCRIBE_SECRET", "unsubscribe links", "contacts get no one-click links")
		if err != nil {
			return nil, err
		}
		if key != nil {
			keys = append(keys, key)
		}
	}
	return keys, nil
}

func build(ctx context.Context, env *host.Env, s *settings, sns intake.Amazon) (*host.Parts, error) {
	erasing, err := keyOf(env, s.ErasureSecret, "PULS_ERASURE_SECRET", "erased addresses", "no person can be erased")
	if err != nil {
		return nil, err
	}
	linking, err := linkKeys(env, s.UnsubscribeSecrets)
	if err != nil {
		return nil, err
	}
	sealing, err := keyOf(
		env, s.ProviderSecret, "PULS_PROVIDER_SECRET", "keys of mail providers", "mail providers that sign get no keys",
	)
	if err != nil {
		return nil, err
	}
	contactStore := contactpg.NewStore(env.DB, erasing)
	if err := contactStore.CheckErasureKey(ctx); err != nil {
		return nil, err
	}
	account, err := env.DialAsService("account")
	if err != nil {
		return nil, err
	}
	engine, err := env.DialAsService("scoring-engine")
	if err != nil {
		return nil, err
	}
	config, err := env.DialAsService("scoring-config")
	if err != nil {
		return nil, err
	}
	worker, intakes := jobs.NewWorker(env.Bus.Hold, env.Log), jobs.NewIntakes(env.Bus.Hold, env.Log)
	room := func(int64) bool { return true } // where nobody knows the disk
	if env.Storage != nil {
		room = env.Storage.Room
	}
	accounts := rpc.NewAccounts(account)
	scorings := rpc.Scorings{Client: scoringconfigv1.NewUsageServiceClient(config)}
	links := contact.Links{Keys: linking, Base: strings.TrimRight(s.PublicURL, "/")}

	contacts := &contact.App{
		DatabaseStore: contactStore, GroupStore: contactStore, PropertyStore: contactStore, ContactStore: contactStore,
		SpellStore: contactStore, Accounts: accounts, Scorings: scorings, Links: links, Now: env.Now, Log: env.Log,
		Limits: contact.Limits{Databases: s.Limits.Databases, Groups: s.Limits.Groups, Properties: s.Limits.Properties},
	}
	importStore := importingpg.NewStore(contactStore, env.Bus, rpc.Events{})
	books := importing.NewBooks(&importingpg.Dictionary{Base: contactStore.Base})
	imports := importing.NewApp(importing.Needs{
		FileStore: importStore, DraftStore: importStore, ImportStore: importStore, TurnStore: importStore,
		StepStore: importStore, Catalogue: contactStore, Books: books, Accounts: accounts, Groups: s.Limits.Groups,
		Waiting: s.Limits.Waiting, Now: env.Now, Log: env.Log, Passing: env.Bus.Passing, ImportWaits: worker.Wake,
	})
	intakeStore := intakepg.NewStore(importStore)
	intake := intake.NewApp(intake.Needs{
		BodyStore: intakeStore, ReadStore: intakeStore, EventStore: intakeStore, WebsiteStore: intakeStore,
		MailProviderStore: intakeStore, Books: books, Accounts: accounts, Seal: intake.Seal{Key: sealing}, Amazon: sns,
		Limits: intake.Limits{Events: s.IntakeEvents, NewVisitors: s.IntakeVisitors}, Now: env.Now, Log: env.Log,
		Room: room, IntakeWaits: intakes.Wake,
	})
	audienceStore := audiencepg.NewStore(env.DB, rpc.Events{})
	audience := &audience.App{
		AudienceStore: audienceStore, ScoreStore: audienceStore, GroupExportStore: audienceStore, Catalogue: contactStore,
		Scores: rpc.Scores{
			Client: scoringenginev1.NewScoreServiceClient(engine), Results: scoringenginev1.NewResultServiceClient(engine),
		},
		Scorings: scorings, Groups: s.Limits.Groups, Now: env.Now, Log: env.Log,
	}
	privacyStore := privacypg.NewStore(contactStore)
	privacy := &privacy.App{
		LogStore: privacyStore, PersonStore: privacyStore, LinkStore: privacyStore, Contacts: contacts,
		Persons:  rpc.Persons{Client: scoringenginev1.NewPersonServiceClient(engine)},
		Accounts: accounts, Links: links, Now: env.Now,
	}
	register := func(s grpc.ServiceRegistrar) {
		contactsv1.RegisterContactsServiceServer(s, rpc.NewContactsServer(contacts))
		contactsv1.RegisterGroupExportServiceServer(s, rpc.NewGroupExportServer(audience))
		contactsv1.RegisterImportServiceServer(s, rpc.NewImportServer(imports))
		contactsv1.RegisterAudienceServiceServer(s, rpc.NewAudienceServer(contacts, audience))
		contactsv1.RegisterDataProtectionServiceServer(s, rpc.NewDataProtectionServer(privacy))
		contactsv1.RegisterRegisterServiceServer(s, rpc.NewRegisterServer(privacy))
		contactsv1.RegisterSourceServiceServer(s, rpc.NewSourceServer(contacts, intake))
		contactsv1.RegisterTrackingServiceServer(s, rpc.NewTrackingServer(intake))
		contactsv1.RegisterOneClickServiceServer(s, rpc.NewOneClickServer(privacy))
		contactsv1.RegisterMailProviderServiceServer(s, rpc.NewMailProviderServer(intake))
		contactsv1.RegisterIntakeServiceServer(s, rpc.NewIntakeServer(intake, privacy))
	}
	relay := outbox.NewRelay(env.DB.Pool, env.Bus, "contacts", env.Log)
	return &host.Parts{
		Register: register,
		Run: []host.Runner{
			relay.Run, worker.Run(imports), intakes.Run(intake), jobs.Removals(contacts, intake, env.Bus.Hold, env.Log),
			jobs.Visitors(audience, env.Bus.Hold, env.Log), jobs.Spelling(contacts, env.Bus.Hold, env.Log),
			func(ctx context.Context) error { return env.Bus.Consume(ctx, jobs.Calculated(audience)) },
		},
	}, nil
}
