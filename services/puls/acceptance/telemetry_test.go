package acceptance

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	collectortracev1 "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	tracev1 "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/account"
	"puls.app/services/kit/pgdb"
	"puls.app/services/kit/telemetry"
	"puls.app/services/puls/internal/disk"
	"puls.app/services/puls/internal/run"
)

// collector stores the received bodies unchanged.
type collector struct {
	mu     sync.Mutex
	bodies map[string][][]byte
}

func (c *collector) ServeHTTP(_ http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	c.mu.Lock()
	defer c.mu.Unlock()
	if err == nil {
		c.bodies[r.URL.Path] = append(c.bodies[r.URL.Path], body)
	}
}

// spans returns all received spans, by name; of several with a name the last.
func (c *collector) spans(t *testing.T) map[string]*tracev1.Span {
	t.Helper()
	spans := map[string]*tracev1.Span{}
	for _, body := range c.bodies["/v1/traces"] {
		var sent collectortracev1.ExportTraceServiceRequest
		require.NoError(t, proto.Unmarshal(body, &sent))
		for _, resource := range sent.GetResourceSpans() {
			for _, scope := range resource.GetScopeSpans() {
				for _, span := range scope.GetSpans() {
					spans[span.GetName()] = span
				}
			}
		}
	}
	return spans
}

// secret occurs in all data that must not appear in traces, metrics or logs.
const secret = "canary"

func TestTelemetryCoversAllServicesAndNamesNoPerson(t *testing.T) {
	got := &collector{bodies: map[string][][]byte{}}
	server := httptest.NewServer(got)
	defer server.Close()
	for name, value := range map[string]string{
		"OTEL_EXPORTER_OTLP_ENDPOINT": server.URL, "OTEL_TRACES_SAMPLER": "always_on", "OTEL_BSP_MAX_QUEUE_SIZE": "65536",
		"OTEL_BSP_SCHEDULE_DELAY": "200",
	} {
		t.Setenv(name, value)
	}
	settings, err := run.Read(map[string]string{
		"OTEL_EXPORTER_OTLP_ENDPOINT": server.URL, "OTEL_TRACES_SAMPLER": "always_on", "PULS_ADMIN": "127.0.0.1:0",
	})
	require.NoError(t, err)
	lines := &lockedBuffer{}
	log := telemetry.NewLogger(lines, false, slog.LevelDebug)
	told, err := telemetry.Start(t.Context(), log, settings.Telemetry("puls", "test"))
	require.NoError(t, err)
	ends := audit(t)
	p := startProgramLogging(t, log)
	useEverything(t, p)
	go func() {
		watch, err := disk.New(disk.Options{Dir: t.TempDir(), Log: log})
		if err == nil {
			err = telemetry.Gauges(t.Context(), log, "local", watch.Figures)
		}
		if err != nil {
			t.Error(err)
		}
	}()
	var metrics string
	eventually(t, "all metrics", func() bool {
		res := httptest.NewRecorder()
		told.Metrics.ServeHTTP(res, httptest.NewRequest(http.MethodGet, "/metrics", nil))
		metrics = res.Body.String()
		return len(missing(t, metrics)) == 0 || t.Context().Err() != nil
	})
	require.NotContains(t, metrics, "nanoseconds", "times are in seconds")
	told.Stop(context.WithoutCancel(t.Context()))
	ends.hold(t)
	got.mu.Lock()
	defer got.mu.Unlock()
	connected(t, got.spans(t))
	require.NotEmpty(t, got.bodies["/v1/metrics"])
	nothingOf(t, secret, "metrics", []byte(metrics))
	for path, bodies := range got.bodies {
		for _, body := range bodies {
			nothingOf(t, secret, path, body)
		}
	}
	nothingOf(t, secret, "the log", []byte(lines.String()))
	require.Contains(t, lines.String(), `"trace_id":"`)
}

func nothingOf(t *testing.T, canary, where string, text []byte) {
	t.Helper()
	if at := bytes.Index(bytes.ToLower(text), []byte(canary)); at >= 0 {
		require.Fail(t, "the canary stands in "+where, "%q", text[max(at-200, 0):min(at+100, len(text))])
	}
}

