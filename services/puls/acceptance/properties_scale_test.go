package acceptance

import (
	"bytes"
	"net/http"
	"testing"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
)

const (
	manyChunks = 153 // 10,027,008 contacts
	chunkSize  = 1 << 16
	manyScored = "0199d8a2-0000-7000-8000-00000000000a"
)

// many stores chunks of contacts, one in 64 of them blocked, and the cells of their calculation in the services'
// tables.
func many(t *testing.T, conn *pgx.Conn, account int32, uid string, chunks int) (database int32) {
	t.Helper()
	exec := func(statement string, values ...any) {
		t.Helper()
		_, err := conn.Exec(t.Context(), statement, values...)
		require.NoError(t, err)
	}
	require.NoError(t, conn.QueryRow(t.Context(), "UPDATE contacts.databases SET next_number = $3 "+
		"WHERE account_id = $1 AND uid = $2 RETURNING id", account, uid, chunks*chunkSize).Scan(&database))
	all, blocked := roaring.New(), roaring.New()
	all.AddRange(0, chunkSize)
	for n := uint32(0); n < chunkSize; n += 64 {
		blocked.Add(n)
	}
	for kind, bits := range map[int]*roaring.Bitmap{1: all, 6: blocked} {
		body, err := bits.MarshalBinary()
		require.NoError(t, err)
		exec("INSERT INTO contacts.audience_bits (database_id, chunk, kind, ref, bits) "+
			"SELECT $1, n, $2, 0, $3 FROM generate_series(0, $4::int - 1) n", database, kind, body, chunks)
	}
	result := storedResult{
		account: account, database: database, uid: uid, day: "2026-11-02", chunks: chunks,
		cells: bytes.Repeat([]byte{7, 77, 201, 100}, chunkSize/4),
	}
	result.store(t, conn)
	return database
}

// storedResult is an e-mail result of the scoring manyScored, whose chunks all have the same cells.
type storedResult struct {
	account, database int32
	uid, day          string
	chunks            int
	cells             []byte
}

func (r *storedResult) store(t *testing.T, conn *pgx.Conn) {
	t.Helper()
	day, err := time.Parse(time.DateOnly, r.day)
	require.NoError(t, err)
	announcement, err := proto.Marshal(&scoringenginev1.Calculated{
		AccountId: r.account, ScoringId: manyScored, Channel: typev1.Channel_CHANNEL_MAILING, GeneratedDate: r.day,
		Revision: 1, MadeAt: timestamppb.New(day.Add(3 * time.Hour)),
		Databases: []*scoringenginev1.DatabaseResult{{DatabaseId: r.database, Uid: r.uid}},
	})
	require.NoError(t, err)
	_, err = conn.Exec(t.Context(), "INSERT INTO scoring_engine.calculations "+
		"(scoring_id, channel, generated_date, account_id, revision, calculated_at, announcement) "+
		"VALUES ($1, 1, $2::date, $3, 1, now(), $4)", manyScored, r.day, r.account, announcement)
	require.NoError(t, err)
	_, err = conn.Exec(t.Context(), "INSERT INTO scoring_engine.score_cells "+
		"(scoring_id, channel, generated_date, database_id, chunk, cells) "+
		"SELECT $1, 1, $2::date, $3, n, $4 FROM generate_series(0, $5::int - 1) n",
		manyScored, r.day, r.database, r.cells, r.chunks)
	require.NoError(t, err)
}

// TestTenMillionScoresAreWrittenAtOnce measures the time of the scores of 10,000,000 contacts from the event to the
// property, twice: into an empty property and over existing values.
func TestTenMillionScoresAreWrittenAtOnce(t *testing.T) {
	p := startProgram(t)
	c := p.createAccount("many@example.com", "Europe/Warsaw", "011")
	var added struct{ ID int32 }
	c.call(http.MethodPost, "protected/saresystem/properties:add",
		object{"uid": "011", "name": "score", "type": "Number"}, &added)
	conn := p.connect("")
	database := many(t, conn, c.account, "011", manyChunks)
	for round := range 2 {
		madeAt := time.Date(2026, 11, 2, 3, 0, round, 0, time.UTC)
		payload, err := proto.Marshal(&scoringenginev1.Calculated{
			AccountId: c.account, ScoringId: manyScored, Channel: typev1.Channel_CHANNEL_MAILING,
			GeneratedDate: "2026-11-02", Revision: 1, MadeAt: timestamppb.New(madeAt),
			Config: &typev1.ScoringSpec{
				ExportTo: []*typev1.ScoringProperty{{Uid: "011", PropertyId: added.ID}},
			},
		})
		require.NoError(t, err)
		var event, began, ended time.Time
		require.NoError(t, conn.QueryRow(t.Context(), "INSERT INTO scoring_engine.outbox (subject, payload) "+
			"VALUES ('scoring.calculated', $1) RETURNING created_at", payload).Scan(&event))
		eventually(t, "the scores", func() bool {
			// A row's created_at is the start of its transaction; it is published after the end.
			err := conn.QueryRow(t.Context(), "SELECT created_at, published_at FROM contacts.outbox "+
				"WHERE subject = 'contacts.scores-written' AND published_at IS NOT NULL ORDER BY id OFFSET $1", round,
			).Scan(&began, &ended)
			return err == nil
		})
		figure(t, "%d contacts: event and cells %v, transaction and receipt %v, together %v", manyChunks*chunkSize,
			began.Sub(event).Round(time.Millisecond), ended.Sub(began).Round(time.Millisecond),
			ended.Sub(event).Round(time.Millisecond))
	}
	var chunks, scored, blocked int
	require.NoError(t, conn.QueryRow(t.Context(), "SELECT count(*), min(get_byte(cells, 1)), max(get_byte(cells, 0)) "+
		"FROM contacts.property_cells WHERE database_id = $1", database).Scan(&chunks, &scored, &blocked))
	require.Equal(t, [3]int{manyChunks, 77, 255}, [3]int{chunks, scored, blocked})
}
