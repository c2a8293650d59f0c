package run

import (
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/nats-io/nats.go"

	"puls.app/services/kit/bus"
	"puls.app/services/kit/host"
	"puls.app/services/kit/telemetry"
)

// Logger writes readable lines to a terminal and JSON elsewhere.
func (s Settings) Logger() *slog.Logger {
	var level slog.Level
	if err := level.UnmarshalText([]byte(s.LogLevel)); err != nil {
		level = slog.LevelInfo
	}
	info, err := os.Stderr.Stat()
	terminal := err == nil && info.Mode()&os.ModeCharDevice != 0
	return telemetry.NewLogger(os.Stderr, terminal, level)
}

// Env builds what services are built from, over a bus connection that the caller closes.
func (s Settings) Env(network host.Network, admin string, connect func(...nats.Option) (*nats.Conn, error), log *slog.Logger) (host.Env, error) {
	keys, err := s.Keys()
	if err != nil {
		return host.Env{}, err
	}
	b, err := bus.Connect(bus.Options{Connect: connect, Name: "puls"}, log)
	if err != nil {
		return host.Env{}, fmt.Errorf("connect bus: %w", err)
	}
	return host.Env{
		Network: network, Bus: b, Keys: keys, Log: log, Now: time.Now,
		Settings: host.Settings{DatabaseURL: s.ServiceURL(admin), WebDir: s.WebDir, Web: s.Web, Mail: s.Mail},
	}, nil
}
