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
	"puls.app/services/contacts/internal/destination"
	"puls.app/services/contacts/internal/destination/lists"
	destinationpg "puls.app/services/contacts/internal/destination/pg"
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

// service takes the client of Amazon as an argument, for tests.
func service(sns intake.Amazon) host.Service {
	s := &settings{}
	return host.Service{
		Name: "contacts", Schema: pg.Schema, Migrations: pg.Migrations(), Settings: s, Figures: pg.Figures,
		Streams: []bus.Stream{{Name: "CONTACTS", MaxAge: 7 * 24 * time.Hour, MaxBytes: 256 << 20}},
		Build:   func(ctx context.Context, env *host.Env) (*host.Parts, error) { return build(ctx, env, s, sns) },
	}
}

// settings are the settings of this service alone.
type settings struct {
	Limits limits
	// ErasureSecret is the secret of the hashes of erased addresses. Without it their key is derived from the machine's
	// secret, if all services run on one machine.
	ErasureSecret conf.Secret `env:"ERASURE_SECRET"`
	// UnsubscribeSecrets are the secrets of one-click links, with the same default; the first makes new links.
	UnsubscribeSecrets []conf.Secret `env:"UNSUBSCRIBE_SECRET"`
	// ProviderSecret encrypts the keys of mail providers and of destinations, with the same default.
	ProviderSecret conf.Secret `env:"PROVIDER_SECRET"`
	// PublicURL is the public address of the gateway; one-click links begin with it.
	PublicURL string `env:"PUBLIC_URL"`
	// DestinationURL replaces the hosts of the mail providers with lists, each under a path with its name, for tests.
	DestinationURL string `env:"DESTINATION_URL"`
	// IntakeEvents is how many events of an account's intakes may wait to be read; all accounts together have four times
	// that.
	IntakeEvents int64 `env:"LIMIT_INTAKE_EVENTS" envDefault:"500000"`
	// IntakeVisitors is how many new visitors a website may add in an hour.
	IntakeVisitors int `env:"LIMIT_INTAKE_VISITORS" envDefault:"20000"`
}

// limits are limits per account and uid, by the names of their variables.
type limits struct {
	Databases  int `env:"LIMIT_DATABASES" envDefault:"100"`
	Groups     int `env:"LIMIT_GROUPS" envDefault:"5000"`
	Properties int `env:"LIMIT_PROPERTIES" envDefault:"200"`
	Waiting    int `env:"LIMIT_IMPORTS" envDefault:"20"`
}

// shortestSecret is the minimum number of characters of a secret.
const shortestSecret = 32

