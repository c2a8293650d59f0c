package gateway_test

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/genproto/googleapis/api/httpbody"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	flagsv1 "puls.app/proto/gen/go/puls/flags/v1"
	reportsv1 "puls.app/proto/gen/go/puls/reports/v1"
	"puls.app/services/gateway"
	"puls.app/services/kit/auth"
	"puls.app/services/kit/conf"
	"puls.app/services/kit/fault"
	"puls.app/services/kit/host"
	"puls.app/services/kit/rpc"
	"puls.app/services/local/servicetest"
	"puls.app/services/reason"
)

// sessionID is the session of the tests.
const sessionID = "0199d8a2-0000-7000-8000-000000000001"

// peers stands in for the services behind the gateway.
type peers struct {
	accountv1.UnimplementedSessionServiceServer
	accountv1.UnimplementedAccountServiceServer
	accountv1.UnimplementedAccountAdminServiceServer
	flagsv1.UnimplementedFlagServiceServer
	reportsv1.UnimplementedReportServiceServer

	mu       sync.Mutex
	refused  *accountv1.ListRefusalsResponse // nil: the service does not respond
	acts     []string
	noRecord bool
	seen     metadata.MD   // of the last call
	cookie   string        // sets the refresh token
	device   string        // makes the browser known
	signIn   chan struct{} // closed when a sign-in may return; nil: at once
	payload  string        // "": the flags service does not respond
	asked    int
	// exports counts the running downloads, watches and held calls; left is when the last one ended.
	exports int
	left    time.Time
	held    bool // GetMe waits until its client goes
	// languages and token are sizes of some responses.
	languages int
	token     string
	failing   *failing // nil: no failure
	intake    intake
}

func (p *peers) note(ctx context.Context) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.seen, _ = metadata.FromIncomingContext(ctx)
	if p.cookie != "" {
		_ = grpc.SetHeader(ctx, metadata.Pairs("set-refresh-token", p.cookie))
	}
	if p.device != "" {
		_ = grpc.SetHeader(ctx, metadata.Pairs("set-device", p.device))
	}
}

