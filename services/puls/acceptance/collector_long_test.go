//go:build long

package acceptance

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	collectormetricsv1 "go.opentelemetry.io/proto/otlp/collector/metrics/v1"
	collectortracev1 "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"
)

const (
	// collectorRound is the length of a compared round: all programs are affected equally by other load on the machine in
	// it.
	collectorRound = 10 * time.Second
	// slower is the largest factor by which a collector may slow requests.
	slower = 1.05
	// busier is the largest factor of processor time, recording included.
	busier = 1.10
	// flat is the number of bytes that a program's memory may grow in the second half; Go's heap varies that much by
	// itself.
	flat = 12 << 20

	collectorEmail = "collector@example.com"
)

// TestABadCollectorSlowsNoRequestAndTakesNoMemory runs the whole product several times on one database: without
// telemetry (twice: the second run shows the variation of the machine itself), and with collectors that accept
// everything, that accept and never answer, that are full, and that do not exist. For PULS_COLLECTOR_ROUNDS of ten
// seconds the same requests are sent to all of them in turn, PULS_COLLECTOR_RATE a second in total.
func TestABadCollectorSlowsNoRequestAndTakesNoMemory(t *testing.T) {
	rounds, rate := fromEnvironment("PULS_COLLECTOR_ROUNDS", 24), fromEnvironment("PULS_COLLECTOR_RATE", 150)
	s := newSuite(t, suiteOptions{plain: true})
	s.operate("migrate")
	off := startObserved(s, "off")
	off.prepare()
	again := startObserved(s, "off again")
	takes, full, hangs := &otlp{}, &otlp{answer: exhausted(t)}, hang(t)
	const overGRPC, at = "OTEL_EXPORTER_OTLP_PROTOCOL=grpc", "OTEL_EXPORTER_OTLP_ENDPOINT=http://"
	all := []*observed{
		off, again,
		startObserved(s, "takes", overGRPC, at+takes.serve(t)),
		startObserved(s, "hangs", at+hangs.address),
		startObserved(s, "hangs, gRPC", overGRPC, at+hangs.address),
		startObserved(s, "full", overGRPC, at+full.serve(t)),
		startObserved(s, "absent", at+absent(t)),
	}
	const warm = 2
	for round := range warm + rounds {
		if round%16 == 0 { // before a token expires
			person := off.web(0)
			person.login(collectorEmail, testPassword)
			for _, o := range all {
				o.paths, o.token = off.paths, person.token
			}
		}
		takeTurns(all, rate, round >= warm)
	}
	t.Logf("%d rounds of %s at %d requests a second; load %s", rounds, collectorRound, rate, uptime(t))
	for _, o := range all {
		t.Log(o.tell(off))
	}
	require.Positive(t, takes.calls.Load(), "nothing was sent to the collector that takes everything")
	require.Positive(t, full.calls.Load(), "nothing was sent to the full collector")
	require.Positive(t, hangs.accepted.Load(), "nothing was sent to the collector that hangs")
	for _, o := range all {
		p50, p95 := o.ratios(off)
		if o == again {
			require.InDelta(t, 1, p50, slower-1, "the machine is too restless to tell: without telemetry both times")
			require.InDelta(t, 1, p95, slower-1, "the machine is too restless to tell: without telemetry both times")
		}
		require.LessOrEqual(t, p50, slower, "median of a program whose collector %s", o.name)
		require.LessOrEqual(t, p95, slower, "95 %% of a program whose collector %s", o.name)
		busy := middle(o.processor, off.processor)
		require.LessOrEqual(t, busy, busier, "processors of a program whose collector %s", o.name)
		require.Less(t, o.grew(), int64(flat), "memory of a program whose collector %s", o.name)
	}
	for _, o := range all {
		began := time.Now()
		o.process.stop()
		took := time.Since(began)
		t.Logf("%s: stopped within %.1f s", o.name, took.Seconds())
		require.Less(t, took, 15*time.Second, "the end of a program whose collector %s", o.name)
	}
}

// otlp is a collector that always returns the same response.
type otlp struct {
	collectortracev1.UnimplementedTraceServiceServer
	answer error
	calls  atomic.Int64
}