// keyOf returns a key of this service, nil without a secret to derive it from. The key must never change.
func keyOf(env *host.Env, secret conf.Secret, variable, purpose, without string) ([]byte, error) {
	if secret == "" {
		key, err := env.Keys.Derive(purpose)
		if err != nil && without != "" {
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

// linkKeys returns the keys of one-click links, none without a secret to derive one from.
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

// peers are the services that this one calls.
type peers struct{ account, engine, config grpc.ClientConnInterface }

func dial(env *host.Env) (p peers, err error) {
	if p.account, err = env.DialAsService("account"); err != nil {
		return p, err
	}
	if p.engine, err = env.DialAsService("scoring-engine"); err != nil {
		return p, err
	}
	p.config, err = env.DialAsService("scoring-config")
	return p, err
}

// rooms are the use cases of the service, and its background readers.
type rooms struct {
	contacts     *contact.App
	imports      *importing.App
	intake       *intake.App
	audience     *audience.App
	destinations *destination.App
	privacy      *privacy.App
	worker       *jobs.Worker
	intakes      *jobs.Intakes
	sending      *jobs.Destinations
	sender       *destination.Runner
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
	sending, err := keyOf(env, s.ProviderSecret, "PULS_PROVIDER_SECRET", "addresses at destinations", "") // send warns
	if err != nil {
		return nil, err
	}
	store := contactpg.NewStore(env.DB, erasing)
	if err := store.CheckErasureKey(ctx); err != nil {
		return nil, err
	}
	asked, err := dial(env)
	if err != nil {
		return nil, err
	}
	r := &rooms{
		worker: jobs.NewWorker(env.Bus.Hold, env.Log), intakes: jobs.NewIntakes(env.Bus.Hold, env.Log),
		sending: jobs.NewDestinations(env.Bus.Hold, env.Log),
	}
	accounts := rpc.NewAccounts(asked.account)
	r.contacts = &contact.App{
		DatabaseStore: store, GroupStore: store, PropertyStore: store, ContactStore: store, SpellStore: store,
		Accounts: accounts, Scorings: rpc.Scorings{Client: scoringconfigv1.NewUsageServiceClient(asked.config)},
		Links:  contact.Links{Keys: linking, Base: strings.TrimRight(s.PublicURL, "/")},
		Limits: contact.Limits{Databases: s.Limits.Databases, Groups: s.Limits.Groups, Properties: s.Limits.Properties},
		Now:    env.Now, Log: env.Log,
	}
	r.takeIn(env, s, store, intake.Needs{Accounts: accounts, Seal: intake.Seal{Key: sealing}, Amazon: sns})
	r.judge(env, s, store, sending, asked, accounts)
	if err := r.send(env, s, sending); err != nil {
		return nil, err
	}
	relay := outbox.NewRelay(env.DB.Pool, env.Bus, "contacts", env.Log)
	return &host.Parts{
		Register: r.register,
		Run: []host.Runner{
			relay.Run, r.worker.Run(r.imports), r.intakes.Run(r.intake),
			jobs.Removals(r.contacts, r.intake, env.Bus.Hold, env.Log), jobs.Visitors(r.audience, env.Bus.Hold, env.Log),
			jobs.Spelling(r.contacts, env.Bus.Hold, env.Log), jobs.Departures(r.privacy, env.Bus.Hold, env.Log),
			r.sending.Run(r.sender),
			func(ctx context.Context) error { return env.Bus.Consume(ctx, jobs.Calculated(r.audience)) },
			func(ctx context.Context) error {
				return env.Bus.Consume(ctx, jobs.DestinationsCalculated(r.destinations))
			},
		},
	}, nil
}

// takeIn wires the sources of contacts and facts: files, websites and mail providers.
func (r *rooms) takeIn(env *host.Env, s *settings, contacts *contactpg.Store, n intake.Needs) {
	imports := importingpg.NewStore(contacts, env.Bus, rpc.Events{})
	books := importing.NewBooks(&importingpg.Dictionary{Base: contacts.Base})
	r.imports = importing.NewApp(importing.Needs{
		FileStore: imports, DraftStore: imports, ImportStore: imports, TurnStore: imports, StepStore: imports,
		Catalogue: contacts, Books: books, Accounts: n.Accounts, Groups: s.Limits.Groups, Waiting: s.Limits.Waiting,
		Now: env.Now, Log: env.Log, Passing: env.Bus.Passing, ImportWaits: r.worker.Wake,
	})
	store := intakepg.NewStore(imports)
	n.BodyStore, n.ReadStore, n.EventStore, n.WebsiteStore, n.MailProviderStore = store, store, store, store, store
	n.Books, n.Now, n.Log, n.IntakeWaits = books, env.Now, env.Log, r.intakes.Wake
	n.Limits = intake.Limits{Events: s.IntakeEvents, NewVisitors: s.IntakeVisitors}
	n.Room = func(int64) bool { return true } // the size of the disk is unknown
	if env.Storage != nil {
		n.Room = env.Storage.Room
	}
	r.intake = intake.NewApp(n)
}

// judge wires the audience of calculations, the targets of their results, and the use cases of data protection.
func (r *rooms) judge(
	env *host.Env, s *settings, contacts *contactpg.Store, sending []byte, asked peers, accounts *rpc.Accounts,
) {
	results := audiencepg.NewStore(env.DB, rpc.Events{})
	r.audience = &audience.App{
		AudienceStore: results, SearchStore: results, ScoreStore: results, GroupExportStore: results, Catalogue: contacts,
		Scores: rpc.Scores{
			Client:  scoringenginev1.NewScoreServiceClient(asked.engine),
			Results: scoringenginev1.NewResultServiceClient(asked.engine),
		},
		Activities: rpc.Activities{Client: scoringenginev1.NewActivityServiceClient(asked.engine)},
		Scorings:   r.contacts.Scorings, Groups: s.Limits.Groups, Now: env.Now, Log: env.Log,
	}
	log := privacypg.NewStore(contacts, rpc.Events{}, sending)
	r.privacy = &privacy.App{
		LogStore: log, PersonStore: log, LinkStore: log, Departures: log,
		Persons:  rpc.Persons{Client: scoringenginev1.NewPersonServiceClient(asked.engine)},
		Lists:    destinationpg.NewStore(env.DB, rpc.Events{}),
		Accounts: accounts, Links: r.contacts.Links, Now: env.Now,
	}
}

// send wires the synchronization of lists at mail providers with results.
func (r *rooms) send(env *host.Env, s *settings, sending []byte) error {
	sealing, err := keyOf(
		env, s.ProviderSecret, "PULS_PROVIDER_SECRET", "keys of destinations", "no destination can be set up",
	)
	if err != nil {
		return err
	}
	store, seal := destinationpg.NewStore(env.DB, rpc.Events{}), intake.Seal{Key: sealing}
	opener := lists.New(s.DestinationURL)
	r.destinations = &destination.App{
		Store: store, Seal: seal, Lists: opener, Scorings: r.contacts.Scorings, Wake: r.sending.Wake, Now: env.Now,
	}
	r.sender = &destination.Runner{
		Store: store, Audience: r.audience, Seal: seal, Lists: opener, Key: sending, Now: env.Now, Log: env.Log,
	}
	return nil
}

func (r *rooms) register(s grpc.ServiceRegistrar) {
	contactsv1.RegisterContactsServiceServer(s, rpc.NewContactsServer(r.contacts, r.audience))
	contactsv1.RegisterGroupExportServiceServer(s, rpc.NewGroupExportServer(r.audience))
	contactsv1.RegisterImportServiceServer(s, rpc.NewImportServer(r.imports))
	contactsv1.RegisterAudienceServiceServer(s, rpc.NewAudienceServer(r.contacts, r.audience))
	contactsv1.RegisterDataProtectionServiceServer(s, rpc.NewDataProtectionServer(r.privacy))
	contactsv1.RegisterRegisterServiceServer(s, rpc.NewRegisterServer(r.privacy))
	contactsv1.RegisterSourceServiceServer(s, rpc.NewSourceServer(r.contacts, r.intake))
	contactsv1.RegisterTrackingServiceServer(s, rpc.NewTrackingServer(r.intake))
	contactsv1.RegisterOneClickServiceServer(s, rpc.NewOneClickServer(r.privacy))
	contactsv1.RegisterMailProviderServiceServer(s, rpc.NewMailProviderServer(r.intake))
	contactsv1.RegisterDestinationServiceServer(s, rpc.NewDestinationServer(r.destinations))
	contactsv1.RegisterIntakeServiceServer(s, rpc.NewIntakeServer(r.intake, r.privacy))
}
