package contacts_test

import (
	"context"
	"maps"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/contacts"
	"puls.app/services/kit/auth"
	"puls.app/services/kit/bus"
	"puls.app/services/kit/conf"
	"puls.app/services/kit/host"
	"puls.app/services/local/servicetest"
)

// system is the service with fake peers, and clients of one account's owner.
type system struct {
	*servicetest.System
	// account is the owner's account, stranger another one for the test.
	account, stranger int32
	contacts          contactsv1.ContactsServiceClient
	imports           contactsv1.ImportServiceClient
	exports           contactsv1.GroupExportServiceClient
	audience          contactsv1.AudienceServiceClient
	sources           contactsv1.SourceServiceClient
	peers             *peers
	tables            *pgxpool.Pool
	// since is the last row of the outbox when the test began.
	since int
}

var (
	lasting servicetest.Lasting
	common  = sync.OnceValue(func() *system { return launch(&lasting, nil) })
	// accounts counts the accounts that were given to tests.
	accounts atomic.Int32
)

func TestMain(m *testing.M) { os.Exit(lasting.Run(m)) }

// start gives a test two accounts in the service that the tests of this package share. A test that changes or reads
// shared state (the clock, a limit, the log, events, whole tables) starts its own service with startAlone.
func start(t testing.TB) *system {
	t.Helper()
	return common().enter(t)
}

// startAlone starts a service for one test, with settings that override the usual ones.
func startAlone(t testing.TB, limits conf.Values) *system {
	t.Helper()
	return launch(t, limits).enter(t)
}

// launch starts a service that runs as long as t does.
func launch(t testing.TB, limits conf.Values) *system {
	t.Helper()
	s := &system{peers: newPeers(t)}
	settings := conf.Values{"PULS_PUBLIC_URL": "https://puls.example/"}
	maps.Copy(settings, limits)
	s.System = servicetest.Start(t, contacts.ServiceWith(s.peers.amazon), servicetest.Setup{
		NATS: true, Settings: settings,
		Streams: []bus.Stream{{Name: "ENGAGEMENT", Queue: true, MaxBytes: 4 << 30}, {Name: "SCORING"}},
		Peers:   s.peers.services(),
	})
	s.tables = s.Admin(t)
	consumer := bus.HandleBytes[*contactsv1.EngagementBatch]("engine", s.peers.taken.handle)
	consumer.Parallel = 4
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	stopped := make(chan error, 1)
	go func() { stopped <- s.Env.Bus.Consume(ctx, consumer) }()
	t.Cleanup(func() {
		stop()
		require.NoError(t, <-stopped)
	})
	return s
}

// enter gives a test accounts of its own.
func (s *system) enter(t testing.TB) *system {
	t.Helper()
	own := *s
	own.account = 1000 + 2*accounts.Add(1) // so that 001 is no account's own uid
	own.stranger = own.account + 1
	own.connect(t)
	own.since = own.count(t, "SELECT coalesce(max(id), 0) FROM outbox")
	return &own
}

// connect makes the clients of the running service.
func (s *system) connect(t testing.TB) {
	t.Helper()
	person, service := s.person(t), s.AsService(t)
	s.contacts, s.imports = contactsv1.NewContactsServiceClient(person), contactsv1.NewImportServiceClient(person)
	s.exports = contactsv1.NewGroupExportServiceClient(person)
	s.audience, s.sources = contactsv1.NewAudienceServiceClient(service), contactsv1.NewSourceServiceClient(service)
}

// databaseURL is the URL of the service's database.
func (s *system) databaseURL(t testing.TB) string {
	t.Helper()
	url, err := s.Env.DatabaseURL("contacts")
	require.NoError(t, err)
	return url
}

// person is a client of the account's owner, user 1.
func (s *system) person(t testing.TB) host.Conn {
	t.Helper()
	return s.AsPerson(t, auth.Identity{User: 1, Account: s.account})
}

// other is a client of the stranger's owner, user 2.
func (s *system) other(t testing.TB) host.Conn {
	t.Helper()
	return s.AsPerson(t, auth.Identity{User: 2, Account: s.stranger})
}

// countAll returns the number that a query of the tables returns, over the rows of all accounts.
func (s *system) countAll(t testing.TB, query string, values ...any) (n int) {
	t.Helper()
	s.past(t, "puls_contacts_system", func(tx pgx.Tx) error { return tx.QueryRow(t.Context(), query, values...).Scan(&n) })
	return n
}

// waiting counts unread blocks of the account's files.
func (s *system) waiting(t testing.TB) int {
	t.Helper()
	return s.countAll(
		t, "SELECT count(*) FROM import_blocks WHERE import_id IN (SELECT id FROM imports WHERE account_id = $1)", s.account,
	)
}

