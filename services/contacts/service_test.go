package contacts_test

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/contacts"
	"puls.app/services/contacts/internal/pg"
	"puls.app/services/kit/auth"
	"puls.app/services/kit/bus"
	"puls.app/services/kit/conf"
	"puls.app/services/kit/host"
	"puls.app/services/kit/rpc"
	"puls.app/services/local/natsserver"
	"puls.app/services/local/pgtest"
)

const (
	secret = "a secret of at least thirty-two characters"
)

// system is the service with what it needs, and a person of account 1 who calls it.
type system struct {
	host     *host.Host
	env      host.Env
	url      string
	bus      *bus.Bus
	contacts contactsv1.ContactsServiceClient
	imports  contactsv1.ImportServiceClient
	audience contactsv1.AudienceServiceClient
	sources  contactsv1.SourceServiceClient
	zone     *atomic.Value
	taken    *taken
}

func start(t testing.TB) *system {
	t.Helper()
	return startLimited(t, nil)
}

// startLimited starts it with limits that are not the usual ones.
func startLimited(t testing.TB, limits conf.Values) *system {
	t.Helper()
	keys, err := auth.KeysFromSecret(secret)
	require.NoError(t, err)
	nats, err := natsserver.Start(t.Context(), natsserver.Options{Dir: filepath.Join(t.TempDir(), "nats")})
	require.NoError(t, err)
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	b, err := bus.Connect(bus.Options{Connect: nats.Connect, Name: "test"}, log)
	require.NoError(t, err)
	require.NoError(t, b.Ensure(t.Context(), bus.Stream{Name: "ENGAGEMENT", Queue: true, MaxBytes: 4 << 30}))
	s := &system{url: pgtest.SchemaURL(t, pg.Schema, pg.Migrations()), bus: b, zone: &atomic.Value{}}
	s.zone.Store("Europe/Warsaw")
	s.taken = &taken{batches: map[string]*contactsv1.EngagementBatch{}}
	ctx, stop := context.WithCancel(context.Background())
	stopped := make(chan error, 1)
	consumer := bus.HandleBytes[*contactsv1.EngagementBatch]("engine", s.taken.handle)
	consumer.Parallel = 4
	go func() { stopped <- b.Consume(ctx, consumer) }()
	s.env = host.Env{
		Settings: limits, DatabaseURL: func(string) (string, error) { return s.url, nil },
		Network: host.NewMemory(), Bus: b, Keys: keys, Log: log, Now: time.Now,
	}
	s.host, err = host.Start(t.Context(), s.env, []host.Service{account(s.zone), contacts.Service()})
	require.NoError(t, err)
	t.Cleanup(func() {
		s.host.Stop()
		stop()
		require.NoError(t, <-stopped)
		require.NoError(t, b.Close())
		require.NoError(t, nats.Stop())
	})
	s.dial(t)
	return s
}

func (s *system) dial(t testing.TB) {
	t.Helper()
	conn, err := s.env.Network.Dial("contacts", person(s.env.Keys, 1))
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	s.contacts, s.imports = contactsv1.NewContactsServiceClient(conn), contactsv1.NewImportServiceClient(conn)
	service, err := s.env.Network.Dial("contacts", rpc.AsService(s.env.Keys, "test", "contacts", time.Now))
	require.NoError(t, err)
	t.Cleanup(func() { _ = service.Close() })
	s.audience = contactsv1.NewAudienceServiceClient(service)
	s.sources = contactsv1.NewSourceServiceClient(service)
}

// account is a stand-in for the account service.
func account(zone *atomic.Value) host.Service {
	return host.Service{Name: "account", Build: func(context.Context, *host.Env) (*host.Parts, error) {
		return &host.Parts{
			Register: func(s grpc.ServiceRegistrar) {
				accountv1.RegisterAccountAdminServiceServer(s, &accountServer{zone: zone})
			},
		}, nil
	}}
}

type accountServer struct {
	accountv1.UnimplementedAccountAdminServiceServer
	zone *atomic.Value
}

func (a *accountServer) GetAccount(
	_ context.Context, req *accountv1.GetAccountRequest,
) (*accountv1.GetAccountResponse, error) {
	zone, _ := a.zone.Load().(string)
	return &accountv1.GetAccountResponse{AccountId: req.GetAccountId(), Timezone: zone, Active: true}, nil
}

