package contacts_test

import (
	"context"
	"encoding/binary"
	"slices"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/fault"
	"puls.app/services/kit/host"
	"puls.app/services/local/servicetest"
	"puls.app/services/reason"
)

// peers are fakes of the services that contacts calls, of Amazon and of the engine's consumer. Tests share them. Each
// test gives them only data of its own account or databases.
type peers struct {
	accounts *accountServer
	engine   *engine
	scorings *scorings
	taken    *taken
	amazon   *amazon
}

func newPeers(t testing.TB) *peers {
	t.Helper()
	return &peers{
		accounts: &accountServer{}, scorings: &scorings{}, amazon: newAmazon(t),
		engine: &engine{results: map[stored][]*scoringenginev1.StreamScoresResponse{}, revisions: map[stored]int32{}},
		taken:  &taken{batches: map[string]*contactsv1.EngagementBatch{}},
	}
}

func (p *peers) services() []host.Service {
	return []host.Service{
		servicetest.Peer("account", func(r grpc.ServiceRegistrar) {
			accountv1.RegisterAccountAdminServiceServer(r, p.accounts)
		}),
		servicetest.Peer("scoring-engine", func(r grpc.ServiceRegistrar) {
			scoringenginev1.RegisterScoreServiceServer(r, p.engine)
			scoringenginev1.RegisterResultServiceServer(r, p.engine)
			scoringenginev1.RegisterActivityServiceServer(r, p.engine)
		}),
		servicetest.Peer("scoring-config", func(r grpc.ServiceRegistrar) {
			scoringconfigv1.RegisterUsageServiceServer(r, p.scorings)
		}),
	}
}

// scorings is a fake of scoring-config: it lists the groups and properties that scorings use.
type scorings struct {
	scoringconfigv1.UnimplementedUsageServiceServer
	// asks are func() *scoringconfigv1.ListUsageResponse by account.
	asks sync.Map
}

// use sets the function that returns the uses of an account's scorings; it may return nil for none.
func (s *scorings) use(account int32, ask func() *scoringconfigv1.ListUsageResponse) {
	s.asks.Store(account, ask)
}

func (s *scorings) ListUsage(
	_ context.Context, req *scoringconfigv1.ListUsageRequest,
) (*scoringconfigv1.ListUsageResponse, error) {
	if ask, ok := s.asks.Load(req.GetAccountId()); ok {
		if usage := ask.(func() *scoringconfigv1.ListUsageResponse)(); usage != nil { //nolint:forcetypeassert // see asks
			return usage, nil
		}
	}
	return &scoringconfigv1.ListUsageResponse{}, nil
}

// stored identifies a result or, without a date, a scoring.
type stored struct {
	account int32
	scoring string
	date    string
}

// engine is a fake of scoring-engine that stores results and activities.
type engine struct {
	scoringenginev1.UnimplementedScoreServiceServer
	scoringenginev1.UnimplementedResultServiceServer
	scoringenginev1.UnimplementedActivityServiceServer
	mu sync.Mutex
	// results are the cells of the current revision; revisions are by scoring.
	results   map[stored][]*scoringenginev1.StreamScoresResponse
	revisions map[stored]int32
	// announced are the current results, in the order of their days.
	announced []*scoringenginev1.Calculated
	// activities are those of contacts and visitors, in any order.
	activities []did
}

// did adds activities.
func (e *engine) did(activities ...did) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.activities = append(e.activities, activities...)
}

// revise sets the current revision of a scoring's results.
func (e *engine) revise(account int32, scoring string, revision int32) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.revisions[stored{account: account, scoring: scoring}] = revision
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
	activities := slices.Clone(e.activities)
	e.mu.Unlock()
	since, err := time.Parse(time.DateOnly, req.GetSince())
	if err != nil {
		return err
	}
	for _, of := range req.GetDatabases() {
		chunks := map[uint32][]byte{}
		for _, d := range activities {
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
	revision := e.revisions[stored{account: req.GetAccountId(), scoring: req.GetScoringId()}]
	chunks := slices.Clone(e.results[stored{req.GetAccountId(), req.GetScoringId(), req.GetGeneratedDate()}])
	e.mu.Unlock()
	if revision != req.GetRevision() {
		return fault.New(fault.Stale, reason.CalculationReplaced, "made again")
	}
	for _, chunk := range chunks {
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
	// zones are the time zones of accounts outside Europe/Warsaw.
	zones sync.Map
}

func (a *accountServer) GetAccount(
	_ context.Context, req *accountv1.GetAccountRequest,
) (*accountv1.GetAccountResponse, error) {
	zone := "Europe/Warsaw"
	if other, ok := a.zones.Load(req.GetAccountId()); ok {
		zone, _ = other.(string)
	}
	return &accountv1.GetAccountResponse{AccountId: req.GetAccountId(), Timezone: zone, Active: true}, nil
}

// taken stores the batches that the engine's consumer received.
type taken struct {
	mu      sync.Mutex
	batches map[string]*contactsv1.EngagementBatch // by id, so that repeats change nothing
}

func (c *taken) handle(_ context.Context, payload []byte) error {
	b := &contactsv1.EngagementBatch{}
	if err := proto.Unmarshal(payload, b); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.batches[b.GetBatchId()] = b
	return nil
}

// has reports whether a batch was received.
func (c *taken) has(id string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.batches[id] != nil
}

// fact is the fact of a row, decoded.
type fact struct {
	database int32
	channel  typev1.Channel
	message  string
	number   uint32
	day      uint32
	kind     contactsv1.EngagementKind
	event    uint64
}

// facts returns how often each fact of the account was published.
func (s *system) facts(t testing.TB) map[fact]int {
	t.Helper()
	own, c := s.databases(t), s.peers.taken
	c.mu.Lock()
	defer c.mu.Unlock()
	facts := map[fact]int{}
	for _, b := range c.batches {
		if !slices.Contains(own, b.GetDatabaseId()) {
			continue
		}
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
