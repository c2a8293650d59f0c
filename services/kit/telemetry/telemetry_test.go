package telemetry_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	collectortracev1 "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	tracev1 "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/grpc/grpclog"
	"google.golang.org/protobuf/proto"

	"puls.app/services/kit/conf"
	"puls.app/services/kit/telemetry"
)

func TestMessagesOfGRPCAreLogLines(t *testing.T) {
	var lines strings.Builder
	log := telemetry.NewLogger(&lines, false, slog.LevelInfo)
	told, err := telemetry.Start(t.Context(), log, telemetry.Options{Name: "test"})
	require.NoError(t, err)
	grpclog.Errorf("Failed to send response chunk: %s", "broken pipe")
	grpclog.Info("not worth a line")
	told.Stop(t.Context())
	var line struct{ Level, Msg string }
	require.NoError(t, json.Unmarshal([]byte(lines.String()), &line), "one line of JSON: %s", lines.String())
	require.Equal(t, "WARN", line.Level)
	require.Contains(t, line.Msg, "Failed to send response chunk: broken pipe")
}

// received starts a collector that stores the received bodies unchanged.
func received(t *testing.T) (address string, bodies func(path string) [][]byte) {
	t.Helper()
	var mu sync.Mutex
	got := map[string][][]byte{}
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		mu.Lock()
		defer mu.Unlock()
		if err == nil {
			got[r.URL.Path] = append(got[r.URL.Path], body)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL, func(path string) [][]byte {
		mu.Lock()
		defer mu.Unlock()
		return got[path]
	}
}

func TestTheStandardVariablesSayWhereTracesAndMetricsGo(t *testing.T) {
	address, bodies := received(t)
	settings := conf.Values{"OTEL_EXPORTER_OTLP_ENDPOINT": address, "OTEL_TRACES_SAMPLER": "always_on"}
	for name, value := range settings {
		t.Setenv(name, value)
	}
	var lines strings.Builder
	log := telemetry.NewLogger(&lines, false, slog.LevelInfo)
	told, err := telemetry.Start(t.Context(), log, telemetry.Options{
		Name: "puls-test", Version: "v1", Settings: settings, Scraped: true,
	})
	require.NoError(t, err)
	stopped, stop := context.WithCancel(t.Context())
	shown := make(chan error)
	go func() {
		shown <- telemetry.Gauges(stopped, log, "test", func(context.Context) ([]telemetry.Figure, error) {
			return []telemetry.Figure{{Name: "outbox.lag", Unit: "s", Means: "how long", Value: 7}}, nil
		})
	}()
	ctx, end := telemetry.Begin(t.Context(), "asked", "", false)
	parent := telemetry.Parent(ctx)
	_, endNear := telemetry.Begin(t.Context(), "done at once", parent, false)
	later, endLater := telemetry.Begin(t.Context(), "done later", parent, true)
	log.InfoContext(ctx, "a line")
	endNear(nil)
	endLater(errors.New("said to nobody"))
	end(nil)

	require.Eventually(t, func() bool {
		res := httptest.NewRecorder()
		told.Metrics.ServeHTTP(res, httptest.NewRequest(http.MethodGet, "/metrics", nil))
		return strings.Contains(res.Body.String(), `puls_outbox_lag_seconds{puls_service="test"} 7`) &&
			strings.Contains(res.Body.String(), "go_goroutine_count")
	}, 10*time.Second, 10*time.Millisecond)
	stop()
	require.NoError(t, <-shown)
	told.Stop(t.Context())

	var span struct {
		Trace string `json:"trace_id"`
		Span  string `json:"span_id"`
	}
	require.NoError(t, json.Unmarshal([]byte(lines.String()), &span), lines.String())
	require.Equal(t, parent, "00-"+span.Trace+"-"+span.Span+"-01")
	require.NotContains(t, telemetry.Parent(later), span.Trace, "what waited is a trace of its own")
	spans := map[string]*tracev1.Span{}
	for _, body := range bodies("/v1/traces") {
		var sent collectortracev1.ExportTraceServiceRequest
		require.NoError(t, proto.Unmarshal(body, &sent))
		require.Contains(t, sent.ResourceSpans[0].Resource.String(), "puls-test")
		for _, s := range sent.ResourceSpans[0].ScopeSpans[0].Spans {
			spans[s.Name] = s
		}
		require.NotContains(t, sent.String(), "said to nobody")
	}
	require.Len(t, spans, 3)
	require.Equal(t, spans["asked"].SpanId, spans["done at once"].ParentSpanId)
	require.Empty(t, spans["done later"].ParentSpanId)
	require.Equal(t, spans["asked"].SpanId, spans["done later"].Links[0].SpanId)
	require.NotEmpty(t, bodies("/v1/metrics"))
}

func TestWithoutAWordNothingIsSentAndNothingTold(t *testing.T) {
	told, err := telemetry.Start(t.Context(), slog.New(slog.DiscardHandler), telemetry.Options{Name: "test"})
	require.NoError(t, err)
	defer told.Stop(t.Context())
	require.Nil(t, told.Metrics)
}
