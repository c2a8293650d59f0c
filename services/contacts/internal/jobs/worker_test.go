package jobs_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/contacts/internal/contact"
	contactpg "puls.app/services/contacts/internal/contact/pg"
	"puls.app/services/contacts/internal/importing"
	importingpg "puls.app/services/contacts/internal/importing/pg"
	intakepg "puls.app/services/contacts/internal/intake/pg"
	"puls.app/services/contacts/internal/jobs"
	"puls.app/services/contacts/internal/pg"
	"puls.app/services/contacts/internal/rpc"
	"puls.app/services/contacts/internal/table"
	"puls.app/services/kit/bus"
	"puls.app/services/kit/pgdb"
	"puls.app/services/local/pgtest"
)

// open returns a store on a fresh database.
func open(t *testing.T) (*stores, *pgdb.DB) {
	t.Helper()
	db := pgtest.Schema(t, pg.Schema, pg.Migrations())
	return newStores(db), db
}

// stores embeds the stores of the packages that read imports and intakes.
type stores struct {
	*contactStore
	*importStore
	*intakeStore
	*importingpg.Dictionary
}

type (
	contactStore = contactpg.Store
	importStore  = importingpg.Store
	intakeStore  = intakepg.Store
)

func newStores(db *pgdb.DB) *stores {
	contacts := contactpg.NewStore(db, []byte("erasure key"))
	imports := importingpg.NewStore(contacts, consumed{}, rpc.Events{})
	return &stores{contacts, imports, intakepg.NewStore(imports), &importingpg.Dictionary{Base: contacts.Base}}
}

// importPorts are the stores that the use cases of imports need.
type importPorts interface {
	importing.FileStore
	importing.DraftStore
	importing.Store
	importing.TurnStore
	importing.StepStore
	importing.Catalogue
	importing.Dictionary
}

func newImports(p importPorts, n importing.Needs) *importing.App {
	n.FileStore, n.DraftStore, n.ImportStore, n.TurnStore, n.StepStore, n.Catalogue = p, p, p, p, p, p
	n.Books, n.Accounts, n.Groups, n.Waiting = importing.NewBooks(p), zones{}, 100, 20
	return importing.NewApp(n)
}

// consumed is a fake of a bus whose consumers have taken every message.
type consumed struct{}

func (consumed) Consumed(context.Context, string, uint64) (bool, error) { return true, nil }

type zones struct{}

func (zones) Timezone(context.Context, contact.AccountID) (string, error) {
	return "Europe/Warsaw", nil
}

var errFlaky = errors.New("the connection was lost")

// flaky fails some calls before their effect and some after it.
type flaky struct {
	*stores
	mu     sync.Mutex
	random *rand.Rand
	share  float64
	failed int
}

func (f *flaky) run(work func() error) error {
	f.mu.Lock()
	before, after := f.random.Float64() < f.share, f.random.Float64() < f.share
	if before || after {
		f.failed++
	}
	f.mu.Unlock()
	if before {
		return errFlaky
	}
	if err := work(); err != nil {
		return err
	}
	if after {
		return errFlaky
	}
	return nil
}

func (f *flaky) ApplyContacts(
	ctx context.Context, step importing.ContactsStep,
) (effects contact.Effects, err error) {
	err = f.run(func() (err error) {
		effects, err = f.stores.ApplyContacts(ctx, step)
		return err
	})
	return effects, err
}

func (f *flaky) CommitEngagement(ctx context.Context, step importing.EngagementStep) error {
	return f.run(func() error { return f.stores.CommitEngagement(ctx, step) })
}

func (f *flaky) Take(ctx context.Context, id importing.ID) (i *importing.Import, err error) {
	err = f.run(func() (err error) { i, err = f.stores.Take(ctx, id); return err })
	return i, err
}

func (f *flaky) SetTimezone(ctx context.Context, id importing.ID, zone string) error {
	return f.run(func() error { return f.stores.SetTimezone(ctx, id, zone) })
}

// Postpone retries at once, since tests do not wait.
func (f *flaky) Postpone(ctx context.Context, id importing.ID, _ time.Time, _ bool) error {
	return f.run(func() error { return f.stores.Postpone(ctx, id, time.Now().Add(-time.Second), true) })
}

// put uploads a file as an import.
func put(
	t *testing.T, store *stores, account contact.AccountID, kind table.FileKind, id byte, body []byte,
) importing.ID {
	t.Helper()
	app := newImports(store, importing.Needs{ImportWaits: func() {}})
	r, err := app.Receive(
		t.Context(),
		importing.Upload{ID: importing.ID{byte(account), id}, Account: account, Kind: kind, Format: table.FormatCSV},
	)
	require.NoError(t, err)
	require.NoError(t, r.Write(t.Context(), body))
	got, err := r.Finish(t.Context(), int64(len(body)))
	require.NoError(t, err)
	return got
}

