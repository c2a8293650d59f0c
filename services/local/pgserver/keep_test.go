package pgserver_test

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"puls.app/services/local/pgserver"
)

// killPostmaster ends the server like a crash.
func killPostmaster(t *testing.T, o pgserver.Options) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(o.Data, "cluster", "postmaster.pid"))
	require.NoError(t, err)
	pid, err := strconv.Atoi(strings.TrimSpace(strings.SplitN(string(content), "\n", 2)[0]))
	require.NoError(t, err)
	require.NoError(t, syscall.Kill(pid, syscall.SIGKILL))
}

func keep(t *testing.T, s *pgserver.Server) <-chan error {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	kept, ended := make(chan error, 1), make(chan struct{})
	go func() {
		defer close(ended)
		kept <- s.Keep(ctx, slog.New(slog.DiscardHandler))
	}()
	t.Cleanup(func() { stop(); <-ended })
	return kept
}

func TestAKeptServerRestartsAtItsAddressWithCommittedRows(t *testing.T) {
	o := optionsWithCluster(t)
	o.Settings = nil
	s := startServer(t, o)
	keep(t, s)
	address := s.URL("postgres")
	_, err := connect(t, address).Exec(t.Context(), "create table kept as select generate_series(1, 1000)")
	require.NoError(t, err)
	for range 2 {
		killPostmaster(t, o)
		require.Eventually(t, func() bool {
			conn, err := pgx.Connect(t.Context(), address)
			if err != nil {
				return false
			}
			defer func() { _ = conn.Close(t.Context()) }()
			var rows int
			return conn.QueryRow(t.Context(), "select count(*) from kept").Scan(&rows) == nil && rows == 1000
		}, time.Minute, 50*time.Millisecond)
	}
}

func TestAServerThatWillNotRunIsGivenUpWithTheReason(t *testing.T) {
	o := optionsWithCluster(t)
	s, err := pgserver.Start(t.Context(), o)
	require.NoError(t, err)
	require.NoError(t, os.Rename(filepath.Join(o.Data, "cluster", "global"), filepath.Join(o.Data, "cluster", "lost")))
	kept := keep(t, s)
	killPostmaster(t, o)
	select {
	case err := <-kept:
		require.ErrorIs(t, err, pgserver.ErrGivenUp)
		require.ErrorContains(t, err, "global")
	case <-time.After(2 * time.Minute):
		require.Fail(t, "it is still tried")
	}
	require.Error(t, s.Stop(), "it ended unasked")
}