func (p *peers) Login(ctx context.Context, _ *accountv1.LoginRequest) (*accountv1.LoginResponse, error) {
	p.note(ctx)
	if p.signIn != nil {
		defer p.begin()()
		select {
		case <-p.signIn:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return &accountv1.LoginResponse{Token: "token" + p.token, Expire: 1}, nil
}

func (p *peers) LoginClient(
	_ context.Context, req *accountv1.LoginClientRequest,
) (*accountv1.LoginClientResponse, error) {
	return &accountv1.LoginClientResponse{Token: "client " + req.GetClientId()}, nil
}

func (p *peers) RefreshToken(
	ctx context.Context, _ *accountv1.RefreshTokenRequest,
) (*accountv1.RefreshTokenResponse, error) {
	p.note(ctx)
	if len(metadata.ValueFromIncomingContext(ctx, "refresh-token")) == 0 {
		return nil, fault.New(fault.Unauthenticated, reason.AccountSessionEnded, "there is no session")
	}
	return &accountv1.RefreshTokenResponse{Token: "next", Expire: 2}, nil
}

func (p *peers) Logout(ctx context.Context, _ *accountv1.LogoutRequest) (*accountv1.LogoutResponse, error) {
	p.note(ctx)
	return &accountv1.LogoutResponse{}, nil
}

func (p *peers) GetMe(ctx context.Context, _ *accountv1.GetMeRequest) (*accountv1.GetMeResponse, error) {
	p.note(ctx)
	if p.held {
		defer p.begin()()
		<-ctx.Done()
		return nil, ctx.Err()
	}
	if p.failing != nil {
		var err error
		p.set(func() { p.failing.reads++; err = p.failing.fail() })
		if err != nil {
			return nil, err
		}
	}
	return &accountv1.GetMeResponse{Email: "me@example.com"}, nil
}

func (p *peers) UpdateSettings(
	ctx context.Context, _ *accountv1.UpdateSettingsRequest,
) (*accountv1.UpdateSettingsResponse, error) {
	p.note(ctx)
	if p.failing != nil {
		p.failing.writes++
		if err := p.failing.fail(); err != nil {
			return nil, err
		}
	}
	return &accountv1.UpdateSettingsResponse{}, nil
}

func (p *peers) ListLanguages(
	ctx context.Context, _ *accountv1.ListLanguagesRequest,
) (*accountv1.ListLanguagesResponse, error) {
	p.note(ctx)
	res := &accountv1.ListLanguagesResponse{}
	for range p.languages {
		res.Items = append(res.Items, &accountv1.ListLanguagesResponse_Language{Code: "pl", Name: "polski"})
	}
	return res, nil
}

func (p *peers) RecordAct(_ context.Context, req *accountv1.RecordActRequest) (*accountv1.RecordActResponse, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.noRecord {
		return nil, fault.New(fault.Unavailable, reason.Unavailable, "no")
	}
	p.acts = append(p.acts, req.String())
	return &accountv1.RecordActResponse{}, nil
}

func (p *peers) ListRefusals(context.Context, *accountv1.ListRefusalsRequest) (*accountv1.ListRefusalsResponse, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.refused == nil {
		return nil, status.Error(codes.Internal, "no")
	}
	return p.refused, nil
}

func (p *peers) GetPayload(ctx context.Context, _ *flagsv1.GetPayloadRequest) (*httpbody.HttpBody, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked++
	if p.payload == "" {
		return nil, status.Error(codes.Internal, "no")
	}
	_ = grpc.SetHeader(ctx, metadata.Pairs("etag", `"`+p.payload+`"`))
	return &httpbody.HttpBody{ContentType: "application/json", Data: []byte(`{"features":{"` + p.payload + `":{}}}`)}, nil
}

// ExportToCsv sends the number of parts that the scoring's id encodes.
func (p *peers) ExportToCsv(
	req *reportsv1.ExportToCsvRequest, stream grpc.ServerStreamingServer[httpbody.HttpBody],
) error {
	defer p.begin()()
	parts, err := strconv.Atoi(strings.TrimLeft(req.GetId()[24:], "0"))
	if err != nil {
		return err
	}
	for range parts {
		if err := stream.Send(&httpbody.HttpBody{ContentType: "text/csv", Data: make([]byte, 64<<10)}); err != nil {
			return err
		}
	}
	return nil
}

// WatchProgress sends one line, or none for the second scoring, and then waits until the caller goes.
func (p *peers) WatchProgress(
	req *reportsv1.WatchProgressRequest, stream grpc.ServerStreamingServer[reportsv1.WatchProgressResponse],
) error {
	defer p.begin()()
	if strings.HasSuffix(req.GetId(), "2") {
		if err := stream.SendHeader(rpc.Begun()); err != nil {
			return err
		}
		<-stream.Context().Done()
		return stream.Context().Err()
	}
	if err := stream.Send(&reportsv1.WatchProgressResponse{GeneratedDate: "2026-11-02"}); err != nil {
		return err
	}
	<-stream.Context().Done()
	return stream.Context().Err()
}

// begin counts a call until the returned function is called.
func (p *peers) begin() (end func()) {
	p.set(func() { p.exports++ })
	return func() { p.set(func() { p.exports, p.left = p.exports-1, time.Now() }) }
}

func (p *peers) running() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.exports
}

func (p *peers) set(change func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	change()
}

func (p *peers) services() []host.Service {
	account := func(s grpc.ServiceRegistrar) {
		accountv1.RegisterSessionServiceServer(s, p)
		accountv1.RegisterAccountServiceServer(s, p)
		accountv1.RegisterAccountAdminServiceServer(s, p)
	}
	flags := func(s grpc.ServiceRegistrar) { flagsv1.RegisterFlagServiceServer(s, p) }
	reports := func(s grpc.ServiceRegistrar) { reportsv1.RegisterReportServiceServer(s, p) }
	none := func(grpc.ServiceRegistrar) {}
	return []host.Service{
		servicetest.Peer("scoring-config", none),
		servicetest.Peer("scoring-engine", none),
		servicetest.Peer("account", account),
		servicetest.Peer("flags", flags),
		servicetest.Peer("reports", reports),
		servicetest.Peer("contacts", func(s grpc.ServiceRegistrar) { contactsv1.RegisterIntakeServiceServer(s, &p.intake) }),
	}
}

// system is a gateway with its peers.
type system struct {
	t       *testing.T
	peers   *peers
	keys    auth.Keys
	address string
	stop    func()
}

func start(t *testing.T, settings conf.Values) *system {
	t.Helper()
	return startWith(t, settings, newPeers())
}

// newPeers returns peers without failures.
func newPeers() *peers { return &peers{refused: &accountv1.ListRefusalsResponse{}, payload: "ff_a"} }

func startWith(t *testing.T, settings conf.Values, p *peers, change ...func(*host.Env)) *system {
	t.Helper()
	var config net.ListenConfig
	listener, err := config.Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	running := servicetest.Start(t, gateway.Service(), servicetest.Setup{
		Peers: p.services(), Settings: settings.With("PULS_WEB_DIR", builtPages(t)),
		Change: func(env *host.Env) {
			env.Version, env.HTTP = "v1", listener
			for _, c := range change {
				c(env)
			}
		},
	})
	s := &system{t: t, peers: p, keys: running.Env.Keys, address: "http://" + listener.Addr().String(), stop: running.Stop}
	if p.refused != nil {
		s.eventually(func() bool { return s.get("/readyz").StatusCode == http.StatusNoContent })
	}
	return s
}

// theCode compresses well.
var theCode = strings.Repeat("the code; ", 200)

// builtPages creates the output of a web build.
func builtPages(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"index.html": "the page", "logo.svg": "the logo", "assets/app-1a2b.js": theCode, "assets/app-1a2b.js.br": "small",
		"assets/app-1a2b.js.gz": zip(t, theCode), ".vite/manifest.json": "{}", "assets/.hidden": "x",
	} {
		name = filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	}
	return dir
}

