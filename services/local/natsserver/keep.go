package natsserver

import (
	"context"
	"log/slog"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// keepEvery is how often the streams are looked at.
const keepEvery = time.Second

// Keep switches JetStream on again when the server has switched it off, until ctx ends: it does so when it cannot
// write, and never looks whether it could since. allowed tells whether it is worth a try; nil always tries.
func (s *Server) Keep(ctx context.Context, allowed func() bool, log *slog.Logger) {
	ticker := time.NewTicker(keepEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if s.nats.JetStreamEnabled() || (allowed != nil && !allowed()) {
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

// jetStream returns the settings with which JetStream was started.
func jetStream(o *server.Options) server.JetStreamConfig {
	return server.JetStreamConfig{
		StoreDir: o.StoreDir, SyncInterval: o.SyncInterval, SyncAlways: o.SyncAlways,
		MaxMemory: o.JetStreamMaxMemory, MaxStore: o.JetStreamMaxStore, Strict: !o.NoJetStreamStrict,
	}
}
