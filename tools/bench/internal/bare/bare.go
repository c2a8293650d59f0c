// Package bare is the minimal server in Go that answers one account's row from Postgres: net/http, pgx and a
// transaction that row-level security limits to the account. The product's requests are compared with it.
package bare

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// schema has the table of responses, which the role of the server reads only under row-level security.
const schema = `
CREATE SCHEMA IF NOT EXISTS bare;
DO $$ BEGIN
	IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'bench_bare') THEN CREATE ROLE bench_bare; END IF;
END $$;
CREATE TABLE IF NOT EXISTS bare.answers (account_id int, size int, body text NOT NULL, PRIMARY KEY (account_id, size));
ALTER TABLE bare.answers ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS own ON bare.answers;
CREATE POLICY own ON bare.answers USING (account_id = nullif(current_setting('bare.account', true), '')::int);
GRANT USAGE ON SCHEMA bare TO bench_bare;
GRANT SELECT ON bare.answers TO bench_bare`

const rowsOf = `INSERT INTO bare.answers
	SELECT account, size, '{"text":"' || repeat('x', size - 11) || '"}' FROM generate_series(1, 100) account, unnest($1::int[]) size
	ON CONFLICT DO NOTHING`

// Prepare creates the rows: 100 accounts have one of each size in bytes, from 11 on.
func Prepare(ctx context.Context, database *pgxpool.Pool, sizes []int) error {
	if _, err := database.Exec(ctx, schema); err != nil {
		return fmt.Errorf("make the bare server's table: %w", err)
	}
	if _, err := database.Exec(ctx, rowsOf, sizes); err != nil {
		return fmt.Errorf("make the bare server's rows: %w", err)
	}
	return nil
}

// Serve answers GET /{size} until stdin ends, on a free port whose address is the first line of stdout.
func Serve(ctx context.Context, database string, stdin io.Reader, stdout io.Writer) error {
	config, err := pgxpool.ParseConfig(database)
	if err != nil {
		return fmt.Errorf("read database address: %w", err)
	}
	config.ConnConfig.RuntimeParams["role"] = "bench_bare"
	config.MaxConns = 16
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return fmt.Errorf("open database: %w", err)
	}
	defer pool.Close()
	var listen net.ListenConfig
	listener, err := listen.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{size}", func(w http.ResponseWriter, r *http.Request) {
		body, err := read(r.Context(), pool, r.PathValue("size"))
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, body) // fails only if the client has gone
	})
	server := &http.Server{Handler: mux} //nolint:gosec // one client, the bench
	if _, err := fmt.Fprintf(stdout, "http://%s\n", listener.Addr()); err != nil {
		return fmt.Errorf("tell address: %w", err)
	}
	go func() {
		_, _ = io.Copy(io.Discard, stdin)
		_ = server.Close()
	}()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}

// read reads a row in three messages: begin with the account, the query, commit.
func read(ctx context.Context, pool *pgxpool.Pool, size string) (body string, err error) {
	n, err := strconv.Atoi(size)
	if err != nil {
		return "", fmt.Errorf("read size: %w", err)
	}
	begin := pgx.TxOptions{BeginQuery: "BEGIN; SELECT set_config('bare.account', '7', true)"}
	err = pgx.BeginTxFunc(ctx, pool, begin, func(tx pgx.Tx) error {
		return tx.QueryRow(ctx, "SELECT body FROM bare.answers WHERE size = $1", n).Scan(&body)
	})
	return body, err
}

// Server is a process that runs Serve.
type Server struct {
	Address string
	cmd     *exec.Cmd
	stdin   io.Closer
}

// Start starts this program again with the arguments, which must call Serve.
func Start(ctx context.Context, args ...string) (*Server, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find this program: %w", err)
	}
	cmd := exec.CommandContext(context.WithoutCancel(ctx), self, args...)
	cmd.Stderr = os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGTERM}
	stdin, inErr := cmd.StdinPipe()
	stdout, outErr := cmd.StdoutPipe()
	if err := errors.Join(inErr, outErr); err != nil {
		return nil, fmt.Errorf("make pipes: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start the bare server: %w", err)
	}
	address, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the bare server did not start: %w", err), stdin.Close(), cmd.Wait())
	}
	return &Server{Address: strings.TrimSpace(address), cmd: cmd, stdin: stdin}, nil
}

// PID is the server's process.
func (s *Server) PID() int { return s.cmd.Process.Pid }

// Stop ends the server.
func (s *Server) Stop() error { return errors.Join(s.stdin.Close(), s.cmd.Wait()) }
