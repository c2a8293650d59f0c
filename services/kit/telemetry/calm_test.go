package telemetry

import (
	"errors"
	"log/slog"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestLinesOfEachMessageAreLimitedToTwentyAMinute(t *testing.T) {
	var lines strings.Builder
	now := time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)
	log := slog.New(newCalm(slog.NewTextHandler(&lines, nil), func() time.Time { return now }))
	contacts, reports := log.With("service", "contacts"), log.With("service", "reports")
	written := func(text string) int { return strings.Count(lines.String(), text) }
	for i := range 10_000 {
		contacts.Warn("message waits", "consumer", "a", "error", errors.New("try "+strconv.Itoa(i)))
	}
	require.Equal(t, 20, written("consumer=a"))
	contacts.Warn("message waits", "consumer", "b")
	contacts.Error("message waits", "consumer", "a")
	contacts.Warn("something else", "consumer", "a")
	reports.Warn("message waits", "consumer", "a")
	require.Equal(t, 24, written("\n"), "other things are told")
	for range 100 {
		contacts.Info("import done")
	}
	require.Equal(t, 100, written("import done"), "what happened is told each time")

	lines.Reset()
	now = now.Add(time.Minute)
	contacts.Warn("message waits", "consumer", "a")
	contacts.Warn("message waits", "consumer", "a")
	require.Equal(t, 1, written("left_out=9980"), lines.String())
	require.Equal(t, 2, written("message waits"))
}

func TestTheMemoryOfLogLinesIsBounded(t *testing.T) {
	c := newCalm(slog.DiscardHandler, time.Now)
	log := slog.New(c)
	for i := range 3 * calmKinds {
		log.Warn("text of a library " + strconv.Itoa(i))
	}
	require.LessOrEqual(t, len(c.lines.kinds), calmKinds)
}
