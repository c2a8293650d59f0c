package servicetest

import (
	"context"
	"fmt"
	"io"
	"os"
	"sync"
	"testing"
)

// Lasting is a testing.TB for fixtures that all tests of a package share. Run cleans up after the last test.
type Lasting struct {
	testing.TB // has no test behind it: only the methods below may be called

	mu       sync.Mutex
	cleanups []func()
	failed   bool
}

// Run runs the tests of a package, cleans up the shared fixtures and returns the program's exit code.
func (l *Lasting) Run(m *testing.M) int {
	code := m.Run()
	for len(l.cleanups) > 0 {
		last := l.cleanups[len(l.cleanups)-1]
		l.cleanups = l.cleanups[:len(l.cleanups)-1]
		l.end(last)
	}
	if l.failed {
		return 1
	}
	return code
}

// end runs a cleanup; a failure ends only that cleanup.
func (l *Lasting) end(cleanup func()) {
	defer func() {
		if err := recover(); err != nil {
			l.Errorf("%v", err)
		}
	}()
	cleanup()
}

func (*Lasting) Helper() {}

// Context is never cancelled: cleanups end the work started with it.
func (*Lasting) Context() context.Context { return context.Background() }

// Output discards the log, which mixes the lines of many tests. System.Logged returns it.
func (*Lasting) Output() io.Writer { return io.Discard }

func (l *Lasting) Cleanup(f func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cleanups = append(l.cleanups, f)
}

func (l *Lasting) TempDir() string {
	dir, err := os.MkdirTemp("", "shared")
	if err != nil {
		l.Fatalf("%v", err)
	}
	l.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			l.Errorf("%v", err)
		}
	})
	return dir
}

func (l *Lasting) Errorf(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.failed = true
	fmt.Fprintf(os.Stderr, format+"\n", args...)
}

func (*Lasting) FailNow() { panic("servicetest: the fixture of all tests failed") }

func (l *Lasting) Fatalf(format string, args ...any) {
	l.Errorf(format, args...)
	l.FailNow()
}
