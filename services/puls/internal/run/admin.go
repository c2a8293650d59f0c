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

// Admin answers those who run the program at an address that people do not reach. Its zero value answers nobody.
type Admin struct {
	// Mux takes what is answered beside the metrics; nil without an address.
	Mux *http.ServeMux
	// Address is where it listens, with the port that was chosen if the setting leaves it open.
	Address string
	server  *http.Server
}

// StartAdmin listens on PULS_ADMIN, if it is not "off". Metrics, if any, stand at /metrics.
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

// Close ends the answers at once: only those that are given right now are lost.
func (a Admin) Close() {
	if a.server != nil {
		_ = a.server.Close()
	}
}
