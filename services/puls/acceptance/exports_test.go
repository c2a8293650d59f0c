package acceptance

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"puls.app/services/puls/internal/run"
)

// groupExport is the receipt of an export to groups.
type groupExport struct {
	ID       string
	UndoneAt *time.Time
	Items    []struct {
		UID, GroupName               string
		GroupID                      int
		Created                      bool
		Added, AlreadyThere, Removed int
	}
}

// exporting is a process whose account 1 has the contacts and the result of `many`.
type exporting struct {
	*process
	c *client
	// vip has one contact in 64 before anything is exported: that of the place 3.
	database, vip int32
	chunks        int
}

const exportPath = "protected/scoring/scorings/" + manyScored

func startExporting(t *testing.T, chunks int) *exporting {
	t.Helper()
	e := &exporting{process: newProcess(t), chunks: chunks}
	e.c = e.createAccount(e.start(), "export@example.com")
	var made struct{ ID int32 }
	e.c.call(http.MethodPost, "protected/saresystem/groups", object{"uid": "001", "name": "vip"}, &made)
	e.vip = made.ID
	scoring := strings.TrimPrefix(e.c.draftOf(object{"name": "Many scored"}), scoringsPath+"/")
	e.inDatabase(func(conn *pgx.Conn) {
		var account int32
		require.NoError(t, conn.QueryRow(t.Context(), "SELECT account_id FROM contacts.contact_groups").Scan(&account))
		_, err := conn.Exec(t.Context(), "UPDATE scoring_config.scorings SET id = $1 WHERE id = $2", manyScored, scoring)
		require.NoError(t, err)
		e.database = many(t, conn, account, "001", chunks)
		body, err := e.places(3, 64).MarshalBinary()
		require.NoError(t, err)
		_, err = conn.Exec(t.Context(), "INSERT INTO contacts.audience_bits (database_id, chunk, kind, ref, bits) "+
			"SELECT $1, n, 9, $2, $3 FROM generate_series(0, $4::int - 1) n", e.database, e.vip, body, chunks)
		require.NoError(t, err)
	})
	return e
}

// addResult stores a result of another day beside the first one, and waits for the reports of both.
func (e *exporting) addResult(day string, cells []byte) {
	e.t.Helper()
	e.inDatabase(func(conn *pgx.Conn) {
		result := storedResult{database: e.database, uid: "001", day: day, chunks: e.chunks, cells: cells}
		require.NoError(e.t, conn.QueryRow(e.t.Context(), "SELECT account_id FROM contacts.contact_groups").Scan(&result.account))
		result.store(e.t, conn)
		_, err := conn.Exec(e.t.Context(), "INSERT INTO scoring_engine.outbox (subject, payload) "+
			"SELECT 'scoring.calculated', announcement FROM scoring_engine.calculations ORDER BY generated_date")
		require.NoError(e.t, err)
	})
	eventually(e.t, "the reports", func() bool {
		dates := e.c.dates(manyScored, "mailing")
		return slices.Contains(dates, day) && len(dates) == 2
	})
}

func (e *exporting) inDatabase(work func(conn *pgx.Conn)) {
	e.t.Helper()
	file, err := run.Find(e.data)
	require.NoError(e.t, err)
	conn, err := pgx.Connect(e.t.Context(), file.DatabaseURL)
	require.NoError(e.t, err)
	defer func() { require.NoError(e.t, conn.Close(e.t.Context())) }()
	work(conn)
}

// places returns the places of a chunk from the first one on, in steps.
func (*exporting) places(first, step uint32) *roaring.Bitmap {
	bits := roaring.New()
	for place := first; place < chunkSize; place += step {
		bits.Add(place)
	}
	return bits
}

// members requires that a group has the same places of every chunk.
func (e *exporting) members(group int32, want *roaring.Bitmap) {
	e.t.Helper()
	e.inDatabase(func(conn *pgx.Conn) {
		rows, err := conn.Query(e.t.Context(),
			"SELECT bits FROM contacts.audience_bits WHERE database_id = $1 AND kind = 9 AND ref = $2", e.database, group)
		require.NoError(e.t, err)
		all, err := pgx.CollectRows(rows, pgx.RowTo[[]byte])
		require.NoError(e.t, err)
		require.Len(e.t, all, e.chunks)
		for _, body := range all {
			bits := roaring.New()
			require.NoError(e.t, bits.UnmarshalBinary(body))
			require.True(e.t, want.Equals(bits), "group %d: %d instead of %d", group, bits.GetCardinality(), want.GetCardinality())
		}
	})
}

// order exports the best contacts to the existing group and the coldest to a new one.
func order(name string) string {
	return `{"targets":[{"scoringMin":81,"scoringMax":100,"groupId":1},{"scoringMax":20,"newGroupName":"` + name + `"}]}`
}

// post makes a call that may be cut off.
func (e *exporting) post(path, body, key string) (groupExport, bool) {
	req, err := http.NewRequestWithContext(
		e.t.Context(), http.MethodPost, e.c.address+"/api/"+path, strings.NewReader(body),
	)
	require.NoError(e.t, err)
	req.Header.Set("Content-Type", jsonType)
	req.Header.Set("Authorization", "Bearer "+e.c.token)
	req.Header.Set("Idempotency-Key", key)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return groupExport{}, false
	}
	defer func() { _ = res.Body.Close() }()
	data, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		e.t.Logf("%d %s", res.StatusCode, data)
		return groupExport{}, false
	}
	var answer groupExport
	require.NoError(e.t, json.Unmarshal(data, &answer))
	return answer, true
}

