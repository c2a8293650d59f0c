package host

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"google.golang.org/grpc/health"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"

	"puls.app/services/kit/rpc"
)

// lookPatience bounds how long a database may take to answer before it counts as unreachable.
const lookPatience = 2 * time.Second

// Ready returns nil while every service has started, their databases answer and no stop was requested; otherwise the
// reason. The bus must have been reached once, so that a rollout with wrong settings fails. Losing the bus later does
// not make the program unready: messages wait in the outbox, and requests are still answered.
func (h *Host) Ready(ctx context.Context) error {
	select {
	case <-h.stopping:
		return errors.New("it was asked to stop")
	default:
	}
	ctx, cancel := context.WithTimeout(ctx, lookPatience)
	defer cancel()
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.started {
		return errors.New("its services have not all started")
	}
	if h.bus != nil && !h.bus.Reached() {
		return errors.New("NATS was never reached")
	}
	for _, b := range h.parts {
		if b.env.DB == nil {
			continue
		}
		if err := b.env.DB.Ping(ctx); err != nil {
			return fmt.Errorf("database of %s: %w", b.env.Name, err)
		}
	}
	return nil
}

// handle adds endpoints to the admin address: /healthz succeeds while the process runs, /readyz while Ready returns
// nil.
func (h *Host) handle(admin *http.ServeMux) {
	admin.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	admin.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		if err := h.Ready(r.Context()); err != nil {
			http.Error(w, "not ready: "+err.Error(), http.StatusServiceUnavailable)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	})
}

// addHealth adds the standard health service to a server. It reports each service, and "" for all of them, as serving
// until a stop is requested. It ignores databases: a client without a healthy server would wait instead of receiving an
// error with the reason.
func addHealth(server *rpc.Server) *healthServer {
	h := &healthServer{Server: health.NewServer(), over: make(chan struct{})}
	for name := range server.GetServiceInfo() {
		h.SetServingStatus(name, healthv1.HealthCheckResponse_SERVING)
	}
	healthv1.RegisterHealthServer(server, h)
	return h
}

// healthServer is the health service of a server. It ends its watch streams when the server closes, which would
// otherwise wait for them.
type healthServer struct {
	*health.Server
	over chan struct{}
}

func (t *healthServer) Watch(req *healthv1.HealthCheckRequest, stream healthv1.Health_WatchServer) error {
	ctx, cancel := context.WithCancel(stream.Context())
	defer cancel()
	go func() {
		defer cancel()
		select {
		case <-t.over:
		case <-ctx.Done():
		}
	}()
	return t.Server.Watch(req, watcher{stream, ctx})
}

type watcher struct {
	healthv1.Health_WatchServer
	ctx context.Context
}

func (w watcher) Context() context.Context { return w.ctx }
