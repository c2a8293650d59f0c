package contacts_test

import (
	"context"
	"encoding/binary"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/contacts"
	"puls.app/services/kit/auth"
	"puls.app/services/kit/bus"
	"puls.app/services/kit/conf"
	"puls.app/services/kit/fault"
	"puls.app/services/kit/host"
	"puls.app/services/local/servicetest"
	"puls.app/services/reason"
)

// system is the service with what it needs, and a person of account 1 who calls it.
type system struct {
	*servicetest.System
	contacts contactsv1.ContactsServiceClient
	imports  contactsv1.ImportServiceClient
	exports  contactsv1.GroupExportServiceClient
	audience contactsv1.AudienceServiceClient
	sources  contactsv1.SourceServiceClient
	zone     *atomic.Value
	taken    *taken
	engine   *engine
	scorings *scorings
	amazon   *amazon
}

func start(t testing.TB) *system {
	t.Helper()
	return startLimited(t, nil)
}

// startLimited starts it with limits that are not the usual ones.
func startLimited(t testing.TB, limits conf.Values) *system {
	t.Helper()
	s := &system{
		zone: &atomic.Value{}, taken: &taken{batches: map[string]*contactsv1.EngagementBatch{}},
		engine: &engine{
			results: map[string][]*scoringenginev1.StreamScoresResponse{}, revisions: map[string]int32{},
		},
	}
	s.scorings, s.amazon = &scorings{}, &amazon{}
	s.zone.Store("Europe/Warsaw")
	s.System = servicetest.Start(t, contacts.ServiceWith(s.amazon), servicetest.Setup{
		NATS: true, Settings: limits,
		Streams: []bus.Stream{{Name: "ENGAGEMENT", Queue: true, MaxBytes: 4 << 30}, {Name: "SCORING"}},
		Peers: []host.Service{
			servicetest.Peer("account", func(r grpc.ServiceRegistrar) {
				accountv1.RegisterAccountAdminServiceServer(r, &accountServer{zone: s.zone})
			}),
			servicetest.Peer("scoring-engine", func(r grpc.ServiceRegistrar) {
				scoringenginev1.RegisterScoreServiceServer(r, s.engine)
				scoringenginev1.RegisterResultServiceServer(r, s.engine)
				scoringenginev1.RegisterActivityServiceServer(r, s.engine)
			}),
			servicetest.Peer("scoring-config", func(r grpc.ServiceRegistrar) {
				scoringconfigv1.RegisterUsageServiceServer(r, s.scorings)
			}),
		},
	})
	consumer := bus.HandleBytes[*contactsv1.EngagementBatch]("engine", s.taken.handle)
	consumer.Parallel = 4
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	stopped := make(chan error, 1)
	go func() { stopped <- s.Env.Bus.Consume(ctx, consumer) }()
	t.Cleanup(func() {
		stop()
		require.NoError(t, <-stopped)
	})
	s.connect(t)
	return s
}

// connect makes the clients of the service that runs now.
func (s *system) connect(t testing.TB) {
	t.Helper()
	person, service := s.AsPerson(t, auth.Identity{Account: 1}), s.AsService(t)
	s.contacts, s.imports = contactsv1.NewContactsServiceClient(person), contactsv1.NewImportServiceClient(person)
	s.exports = contactsv1.NewGroupExportServiceClient(person)
	s.audience, s.sources = contactsv1.NewAudienceServiceClient(service), contactsv1.NewSourceServiceClient(service)
}

// databaseURL is where the service's tables are.
func (s *system) databaseURL(t testing.TB) string {
	t.Helper()
	url, err := s.Env.DatabaseURL("contacts")
	require.NoError(t, err)
	return url
}

// scorings stand in for what scorings use.
type scorings struct {
	scoringconfigv1.UnimplementedUsageServiceServer
	usage atomic.Pointer[scoringconfigv1.ListUsageResponse]
	// asked is called before every answer; it may change what is used.
	asked atomic.Pointer[func()]
}

func (s *scorings) ListUsage(
	_ context.Context, req *scoringconfigv1.ListUsageRequest,
) (*scoringconfigv1.ListUsageResponse, error) {
	if asked := s.asked.Load(); asked != nil {
		(*asked)()
	}
	if usage := s.usage.Load(); usage != nil && req.GetAccountId() == 1 {
		return usage, nil
	}
	return &scoringconfigv1.ListUsageResponse{}, nil
}

