package scoringengine_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/auth"
	"puls.app/services/kit/conf"
	"puls.app/services/kit/fault"
	"puls.app/services/kit/host"
	"puls.app/services/local/servicetest"
	"puls.app/services/reason"
	scoringengine "puls.app/services/scoring-engine"
	"puls.app/services/scoring-engine/internal/calculation"
)

const (
	scoringID = "0199d8a2-0000-7000-8000-00000000000a"
	account   = 7
	database  = 70
)

// generated is the day that is calculated.
var generated = time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC)

// peers stand in for the services that the engine calls: due tasks, and the audience.
type peers struct {
	scoringconfigv1.UnimplementedDueServiceServer
	contactsv1.UnimplementedAudienceServiceServer
	// broken makes contacts fail.
	broken *atomic.Bool
	// leaveOut, if set, makes scorings requested by name leave out machines.
	leaveOut *atomic.Bool
	// asked receives from every request for an audience, which responds once answer is closed. If nil, requests do not
	// wait.
	asked, answer chan struct{}
}

func task(again bool) []*scoringconfigv1.CalculationTask {
	return []*scoringconfigv1.CalculationTask{{
		AccountId: account, Channel: typev1.Channel_CHANNEL_MAILING, GeneratedDate: generated.Format(time.DateOnly),
		Scorings: []*scoringconfigv1.TaskScoring{{
			ScoringId: scoringID, Name: "Everybody", Version: 3, DaysAgo: 28, Percentile: 90, Weights: []int32{45, 30, 25},
			DataSources: []*scoringconfigv1.DataSource{{Uid: "007", IncludedAll: true}}, Again: again,
			ExportTo: []*scoringconfigv1.PropertyRef{{Uid: "007", PropertyId: 3}},
		}},
	}}
}

func (peers) StreamDue(
	_ *scoringconfigv1.StreamDueRequest, stream grpc.ServerStreamingServer[scoringconfigv1.StreamDueResponse],
) error {
	return stream.Send(&scoringconfigv1.StreamDueResponse{Task: task(false)[0]})
}

func (p peers) GetTask(
	_ context.Context, req *scoringconfigv1.GetTaskRequest,
) (*scoringconfigv1.GetTaskResponse, error) {
	if req.GetAccountId() != account || req.GetScoringId() != scoringID {
		return nil, fault.New(fault.NotFound, reason.ScoringNotFound, "there is no such scoring")
	}
	tasks := task(true)
	tasks[0].Scorings[0].LeaveOutMachines = p.leaveOut != nil && p.leaveOut.Load()
	return &scoringconfigv1.GetTaskResponse{Tasks: tasks}, nil
}

// ResolveDatabases has one uid.
func (p peers) ResolveDatabases(
	_ context.Context, req *contactsv1.ResolveDatabasesRequest,
) (*contactsv1.ResolveDatabasesResponse, error) {
	if p.broken.Load() {
		return nil, errors.New("out of order")
	}
	if !slices.Equal(req.GetUids(), []string{"007"}) {
		return nil, fault.New(fault.NotFound, reason.DatabaseNotFound, "the account has no such uid")
	}
	return &contactsv1.ResolveDatabasesResponse{
		Databases: []*contactsv1.DatabaseRef{{DatabaseId: database, Uid: "007"}},
	}, nil
}

// StreamAudience has five contacts; the last has not consented.
func (p peers) StreamAudience(
	_ *contactsv1.StreamAudienceRequest, stream grpc.ServerStreamingServer[contactsv1.StreamAudienceResponse],
) error {
	if p.asked != nil {
		p.asked <- struct{}{}
		select {
		case <-p.answer:
		case <-stream.Context().Done():
			return stream.Context().Err()
		}
	}
	bits := func(b byte) []byte { return []byte{b, 0, 0, 0, 0, 0, 0, 0} }
	return stream.Send(&contactsv1.StreamAudienceResponse{
		DatabaseId: database, Members: bits(0b11111), Consenting: bits(0b01111), Reachable: bits(0b11111),
		Created: bits(0b00001),
	})
}

// system is the service, with its clients.
type system struct {
	*servicetest.System
	peers         peers
	own, stranger scoringenginev1.CalculationServiceClient
	scores        scoringenginev1.ScoreServiceClient
	results       scoringenginev1.ResultServiceClient
	previews      scoringenginev1.PreviewServiceClient
}

func start(t *testing.T, settings conf.Values) *system {
	t.Helper()
	return startWith(t, settings, peers{broken: &atomic.Bool{}})
}

