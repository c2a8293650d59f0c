//go:build long

package acceptance

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
)

// TestAMillionContactsAreListedWithTheirScores requests pages of 1,048,576 contacts 20 times a second, and puts the
// contacts of a band, a quarter of all, into a group.
func TestAMillionContactsAreListedWithTheirScores(t *testing.T) {
	const chunks, perSecond, seconds, earlier = 16, 20, 15, "2026-10-20"
	e := startExporting(t, chunks)
	e.inDatabase(func(conn *pgx.Conn) {
		exec := func(statement string, values ...any) {
			t.Helper()
			_, err := conn.Exec(t.Context(), statement, values...)
			require.NoError(t, err)
		}
		exec("INSERT INTO contacts.contact_addresses (database_id, number, email, external_id) SELECT $1::int, n, "+
			"md5(n::text) || '@example.com', 'c' || n FROM generate_series(0, $2::int - 1) n", e.database, chunks*chunkSize)
		exec("ANALYZE contacts.contact_addresses")
	})
	e.addResult(earlier, bytes.Repeat([]byte{30, 20, 201, 90}, chunkSize/4))

	search := func(conditions object) object {
		conditions["uid"], conditions["scoringId"], conditions["pageSize"] = "001", manyScored, 50
		return conditions
	}
	var figures []string
	for _, of := range []struct {
		name  string
		body  object
		total int
	}{
		{"first page", search(object{}), chunks * chunkSize},
		{"page 10,000", search(object{"page": 10_000}), chunks * chunkSize},
		{"by score", search(object{"sort": "-score"}), chunks * chunkSize},
		{"by change", search(object{"sort": "change", "page": 100}), chunks * chunkSize},
		{"one band", search(object{"bands": []int{3}}), chunks * chunkSize / 4},
		{"two bands by score, with groups", search(object{"bands": []int{0, 4}, "sort": "score", "withGroups": true}), 0},
	} {
		body, err := json.Marshal(of.body)
		require.NoError(t, err)
		var took []time.Duration
		var mu sync.Mutex
		var running sync.WaitGroup
		tick := time.NewTicker(time.Second / perSecond)
		for range perSecond * seconds {
			<-tick.C
			running.Go(func() {
				var page struct {
					Total int
					Items []struct{ Number int }
				}
				began := time.Now()
				status, answer := e.c.do(http.MethodPost, "protected/saresystem/contacts:search", jsonType, bytes.NewReader(body))
				ended := time.Since(began)
				mu.Lock()
				defer mu.Unlock()
				took = append(took, ended)
				err := json.Unmarshal(answer, &page)
				if err != nil || len(page.Items) != 50 || of.total != 0 && page.Total != of.total {
					t.Errorf("%s: %d %v %s", of.name, status, err, answer)
				}
			})
		}
		tick.Stop()
		running.Wait()
		slices.Sort(took)
		figures = append(figures, fmt.Sprintf("%s p50 %v, p99 %v", of.name, took[len(took)/2].Round(time.Millisecond),
			took[len(took)*99/100].Round(time.Millisecond)))
	}
	var added struct{ Added, AlreadyThere int }
	began := time.Now()
	e.c.call(http.MethodPost, fmt.Sprintf("protected/saresystem/groups/%d:addMembers", e.vip),
		object{"search": search(object{"bands": []int{3}})}, &added)
	figure(t, "%s; %d contacts of a band added to a group in %v", strings.Join(figures, "; "), added.Added,
		time.Since(began).Round(time.Millisecond))
	require.Equal(t, chunks*chunkSize/4, added.Added+added.AlreadyThere)
}
