package run

import (
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/nats-io/nats.go"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"puls.app/services/kit/bus"
	"puls.app/services/kit/fault"
	"puls.app/services/kit/host"
	"puls.app/services/kit/pgdb"
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

// Telemetry returns the telemetry options of a program of that name.
func (s Settings) Telemetry(name, version string) telemetry.Options {
	return telemetry.Options{Name: name, Version: version, Settings: s.values, Scraped: s.Admin != "off"}
}

// Env builds the environment of services, over a bus connection that the caller closes. storage is nil if the program
// does not know the disk that holds its data.
func (s Settings) Env(
	network host.Network, admin string, connect func(...nats.Option) (*nats.Conn, error), storage host.Storage,
	log *slog.Logger,
) (host.Env, error) {
	if err := s.Check(); err != nil {
		return host.Env{}, err
	}
	keys, err := s.Keys()
	if err != nil {
		return host.Env{}, err
	}
	options := bus.Options{Connect: connect, Name: "puls", Replicas: s.NATSReplicas, Passing: passing}
	if storage != nil {
		options.Hold = storage.Hold
	}
	b, err := bus.Connect(options, log)
	if err != nil {
		return host.Env{}, fmt.Errorf("connect bus: %w", err)
	}
	return host.Env{
		Network: network, Bus: b, Keys: keys, Log: log, Now: time.Now, Storage: storage,
		Settings: s.values, DatabaseURL: s.ServiceURL(admin), Connections: s.DatabaseConnections,
		DrainPause: s.DrainPause, Reflection: s.GRPCReflection,
	}, nil
}

// passing reports whether a failure is temporary: a database that restarts or is full, or a service that does not
// answer.
func passing(err error) bool {
	if pgdb.Fault(err) != nil || status.Code(err) == codes.Unavailable {
		return true
	}
	f := fault.From(err)
	return f != nil && (f.Kind == fault.Unavailable || f.Kind == fault.Full)
}