// otlpMetrics is the metrics service of a collector.
type otlpMetrics struct {
	collectormetricsv1.UnimplementedMetricsServiceServer
	*otlp
}

func (c *otlp) Export(
	context.Context, *collectortracev1.ExportTraceServiceRequest,
) (*collectortracev1.ExportTraceServiceResponse, error) {
	c.calls.Add(1)
	return &collectortracev1.ExportTraceServiceResponse{}, c.answer
}

func (c otlpMetrics) Export(
	context.Context, *collectormetricsv1.ExportMetricsServiceRequest,
) (*collectormetricsv1.ExportMetricsServiceResponse, error) {
	return &collectormetricsv1.ExportMetricsServiceResponse{}, c.answer
}

// exhausted returns the error of a full collector, which allows a retry.
func exhausted(t *testing.T) error {
	t.Helper()
	told, err := status.New(codes.ResourceExhausted, "full").WithDetails(
		&errdetails.RetryInfo{RetryDelay: durationpb.New(time.Second)},
	)
	require.NoError(t, err)
	return told.Err()
}

func (c *otlp) serve(t *testing.T) string {
	t.Helper()
	listener := listen(t)
	server := grpc.NewServer()
	collectortracev1.RegisterTraceServiceServer(server, c)
	collectormetricsv1.RegisterMetricsServiceServer(server, otlpMetrics{otlp: c})
	go func() { _ = server.Serve(listener) }() // ends with Stop
	t.Cleanup(server.Stop)
	return listener.Addr().String()
}

func listen(t *testing.T) net.Listener {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	return listener
}

// silence accepts connections and never responds.
type silence struct {
	address  string
	accepted atomic.Int64
}

func hang(t *testing.T) *silence {
	t.Helper()
	listener := listen(t)
	s := &silence{address: listener.Addr().String()}
	t.Cleanup(func() { require.NoError(t, listener.Close()) })
	go func() {
		var open []net.Conn // referenced, so that the garbage collector does not close them
		for {
			conn, err := listener.Accept()
			if err != nil {
				break
			}
			s.accepted.Add(1)
			open = append(open, conn)
		}
		for _, conn := range open {
			_ = conn.Close() // the other side may have closed it
		}
	}()
	return s
}

// absent returns an address without a listener.
func absent(t *testing.T) string {
	t.Helper()
	listener := listen(t)
	require.NoError(t, listener.Close())
	return listener.Addr().String()
}

// observed is one of the compared programs.
type observed struct {
	*suite
	name    string
	process *member
	token   string
	paths   []string

	mu     sync.Mutex
	took   []time.Duration
	failed []string
	// by round
	p50, p95, processor []float64
	memory              []int64
}

func startObserved(s *suite, name string, env ...string) *observed {
	s.t.Helper()
	o := &observed{suite: s.beside(env...), name: name}
	o.process = o.start(0, s.names...)
	o.process.ready()
	return o
}

// prepare creates the data that the requests read.
func (o *observed) prepare() {
	o.t.Helper()
	c := o.createFor(o.t, 0, collectorEmail, "Europe/Warsaw", "001")
	files := "uid,external_id,email,email_consent\n001,R1,person1@example.com,true\n001,R2,person2@example.com,true\n"
	require.Equal(o.t, 2, c.upload("contacts", "text/csv", strings.NewReader(files)).Kept)
	events := eventHeader + "e1,2026-10-10T10:00:00Z,001,mailing.sent,m1,info,,person1@example.com,,,\n"
	require.Equal(o.t, 1, c.upload("engagement", "text/csv", strings.NewReader(events)).Kept)
	scoring := crashScoring(c)
	c.calculate(scoring, crashDate)
	eventually(o.t, "the report", func() bool { return len(c.dates(scoring, "mailing")) == 1 })
	o.paths = (&crowd{scoring: scoring}).reads()
}

