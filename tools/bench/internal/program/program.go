// Package program drives the product from outside: the built binary, its API, metrics, log, and the event of a finished
// calculation. It queries the database for the state of compaction and folds and for sizes, and disables folds.
package program

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go"

	"puls.app/tools/bench/internal/measure"
)

// Options configure a program.
type Options struct {
	// Binary is the built program; Packages the folder with its Postgres; Data its data folder.
	Binary, Packages, Data string
	// Quiet is how long segments must be unchanged to count as settled: compaction begins 15 seconds after the last batch.
	Quiet time.Duration
	// Env are settings in addition to the environment of this process.
	Env []string
}

// Program is a running `puls local`.
type Program struct {
	options Options
	cmd     *exec.Cmd
	ended   chan error
	address string
	// transport is shared by all clients.
	transport http.RoundTripper
	// admin is the address of the metrics, log the file of the log.
	admin, log string
	database   *pgxpool.Pool
	conn       *nats.Conn
	postgres   measure.GroupPeak
	unwatch    context.CancelFunc
}

// Start runs the program and waits until it can be used.
func Start(ctx context.Context, o Options) (_ *Program, err error) {
	if err := os.MkdirAll(o.Data, 0o755); err != nil {
		return nil, fmt.Errorf("make data folder: %w", err)
	}
	p := &Program{
		options: o, ended: make(chan error, 1), log: filepath.Join(o.Data, "puls.log"),
		transport: &http.Transport{MaxIdleConnsPerHost: 1024, IdleConnTimeout: time.Minute},
	}
	log, err := os.Create(p.log)
	if err != nil {
		return nil, fmt.Errorf("make log: %w", err)
	}
	p.cmd = exec.CommandContext(context.WithoutCancel(ctx), o.Binary,
		"local", "--demo=false", "--data", o.Data, "--http", "127.0.0.1:0", "--postgres", o.Packages)
	p.cmd.Stderr, p.cmd.Stdout = log, log
	// Each session has its own IP address, in the header of a trusted proxy.
	own := []string{"PULS_ADMIN=127.0.0.1:0", "PULS_TRUSTED_PROXIES=127.0.0.1/32"}
	p.cmd.Env = slices.Concat(os.Environ(), own, o.Env)
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGTERM}
	if err := errors.Join(p.cmd.Start(), log.Close()); err != nil {
		return nil, fmt.Errorf("start %s: %w", o.Binary, err)
	}
	go func() { p.ended <- p.cmd.Wait() }()
	if err := p.join(ctx); err != nil {
		return nil, errors.Join(err, p.Stop())
	}
	return p, nil
}

// join waits for the program and connects to its Postgres and NATS.
func (p *Program) join(ctx context.Context) error {
	var file struct {
		PID                               int
		HTTP, Admin, DatabaseURL, NATSURL string
	}
	err := p.poll(ctx, 20*time.Millisecond, func() (bool, error) {
		text, err := os.ReadFile(filepath.Join(p.options.Data, "run.json"))
		if err != nil || json.Unmarshal(text, &file) != nil || file.PID != p.cmd.Process.Pid {
			return false, nil //nolint:nilerr // not there yet
		}
		return true, nil
	})
	if err != nil {
		return err
	}
	p.address, p.admin = file.HTTP, file.Admin
	if p.database, err = pgxpool.New(ctx, file.DatabaseURL); err != nil {
		return fmt.Errorf("connect to the program's Postgres: %w", err)
	}
	if p.conn, err = nats.Connect(file.NATSURL); err != nil {
		return fmt.Errorf("connect to the program's NATS: %w", err)
	}
	watching, unwatch := context.WithCancel(ctx)
	p.unwatch = unwatch
	pid, err := p.postgresPID()
	if err != nil {
		return err
	}
	go p.postgres.Sample(watching, pid)
	return nil
}

// poll calls holds until it returns true, the program ends or ctx does.
func (p *Program) poll(ctx context.Context, every time.Duration, holds func() (bool, error)) error {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		if done, err := holds(); err != nil || done {
			return err
		}
		select {
		case err := <-p.ended:
			p.ended <- err
			return p.over(err)
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		}
	}
}

// PostgresFolder is the folder of the program's Postgres.
func (p *Program) PostgresFolder() string { return filepath.Join(p.options.Data, "postgres") }

// URL returns the URL of a path of the API.
func (p *Program) URL(path string) string { return p.address + "/api/" + path }

// Transport returns the transport of all clients.
func (p *Program) Transport() http.RoundTripper { return p.transport }

// Database is the program's Postgres, with the rights of its administrator.
func (p *Program) Database() *pgxpool.Pool { return p.database }

// PID is the program's process.
func (p *Program) PID() int { return p.cmd.Process.Pid }

// postgresPID is the first process of the program's Postgres.
func (p *Program) postgresPID() (pid int, err error) {
	text, err := os.ReadFile(filepath.Join(p.PostgresFolder(), "cluster", "postmaster.pid"))
	if err == nil {
		_, err = fmt.Sscan(string(text), &pid)
	}
	if err != nil {
		return 0, fmt.Errorf("find the program's Postgres: %w", err)
	}
	return pid, nil
}

// EndPostgres ends the program's Postgres at once, as a crash would.
func (p *Program) EndPostgres() error {
	pid, err := p.postgresPID()
	if err != nil {
		return err
	}
	return syscall.Kill(pid, syscall.SIGQUIT) // immediate shutdown
}

// Nightly starts the calculations of a day in every account.
func (p *Program) Nightly(ctx context.Context, date string) error {
	cmd := exec.CommandContext(ctx, p.options.Binary, "nightly", "--data", p.options.Data, "--date", date)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("ask for the night: %w: %s", err, out)
	}
	return nil
}

// PostgresPeak returns the peak of memory of the program's Postgres since the last call.
func (p *Program) PostgresPeak() int64 { return p.postgres.Take() }

// Stop ends the program and waits for it.
func (p *Program) Stop() error {
	if p.unwatch != nil {
		p.unwatch()
	}
	if p.database != nil {
		p.database.Close()
	}
	if p.conn != nil {
		p.conn.Close()
	}
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("stop the program: %w", err)
	}
	if err := <-p.ended; err != nil {
		return p.over(err)
	}
	return nil
}

// over returns an error with the end of the program's log, because the folder may be gone later.
func (p *Program) over(err error) error {
	text, _ := os.ReadFile(p.log) // the error matters more
	return fmt.Errorf("the program ended (%w); %s ends with:\n%s", err, p.log, text[max(0, len(text)-1000):])
}

// CreateAccount makes an account with a user.
func (p *Program) CreateAccount(ctx context.Context, email string) error {
	cmd := exec.CommandContext(ctx, p.options.Binary,
		"account", "create", "--data", p.options.Data, "--email", email, "--timezone", "UTC", "--language", "en")
	cmd.Env = append(os.Environ(), "PULS_PASSWORD="+Password)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("create account: %w: %s", err, out)
	}
	return nil
}

// SignUp makes an account and starts a session of its user.
func (p *Program) SignUp(ctx context.Context, email string) (*Client, error) {
	if err := p.CreateAccount(ctx, email); err != nil {
		return nil, err
	}
	return p.Login(ctx, email, "")
}