// upload sends a file of CSV and returns the id of its import.
func (s *system) upload(t testing.TB, kind string, body []byte) (string, error) {
	t.Helper()
	return s.send(t, &contactsv1.UploadHeader{Kind: kind, Format: "csv"}, body, int64(len(body)))
}

// send sends a file with the size that is claimed for it.
func (s *system) send(t testing.TB, header *contactsv1.UploadHeader, body []byte, size int64) (string, error) {
	t.Helper()
	stream, err := s.imports.UploadImport(t.Context())
	require.NoError(t, err)
	// Errors of sending are told by the answer.
	_ = stream.Send(&contactsv1.UploadImportRequest{Part: &contactsv1.UploadImportRequest_Header{Header: header}})
	for rest := body; len(rest) > 0; {
		n := min(len(rest), 1<<18)
		_ = stream.Send(&contactsv1.UploadImportRequest{Part: &contactsv1.UploadImportRequest_Data{Data: rest[:n]}})
		rest = rest[n:]
	}
	_ = stream.Send(&contactsv1.UploadImportRequest{Part: &contactsv1.UploadImportRequest_End{
		End: &contactsv1.UploadEnd{Size: size},
	}})
	res, err := stream.CloseAndRecv()
	return res.GetId(), err
}

// load sends a file and waits until it has been read.
func (s *system) load(t testing.TB, kind, format string, body []byte) *contactsv1.Import {
	t.Helper()
	id, err := s.send(t, &contactsv1.UploadHeader{Kind: kind, Format: format}, body, int64(len(body)))
	require.NoError(t, err)
	return s.wait(t, id)
}

func (s *system) wait(t testing.TB, id string) *contactsv1.Import {
	t.Helper()
	var found *contactsv1.Import
	require.Eventually(t, func() bool {
		res, err := s.imports.GetImport(t.Context(), &contactsv1.GetImportRequest{Id: id})
		if err != nil {
			return false
		}
		found = res.GetImport()
		return found.GetState() != "running"
	}, 2*time.Minute, 20*time.Millisecond)
	return found
}

func (s *system) ensure(t testing.TB, uids ...string) map[string]int32 {
	t.Helper()
	res, err := s.audience.EnsureDatabases(t.Context(), &contactsv1.EnsureDatabasesRequest{AccountId: 1, Uids: uids})
	require.NoError(t, err)
	ids := map[string]int32{}
	for _, d := range res.GetDatabases() {
		ids[d.GetUid()] = d.GetDatabaseId()
	}
	return ids
}

// taken is what a consumer has got: it stands for the engine.
type taken struct {
	mu      sync.Mutex
	batches map[string]*contactsv1.EngagementBatch // by id, so that repeats change nothing
	sizes   []int
}

func (c *taken) handle(_ context.Context, payload []byte) error {
	b := &contactsv1.EngagementBatch{}
	if err := proto.Unmarshal(payload, b); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.batches[b.GetBatchId()] = b
	c.sizes = append(c.sizes, len(payload))
	return nil
}

// fact is what a row says, in the open.
type fact struct {
	database int32
	channel  typev1.Channel
	message  string
	number   uint32
	day      uint32
	kind     contactsv1.EngagementKind
	event    uint64
}

// facts returns everything that was published.
func (c *taken) facts() map[fact]int {
	c.mu.Lock()
	defer c.mu.Unlock()
	facts := map[fact]int{}
	for _, b := range c.batches {
		for _, chunk := range b.GetChunks() {
			at := 0
			for g, size := range chunk.GetGroupSizes() {
				place := uint32(0)
				for range size {
					place += chunk.GetContactGaps()[at]
					f := fact{
						database: b.GetDatabaseId(), channel: b.GetChannel(), number: chunk.GetChunk()<<16 | place,
						day: chunk.GetGroupDays()[g], kind: contactsv1.EngagementKind(chunk.GetGroupKinds()[g]),
					}
					if b.GetChannel() == typev1.Channel_CHANNEL_WEB {
						f.event = chunk.GetEventKeys()[at]
					} else {
						f.message = b.GetMessageIds()[chunk.GetGroupMessages()[g]]
					}
					facts[f]++
					at++
				}
			}
		}
	}
	return facts
}
