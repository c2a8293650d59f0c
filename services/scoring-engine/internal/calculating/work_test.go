package calculating_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/scoring-engine/internal/calculating"
	"puls.app/services/scoring-engine/internal/calculation"
)

var errUnreadable = errors.New("nobody can read it")

// line is a queue of one task, which cannot be decoded, and the dead letters.
type line struct {
	calculating.Queue
	taken    calculating.Taken
	onTake   func()
	passing  bool
	lost     error // of the dead letters
	released bool
	buried   error
	done     bool
	until    time.Time
	forgiven bool
}

func (l *line) Take(context.Context, time.Time) (*calculating.Taken, func(), error) {
	if l.onTake != nil {
		l.onTake()
	}
	return &l.taken, func() { l.released = true }, nil
}

func (l *line) Done(context.Context, calculation.TaskID) error { l.done = true; return nil }

func (l *line) Postpone(ctx context.Context, _ calculation.TaskID, until time.Time, forgiven bool) error {
	l.until, l.forgiven = until, forgiven
	return ctx.Err()
}

func (l *line) WriteTask(calculation.Task) ([]byte, error) { return nil, nil }
func (l *line) ReadTask([]byte) (calculation.Task, error)  { return calculation.Task{}, errUnreadable }
func (l *line) Passing(error) bool                         { return l.passing }
func (l *line) PutTask(_ context.Context, _ *calculating.Taken, cause error) error {
	l.buried = cause
	return l.lost
}

func TestATaskThatFailsIsTriedLaterAndGivenUpInTheEnd(t *testing.T) {
	for name, c := range map[string]struct {
		line
		rests    time.Duration
		forgiven bool
		done     bool
		buried   bool
	}{
		"first try":                 {line: line{taken: calculating.Taken{Attempts: 1}}, rests: time.Second},
		"fourth try":                {line: line{taken: calculating.Taken{Attempts: 4}}, rests: 4 * time.Second},
		"fifth try":                 {line: line{taken: calculating.Taken{Attempts: 5}}, done: true, buried: true},
		"it ended the worker twice": {line: line{taken: calculating.Taken{Attempts: 3, Begun: 3}}, done: true, buried: true},
		"it ended the worker once":  {line: line{taken: calculating.Taken{Attempts: 2, Begun: 2}}, rests: 2 * time.Second},
		"it passes": {
			line: line{taken: calculating.Taken{Attempts: 5}, passing: true}, rests: time.Second, forgiven: true,
		},
		"no dead letters": {
			line: line{taken: calculating.Taken{Attempts: 5}, lost: errUnreadable}, rests: 30 * time.Second, forgiven: true,
			buried: true,
		},
	} {
		l := c.line
		app := calculating.NewApp(calculating.Needs{
			Queue: &l, Codec: &l, Letters: &l, Log: slog.New(slog.DiscardHandler),
			Clock: calculating.Clock{Now: func() time.Time { return day }},
		})
		found, err := app.Work(t.Context())
		require.NoError(t, err, name)
		require.True(t, found && l.released, name)
		require.Equal(t, c.done, l.done, name)
		require.Equal(t, c.buried, l.buried != nil, name)
		require.Equal(t, c.forgiven, l.forgiven, name)
		if !c.done {
			require.Equal(t, c.rests, l.until.Sub(day), name)
		}
	}
}

func TestAStopIsNoTry(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	l := line{taken: calculating.Taken{Attempts: 5}, onTake: stop}
	app := calculating.NewApp(calculating.Needs{
		Queue: &l, Codec: &l, Letters: &l,
		Clock: calculating.Clock{Now: func() time.Time { return day }},
	})
	found, err := app.Work(ctx)
	require.NoError(t, err, "what is noted of it outlives the stop")
	require.True(t, found)
	require.True(t, l.forgiven)
	require.Equal(t, day, l.until, "it may be taken at once")
	require.NoError(t, l.buried)
}