// engine stands in for the cells of calculations.
type engine struct {
	scoringenginev1.UnimplementedScoreServiceServer
	scoringenginev1.UnimplementedResultServiceServer
	scoringenginev1.UnimplementedActivityServiceServer
	mu sync.Mutex
	// results are the cells of the revision that stands, by scoring and date.
	results   map[string][]*scoringenginev1.StreamScoresResponse
	revisions map[string]int32
	asked     int
	// announced are the results that stand, in the order of their days.
	announced []*scoringenginev1.Calculated
	// did is what contacts, or visitors, did on a channel, in any order.
	did []did
}

// did is an activity: kind is its number in the cells of ActivityService.
type did struct {
	channel  typev1.Channel
	database int32
	number   uint32
	day      string
	kind     uint16
}

func (e *engine) StreamActivity(
	req *scoringenginev1.StreamActivityRequest, stream grpc.ServerStreamingServer[scoringenginev1.StreamActivityResponse],
) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	since, err := time.Parse(time.DateOnly, req.GetSince())
	if err != nil {
		return err
	}
	for _, of := range req.GetDatabases() {
		chunks := map[uint32][]byte{}
		for _, d := range e.did {
			day, err := time.Parse(time.DateOnly, d.day)
			if err != nil {
				return err
			}
			wanted := len(of.GetChunks()) == 0 || slices.Contains(of.GetChunks(), d.number>>16)
			if d.channel != req.GetChannel() || d.database != of.GetDatabaseId() || !wanted || day.Before(since) {
				continue
			}
			cells := append(chunks[d.number>>16], make([]byte, 1<<17)...)[:1<<17]
			cell := 1 + 8*uint16(day.Sub(since).Hours()/24) + d.kind
			binary.LittleEndian.PutUint16(cells[2*(d.number&0xffff):], cell)
			chunks[d.number>>16] = cells
		}
		for chunk, cells := range chunks {
			if err := stream.Send(&scoringenginev1.StreamActivityResponse{
				DatabaseId: of.GetDatabaseId(), Chunk: chunk, Cells: cells,
			}); err != nil {
				return err
			}
		}
	}
	return nil
}

func (e *engine) GetResult(
	_ context.Context, req *scoringenginev1.GetResultRequest,
) (*scoringenginev1.GetResultResponse, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, result := range slices.Backward(e.announced) {
		if result.GetAccountId() == req.GetAccountId() && result.GetScoringId() == req.GetScoringId() &&
			result.GetChannel() == req.GetChannel() &&
			(req.GetGeneratedDate() == "" || req.GetGeneratedDate() == result.GetGeneratedDate() ||
				req.GetOrBefore() && req.GetGeneratedDate() > result.GetGeneratedDate()) {
			return &scoringenginev1.GetResultResponse{Result: result}, nil
		}
	}
	return nil, fault.New(fault.NotFound, reason.CalculationNotFound, "no such result")
}

func (e *engine) StreamScores(
	req *scoringenginev1.StreamScoresRequest, stream grpc.ServerStreamingServer[scoringenginev1.StreamScoresResponse],
) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.asked++
	if e.revisions[req.GetScoringId()] != req.GetRevision() {
		return fault.New(fault.Stale, reason.CalculationReplaced, "made again")
	}
	for _, chunk := range e.results[req.GetScoringId()+req.GetGeneratedDate()] {
		if !slices.Contains(req.GetDatabaseIds(), chunk.GetDatabaseId()) {
			continue
		}
		if err := stream.Send(chunk); err != nil {
			return err
		}
	}
	return nil
}

type accountServer struct {
	accountv1.UnimplementedAccountAdminServiceServer
	zone *atomic.Value
}

func (a *accountServer) GetAccount(
	_ context.Context, req *accountv1.GetAccountRequest,
) (*accountv1.GetAccountResponse, error) {
	zone, _ := a.zone.Load().(string)
	return &accountv1.GetAccountResponse{AccountId: req.GetAccountId(), Timezone: zone, Active: true}, nil
}

// upload sends a file of CSV and returns the id of its import.
func (s *system) upload(t testing.TB, kind string, body []byte) (string, error) {
	t.Helper()
	return s.send(t, &contactsv1.UploadHeader{Kind: kind, Format: "csv"}, body, int64(len(body)))
}

