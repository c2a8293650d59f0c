package servicetest

import (
	"context"
	"fmt"
	"io"
	"os"
	"testing"
)

// Lasting is the testing.TB of what the tests of a package share: it is cleaned up after the last of them, by Run.
type Lasting struct {
	testing.TB // has no test behind it: only the methods below may be called

	cleanups []func()
	failed   bool
}

// Run runs the tests of a package, ends what they shared and returns the program's exit code.
func (l *Lasting) Run(m *testing.M) int {
	code := m.Run()
	for len(l.cleanups) > 0 {
		last := l.cleanups[len(l.cleanups)-1]
		l.cleanups = l.cleanups[:len(l.cleanups)-1]
		last()
	}
	if l.failed {
		return 1
	}
	return code
}

func (*Lasting) Helper() {}

// Context is never cancelled: cleanups end what it starts.
func (*Lasting) Context() context.Context { return context.Background() }

// Output is standard error, of which go test shows nothing when the package passes.
func (*Lasting) Output() io.Writer { return os.Stderr }

func (l *Lasting) Cleanup(f func()) { l.cleanups = append(l.cleanups, f) }

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
	l.failed = true
	fmt.Fprintf(os.Stderr, format+"\n", args...)
}

func (*Lasting) FailNow() { panic("servicetest: what all tests share cannot be started") }

func (l *Lasting) Fatalf(format string, args ...any) {
	l.Errorf(format, args...)
	l.FailNow()
}
