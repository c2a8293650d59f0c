package reference

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Server is a Postgres of the reference alone, the same build as the program's, with settings that suit a large query.
type Server struct {
	Pool *pgxpool.Pool
	cmd  *exec.Cmd
	done chan error
}

// settings give the query most of a machine of 16 GiB and 2 cores, and keep the log small.
func settings(workMemory, sharedBuffers string) map[string]string {
	return map[string]string{
		"shared_buffers": sharedBuffers, "work_mem": workMemory, "hash_mem_multiplier": "2", "maintenance_work_mem": "512MB",
		"effective_cache_size": "12GB", "max_worker_processes": "8", "max_parallel_workers": "4",
		"max_parallel_workers_per_gather": "2",
		"random_page_cost":                "1.1", "effective_io_concurrency": "64", "jit": "off",
		"wal_level": "minimal", "max_wal_senders": "0", "max_wal_size": "16GB", "checkpoint_timeout": "1h",
		"autovacuum":       "off",
		"listen_addresses": "", "max_connections": "20", "log_min_messages": "warning",
	}
}

// StartServer starts the server on a folder, making the cluster first if it is missing. packages is the node_modules
// folder with the Postgres package.
func StartServer(ctx context.Context, packages, dir, workMemory, sharedBuffers string) (_ *Server, err error) {
	owner, err := server()
	if err != nil {
		return nil, err
	}
	binaries := filepath.Join(dir, "binaries")
	cluster, sockets := filepath.Join(dir, "cluster"), filepath.Join(dir, "run")
	if err := install(packages, binaries); err != nil {
		return nil, fmt.Errorf("install Postgres: %w", err)
	}
	for _, folder := range []string{cluster, sockets} {
		if err := errors.Join(os.MkdirAll(folder, 0o700), os.Chown(folder, owner.uid, owner.gid)); err != nil {
			return nil, fmt.Errorf("make folder: %w", err)
		}
	}
	if _, err := os.Stat(filepath.Join(cluster, "PG_VERSION")); err != nil {
		text, err := owner.command(ctx, dir, filepath.Join(
			binaries, "bin", "initdb",
		), "-D", cluster, "-U", "postgres", "--auth=trust",
			"--encoding=UTF8", "--locale=C", "--no-instructions").CombinedOutput()
		if err != nil {
			return nil, fmt.Errorf("make cluster: %w: %s", err, text)
		}
	}
	args := []string{"-D", cluster, "-c", "unix_socket_directories=" + sockets}
	for name, value := range settings(workMemory, sharedBuffers) {
		args = append(args, "-c", name+"="+value)
	}
	log, err := os.Create(filepath.Join(dir, "postgres.log"))
	if err != nil {
		return nil, fmt.Errorf("make log: %w", err)
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	s := &Server{done: make(chan error, 1)}
	s.cmd = owner.command(context.WithoutCancel(ctx), dir, filepath.Join(binaries, "bin", "postgres"), args...)
	s.cmd.Stderr = log
	if err := s.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start Postgres: %w", err)
	}
	go func() { s.done <- s.cmd.Wait() }()
	if s.Pool, err = s.connect(ctx, sockets); err != nil {
		return nil, errors.Join(err, s.Stop())
	}
	return s, nil
}

func (s *Server) connect(ctx context.Context, sockets string) (*pgxpool.Pool, error) {
	pool, err := pgxpool.New(ctx, "host="+sockets+" user=postgres dbname=postgres pool_max_conns=6")
	if err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	ticker := time.NewTicker(20 * time.Millisecond)
	defer ticker.Stop()
	for deadline := time.Now().Add(time.Minute); ; {
		err := pool.Ping(ctx)
		if err == nil {
			return pool, nil
		}
		select {
		case ended := <-s.done:
			s.done <- ended
			pool.Close()
			return nil, fmt.Errorf("the reference's Postgres ended (%w); see its postgres.log", ended)
		case <-ticker.C:
			if time.Now().After(deadline) {
				pool.Close()
				return nil, fmt.Errorf("connect to the reference's Postgres: %w", err)
			}
		}
	}
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
	if err := <-s.done; err != nil && !errors.As(err, &exit) {
		return fmt.Errorf("stop Postgres: %w", err)
	}
	return nil
}

// account runs Postgres, which refuses to be root.
type account struct {
	uid, gid int
	switched bool
}

func server() (account, error) {
	if os.Geteuid() != 0 {
		return account{uid: os.Geteuid(), gid: os.Getegid()}, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		found, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, uidErr := strconv.Atoi(found.Uid)
		gid, gidErr := strconv.Atoi(found.Gid)
		return account{uid: uid, gid: gid, switched: true}, errors.Join(uidErr, gidErr)
	}
	return account{}, errors.New("as root, Postgres needs the user postgres or nobody")
}

func (a account) command(ctx context.Context, dir, program string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir, cmd.Env = dir, []string{"LC_ALL=C", "TZ=UTC", "PATH=/usr/bin:/bin"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGINT}
	if a.switched {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(a.uid), Gid: uint32(a.gid)}
	}
	return cmd
}

// install copies the binaries and makes the links that npm packages cannot hold.
func install(packages, dir string) error {
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	arch := map[string]string{"amd64": "x64", "arm64": "arm64"}[runtime.GOARCH]
	native := filepath.Join(packages, "@embedded-postgres", runtime.GOOS+"-"+arch, "native")
	if _, err := os.Stat(native); err != nil {
		return fmt.Errorf("the Postgres package is missing, run tools/task postgres:install: %w", err)
	}
	fresh := dir + ".new"
	if err := errors.Join(os.RemoveAll(fresh), os.MkdirAll(filepath.Dir(dir), 0o755)); err != nil {
		return fmt.Errorf("make folder: %w", err)
	}
	if err := os.CopyFS(fresh, os.DirFS(native)); err != nil {
		return fmt.Errorf("copy: %w", err)
	}
	text, err := os.ReadFile(filepath.Join(native, "pg-symlinks.json"))
	if err != nil {
		return fmt.Errorf("read links: %w", err)
	}
	var links []struct{ Source, Target string }
	if err := json.Unmarshal(text, &links); err != nil {
		return fmt.Errorf("read links: %w", err)
	}
	for _, link := range links {
		source, target := strings.TrimPrefix(link.Source, "native/"), strings.TrimPrefix(link.Target, "native/")
		relative, err := filepath.Rel(filepath.Dir(target), source)
		if err != nil {
			return fmt.Errorf("link %s: %w", target, err)
		}
		if err := os.Symlink(relative, filepath.Join(fresh, target)); err != nil && !os.IsExist(err) {
			return fmt.Errorf("link: %w", err)
		}
	}
	return os.Rename(fresh, dir)
}
