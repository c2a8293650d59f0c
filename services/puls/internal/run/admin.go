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

// Admin is the server for operators, at an address that users do not reach. Its zero value serves nothing.
type Admin struct {
	// Mux serves the endpoints other than the metrics; nil without an address.
	Mux *http.ServeMux
	// Address is where it listens, with the chosen port if the setting leaves it open.
	Address string
	server  *http.Server
}

// StartAdmin listens on PULS_ADMIN, unless that is "off". Metrics, if any, are at /metrics.
func (s Settings) StartAdmin(metrics http.Handler, log *slog.Logger) (Admin, error) {
	if s.Admin == "off" {
		return Admin{}, nil
	}
	var config net.ListenConfig
	listener, err := config.Listen(context.Background(), "tcp", s.Admin)
	if err != nil {
		return Admin{}, fmt.Errorf("PULS_ADMIN: cannot listen on %s: %w", s.Admin, err)
	}
	mux := http.NewServeMux()
	if metrics != nil {
		mux.Handle("GET /metrics", metrics)
	}
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	go func() {
		if err := server.Serve(listener); err != nil && !errors.Is(err, http.ErrServerClosed) {
			log.Error("the admin address answers no more", "error", err)
		}
	}()
	return Admin{Mux: mux, Address: listener.Addr().String(), server: server}, nil
}

// Close closes the server at once; only requests in flight are lost.
func (a Admin) Close() {
	if a.server != nil {
		_ = a.server.Close()
	}
}
