package acceptance

import (
	"fmt"
	"log/slog"
	"os"
	"sync"
	"testing"

	"puls.app/services/local/servicetest"
)

// shared returns the program that the tests of this package share, and lets the test run in parallel with others: each
// works in its own accounts. A test that changes or reads state common to all accounts (a setting, a flag, the log, a
// whole table, the streams) starts its own program with startProgram and documents why.
func shared(t *testing.T) *program {
	t.Helper()
	t.Parallel()
	scoped := *common()
	scoped.t = t
	return &scoped
}

var (
	lasting servicetest.Lasting
	common  = sync.OnceValue(func() *program {
		return launch(&lasting, slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn})))
	})
)

// figure records a measurement of a test. tools/proof writes it into docs/proof.md.
func figure(t *testing.T, format string, args ...any) {
	t.Helper()
	t.Attr("figure", fmt.Sprintf(format, args...))
}

func TestMain(m *testing.M) {
	if err := os.Unsetenv("GOGC"); err != nil { // meant for these tests, not for the programs that they start
		panic(err)
	}
	os.Exit(lasting.Run(m))
}
