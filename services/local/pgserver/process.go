package pgserver

import (
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"
)

// process is a running program that dies with us.
type process struct {
	cmd    *exec.Cmd
	output *tail
	done   chan struct{}
	err    error // set before done is closed
}

// start runs cmd from a goroutine that keeps its thread until the program ends: Linux sends the
// signal of a parent's death when the thread that forked ends, not when the process does.
func start(cmd *exec.Cmd, output *tail) (*process, error) {
	cmd.Stdout, cmd.Stderr = output, output
	cmd.WaitDelay = 5 * time.Second // do not wait for children that outlive it with our pipe
	p := &process{cmd: cmd, output: output, done: make(chan struct{})}
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		if err := cmd.Start(); err != nil {
			started <- err
			return
		}
		started <- nil
		p.err = cmd.Wait()
		close(p.done)
	}()
	if err := <-started; err != nil {
		return nil, err
	}
	return p, nil
}

// ended reports whether the program has ended.
func (p *process) ended() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

// endsWithin waits for the end of the program.
func (p *process) endsWithin(limit time.Duration) bool {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-p.done:
		return true
	case <-timer.C:
		return p.ended()
	}
}

// stop ends a postmaster: first by closing sessions and writing all data to disk, then, if that takes too long,
// immediately, which makes the next start replay the log. No committed data is lost.
func (p *process) stop(patience time.Duration) {
	_ = p.cmd.Process.Signal(syscall.SIGINT) // fails only if it has ended
	if p.endsWithin(patience) {
		return
	}
	_ = p.cmd.Process.Signal(syscall.SIGQUIT)
	if p.endsWithin(10 * time.Second) {
		return
	}
	_ = p.cmd.Process.Kill()
	<-p.done
}

// tail passes text on and remembers its end for error messages.
type tail struct {
	mu   sync.Mutex
	next func([]byte)
	text []byte
}

const tailSize = 8 << 10

func (t *tail) Write(text []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, text...)
	if over := len(t.text) - tailSize; over > 0 {
		t.text = append(t.text[:0], t.text[over:]...)
	}
	if t.next != nil {
		t.next(text)
	}
	return len(text), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.text)
}

func (t *tail) reset() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = t.text[:0]
}

// lastLine returns the last line that is not empty.
func lastLine(output string) string {
	output = strings.TrimSpace(output)
	return strings.TrimSpace(output[strings.LastIndexByte(output, '\n')+1:])
}

// reason returns the line of Postgres's output with the cause of its end.
func reason(output string) string {
	for line := range strings.Lines(output) {
		for _, mark := range []string{"FATAL:", "PANIC:", "error:"} {
			if _, text, found := strings.Cut(line, mark); found {
				return advise(strings.TrimSpace(text), output)
			}
		}
	}
	return advise(lastLine(output), output)
}

// advise adds the remedy to common causes.
func advise(line, output string) string {
	switch {
	case strings.Contains(output, "No space left on device"):
		return line + " (the disk is full)"
	case strings.Contains(output, "Cannot allocate memory"):
		return line + " (too little memory: lower shared_buffers)"
	case strings.Contains(output, "error while loading shared libraries"):
		return line + " (install the system's package that holds this library)"
	}
	return line
}