// useEverything performs the acts of people, systems and the night, so that each metric has values.
func useEverything(t *testing.T, p *program) {
	t.Helper()
	c := p.createAccount(secret+"@example.com", "Europe/Warsaw", "001")
	wrong := &client{t: t, address: p.address}
	body := object{"email": secret + "@example.com", "password": secret + "-Password-9"}
	login, err := json.Marshal(body)
	require.NoError(t, err)
	refused := wrong.send(http.MethodPost, "public/account/users:login", string(login))
	require.Equal(t, http.StatusUnauthorized, refused.status)
	contacts := "uid,external_id,email,email_consent\n001,E1," + secret + "1@example.com,true\n001,E2,no address " + secret + ",true\n"
	state := c.upload("contacts", "text/csv", strings.NewReader(contacts))
	require.Equal(t, []int{1, 1}, []int{state.Kept, state.Refused})
	events := eventHeader + "e1,2026-10-10T10:00:00Z,001,mailing.sent,m1,info,," + secret + "1@example.com,,,\n" +
		"e2,2026-10-10T10:00:00Z,001,mailing.sent,m1,info,," + secret + "-unknown@example.com,,,\n"
	require.Equal(t, 1, c.upload("engagement", "text/csv", strings.NewReader(events)).Kept)
	c.send(http.MethodPost, "protected/saresystem/contacts:search", `{"uid":"001","query":"`+secret+`1@example.com"}`)
	scoring := crashScoring(c)
	require.Equal(t, "done", c.calculate(scoring, crashDate)[0]["stage"])
	eventually(t, "the report", func() bool { return len(c.dates(scoring, "mailing")) == 1 })
	require.NoError(t, p.env.Bus.Publish(t.Context(), uuid.NewString(), &scoringenginev1.Nightly{}))
	sendWebEvent(t, c)
	url, err := p.env.DatabaseURL("account")
	require.NoError(t, err)
	db, err := pgdb.Open(t.Context(), pgdb.Options{URL: url, Schema: "account", Migrations: account.Service().Migrations})
	require.NoError(t, err)
	defer db.Close()
	_, err = db.Pool.Exec(t.Context(), "SELECT 1/0")
	require.Error(t, err)
}

// sendWebEvent sends an event from a website of the account.
func sendWebEvent(t *testing.T, c *client) {
	t.Helper()
	var made struct {
		SiClientID string `json:"siClientId"`
	}
	c.call(http.MethodPost, "protected/web/web-tracking-accounts", object{
		"domain": "shop.example.com", "uid": "001",
	}, &made)
	event := `{"type":"identify","messageId":"1","userId":"` + secret + `",` +
		`"traits":{"email":"` + secret + `@example.com"}}`
	const path = "/api/ingest/v1/identify"
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, c.address+path, strings.NewReader(event))
	require.NoError(t, err)
	req.SetBasicAuth(made.SiClientID, "")
	res, err := web.Do(req)
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	require.Equal(t, http.StatusOK, res.StatusCode)
}

// connected checks that the spans of a trace lead to each other.
func connected(t *testing.T, spans map[string]*tracev1.Span) {
	t.Helper()
	named := func(name string) *tracev1.Span {
		require.Contains(t, spans, name)
		return spans[name]
	}
	request := named("POST /api/protected/scoring/scorings/{id}:calculate")
	call := named("puls.scoringengine.v1.CalculationService/Calculate")
	require.Equal(t, tracev1.Span_SPAN_KIND_SERVER, call.GetKind(), "a call inside the process has one span")
	require.Equal(t, request.GetSpanId(), call.GetParentSpanId())
	require.Equal(t, request.GetTraceId(), named("PutTasks").GetTraceId(), "statements are a part of the trace")
	task, told := named("calculate"), named("process scoring.calculated")
	require.Empty(t, task.GetParentSpanId())
	require.Equal(t, request.GetTraceId(), task.GetLinks()[0].GetTraceId(), "a task is linked to who asked for it")
	require.Equal(t, task.GetTraceId(), told.GetTraceId(), "what follows at once is a part of the trace")
	upload, read := named("POST /api/protected/saresystem/engagement:import"), named("read import")
	require.Equal(t, upload.GetTraceId(), read.GetLinks()[0].GetTraceId())
	require.Equal(t, read.GetTraceId(), named("process engagement.batch").GetTraceId())
}