func startWith(t *testing.T, settings conf.Values, p peers) *system {
	t.Helper()
	s := &system{peers: p, System: servicetest.Start(t, scoringengine.Service(), servicetest.Setup{
		NATS: true, Settings: settings,
		Peers: []host.Service{
			servicetest.Peer("scoring-config", func(s grpc.ServiceRegistrar) { scoringconfigv1.RegisterDueServiceServer(s, p) }),
			servicetest.Peer("contacts", func(s grpc.ServiceRegistrar) { contactsv1.RegisterAudienceServiceServer(s, p) }),
		},
	})}
	s.own = scoringenginev1.NewCalculationServiceClient(s.AsPerson(t, auth.Identity{Account: account}))
	s.stranger = scoringenginev1.NewCalculationServiceClient(s.AsPerson(t, auth.Identity{Account: account + 1}))
	s.scores = scoringenginev1.NewScoreServiceClient(s.AsService(t))
	s.results = scoringenginev1.NewResultServiceClient(s.AsService(t))
	s.previews = scoringenginev1.NewPreviewServiceClient(s.AsService(t))
	return s
}

// engage publishes a batch in which four contacts are sent a mailing some days before, three of them receive it and two
// open it, and waits until it is stored.
func (s *system) engage(t *testing.T, daysBefore int) {
	t.Helper()
	s.engageOn(t, generated.AddDate(0, 0, -daysBefore), "m")
}

// engageOn is engage with a separate message.
func (s *system) engageOn(t *testing.T, date time.Time, message string) {
	t.Helper()
	admin := s.Admin(t)
	count := func() (batches int) {
		require.NoError(t, admin.QueryRow(t.Context(), "SELECT count(*) FROM batches").Scan(&batches))
		return batches
	}
	before, day := count(), uint32(calculation.DayOf(date))
	s.Publish(t, &contactsv1.EngagementBatch{
		BatchId: uuid.NewString(), DatabaseId: database, Channel: typev1.Channel_CHANNEL_MAILING,
		MessageIds: []string{message}, Categories: []uint32{1},
		Chunks: []*contactsv1.ChunkFacts{{
			GroupMessages: []uint32{0, 0, 0}, GroupDays: []uint32{day, day, day},
			GroupKinds: []uint32{
				uint32(contactsv1.EngagementKind_ENGAGEMENT_KIND_SENT), uint32(contactsv1.EngagementKind_ENGAGEMENT_KIND_DELIVERED),
				uint32(contactsv1.EngagementKind_ENGAGEMENT_KIND_OPENED),
			},
			GroupSizes: []uint32{4, 3, 2}, ContactGaps: []uint32{0, 1, 1, 2, 0, 1, 1, 0, 1},
		}},
	})
	require.Eventually(t, func() bool { return count() > before }, time.Minute, 10*time.Millisecond)
}

// watch returns the last state of the scoring's calculation.
func (s *system) watch(t *testing.T) *scoringenginev1.WatchProgressResponse {
	t.Helper()
	stream, err := s.own.WatchProgress(t.Context(), &scoringenginev1.WatchProgressRequest{Id: scoringID})
	require.NoError(t, err)
	var last *scoringenginev1.WatchProgressResponse
	for {
		state, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return last
		}
		require.NoError(t, err)
		last = state
	}
}

func (s *system) cells(t *testing.T, revision int32) ([]byte, error) {
	t.Helper()
	stream, err := s.scores.StreamScores(t.Context(), &scoringenginev1.StreamScoresRequest{
		AccountId: account, ScoringId: scoringID, Channel: typev1.Channel_CHANNEL_MAILING,
		GeneratedDate: generated.Format(time.DateOnly), Revision: revision,
	})
	require.NoError(t, err)
	chunk, err := stream.Recv()
	if err != nil {
		return nil, err
	}
	_, err = stream.Recv()
	require.ErrorIs(t, err, io.EOF)
	return chunk.GetCells(), nil
}

func TestDueTasksAreScoredAndANamedDayAgain(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	events := servicetest.Events[*scoringenginev1.Calculated](t, s.System)
	s.engage(t, 20)
	s.Publish(t, &scoringenginev1.Nightly{})
	event := servicetest.Next(t, events)
	require.Equal(t, scoringID, event.GetScoringId())
	require.Equal(t, int32(1), event.GetRevision())
	require.Equal(t, map[string]int32{"or": 45, "ctr": 30, "delivery": 25}, event.GetConfig().GetWeights())
	require.Equal(t, int32(3), event.GetConfig().GetExportTo()[0].GetPropertyId(), "through the queue too")
	require.Equal(t, map[string]string{"or": "1/1", "delivery": "1/1"}, event.GetReferences(), "nobody clicked")
	require.Equal(t, map[string]int32{"or": 2, "delivery": 3}, event.GetSamples())
	require.Equal(t, map[string]int32{"NO_EMAIL": 0, "NO_CONSENT": 1, "NOT_IN_GROUP": 0, "NO_SENDING": 1},
		event.GetDatabases()[0].GetExcluded())
	first, err := s.cells(t, 1)
	require.NoError(t, err)
	require.Equal(t, []byte{70, 70, 25, 203, 201}, first[:5],
		"two opened, one received, one was sent nothing, one has not consented")

	// A calculation requested by name has the same result, under a new revision; the earlier one is gone.
	asked, err := s.own.Calculate(t.Context(), &scoringenginev1.CalculateRequest{Id: scoringID})
	require.NoError(t, err)
	require.Equal(t, "2026-11-02", asked.GetGeneratedDate())
	require.Equal(t, int32(2), servicetest.Next(t, events).GetRevision())
	last := s.watch(t)
	require.Equal(t, "2026-11-02", last.GetGeneratedDate())
	require.Equal(t, "mailing done", last.GetChannels()[0].GetScoringType()+" "+last.GetChannels()[0].GetStage())
	again, err := s.cells(t, 2)
	require.NoError(t, err)
	require.Equal(t, first, again)
	_, err = s.cells(t, 1)
	servicetest.Refused(t, err, codes.Aborted, "CALCULATION_REPLACED")
}

