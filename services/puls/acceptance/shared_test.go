package acceptance

import (
	"fmt"
	"log/slog"
	"os"
	"sync"
	"testing"

	"puls.app/services/local/servicetest"
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
	lasting servicetest.Lasting
	common  = sync.OnceValue(func() *program {
		return launch(&lasting, slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn})))
	})
)

// figure says what a test measured. tools/proof writes it into docs/proof.md.
func figure(t *testing.T, format string, args ...any) {
	t.Helper()
	t.Attr("figure", fmt.Sprintf(format, args...))
}

func TestMain(m *testing.M) {
	if err := os.Unsetenv("GOGC"); err != nil { // it is for these tests, not for the programs that they start
		panic(err)
	}
	os.Exit(lasting.Run(m))
}
