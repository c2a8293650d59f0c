package run

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// StartAdmin answers those who run the program at an address that people do not reach, until stop is called. Without an
// address there is nothing, and the mux is nil. Metrics, if any, stand at /metrics.
func (s Settings) StartAdmin(metrics http.Handler, log *slog.Logger) (admin *http.ServeMux, stop func(), err error) {
	if s.Admin == "off" {
		return nil, func() {}, nil
	}
	var config net.ListenConfig
	listener, err := config.Listen(context.Background(), "tcp", s.Admin)
	if err != nil {
		return nil, nil, fmt.Errorf("PULS_ADMIN: cannot listen on %s: %w", s.Admin, err)
	}
	admin = http.NewServeMux()
	if metrics != nil {
		admin.Handle("GET /metrics", metrics)
	}
	server := &http.Server{Handler: admin, ReadHeaderTimeout: 5 * time.Second}
	go func() {
		if err := server.Serve(listener); err != nil && !errors.Is(err, http.ErrServerClosed) {
			log.Error("the admin address answers no more", "error", err)
		}
	}()
	return admin, func() { _ = server.Close() }, nil // only what is asked right now is lost
}
