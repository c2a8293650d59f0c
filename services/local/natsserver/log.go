package natsserver

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"syscall"
)

// logger passes the server's messages on and remembers the last fatal one, because the server logs why it cannot start
// instead of returning an error.
type logger struct {
	to   *slog.Logger
	mu   sync.Mutex
	last error
}

func (l *logger) fatal() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.last
}

func (l *logger) say(level slog.Level, format string, values []any) string {
	text := fmt.Sprintf(format, values...)
	if l.to != nil {
		l.to.Log(context.Background(), level, text, "component", "nats")
	}
	return text
}

func (l *logger) Noticef(format string, values ...any) { l.say(slog.LevelDebug, format, values) }
func (l *logger) Warnf(format string, values ...any)   { l.say(slog.LevelWarn, format, values) }
func (l *logger) Errorf(format string, values ...any)  { l.say(slog.LevelError, format, values) }
func (l *logger) Debugf(string, ...any)                {}
func (l *logger) Tracef(string, ...any)                {}

func (l *logger) Fatalf(format string, values ...any) {
	text := l.say(slog.LevelError, format, values)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = errors.New(text)
}

// hasCause reports whether the server's message names a system error; it logs texts, not errors.
func hasCause(text string, cause syscall.Errno) bool {
	return strings.Contains(text, cause.Error())
}
