package backup_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"puls.app/services/local/pgserver"
	"puls.app/services/puls/internal/backup"
)

var packages = filepath.Join("..", "..", "..", "..", "deploy", "postgres", "node_modules")

// world is a data folder with a Postgres on it, and room for backups and restores.
type world struct {
	t    *testing.T
	dir  string
	conn *pgx.Conn
}

func options(data string) pgserver.Options {
	small := map[string]string{"shared_buffers": "16MB"}
	return pgserver.Options{Packages: packages, Data: filepath.Join(data, "postgres"), Settings: small}
}

// start runs the Postgres of a folder until the returned function is called.
func (w *world) start(data, archive string) (url string, stop func()) {
	w.t.Helper()
	o := options(data)
	o.Archive = archive
	s, err := pgserver.Start(w.t.Context(), o)
	require.NoError(w.t, err)
	w.conn, err = pgx.Connect(w.t.Context(), s.URL("postgres"))
	require.NoError(w.t, err)
	stop = sync.OnceFunc(func() {
		_ = w.conn.Close(context.WithoutCancel(w.t.Context()))
		require.NoError(w.t, s.Stop())
	})
	w.t.Cleanup(stop)
	return s.URL("postgres"), stop
}

func (w *world) exec(sql string) {
	w.t.Helper()
	_, err := w.conn.Exec(w.t.Context(), sql)
	require.NoError(w.t, err)
}

// state returns the number of rows, a sum over their contents, and the time.
func (w *world) state() (rows int, hash string, at time.Time) {
	w.t.Helper()
	require.NoError(w.t, w.conn.QueryRow(w.t.Context(),
		"SELECT count(*), coalesce(sum(hashtextextended(rows::text, 0)), 0)::text, clock_timestamp() FROM rows",
	).Scan(&rows, &hash, &at))
	return rows, hash, at
}

func (w *world) restore(file, name string, r pgserver.Recovery) {
	w.t.Helper()
	data := filepath.Join(w.dir, name)
	_, err := backup.Unpack(file, data)
	require.NoError(w.t, err)
	require.NoError(w.t, pgserver.Recover(w.t.Context(), options(data), r))
	w.start(data, "")
}

// write adds rows, one per transaction, until the returned function is called.
func (w *world) write(url string) (stop func()) {
	ctx, cancel := context.WithCancel(w.t.Context())
	conn, err := pgx.Connect(ctx, url)
	require.NoError(w.t, err)
	var writing sync.WaitGroup
	writing.Go(func() {
		for ctx.Err() == nil {
			// A transaction cancelled in flight may be committed later, after the state was read.
			_, err := conn.Exec(context.WithoutCancel(ctx), "INSERT INTO rows (text) VALUES (repeat('x', 1000))")
			if err != nil && ctx.Err() == nil {
				w.t.Error(err)
				return
			}
		}
		_ = conn.Close(context.WithoutCancel(ctx))
	})
	return func() { cancel(); writing.Wait() }
}

func TestABackupUnderWritesIsConsistentAndRestoresToAMoment(t *testing.T) {
	dir, err := os.MkdirTemp("", "puls-backup") // Postgres may run as another user
	require.NoError(t, err)
	require.NoError(t, os.Chmod(dir, 0o755))
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(dir)) })
	w := &world{t: t, dir: dir}
	data, archive := filepath.Join(dir, "data"), filepath.Join(dir, "the archive's")
	file := filepath.Join(dir, "backup.tar.zst")
	require.NoError(t, os.MkdirAll(filepath.Join(data, "mail"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(data, "secret"), []byte("the secret"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(data, "mail", "1.eml"), []byte("a mail"), 0o600))
	url, stop := w.start(data, archive)
	w.exec("CREATE TABLE rows (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text text NOT NULL)")
	w.exec("INSERT INTO rows (text) SELECT 'old ' || n FROM generate_series(1, 1000) n")

	quiet := w.write(url)
	before, _, _ := w.state()
	folder := backup.Folder{Data: data, Mails: filepath.Join(data, "mail")}
	_, err = backup.Write(t.Context(), file, folder, url, "test", time.Now())
	require.NoError(t, err)
	first, err := os.ReadFile(file)
	require.NoError(t, err)
	_, err = backup.Write(t.Context(), file, folder, url, "test", time.Now())
	require.ErrorContains(t, err, "is there already")
	second, err := os.ReadFile(file)
	require.NoError(t, err)
	require.True(t, bytes.Equal(first, second), "a backup is never written over another")
	after, _, _ := w.state()
	quiet()
	w.exec("UPDATE rows SET text = 'changed' WHERE id % 3 = 0")
	_, want, moment := w.state()
	w.exec("DELETE FROM rows WHERE id % 2 = 0")
	w.exec("SELECT pg_switch_wal()")
	stop() // which archives the rest of the log

	w.restore(file, "then", pgserver.Recovery{})
	var rows, last int
	require.NoError(t, w.conn.QueryRow(t.Context(), "SELECT count(*), max(id) FROM rows").Scan(&rows, &last))
	require.Equal(t, last, rows, "no row between the first and the last is missing")
	require.GreaterOrEqual(t, rows, before, "what was committed before the backup is in it")
	require.LessOrEqual(t, rows, after)
	for name, text := range map[string]string{"secret": "the secret", "mail/1.eml": "a mail"} {
		got, err := os.ReadFile(filepath.Join(dir, "then", name))
		require.NoError(t, err)
		require.Equal(t, text, string(got))
	}

	w.restore(file, "moment", pgserver.Recovery{Archive: archive, Until: moment})
	_, got, _ := w.state()
	require.Equal(t, want, got, "the state of the moment")
	requireRefused(t, dir, file)
}

// requireRefused checks that an incomplete backup and a folder with contents are refused.
func requireRefused(t *testing.T, dir, file string) {
	t.Helper()
	_, err := backup.Unpack(file, filepath.Join(dir, "moment"))
	require.ErrorIs(t, err, backup.ErrNotEmpty)
	whole, err := os.ReadFile(file)
	require.NoError(t, err)
	damaged, data := filepath.Join(dir, "damaged"), filepath.Join(dir, "none")
	flipped := append([]byte{}, whole...)
	flipped[len(flipped)/2] ^= 1
	for what, text := range map[string][]byte{
		"a byte changed": flipped, "cut short": whole[:len(whole)/2], "its end missing": whole[:len(whole)-200],
		"nothing": nil,
	} {
		require.NoError(t, os.WriteFile(damaged, text, 0o600))
		_, err := backup.Unpack(damaged, data)
		require.Error(t, err, what)
		require.NotErrorIs(t, err, backup.ErrNotEmpty, "what the try before left is no obstacle")
		_, err = os.Stat(filepath.Join(data, "postgres"))
		require.ErrorIs(t, err, os.ErrNotExist, what)
	}
}