var (
	labels  = regexp.MustCompile(`\{[^}]*\}|by \([^)]*\)`)
	metrics = regexp.MustCompile(`\b((puls|http|rpc|messaging|db|pgxpool|go)_[a-z0-9_]+|target_info)`)
	asked   = regexp.MustCompile(`"expr": ".*"`)
	shown   = regexp.MustCompile(`(?m)^([a-z0-9_]+)[{ ]`)
)

// missing returns the metrics that rules, dashboards and the documentation name and the program does not export.
func missing(t *testing.T, told string) (names []string) {
	t.Helper()
	tells := map[string]bool{}
	for _, name := range shown.FindAllStringSubmatch(told, -1) {
		tells[name[1]] = true
		for _, part := range []string{"_count", "_sum", "_bucket"} {
			tells[strings.TrimSuffix(name[1], part)] = true // the documentation uses a histogram's base name
		}
	}
	for _, file := range append(queries(t), filepath.Join("..", "..", "..", "docs", "telemetry.md")) {
		content, err := os.ReadFile(file)
		require.NoError(t, err)
		text := string(content)
		switch filepath.Ext(file) {
		case ".md":
			text = columns(text)
		case ".json":
			text = strings.Join(asked.FindAllString(text, -1), "\n")
		}
		text = labels.ReplaceAllString(text, "")
		found := metrics.FindAllString(text, -1)
		require.NotEmpty(t, found, file)
		for _, name := range found {
			if !tells[name] {
				names = append(names, filepath.Base(file)+": "+name)
			}
		}
	}
	if len(names) > 0 {
		t.Log("not told yet:", names)
	}
	return names
}

// queries returns the files in deploy that query Prometheus.
func queries(t *testing.T) []string {
	t.Helper()
	deploy := filepath.Join("..", "..", "..", "deploy", "telemetry")
	dashboards, err := filepath.Glob(filepath.Join(deploy, "dashboards", "*.json"))
	require.NoError(t, err)
	require.NotEmpty(t, dashboards)
	return append(dashboards, filepath.Join(deploy, "alerts.yaml"))
}

func TestNoGaugeThatEveryReplicaTellsIsSummed(t *testing.T) {
	summed := regexp.MustCompile(`sum( by \([^)]*\) )?\(puls_[a-z_]+`)
	require.Regexp(t, summed, "sum by (namespace) (puls_tasks_waiting)")
	for _, file := range queries(t) {
		content, err := os.ReadFile(file)
		require.NoError(t, err)
		require.NotRegexp(t, summed, string(content), file)
	}
}

// columns returns the third column of the tables that have four.
func columns(markdown string) string {
	var third []string
	for line := range strings.Lines(markdown) {
		if cells := strings.Split(line, "|"); len(cells) == 6 && !strings.Contains(cells[3], "*") {
			third = append(third, cells[3])
		}
	}
	return strings.Join(third, "\n")
}

func TestEveryAlertHasARemedy(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	rules, err := os.ReadFile(filepath.Join(root, "deploy", "telemetry", "alerts.yaml"))
	require.NoError(t, err)
	book, err := os.ReadFile(filepath.Join(root, "docs", "alerts.md"))
	require.NoError(t, err)
	alerts := regexp.MustCompile(`- alert: (\w+)`).FindAllSubmatch(rules, -1)
	parts := regexp.MustCompile(`(?m)^## (\w+)\n\*\*Meaning\*\*.+\n\*\*Check\*\*.+\n\*\*Do\*\*.+`).FindAllSubmatch(book, -1)
	require.NotEmpty(t, alerts)
	var named, described []string
	for _, alert := range alerts {
		named = append(named, string(alert[1]))
		require.Contains(t, string(rules), "runbook_url: docs/alerts.md#"+strings.ToLower(string(alert[1])))
	}
	for _, part := range parts {
		described = append(described, string(part[1]))
	}
	require.Equal(t, named, described)
}
