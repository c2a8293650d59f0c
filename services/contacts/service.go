// Package contacts wires the service that owns recipient databases, contacts and their bitmaps, imports, visitors
// and their claims. See README.md.
package contacts

import (
	"context"
	"fmt"
	"time"

	"google.golang.org/grpc"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/contacts/internal/core"
	"puls.app/services/contacts/internal/jobs"
	"puls.app/services/contacts/internal/pg"
	"puls.app/services/contacts/internal/rpc"
	"puls.app/services/kit/bus"
	"puls.app/services/kit/host"
	"puls.app/services/kit/outbox"
	kitrpc "puls.app/services/kit/rpc"
)

// Service tells the host how contacts is built.
func Service() host.Service { return host.Service{Name: "contacts", Build: build} }

func build(ctx context.Context, env *host.Env) (*host.Parts, error) {
	db, err := env.Postgres(ctx, pg.Schema, pg.Migrations())
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	store, err := pg.NewStore(db, env.Bus, rpc.EncodeFinished, limitsOf(env.Settings))
	if err != nil {
		db.Close()
		return nil, fmt.Errorf("make store: %w", err)
	}
	account, err := env.DialAsService("account")
	if err != nil {
		db.Close()
		return nil, fmt.Errorf("dial account: %w", err)
	}
	worker := jobs.NewWorker(jobs.Options{
		Store: store, Accounts: rpc.NewAccounts(account), Encode: rpc.EncodeBatch, Now: env.Now, Log: env.Log, Outages: env.Bus,
	})
	register := func(s grpc.ServiceRegistrar) {
		contactsv1.RegisterContactsServiceServer(s, rpc.NewContactsServer(store))
		contactsv1.RegisterImportServiceServer(s, rpc.NewImportServer(store, store, store, worker.Wake))
		contactsv1.RegisterAudienceServiceServer(s, rpc.NewAudienceServer(store, store))
		contactsv1.RegisterSourceServiceServer(s, rpc.NewSourceServer(store, store))
		contactsv1.RegisterTrackingServiceServer(s, rpc.NewTrackingServer(store))
	}
	relay := outbox.NewRelay(db.Pool, env.Bus, "contacts", env.Log)
	return &host.Parts{
		Register: register,
		Policy: kitrpc.Policy{
			Internal: []string{contactsv1.AudienceService_ServiceDesc.ServiceName, contactsv1.SourceService_ServiceDesc.ServiceName},
			Once: []string{
				contactsv1.ContactsService_CreateDatabase_FullMethodName, contactsv1.ContactsService_CreateGroup_FullMethodName,
				contactsv1.ContactsService_AddProperty_FullMethodName, contactsv1.TrackingService_CreateWebTrackingAccount_FullMethodName,
			},
			Keys: db,
		},
		Run: []host.Runner{ensureStream(env.Bus), relay.Run, worker.Run},
		Close: func() {
			_ = account.Close() // nothing can be done about it at the end
			db.Close()
		},
	}, nil
}

// limitsOf reads what the installation sets otherwise than usual.
func limitsOf(settings host.Settings) core.Limits {
	usual := core.UsualLimits()
	return core.Limits{
		Databases: settings.Limit("databases", usual.Databases), Groups: settings.Limit("groups", usual.Groups),
		Properties: settings.Limit("properties", usual.Properties), Waiting: settings.Limit("imports", usual.Waiting),
	}
}

// ensureStream makes the stream that this service owns.
func ensureStream(b *bus.Bus) host.Runner {
	stream := bus.Stream{Name: "CONTACTS", Subjects: []string{"contacts.>"}, MaxAge: 7 * 24 * time.Hour, MaxBytes: 256 << 20}
	return func(ctx context.Context) error { return b.EnsureEventually(ctx, stream) }
}