// work runs the workers of several replicas until the imports have ended.
func work(
	t *testing.T, store importPorts, plain *stores, db *pgdb.DB, replicas int, imports map[importing.ID]contact.AccountID,
) map[importing.ID]importing.Import {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	log := slog.New(slog.NewTextHandler(&bytes.Buffer{}, nil))
	for range replicas {
		w := jobs.NewWorker(func(context.Context) {}, log)
		app := newImports(store, importing.Needs{
			Steps: importing.StepLimits{Contacts: 700, Facts: 1},
			Now:   time.Now, Log: log, Passing: func(error) bool { return false }, ImportWaits: w.Wake,
		})
		running.Go(func() { _ = w.Run(app)(ctx) })
	}
	defer func() { stop(); running.Wait() }()
	ended := map[importing.ID]importing.Import{}
	require.Eventually(t, func() bool {
		// The test has no relay: mark events as published.
		_, err := db.Pool.Exec(
			t.Context(), "UPDATE outbox SET published_at = now(), sequence = id WHERE published_at IS NULL",
		)
		require.NoError(t, err)
		for id, account := range imports {
			i, err := plain.GetImport(t.Context(), account, id)
			require.NoError(t, err)
			if i.State == importing.StateDone || i.State == importing.StateFailed {
				ended[id] = i
			}
		}
		return len(ended) == len(imports)
	}, 3*time.Minute, 20*time.Millisecond)
	return ended
}

func people(n int) []byte {
	text := []byte("external_id,email,groups\n")
	for i := range n {
		text = fmt.Appendf(text, "C%d,c%d@example.com,g%d\n", i, i, i%3)
		if i%50 == 0 {
			text = fmt.Appendf(text, "X%d,nonsense,\n", i)
		}
	}
	return text
}

func events(n, contacts int) []byte {
	text := []byte("event_id,occurred_at,type,message_id,external_id,visitor_id\n")
	for i := range n {
		kind := []string{"mailing.sent", "sms.delivered", "web.page_view"}[i%3]
		text = fmt.Appendf(text, "e%d,2026-10-%02dT10:00:00Z,%s,m%d,C%d,v%d\n", i, 1+i%28, kind, i%7, i%contacts, i%501)
		if i%100 == 0 {
			text = fmt.Appendf(text, "e%d,2026-10-20T10:00:00Z,mailing.sent,m1,NOBODY%d,\n", i, i)
		}
	}
	return text
}

// published returns the facts of the outbox as sorted texts, with each batch once, and the number of repeated batches.
func published(t *testing.T, db *pgdb.DB) (facts []string, repeated int) {
	t.Helper()
	rows, err := db.Pool.Query(t.Context(), "SELECT payload FROM outbox WHERE subject = $1", rpc.Events{}.BatchSubject())
	require.NoError(t, err)
	payloads, err := pgx.CollectRows(rows, pgx.RowTo[[]byte])
	require.NoError(t, err)
	seen := map[string]bool{}
	for _, payload := range payloads {
		require.LessOrEqual(t, len(payload), 512<<10)
		b := &contactsv1.EngagementBatch{}
		require.NoError(t, proto.Unmarshal(payload, b))
		if seen[b.GetBatchId()] {
			repeated++
			continue
		}
		seen[b.GetBatchId()] = true
		facts = append(facts, unpack(b)...)
	}
	slices.Sort(facts)
	return facts, repeated
}

func unpack(b *contactsv1.EngagementBatch) (facts []string) {
	for _, c := range b.GetChunks() {
		at := 0
		for g, size := range c.GetGroupSizes() {
			place := uint32(0)
			for range size {
				place += c.GetContactGaps()[at]
				what := ""
				if len(c.GetEventKeys()) > 0 {
					what = fmt.Sprint(c.GetEventKeys()[at])
				} else {
					what = b.GetMessageIds()[c.GetGroupMessages()[g]]
				}
				facts = append(
					facts,
					fmt.Sprint(
						b.GetDatabaseId(), b.GetChannel(), c.GetChunk(), place, c.GetGroupDays()[g], c.GetGroupKinds()[g], what,
					),
				)
				at++
			}
		}
	}
	return facts
}