func (s *system) eventually(holds func() bool) {
	s.t.Helper()
	require.Eventually(s.t, holds, time.Minute, 10*time.Millisecond)
}

// token returns the token of a person of account 7, or of the identity that change makes of it.
func (s *system) token(change func(*auth.Identity)) string {
	s.t.Helper()
	id := auth.Identity{Account: 7, Home: 7, User: 70, Session: sessionID, Roles: []string{"owner"}}
	if change != nil {
		change(&id)
	}
	token, err := s.keys.Sign(id, time.Now(), time.Now().Add(10*time.Minute))
	require.NoError(s.t, err)
	return token
}

type answer struct {
	*http.Response
	body string
}

func (a answer) class() string {
	var failure struct {
		Meta struct{ Class string }
	}
	_ = json.Unmarshal([]byte(a.body), &failure) // other bodies have no class
	return failure.Meta.Class
}

func (s *system) get(path string, header ...string) answer {
	return s.do(http.MethodGet, path, "", header...)
}

func (s *system) post(path, body string, header ...string) answer {
	return s.do(http.MethodPost, path, body, append([]string{"Content-Type", "application/json"}, header...)...)
}

// do sends a request with pairs of header names and values.
func (s *system) do(method, path, body string, header ...string) answer {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), method, s.address+path, strings.NewReader(body))
	require.NoError(s.t, err)
	for i := 0; i < len(header); i += 2 {
		if header[i] == "Host" {
			req.Host = header[i+1]
			continue
		}
		req.Header.Add(header[i], header[i+1])
	}
	res, err := http.DefaultTransport.RoundTrip(req)
	require.NoError(s.t, err)
	defer func() { require.NoError(s.t, res.Body.Close()) }()
	data, err := io.ReadAll(res.Body)
	require.NoError(s.t, err)
	return answer{res, string(data)}
}
