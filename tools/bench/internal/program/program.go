package program

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"puls.app/tools/bench/internal/measure"
)

// Options say what to run and where.
type Options struct {
	// Binary is the built program; Packages the folder with its Postgres; Data what it keeps everything in.
	Binary, Packages, Data string
	// Quiet is how long segments must have stayed the same to count as settled: compaction begins 15 seconds after the
	// last batch.
	Quiet time.Duration
	// Env are settings beside those of this process.
	Env []string
}

// Program is a running `puls local`.
type Program struct {
	options Options
	cmd     *exec.Cmd
	ended   chan error
	log     *os.File
	address string
	// admin is where the program tells how it is.
	admin    string
	database *pgxpool.Pool
	conn     *nats.Conn
	stream   jetstream.JetStream

	calculated chan Calculation
	foldedMu   sync.Mutex
	folded     Folded
	postgres   measure.Group
	watched    context.CancelFunc
	watching   sync.WaitGroup
}

// Calculation is a line of the program's log.
type Calculation struct {
	// Done is when all results were committed.
	Done time.Time     `json:"time"`
	Took time.Duration `json:"took"`
	// Audience is the part of it that passed before the first segment was read.
	Audience time.Duration `json:"audience"`
	Message  string        `json:"msg"`
	Account  int32         `json:"account"`
	Date     string        `json:"date"`
	Chunks   int           `json:"chunks"`
}

// Start runs the program and waits until it can be used.
func Start(ctx context.Context, o Options) (_ *Program, err error) {
	if err := os.MkdirAll(o.Data, 0o755); err != nil {
		return nil, fmt.Errorf("make data folder: %w", err)
	}
	p := &Program{options: o, ended: make(chan error, 1), calculated: make(chan Calculation, 64)}
	if p.log, err = os.Create(filepath.Join(o.Data, "puls.log")); err != nil {
		return nil, fmt.Errorf("make log: %w", err)
	}
	if p.admin, err = freeAddress(ctx); err != nil {
		return nil, err
	}
	read, write, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("make pipe: %w", err)
	}
	p.cmd = exec.CommandContext(context.WithoutCancel(ctx), o.Binary,
		"local", "--demo=false", "--data", o.Data, "--http", "127.0.0.1:0", "--postgres", o.Packages)
	p.cmd.Stderr, p.cmd.Stdout = write, p.log
	own := []string{"PULS_LIMIT_CALCULATIONS=1000000", "PULS_LIMIT_IMPORTS=1000000", "PULS_ADMIN=" + p.admin}
	p.cmd.Env = slices.Concat(os.Environ(), own, o.Env)
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGTERM}
	if err := errors.Join(p.cmd.Start(), write.Close()); err != nil {
		return nil, fmt.Errorf("start %s: %w", o.Binary, err)
	}
	go p.follow(read)
	if err := p.join(ctx); err != nil {
		return nil, errors.Join(err, p.Stop())
	}
	return p, nil
}

// follow keeps the log and picks the calculations out of it.
func (p *Program) follow(log io.ReadCloser) {
	lines := bufio.NewScanner(log)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		_, _ = p.log.Write(append(bytes.Clone(lines.Bytes()), '\n')) // the file is for reading afterwards
		var line Calculation
		if json.Unmarshal(lines.Bytes(), &line) != nil {
			continue
		}
		switch line.Message {
		case "calculated":
			select {
			case p.calculated <- line:
			default: // nobody waits for it
			}
		case "folded":
			p.noteFolded(line)
		}
	}
	_ = log.Close()
	p.ended <- p.cmd.Wait()
}

// join waits for the program and connects to what it runs.
func (p *Program) join(ctx context.Context) error {
	var file struct {
		PID                        int
		HTTP, DatabaseURL, NATSURL string
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
	p.address = file.HTTP
	if p.database, err = pgxpool.New(ctx, file.DatabaseURL); err != nil {
		return fmt.Errorf("connect to the program's Postgres: %w", err)
	}
	if p.conn, err = nats.Connect(file.NATSURL); err != nil {
		return fmt.Errorf("connect to the program's NATS: %w", err)
	}
	if p.stream, err = jetstream.New(p.conn, jetstream.WithPublishAsyncMaxPending(2*inFlight)); err != nil {
		return fmt.Errorf("open JetStream: %w", err)
	}
	watching, cancel := context.WithCancel(ctx)
	p.watched = cancel
	for _, child := range p.servers() {
		p.watching.Go(func() { p.postgres.Watch(watching, child) })
	}
	return nil
}

// poll asks until the answer is yes, the program ends or ctx does.
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
			return fmt.Errorf("the program ended (%w); see %s", err, p.log.Name())
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		}
	}
}

// Address is where the program's API is.
func (p *Program) Address() string { return p.address }

// PID is the program's process.
func (p *Program) PID() int { return p.cmd.Process.Pid }

// servers are the processes of the program's Postgres; another one hashes passwords.
func (p *Program) servers() (servers []int) {
	for _, child := range measure.Children(p.PID()) {
		if measure.Name(child) == "postgres" {
			servers = append(servers, child)
		}
	}
	return servers
}

// EndPostgres ends the program's Postgres at once, as a crash would.
func (p *Program) EndPostgres() error {
	for _, child := range p.servers() {
		if err := syscall.Kill(child, syscall.SIGQUIT); err != nil { // immediate shutdown
			return fmt.Errorf("end Postgres: %w", err)
		}
	}
	return nil
}

// Nightly asks for a day's calculations in every account, as an operator does.
func (p *Program) Nightly(ctx context.Context, date string) error {
	cmd := exec.CommandContext(ctx, p.options.Binary, "nightly", "--data", p.options.Data, "--date", date)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("ask for the night: %w: %s", err, out)
	}
	return nil
}

// Connections returns how many clients the program's Postgres has.
func (p *Program) Connections(ctx context.Context) (n int, err error) {
	err = p.database.QueryRow(
		ctx, "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'",
	).Scan(&n)
	return n, err
}

// PostgresPeak returns the most memory that the program's Postgres took since it was last asked.
func (p *Program) PostgresPeak() int64 { return p.postgres.Take() }

// Stop ends the program and waits for it.
func (p *Program) Stop() error {
	if p.watched != nil {
		p.watched()
		p.watching.Wait()
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
	err := <-p.ended
	if err != nil {
		err = fmt.Errorf("the program ended badly: %w; see %s", err, p.log.Name())
	}
	return errors.Join(err, p.log.Close())
}

// CreateAccount makes an account as an operator does, and answers its number.
func (p *Program) CreateAccount(ctx context.Context, email, password string) (account int32, err error) {
	cmd := exec.CommandContext(ctx, p.options.Binary,
		"account", "create", "--data", p.options.Data, "--email", email, "--timezone", "UTC", "--language", "en")
	cmd.Env = append(os.Environ(), "PULS_PASSWORD="+password)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("create account: %w: %s", err, out)
	}
	if _, err := fmt.Sscanf(strings.TrimSpace(string(out)), "account: %d", &account); err != nil {
		return 0, fmt.Errorf("create account: %q: %w", out, err)
	}
	return account, nil
}