// send sends a file with the size that is claimed for it.
func (s *system) send(t testing.TB, header *contactsv1.UploadHeader, body []byte, size int64) (string, error) {
	t.Helper()
	stream, err := s.imports.UploadImport(t.Context())
	require.NoError(t, err)
	// Errors of sending are told by the answer.
	_ = stream.Send(&contactsv1.UploadImportRequest{Part: &contactsv1.UploadImportRequest_Header{Header: header}})
	for rest := body; len(rest) > 0; {
		n := min(len(rest), 1<<18)
		_ = stream.Send(&contactsv1.UploadImportRequest{Part: &contactsv1.UploadImportRequest_Data{Data: rest[:n]}})
		rest = rest[n:]
	}
	_ = stream.Send(&contactsv1.UploadImportRequest{Part: &contactsv1.UploadImportRequest_End{
		End: &contactsv1.UploadEnd{Size: size},
	}})
	res, err := stream.CloseAndRecv()
	return res.GetId(), err
}

// load sends a file and waits until it has been read.
func (s *system) load(t testing.TB, kind, format string, body []byte) *contactsv1.Import {
	t.Helper()
	id, err := s.send(t, &contactsv1.UploadHeader{Kind: kind, Format: format}, body, int64(len(body)))
	require.NoError(t, err)
	return s.wait(t, id)
}

func (s *system) wait(t testing.TB, id string) *contactsv1.Import {
	t.Helper()
	return s.waitFor(t, id, func(i *contactsv1.Import) bool { return i.GetState() != "running" })
}

// waitFor waits until an import is as it is to be.
func (s *system) waitFor(t testing.TB, id string, is func(*contactsv1.Import) bool) *contactsv1.Import {
	t.Helper()
	var found *contactsv1.Import
	require.Eventually(t, func() bool {
		res, err := s.imports.GetImport(t.Context(), &contactsv1.GetImportRequest{Id: id})
		if err != nil {
			return false
		}
		found = res.GetImport()
		return is(found)
	}, 2*time.Minute, 20*time.Millisecond)
	return found
}

func (s *system) ensure(t testing.TB, uids ...string) map[string]int32 {
	t.Helper()
	res, err := s.audience.EnsureDatabases(t.Context(), &contactsv1.EnsureDatabasesRequest{AccountId: 1, Uids: uids})
	require.NoError(t, err)
	ids := map[string]int32{}
	for _, d := range res.GetDatabases() {
		ids[d.GetUid()] = d.GetDatabaseId()
	}
	return ids
}

// taken is what a consumer has got: it stands for the engine.
type taken struct {
	mu      sync.Mutex
	batches map[string]*contactsv1.EngagementBatch // by id, so that repeats change nothing
	sizes   []int
}

func (c *taken) handle(_ context.Context, payload []byte) error {
	b := &contactsv1.EngagementBatch{}
	if err := proto.Unmarshal(payload, b); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.batches[b.GetBatchId()] = b
	c.sizes = append(c.sizes, len(payload))
	return nil
}

// fact is what a row says, in the open.
type fact struct {
	database int32
	channel  typev1.Channel
	message  string
	number   uint32
	day      uint32
	kind     contactsv1.EngagementKind
	event    uint64
}

// facts returns everything that was published.
func (c *taken) facts() map[fact]int {
	c.mu.Lock()
	defer c.mu.Unlock()
	facts := map[fact]int{}
	for _, b := range c.batches {
		for _, chunk := range b.GetChunks() {
			at := 0
			for g, size := range chunk.GetGroupSizes() {
				place := uint32(0)
				for range size {
					place += chunk.GetContactGaps()[at]
					f := fact{
						database: b.GetDatabaseId(), channel: b.GetChannel(), number: chunk.GetChunk()<<16 | place,
						day: chunk.GetGroupDays()[g], kind: contactsv1.EngagementKind(chunk.GetGroupKinds()[g]),
					}
					if b.GetChannel() == typev1.Channel_CHANNEL_WEB {
						f.event = chunk.GetEventKeys()[at]
					} else {
						f.message = b.GetMessageIds()[chunk.GetGroupMessages()[g]]
					}
					facts[f]++
					at++
				}
			}
		}
	}
	return facts
}
