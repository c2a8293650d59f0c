package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	corev1 "k8s.io/api/core/v1"
)

// patience is how long pods may take to be ready.
const patience = 2 * time.Minute

// readiness is when each pod was ready, or why one was not.
type readiness struct {
	at  map[string]time.Time
	err error
}

// awaitReady asks every pod by its readiness probe, as a kubelet does, until ctx ends.
func (r *runner) awaitReady(ctx context.Context) readiness {
	ready := map[string]time.Time{}
	ticker := time.NewTicker(50 * time.Millisecond)
	defer ticker.Stop()
	for {
		var last error
		for _, p := range r.pods {
			if !ready[p.name].IsZero() {
				continue
			}
			if err := p.ask(ctx, p.spec.Containers[0].ReadinessProbe); err != nil {
				last = errors.Join(last, fmt.Errorf("%s: %w", p.name, err))
				continue
			}
			ready[p.name] = time.Now()
		}
		if len(ready) == len(r.pods) {
			return readiness{at: ready}
		}
		select {
		case <-ctx.Done():
			said := r.said(context.WithoutCancel(ctx), ready)
			return readiness{err: errors.Join(errors.New("not ready in time"), last, said)}
		case <-ticker.C:
		}
	}
}

// said returns what those that are not ready have said.
func (r *runner) said(ctx context.Context, ready map[string]time.Time) (err error) {
	for _, p := range r.pods {
		if ready[p.name].IsZero() {
			text, logsErr := podman(ctx, "logs", "--tail", "20", p.container)
			err = errors.Join(err, logsErr, fmt.Errorf("%s said: %s", p.name, text))
		}
	}
	return err
}

// ask asks a pod by a probe.
func (p *pod) ask(ctx context.Context, probe *corev1.Probe) error {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(max(probe.TimeoutSeconds, 1))*time.Second)
	defer cancel()
	if probe.GRPC != nil {
		return p.askGRPC(ctx, probe.GRPC.Port)
	}
	port := probe.HTTPGet.Port.IntValue()
	for _, named := range p.spec.Containers[0].Ports {
		if named.Name == probe.HTTPGet.Port.StrVal {
			port = int(named.ContainerPort)
		}
	}
	req, err := http.NewRequestWithContext(
		ctx, http.MethodGet, fmt.Sprintf("http://%s:%d%s", p.ip, port, probe.HTTPGet.Path), nil,
	)
	if err != nil {
		return fmt.Errorf("ask: %w", err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("ask: %w", err)
	}
	defer func() { _ = res.Body.Close() }() // only the status counts
	if res.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("answers %s", res.Status)
	}
	return nil
}

func (p *pod) askGRPC(ctx context.Context, port int32) error {
	conn, err := grpc.NewClient(fmt.Sprintf("%s:%d", p.ip, port), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return fmt.Errorf("ask: %w", err)
	}
	defer func() { _ = conn.Close() }() // it fails only for one that is closed
	answer, err := healthv1.NewHealthClient(conn).Check(ctx, &healthv1.HealthCheckRequest{})
	if err != nil {
		return fmt.Errorf("ask: %w", err)
	}
	if answer.GetStatus() != healthv1.HealthCheckResponse_SERVING {
		return fmt.Errorf("is %s", answer.GetStatus())
	}
	return nil
}

// restricted returns an error unless the process runs as the chart says, by what the kernel knows of it.
func (p *pod) restricted(ctx context.Context) error {
	answer, err := podman(ctx, "inspect", "--format", "{{.State.Pid}} {{.HostConfig.ReadonlyRootfs}}", p.container)
	if err != nil {
		return err
	}
	pid, readOnly, _ := strings.Cut(answer, " ")
	if readOnly != "true" {
		return fmt.Errorf("%s can write its root", p.name)
	}
	status, err := os.ReadFile("/proc/" + pid + "/status")
	if err != nil {
		return fmt.Errorf("look at %s: %w", p.name, err)
	}
	for _, line := range []string{
		"Uid:\t65532\t65532\t65532\t65532", "Gid:\t65532\t65532\t65532\t65532", "CapEff:\t0000000000000000",
		"CapPrm:\t0000000000000000", "CapBnd:\t0000000000000000", "NoNewPrivs:\t1", "Seccomp:\t2",
	} {
		if !strings.Contains(string(status), line+"\n") {
			return fmt.Errorf("%s runs otherwise than %q:\n%s", p.name, line, status)
		}
	}
	return nil
}
