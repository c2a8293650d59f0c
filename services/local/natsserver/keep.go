package natsserver

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"puls.app/services/kit/loop"
)

// keepEvery is how often the streams are checked.
const keepEvery = time.Second

// Keep re-enables JetStream, until ctx ends, when the server has disabled it, and restarts it when a stream accepts no
// more messages. Both happen when the server cannot write, and it never retries by itself. allowed reports whether a
// try is worthwhile; nil always tries.
func (s *Server) Keep(ctx context.Context, allowed func() bool, log *slog.Logger) {
	for loop.Pause(ctx, keepEvery) == nil {
		if allowed != nil && !allowed() {
			continue
		}
		if broken := s.broken(); broken != "" {
			log.WarnContext(ctx, "JetStream is switched off and on: a stream could not be written", "error", broken)
			if err := s.nats.ShutdownJetStream(); err != nil {
				log.WarnContext(ctx, "JetStream is not switched off", "error", err)
			}
		}
		if s.nats.JetStreamEnabled() {
			continue
		}
		config := s.config
		if err := s.nats.EnableJetStream(&config); err != nil {
			log.WarnContext(ctx, "JetStream stays off", "error", err)
			continue
		}
		log.InfoContext(ctx, "JetStream runs again")
	}
}

// broken returns the error of a stream that failed to write once and has refused everything since, or "".
func (s *Server) broken() string {
	for _, failure := range s.nats.Healthz(&server.HealthzOptions{Details: true}).Errors {
		if failure.Type == server.HealthzErrorStream && strings.Contains(failure.Error, "write error") {
			return failure.Error
		}
	}
	return ""
}

// jetStream returns the settings that JetStream was started with.
func jetStream(o *server.Options) server.JetStreamConfig {
	return server.JetStreamConfig{
		StoreDir: o.StoreDir, SyncInterval: o.SyncInterval, SyncAlways: o.SyncAlways,
		MaxMemory: o.JetStreamMaxMemory, MaxStore: o.JetStreamMaxStore, Strict: !o.NoJetStreamStrict,
	}
}