// count returns the number that a query of the tables returns, over the rows that the account may see: none of the
// tables for the system alone, and all of the outbox.
func (s *system) count(t testing.TB, query string) (n int) {
	t.Helper()
	s.past(t, "puls_contacts", func(tx pgx.Tx) error { return tx.QueryRow(t.Context(), query).Scan(&n) })
	return n
}

// contactsWhere counts the account's contacts that meet a condition. It limits the query to the account's databases,
// since otherwise it would read the contacts of all accounts.
func (s *system) contactsWhere(t testing.TB, condition string) (n int) {
	t.Helper()
	own := s.databases(t)
	s.past(t, "puls_contacts", func(tx pgx.Tx) error {
		return tx.QueryRow(
			t.Context(), "SELECT count(*) FROM contacts WHERE database_id = ANY ($1) AND ("+condition+")", own,
		).Scan(&n)
	})
	return n
}

// exec changes rows of the account, bypassing the API.
func (s *system) exec(t testing.TB, statement string, values ...any) {
	t.Helper()
	s.past(t, "puls_contacts", func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), statement, values...)
		return err
	})
}

// execAll changes rows of all accounts, bypassing the API.
func (s *system) execAll(t testing.TB, statement string, values ...any) {
	t.Helper()
	s.past(t, "puls_contacts_system", func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), statement, values...)
		return err
	})
}

// past runs work on the tables, bypassing the API, as a role for the account.
func (s *system) past(t testing.TB, role string, work func(pgx.Tx) error) {
	t.Helper()
	require.NoError(t, pgx.BeginFunc(t.Context(), s.tables, func(tx pgx.Tx) error {
		_, err := tx.Exec(
			t.Context(), "SELECT set_config('role', $1, true), set_config('puls.account', $2, true)", role, strconv.Itoa(int(s.account)),
		)
		if err != nil {
			return err
		}
		return work(tx)
	}))
}

// databases returns the ids of the account's databases.
func (s *system) databases(t testing.TB) (ids []int32) {
	t.Helper()
	s.past(t, "puls_contacts", func(tx pgx.Tx) error {
		rows, err := tx.Query(t.Context(), "SELECT id FROM databases")
		if err != nil {
			return err
		}
		ids, err = pgx.CollectRows(rows, pgx.RowTo[int32])
		return err
	})
	return ids
}

// upload sends a CSV file and returns the id of its import.
func (s *system) upload(t testing.TB, kind string, body []byte) (string, error) {
	t.Helper()
	return s.send(t, &contactsv1.UploadHeader{Kind: kind, Format: "csv"}, body, int64(len(body)))
}

// send sends a file and claims a size for it.
func (s *system) send(t testing.TB, header *contactsv1.UploadHeader, body []byte, size int64) (string, error) {
	t.Helper()
	header, _ = proto.Clone(header).(*contactsv1.UploadHeader)
	header.Options = inDatabase(header.GetOptions())
	stream, err := s.imports.UploadImport(t.Context())
	require.NoError(t, err)
	// The response has the error of a failed send.
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

// inDatabase returns options that put rows without a uid into database 001.
func inDatabase(o *contactsv1.ReadOptions) *contactsv1.ReadOptions {
	if o.GetUid() != "" {
		return o
	}
	in := &contactsv1.ReadOptions{Uid: "001"}
	proto.Merge(in, o)
	return in
}

// load sends a file and waits until its import has ended.
func (s *system) load(t testing.TB, kind, format string, body []byte) *contactsv1.Import {
	t.Helper()
	id, err := s.send(t, &contactsv1.UploadHeader{Kind: kind, Format: format}, body, int64(len(body)))
	require.NoError(t, err)
	return s.wait(t, id)
}

func (s *system) wait(t testing.TB, id string) *contactsv1.Import {
	t.Helper()
	return s.waitFor(t, id, func(i *contactsv1.Import) bool { return i.GetState() != "running" })
}

// waitFor waits until an import meets a condition.
func (s *system) waitFor(t testing.TB, id string, is func(*contactsv1.Import) bool) *contactsv1.Import {
	t.Helper()
	var found *contactsv1.Import
	require.Eventually(t, func() bool {
		res, err := s.imports.GetImport(t.Context(), &contactsv1.GetImportRequest{Id: id})
		if err != nil {
			return false
		}
		found = res.GetImport()
		return is(found)
	}, 2*time.Minute, 20*time.Millisecond)
	return found
}

func (s *system) ensure(t testing.TB, uids ...string) map[string]int32 {
	t.Helper()
	res, err := s.audience.EnsureDatabases(
		t.Context(), &contactsv1.EnsureDatabasesRequest{AccountId: s.account, Uids: uids},
	)
	require.NoError(t, err)
	ids := map[string]int32{}
	for _, d := range res.GetDatabases() {
		ids[d.GetUid()] = d.GetDatabaseId()
	}
	return ids
}
