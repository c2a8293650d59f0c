package telemetry

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

const (
	// calmLines is the maximum number of lines of one kind within calmWindow; more repetitions add no information.
	calmLines  = 20
	calmWindow = time.Minute
	// calmKinds bounds the remembered kinds: each text of a library may be a kind.
	calmKinds = 4096
	// leftOut is the attribute with the number of lines of the kind that were dropped before this one.
	leftOut = "left_out"
)

// calm drops repeated warnings and errors, such as those of each message and each call while a database is away. Kinds
// differ by the service, the text, and the call or consumer.
type calm struct {
	slog.Handler
	// own is the attributes and groups added so far, which kinds differ by.
	own   string
	lines *tally
}

// tally counts the lines of each kind; all derived handlers share it.
type tally struct {
	now   func() time.Time
	mu    sync.Mutex
	kinds map[string]*kind
}

type kind struct {
	since       time.Time
	lines, left int
}

func newCalm(to slog.Handler, now func() time.Time) calm {
	return calm{Handler: to, lines: &tally{now: now, kinds: map[string]*kind{}}}
}

// Handle implements slog.Handler.
func (c calm) Handle(ctx context.Context, record slog.Record) error {
	if record.Level < slog.LevelWarn {
		return c.Handler.Handle(ctx, record)
	}
	name := c.own + record.Level.String() + record.Message
	record.Attrs(func(a slog.Attr) bool {
		if a.Key == "method" || a.Key == "consumer" || a.Key == "stream" {
			name += "\x00" + a.Value.String()
		}
		return true
	})
	write, left := c.lines.count(name)
	if !write {
		return nil
	}
	if left > 0 {
		record.AddAttrs(slog.Int(leftOut, left))
	}
	return c.Handler.Handle(ctx, record)
}

// count reports whether one more line of a kind is written, and how many were dropped since the last one.
func (s *tally) count(name string) (write bool, left int) {
	now := s.now()
	s.mu.Lock()
	defer s.mu.Unlock()
	k := s.kinds[name]
	if k == nil {
		if len(s.kinds) >= calmKinds {
			clear(s.kinds)
		}
		k = &kind{since: now}
		s.kinds[name] = k
	}
	if now.Sub(k.since) >= calmWindow {
		k.since, k.lines = now, 0
	}
	if k.lines++; k.lines > calmLines {
		k.left++
		return false, 0
	}
	left, k.left = k.left, 0
	return true, left
}

// WithAttrs implements slog.Handler.
func (c calm) WithAttrs(attrs []slog.Attr) slog.Handler {
	for _, a := range attrs {
		c.own += a.String() + "\x00"
	}
	c.Handler = c.Handler.WithAttrs(attrs)
	return c
}

// WithGroup implements slog.Handler.
func (c calm) WithGroup(name string) slog.Handler {
	c.own += name + "\x00"
	c.Handler = c.Handler.WithGroup(name)
	return c
}