func TestTooLittleDataIsSkippedAndSaysFromWhenItWillDo(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	s.engage(t, 10)
	_, err := s.own.Calculate(t.Context(), &scoringenginev1.CalculateRequest{Id: scoringID})
	require.NoError(t, err)
	state := s.watch(t).GetChannels()[0]
	require.Equal(t, "skipped TOO_LITTLE_DATA", state.GetStage()+" "+state.GetReason())
	require.Equal(t, "2026-11-06", state.GetPossibleFrom(), "two weeks after the first sending")
	_, err = s.cells(t, 1)
	servicetest.Refused(t, err, codes.NotFound, "CALCULATION_NOT_FOUND")
}

func TestCalculationsByNameAreOnesOwnAndCounted(t *testing.T) {
	t.Parallel()
	s := start(t, conf.Values{"PULS_LIMIT_CALCULATIONS": "2"})
	ask := func(by scoringenginev1.CalculationServiceClient, day string) error {
		_, err := by.Calculate(t.Context(), &scoringenginev1.CalculateRequest{Id: scoringID, GeneratedDate: day})
		return err
	}
	servicetest.Refused(t, ask(s.stranger, ""), codes.NotFound, "SCORING_NOT_FOUND")
	servicetest.Refused(t, ask(s.own, "2026-02-30"), codes.InvalidArgument, "DATE_INVALID")
	stream, err := s.stranger.WatchProgress(t.Context(), &scoringenginev1.WatchProgressRequest{Id: scoringID})
	require.NoError(t, err)
	_, err = stream.Recv()
	servicetest.Refused(t, err, codes.NotFound, "SCORING_NOT_FOUND")
	require.NoError(t, ask(s.own, ""))
	require.NoError(t, ask(s.own, "2026-11-02"))
	servicetest.Refused(t, ask(s.own, ""), codes.ResourceExhausted, "CALCULATION_LIMIT")
	s.Advance(time.Hour)
	require.NoError(t, ask(s.own, ""))
}

func TestATaskThatAlwaysFailsIsGivenUpAndCanBeRevived(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	failures := servicetest.Events[*scoringenginev1.Failed](t, s.System)
	s.engage(t, 20)
	s.peers.broken.Store(true)
	_, err := s.own.Calculate(t.Context(), &scoringenginev1.CalculateRequest{Id: scoringID})
	require.NoError(t, err)
	require.Eventually(t, func() bool {
		s.Advance(time.Minute) // no pause between tries is longer
		return len(failures) > 0
	}, time.Minute, 50*time.Millisecond)
	failed := servicetest.Next(t, failures)
	require.Equal(t, int32(account), failed.GetAccountId())
	require.Equal(t, []string{scoringID}, failed.GetScoringIds())
	require.Equal(t, []string{"Everybody"}, failed.GetScoringNames())
	state := s.watch(t).GetChannels()[0]
	require.Equal(t, "failed CALCULATION_FAILED", state.GetStage()+" "+state.GetReason())
	run := s.runs(t, account, 1, &scoringenginev1.ListRunsRequest{Outcome: "failed"})[0]
	require.Equal(t, "CALCULATION_FAILED 5", fmt.Sprint(run.GetReason(), " ", run.GetTries()))

	letters, err := s.Env.Bus.DeadLetters(t.Context())
	require.NoError(t, err)
	require.Len(t, letters, 1)
	s.peers.broken.Store(false)
	results := servicetest.Events[*scoringenginev1.Calculated](t, s.System)
	require.NoError(t, s.Env.Bus.Revive(t.Context(), letters[0]))
	require.Equal(t, scoringID, servicetest.Next(t, results).GetScoringId())
}

func TestCellsAreForServicesOnly(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	person := scoringenginev1.NewScoreServiceClient(s.AsPerson(t, auth.Identity{Account: account}))
	stream, err := person.StreamScores(t.Context(), &scoringenginev1.StreamScoresRequest{
		AccountId: account, ScoringId: scoringID, Revision: 1, GeneratedDate: "2026-11-02",
	})
	require.NoError(t, err)
	_, err = stream.Recv()
	servicetest.Refused(t, err, codes.PermissionDenied, "SERVICE_ONLY")
}