// takeTurns sends the same requests to all programs in a random order, at a steady rate independent of their durations,
// and stores the figures if the round counts.
func takeTurns(all []*observed, rate int, counts bool) {
	busy, began, every := make([]float64, len(all)), time.Now(), time.Second/time.Duration(rate)
	for i, o := range all {
		o.took, busy[i] = o.took[:0], o.busy()
	}
	turns := int(collectorRound / every / time.Duration(len(all)))
	var sending sync.WaitGroup
	for turn := range turns {
		for n, i := range rand.Perm(len(all)) {
			<-time.After(time.Until(began.Add(time.Duration(turn*len(all)+n) * every)))
			sending.Go(func() { all[i].request(all[i].paths[turn%len(all[i].paths)]) })
		}
	}
	sending.Wait()
	for i, o := range all {
		require.Empty(o.t, o.failed, o.name)
		if counts {
			slices.Sort(o.took)
			o.p50 = append(o.p50, o.took[turns/2].Seconds())
			o.p95 = append(o.p95, o.took[turns*95/100].Seconds())
			o.processor = append(o.processor, (o.busy()-busy[i])/float64(turns))
			o.memory = append(o.memory, o.resident())
		}
	}
}

func (o *observed) request(path string) {
	began := time.Now()
	err := o.get(path)
	took := time.Since(began)
	o.mu.Lock()
	defer o.mu.Unlock()
	o.took = append(o.took, took)
	if err != nil {
		o.failed = append(o.failed, err.Error())
	}
}

func (o *observed) get(path string) error {
	url := "http://" + o.at(0, 2*len(o.names)) + "/api/" + path
	req, err := http.NewRequestWithContext(o.t.Context(), http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+o.token)
	res, err := web.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }() // read completely
	if _, err := io.Copy(io.Discard, res.Body); err != nil {
		return err
	}
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", path, res.Status)
	}
	return nil
}

// busy returns the processor time of the program in seconds.
func (o *observed) busy() float64 {
	o.t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", o.process.cmd.Process.Pid))
	require.NoError(o.t, err)
	fields := strings.Fields(string(text)) // the program's name has no space
	user, err := strconv.Atoi(fields[13])
	require.NoError(o.t, err)
	system, err := strconv.Atoi(fields[14])
	require.NoError(o.t, err)
	return float64(user+system) / 100 // USER_HZ
}

// resident returns the resident memory of the program in bytes.
func (o *observed) resident() int64 {
	o.t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", o.process.cmd.Process.Pid))
	require.NoError(o.t, err)
	pages, err := strconv.ParseInt(strings.Fields(string(text))[1], 10, 64)
	require.NoError(o.t, err)
	return pages * int64(os.Getpagesize())
}

// middle returns the median of the ratios of values to base.
func middle(values, base []float64) float64 {
	ratios := make([]float64, len(values))
	for i := range values {
		ratios[i] = values[i] / base[i]
	}
	slices.Sort(ratios)
	return (ratios[(len(ratios)-1)/2] + ratios[len(ratios)/2]) / 2
}

// ratios compares a program's requests with those of another in the same rounds.
func (o *observed) ratios(base *observed) (p50, p95 float64) {
	return middle(o.p50, base.p50), middle(o.p95, base.p95)
}

// grew returns the growth of the program's memory in the last quarter compared with the one before.
func (o *observed) grew() int64 {
	quarter := func(n int) int64 {
		part := slices.Clone(o.memory[n*len(o.memory)/4 : (n+1)*len(o.memory)/4])
		slices.Sort(part)
		return part[len(part)/2]
	}
	return quarter(3) - quarter(2)
}

func (o *observed) tell(base *observed) string {
	p50, p95 := o.ratios(base)
	one := slices.Repeat([]float64{1}, len(o.p50))
	return fmt.Sprintf("%-12s p50 %.2f ms, %.3f times; p95 %.2f ms, %.3f times; processor %.2f ms a request, %.3f times; "+
		"memory %d MiB, grew %+.1f MiB", o.name, 1000*middle(o.p50, one), p50, 1000*middle(o.p95, one), p95,
		1000*middle(o.processor, one), middle(o.processor, base.processor), o.memory[len(o.memory)-1]>>20,
		float64(o.grew())/(1<<20))
}

// beside returns the same installation with additional settings and its own ports, so that its processes call none of
// the others.
func (s *suite) beside(env ...string) *suite {
	other := *s
	other.port = freePorts(s.t, s.replicas*suitePorts(s.names))
	other.env = append(append(slices.Clone(s.env), "PULS_PEERS="+other.peers()), env...)
	return &other
}