// killed makes a call, kills the program after a while, starts it again and repeats the call.
func (e *exporting) killed(path, body, key string, after time.Duration) groupExport {
	e.t.Helper()
	killed := time.AfterFunc(after, func() { _ = e.cmd.Process.Kill() })
	e.post(path, body, key)
	_, err := e.cmd.Process.Wait()
	require.NoError(e.t, err)
	killed.Stop()
	e.cmd = nil
	e.c.address = e.start()
	e.c.login("export@example.com", testPassword)
	answer, ok := e.post(path, body, key)
	require.True(e.t, ok, "the repeated call, after %s", after)
	again, ok := e.post(path, body, key)
	require.True(e.t, ok)
	require.Equal(e.t, answer, again)
	return answer
}

func TestAMillionContactsAreExportedAndTakenOut(t *testing.T) {
	e := startExporting(t, 16)
	const contacts = 16 * chunkSize // each is in a target
	body := strings.Replace(order("cold"), `"scoringMin":81`, `"scoringMin":21`, 1)
	e.inDatabase(func(conn *pgx.Conn) {
		_, err := conn.Exec(t.Context(), `UPDATE scoring_engine.score_cells SET cells = decode(replace(encode(cells, 'hex'), 'c9', '15'), 'hex')`)
		require.NoError(t, err)
	})
	began := time.Now()
	made, ok := e.post(exportPath+":exportToGroups", body, "speed")
	exported := time.Since(began)
	require.True(t, ok)
	require.Equal(t, contacts, made.Items[0].Added+made.Items[0].AlreadyThere+made.Items[1].Added)
	began = time.Now()
	undone, ok := e.post("protected/scoring/exports/"+made.ID+":undo", "{}", "undo")
	taken := time.Since(began)
	require.True(t, ok)
	require.Equal(t, contacts*63/64, undone.Items[0].Removed+undone.Items[1].Removed)
	figure(t, "%d contacts: exported in %v, taken out in %v", contacts, exported.Round(time.Millisecond),
		taken.Round(time.Millisecond))
}

// TestAKilledExportHappensOnceAndWholly kills the program in the middle of exports of two million contacts and of
// their undoing; PULS_EXPORT_CHUNKS=153 exports ten million.
func TestAKilledExportHappensOnceAndWholly(t *testing.T) {
	chunks := fromEnvironment("PULS_EXPORT_CHUNKS", 32)
	e := startExporting(t, chunks)
	before, best, cold := e.places(3, 64), e.places(3, 4), e.places(0, 4)
	const path = exportPath + ":exportToGroups"
	began := time.Now()
	made, ok := e.post(path, order("undisturbed"), "undisturbed")
	exported := time.Since(began)
	require.True(t, ok)
	began = time.Now()
	_, ok = e.post("protected/scoring/exports/"+made.ID+":undo", "{}", "undo-undisturbed")
	taken := time.Since(began)
	require.True(t, ok)
	figure(t, "%d contacts: exported in %v, taken out in %v", chunks*chunkSize, exported.Round(time.Millisecond),
		taken.Round(time.Millisecond))
	random := rand.New(rand.NewPCG(3, uint64(exported)))
	for point := range crashPoints(t) {
		name := fmt.Sprintf("cold-%d", point)
		after := time.Duration(random.Int64N(int64(exported)))
		made := e.killed(path, order(name), name, after)
		t.Logf("killed %v after the export began", after.Round(time.Millisecond))
		require.Equal(t, chunks*chunkSize/4, made.Items[0].Added+made.Items[0].AlreadyThere)
		require.Equal(t, chunks*chunkSize/64, made.Items[0].AlreadyThere)
		require.Equal(t, chunks*chunkSize/4, made.Items[1].Added)
		var list struct{ Items []groupExport }
		e.c.call(http.MethodGet, exportPath+":exports", nil, &list)
		require.Len(t, list.Items, point+2, "one for each point, and the undisturbed")
		require.Equal(t, made, list.Items[0])
		coldGroup := int32(made.Items[1].GroupID)
		e.members(e.vip, best)
		e.members(coldGroup, cold)

		after = time.Duration(random.Int64N(int64(taken)))
		undone := e.killed("protected/scoring/exports/"+made.ID+":undo", "{}", "undo-"+name, after)
		t.Logf("killed %v after the undoing began", after.Round(time.Millisecond))
		require.NotNil(t, undone.UndoneAt)
		for i, item := range undone.Items {
			require.Equal(t, made.Items[i].Added, item.Removed)
		}
		e.members(e.vip, before)
		e.members(coldGroup, roaring.New())
		reply := e.c.send(http.MethodPost, "protected/scoring/exports/"+made.ID+":undo", "{}")
		require.Equal(t, http.StatusConflict, reply.status)
		require.Equal(t, "EXPORT_UNDONE", reply.class(t))
		require.Contains(t, string(reply.body), `"undoneAt":"`+undone.UndoneAt.UTC().Format("2006-01-02T15:04:05"))
	}
}