func TestAnImportThatIsInterruptedEverywhereComesToTheSame(t *testing.T) {
	const rows, contacts = 60_000, 5_000
	run := func(share float64, replicas int) ([]string, map[importing.ID]importing.Import, int) {
		store, db := open(t)
		require.NoError(t, store.EnsureDatabases(t.Context(), 1, []string{"001"}))
		imports := map[importing.ID]contact.AccountID{
			put(t, store, 1, table.KindContacts, 1, people(contacts)):         1,
			put(t, store, 1, table.KindEngagement, 2, events(rows, contacts)): 1,
		}
		f := &flaky{stores: store, random: rand.New(rand.NewPCG(3, 3)), share: share}
		ended := work(t, f, store, db, replicas, imports)
		facts, repeated := published(t, db)
		require.Zero(t, repeated)
		var numbers int
		require.NoError(t, db.AsSystem(t.Context(), func(tx pgx.Tx) error {
			return tx.QueryRow(t.Context(), "SELECT count(DISTINCT number) FROM contacts").Scan(&numbers)
		}))
		require.Equal(t, contacts, numbers)
		var announced int
		require.NoError(
			t,
			db.Pool.QueryRow(
				t.Context(), "SELECT count(*) FROM outbox WHERE subject = $1", bus.EventOf[*contactsv1.ImportFinished]().Subject(),
			).Scan(&announced),
		)
		require.Equal(t, len(imports), announced)
		return facts, ended, f.failed
	}
	facts, ended, _ := run(0, 1)
	for id, i := range ended {
		require.Equal(t, importing.StateDone, i.State)
		if id[1] == 1 {
			require.Equal(t, []int{contacts + contacts/50, contacts, contacts / 50}, []int{i.Read, i.Kept, i.Refused})
		} else {
			require.Equal(t, []int{rows + rows/100, rows, rows / 100}, []int{i.Read, i.Kept, i.Refused})
		}
	}
	broken, endedBroken, failed := run(0.3, 3)
	require.Greater(t, failed, 5)
	require.Equal(t, facts, broken)
	for id, i := range ended {
		j := endedBroken[id]
		require.Equal(t, []int{i.Read, i.Kept, i.Refused, i.Lines}, []int{j.Read, j.Kept, j.Refused, j.Lines})
	}
}

func TestAFileWhoseHeadIsGoneIsGivenUp(t *testing.T) {
	store, db := open(t)
	require.NoError(t, store.EnsureDatabases(t.Context(), 1, []string{"001"}))
	id := put(t, store, 1, table.KindContacts, 1, people(10))
	next := put(t, store, 1, table.KindContacts, 2, people(10))
	require.NoError(t, db.AsSystem(t.Context(), func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), "DELETE FROM import_blocks WHERE import_id = $1", id)
		return err
	}))
	ended := work(t, &impatient{stores: store}, store, db, 1, map[importing.ID]contact.AccountID{id: 1, next: 1})
	require.Equal(t, importing.StateFailed, ended[id].State)
	require.Equal(t, importing.StateDone, ended[next].State) // the other import does not wait
}

// impatient retries at once.
type impatient struct{ *stores }

func (s *impatient) Postpone(ctx context.Context, id importing.ID, _ time.Time, forgiven bool) error {
	return s.stores.Postpone(ctx, id, time.Now().Add(-time.Second), forgiven)
}

func TestAccountsDoNotWaitForEachOther(t *testing.T) {
	store, db := open(t)
	imports := map[importing.ID]contact.AccountID{}
	for account := contact.AccountID(1); account <= 4; account++ {
		require.NoError(t, store.EnsureDatabases(t.Context(), account, []string{fmt.Sprintf("%03d", account)}))
		imports[put(t, store, account, table.KindContacts, 1, people(2000))] = account
		imports[put(t, store, account, table.KindEngagement, 2, events(5000, 2000))] = account
	}
	for id, i := range work(t, store, store, db, 3, imports) {
		require.Equal(t, importing.StateDone, i.State, id)
		require.Positive(t, i.Kept)
	}
}

func TestPiecesOfUploadsThatNeverEndedAreRemoved(t *testing.T) {
	store, db := open(t)
	kept := put(t, store, 1, table.KindContacts, 1, people(10))
	left := importing.ID{9}
	require.NoError(t, store.AddBlock(t.Context(), left, 0, []byte("a")))
	removed, err := store.CleanUploads(t.Context(), time.Now().Add(-time.Hour))
	require.NoError(t, err)
	require.Zero(t, removed) // the upload may still be in progress
	removed, err = store.CleanUploads(t.Context(), time.Now().Add(time.Hour))
	require.NoError(t, err)
	require.Equal(t, int64(1), removed)
	var blocks int
	require.NoError(t, db.AsSystem(t.Context(), func(tx pgx.Tx) error {
		return tx.QueryRow(t.Context(), "SELECT count(*) FROM import_blocks WHERE import_id = $1", kept).Scan(&blocks)
	}))
	require.Equal(t, 1, blocks)
}

func (zones) Language(context.Context, contact.AccountID) (string, error) { return "pl", nil }
