package reference

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"puls.app/tools/bench/internal/measure"
)

// Server is a Postgres for the reference alone, the same build as the program's, with settings for a large query.
type Server struct {
	Pool *pgxpool.Pool
	cmd  *exec.Cmd
}

// settings give the query most of a machine with 16 GiB and 2 cores, and keep the log small.
func settings(workMemory, sharedBuffers string) map[string]string {
	return map[string]string{
		"shared_buffers": sharedBuffers, "work_mem": workMemory, "hash_mem_multiplier": "2", "maintenance_work_mem": "512MB",
		"effective_cache_size": "12GB", "max_worker_processes": "8", "max_parallel_workers": "4",
		"max_parallel_workers_per_gather": "2",
		"random_page_cost":                "1.1", "effective_io_concurrency": "64", "jit": "off",
		"wal_level": "minimal", "max_wal_senders": "0", "max_wal_size": "16GB", "checkpoint_timeout": "1h",
		"autovacuum":       "off",
		"listen_addresses": "", "max_connections": "20", "log_min_messages": "fatal",
	}
}

// StartServer starts the server on a folder, and makes the cluster if it is missing. It takes the binaries and the user
// from the folder of another Postgres.
func StartServer(ctx context.Context, like, dir, workMemory, sharedBuffers string) (_ *Server, err error) {
	found, err := filepath.Glob(filepath.Join(like, "bin-*", "bin"))
	if err != nil || len(found) == 0 {
		return nil, errors.Join(fmt.Errorf("there is no Postgres in %s", like), err)
	}
	binaries, cluster, sockets := found[0], filepath.Join(dir, "cluster"), filepath.Join(dir, "run")
	owner, err := ownerOf(filepath.Join(like, "cluster"))
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("make folder: %w", err)
	}
	for _, folder := range []string{cluster, sockets} {
		if err := errors.Join(os.MkdirAll(folder, 0o700), os.Chown(folder, int(owner.Uid), int(owner.Gid))); err != nil {
			return nil, fmt.Errorf("make folder: %w", err)
		}
	}
	if _, err := os.Stat(filepath.Join(cluster, "PG_VERSION")); err != nil {
		text, err := command(ctx, owner, filepath.Join(binaries, "initdb"), "-D", cluster, "-U", "postgres", "--auth=trust",
			"--encoding=UTF8", "--locale=C", "--no-instructions").CombinedOutput()
		if err != nil {
			return nil, fmt.Errorf("make cluster: %w: %s", err, text)
		}
	}
	args := []string{"-D", cluster, "-c", "unix_socket_directories=" + sockets}
	for name, value := range settings(workMemory, sharedBuffers) {
		args = append(args, "-c", name+"="+value)
	}
	s := &Server{cmd: command(context.WithoutCancel(ctx), owner, filepath.Join(binaries, "postgres"), args...)}
	s.cmd.Stderr = os.Stderr
	if err := s.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start Postgres: %w", err)
	}
	if s.Pool, err = pgxpool.New(ctx, "host="+sockets+" user=postgres dbname=postgres pool_max_conns=6"); err != nil {
		return nil, errors.Join(fmt.Errorf("connect: %w", err), s.Stop())
	}
	for deadline := time.Now().Add(time.Minute); ; measure.Pause(ctx, 20*time.Millisecond) {
		if err = s.Pool.Ping(ctx); err == nil {
			return s, nil
		}
		if ctx.Err() != nil || time.Now().After(deadline) {
			return nil, errors.Join(fmt.Errorf("connect to the reference's Postgres: %w", err), s.Stop())
		}
	}
}

func ownerOf(folder string) (*syscall.Credential, error) {
	info, err := os.Stat(folder)
	if err != nil {
		return nil, fmt.Errorf("find the user of Postgres: %w", err)
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return nil, errors.New("find the user of Postgres: the system tells no owner")
	}
	return &syscall.Credential{Uid: stat.Uid, Gid: stat.Gid}, nil
}

// command prepares a program of Postgres, which refuses to run as root.
func command(ctx context.Context, owner *syscall.Credential, program string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir, cmd.Env = filepath.Dir(program), []string{"LC_ALL=C", "TZ=UTC", "PATH=/usr/bin:/bin"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGINT}
	if os.Geteuid() == 0 {
		cmd.SysProcAttr.Credential = owner
	}
	return cmd
}

// PID is the first process of the server.
func (s *Server) PID() int { return s.cmd.Process.Pid }

// Stop ends the server and waits for it.
func (s *Server) Stop() error {
	if s.Pool != nil {
		s.Pool.Close()
	}
	if err := s.cmd.Process.Signal(syscall.SIGINT); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("stop Postgres: %w", err)
	}
	var exit *exec.ExitError
	if err := s.cmd.Wait(); err != nil && !errors.As(err, &exit) {
		return fmt.Errorf("stop Postgres: %w", err)
	}
	return nil
}
