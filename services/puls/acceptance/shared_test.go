package acceptance

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"testing"
)

// shared returns the program that the tests of this package share, and lets the test run beside others: each works in
// accounts of its own. A test that changes or reads what all accounts have in common (a setting, a flag, the log, a
// whole table, the streams) starts a program of its own with startProgram and says why.
func shared(t *testing.T) *program {
	t.Helper()
	t.Parallel()
	scoped := *common()
	scoped.t = t
	return &scoped
}

var (
	lasting = &standing{}
	common  = sync.OnceValue(func() *program {
		return launch(lasting, slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn})))
	})
)

// figure says what a test measured. tools/proof writes it into docs/proof.md.
func figure(t *testing.T, format string, args ...any) {
	t.Helper()
	t.Attr("figure", fmt.Sprintf(format, args...))
}

// TestMain ends what outlives a single test.
func TestMain(m *testing.M) {
	if err := os.Unsetenv("GOGC"); err != nil { // it is for these tests, not for the programs that they start
		panic(err)
	}
	code := m.Run()
	lasting.end()
	if lasting.failed {
		code = 1
	}
	os.Exit(code)
}

// standing is the testing.TB of what the tests share: what it cleans up is cleaned up after the last one.
type standing struct {
	testing.TB // has no test behind it: only the methods below may be called

	cleanups []func()
	failed   bool
}

func (*standing) Helper() {}

func (*standing) Context() context.Context { return context.Background() }

func (s *standing) Cleanup(f func()) { s.cleanups = append(s.cleanups, f) }

func (s *standing) TempDir() string {
	dir, err := os.MkdirTemp("", "shared")
	if err != nil {
		s.Fatalf("%v", err)
	}
	s.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			s.Errorf("%v", err)
		}
	})
	return dir
}

func (s *standing) Errorf(format string, args ...any) {
	s.failed = true
	fmt.Fprintf(os.Stderr, format+"\n", args...)
}

func (s *standing) FailNow() { panic("what all tests share cannot be started") }

func (s *standing) Fatalf(format string, args ...any) {
	s.Errorf(format, args...)
	s.FailNow()
}

func (s *standing) end() {
	for len(s.cleanups) > 0 {
		last := s.cleanups[len(s.cleanups)-1]
		s.cleanups = s.cleanups[:len(s.cleanups)-1]
		last()
	}
}
