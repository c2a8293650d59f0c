//go:build long

package acceptance

import (
	"bytes"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
)

// TestChangesOfTenMillionContacts reads all pages of changes between two results in which one contact in 50 differs.
func TestChangesOfTenMillionContacts(t *testing.T) {
	const later, every = "2026-11-03", 50
	e := startExporting(t, manyChunks)
	cells := bytes.Repeat([]byte{7, 77, 201, 100}, chunkSize/4)
	changed := 0
	for place := 0; place < chunkSize; place += every {
		cells[place] = 30
		changed++
	}
	e.inDatabase(func(conn *pgx.Conn) {
		exec := func(statement string, values ...any) {
			t.Helper()
			_, err := conn.Exec(t.Context(), statement, values...)
			require.NoError(t, err)
		}
		var account int32
		require.NoError(t, conn.QueryRow(t.Context(), "SELECT account_id FROM contacts.contact_groups").Scan(&account))
		for i, day := range []string{"2026-11-02", later} {
			event, err := proto.Marshal(&scoringenginev1.Calculated{
				AccountId: account, ScoringId: manyScored, Channel: typev1.Channel_CHANNEL_MAILING, GeneratedDate: day,
				Revision: 1, MadeAt: timestamppb.New(time.Date(2026, 11, 2+i, 3, 0, 0, 0, time.UTC)),
				Databases: []*scoringenginev1.DatabaseResult{{DatabaseId: e.database, Uid: "001"}},
			})
			require.NoError(t, err)
			if day == later {
				exec("INSERT INTO scoring_engine.calculations "+
					"(scoring_id, channel, generated_date, account_id, revision, calculated_at, announcement) "+
					"VALUES ($1, 1, $2::date, $3, 1, now(), $4)", manyScored, day, account, event)
				exec("INSERT INTO scoring_engine.score_cells (scoring_id, channel, generated_date, database_id, chunk, cells) "+
					"SELECT $1, 1, $2::date, $3, n, $4 FROM generate_series(0, $5::int - 1) n",
					manyScored, day, e.database, cells, manyChunks)
			}
			exec("INSERT INTO scoring_engine.outbox (subject, payload) VALUES ('scoring.calculated', $1)", event)
		}
	})
	eventually(t, "the reports", func() bool {
		dates := e.c.dates(manyScored, "mailing")
		return slices.Contains(dates, later) && len(dates) == 2
	})
	for range 3 {
		began, found, pages, token := time.Now(), 0, 0, ""
		for {
			page, status := e.c.changes(manyScored, "2026-11-02", later, token, 10_000)
			require.Equal(t, http.StatusOK, status)
			found, pages = found+len(page.Items), pages+1
			if token = page.NextPageToken; token == "" {
				break
			}
		}
		require.Equal(t, changed*manyChunks, found)
		figure(t, "%d of %d contacts changed: %d pages in %v", found, manyChunks*chunkSize, pages,
			time.Since(began).Round(time.Millisecond))
	}
}
