package password

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/rpc"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"syscall"
	"time"

	"golang.org/x/crypto/argon2"
)

// Input is what a key is derived from.
type Input struct {
	Password, Salt     []byte
	Iterations, Memory uint32
	Lanes              uint8
	Bytes              uint32
}

func (i Input) derive() []byte {
	return argon2.IDKey(i.Password, i.Salt, i.Iterations, i.Memory, i.Lanes, i.Bytes)
}

// Deriver is what the process beside the program does for it.
type Deriver struct{}

// behind is the priority of hashing (nice): whoever else wants a processor gets it at once, yet where all are wanted
// all the time, as in a long night, a tenth of one is left and a sign-in takes half a second.
const behind = 10

// Derive derives a key. Its thread stays behind everybody else's: nothing else is done in this process.
func (Deriver) Derive(input Input, key *[]byte) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := syscall.Setpriority(syscall.PRIO_PROCESS, 0, behind); err != nil {
		return fmt.Errorf("lower priority: %w", err)
	}
	*key = input.derive()
	runtime.GC() // so that the next one takes the same memory; there is nearly nothing else to look at
	return nil
}

const service = "Passwords"

// Serve derives keys for the process at the other end until that goes away.
func Serve(in io.ReadCloser, out io.WriteCloser) error {
	server := rpc.NewServer()
	if err := server.RegisterName(service, Deriver{}); err != nil {
		return fmt.Errorf("register: %w", err)
	}
	server.ServeConn(pipes{in, out})
	return nil
}

// pipes are both ways to another process.
type pipes struct {
	io.ReadCloser
	out io.WriteCloser
}

func (p pipes) Write(b []byte) (int, error) { return p.out.Write(b) }

func (p pipes) Close() error { return errors.Join(p.out.Close(), p.ReadCloser.Close()) }

// Beside derives keys in a process of its own. In this one a hash holds a processor of the Go scheduler all the time,
// its 19 MiB have everybody's garbage collected after every few, and on a thread of low priority it keeps the collector
// waiting, which waits for every thread. Where there is no such process keys are derived in this one.
type Beside struct {
	// Command makes the process.
	Command func() (*exec.Cmd, error)
	Log     *slog.Logger

	calls   sync.WaitGroup
	mu      sync.Mutex
	closed  bool
	process *process
}

type process struct {
	cmd    *exec.Cmd
	client *rpc.Client
	ended  sync.Once
}

// end ends a process at once: nothing is lost with it but keys that are being derived.
func (p *process) end() {
	p.ended.Do(func() {
		// Each fails only for what has ended already.
		_ = p.client.Close()
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait()
	})
}

// patience is how long a key may take before the process is given up.
const patience = 20 * time.Second

func (b *Beside) derive(ctx context.Context, input Input) []byte {
	p, err := b.get()
	if err == nil {
		defer b.calls.Done()
		var key []byte
		given := time.AfterFunc(patience, p.end)
		err = p.client.Call(service+".Derive", input, &key)
		given.Stop()
		if err == nil {
			return key
		}
		b.drop(p)
	}
	b.Log.WarnContext(ctx, "a password is hashed among everything else", "error", err)
	return input.derive()
}

var errClosed = errors.New("the service stops")

// get returns the process, for one call, and starts it where there is none.
func (b *Beside) get() (*process, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return nil, errClosed
	}
	if b.process == nil {
		var err error
		if b.process, err = b.start(); err != nil {
			return nil, err
		}
	}
	b.calls.Add(1)
	return b.process, nil
}

func (b *Beside) start() (*process, error) {
	cmd, err := b.Command()
	if err != nil {
		return nil, err
	}
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("open pipe: %w", err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("open pipe: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start process: %w", err)
	}
	return &process{cmd: cmd, client: rpc.NewClient(pipes{out, in})}, nil
}

// drop gives up a process that does not serve; the next key has another started.
func (b *Beside) drop(p *process) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.process == p {
		b.process = nil
	}
	p.end()
}

// Run ends the process when ctx ends and the last key is derived.
func (b *Beside) Run(ctx context.Context) error {
	<-ctx.Done()
	b.mu.Lock()
	b.closed = true
	b.mu.Unlock()
	b.calls.Wait()
	if b.process != nil {
		b.process.end()
	}
	return nil
}
