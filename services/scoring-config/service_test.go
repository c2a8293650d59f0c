package scoringconfig_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/proto"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/auth"
	"puls.app/services/kit/bus"
	"puls.app/services/kit/conf"
	"puls.app/services/kit/host"
	"puls.app/services/kit/rpc"
	"puls.app/services/local/servicetest"
	scoringconfig "puls.app/services/scoring-config"
)

// account creates the scorings, stranger must not see them; both are in zone.
const (
	account, stranger = 7, 8
	zone              = "Europe/Warsaw"
)

// peers stand in for account, for contacts, which knows only the uid 007, and for the engine.
type peers struct {
	accountv1.UnimplementedAccountAdminServiceServer
	contactsv1.UnimplementedSourceServiceServer
	scoringenginev1.UnimplementedScoreServiceServer
	scoringenginev1.UnimplementedPreviewServiceServer
	// preview handles the engine's call; if nil, the engine is down.
	preview func(
		context.Context, *scoringenginev1.PreviewTasksRequest,
	) (*scoringenginev1.PreviewTasksResponse, error)
	// gone is a deleted group; 0 is none.
	gone int32
	// backtest handles the engine's call; if nil, the engine is down.
	backtest func(
		context.Context, *scoringenginev1.BacktestTaskRequest,
	) (*scoringenginev1.BacktestTaskResponse, error)
	// progress handles the engine's call; if nil, the engine does not respond in time.
	progress func(*scoringenginev1.ListProgressRequest) []*scoringenginev1.ScoringProgress
}

func (p *peers) ListProgress(
	ctx context.Context, req *scoringenginev1.ListProgressRequest,
) (*scoringenginev1.ListProgressResponse, error) {
	if p.progress == nil {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return &scoringenginev1.ListProgressResponse{Items: p.progress(req)}, nil
}

func (*peers) GetAccount(_ context.Context, req *accountv1.GetAccountRequest) (*accountv1.GetAccountResponse, error) {
	return &accountv1.GetAccountResponse{
		AccountId: req.GetAccountId(), Timezone: zone, Active: true, NightHour: 2,
	}, nil
}

func (*peers) ListAccountZones(
	context.Context, *accountv1.ListAccountZonesRequest,
) (*accountv1.ListAccountZonesResponse, error) {
	return &accountv1.ListAccountZonesResponse{Accounts: []*accountv1.ListAccountZonesResponse_AccountZone{
		{AccountId: account, Timezone: zone, NightHour: 2}, {AccountId: stranger, Timezone: zone, NightHour: 2},
	}}, nil
}

func (p *peers) CheckNames(
	_ context.Context, req *contactsv1.CheckNamesRequest,
) (*contactsv1.CheckNamesResponse, error) {
	return &contactsv1.CheckNamesResponse{
		UnknownUids: slices.DeleteFunc(req.GetUids(), func(uid string) bool { return uid == "007" }),
		UnknownGroups: slices.DeleteFunc(req.GetGroups(), func(group *contactsv1.Reference) bool {
			return group.GetId() != p.gone
		}),
	}, nil
}

func (*peers) GetTracking(
	context.Context, *contactsv1.GetTrackingRequest,
) (*contactsv1.GetTrackingResponse, error) {
	return &contactsv1.GetTrackingResponse{WebsiteCount: 1}, nil
}

// system is the service, users of both accounts, and the engine's client for due tasks.
type system struct {
	*servicetest.System
	peers         *peers
	own, stranger scoringconfigv1.ScoringServiceClient
	due           scoringconfigv1.DueServiceClient
}

func start(t *testing.T, settings conf.Values) *system {
	t.Helper()
	p := &peers{progress: func(*scoringenginev1.ListProgressRequest) []*scoringenginev1.ScoringProgress { return nil }}
	s := &system{peers: p, System: servicetest.Start(t, scoringconfig.Service(), servicetest.Setup{
		NATS: true, Streams: []bus.Stream{{Name: "SCORING", MaxBytes: 1 << 20}},
		Settings: settings,
		Peers: []host.Service{
			servicetest.Peer("account", func(s grpc.ServiceRegistrar) {
				accountv1.RegisterAccountAdminServiceServer(s, p)
			}),
			servicetest.Peer("contacts", func(s grpc.ServiceRegistrar) { contactsv1.RegisterSourceServiceServer(s, p) }),
			servicetest.Peer("scoring-engine", func(s grpc.ServiceRegistrar) {
				scoringenginev1.RegisterScoreServiceServer(s, p)
				scoringenginev1.RegisterPreviewServiceServer(s, p)
			}),
		},
	})}
	s.own = scoringconfigv1.NewScoringServiceClient(s.AsPerson(t, auth.Identity{Account: account}))
	s.stranger = scoringconfigv1.NewScoringServiceClient(s.AsPerson(t, auth.Identity{Account: stranger}))
	s.due = scoringconfigv1.NewDueServiceClient(s.AsService(t))
	return s
}

func (s *system) draft(t *testing.T, name string) string {
	t.Helper()
	res, err := s.own.CreateScoring(t.Context(), &scoringconfigv1.CreateScoringRequest{Name: name})
	require.NoError(t, err)
	return res.GetId()
}

func (s *system) get(t *testing.T, id string) *scoringconfigv1.Scoring {
	t.Helper()
	res, err := s.own.GetScoring(t.Context(), &scoringconfigv1.GetScoringRequest{Id: id})
	require.NoError(t, err)
	return res.GetScoring()
}

// save saves a complete scoring of one uid, from a version.
func (s *system) save(t *testing.T, id, name, uid string, version int32) error {
	t.Helper()
	_, err := s.own.SaveScoring(t.Context(), &scoringconfigv1.SaveScoringRequest{
		Id: id, Name: name, Version: &version,
		Config: &scoringconfigv1.Config{DaysAgo: 28, Sms: &scoringconfigv1.SmsConfig{
			Weights: &scoringconfigv1.SmsWeights{Ctr: "0.25", Delivery: "0.75"}, Percentile: 0.9,
			DataSources: []*scoringconfigv1.DataSource{{Uid: uid, IncludedAll: true}},
		}},
	})
	return err
}

func (s *system) setStatus(t *testing.T, id string, status int32) error {
	t.Helper()
	_, err := s.own.SetScoringStatus(t.Context(), &scoringconfigv1.SetScoringStatusRequest{Id: id, NewStatus: status})
	return err
}

// listDue returns the due tasks for the engine.
func (s *system) listDue(t *testing.T) []*scoringconfigv1.CalculationTask {
	t.Helper()
	stream, err := s.due.StreamDue(t.Context(), &scoringconfigv1.StreamDueRequest{})
	require.NoError(t, err)
	var tasks []*scoringconfigv1.CalculationTask
	for {
		message, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return tasks
		}
		require.NoError(t, err)
		tasks = append(tasks, message.GetTask())
	}
}

func TestADraftIsSavedFromTheVersionThatWasReadAndSwitchedOnOnceComplete(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	id := s.draft(t, "Everybody")
	require.Equal(t, []int32{0, 1}, []int32{s.get(t, id).GetStatus(), s.get(t, id).GetVersion()})
	servicetest.Refused(t, s.setStatus(t, id, 2), codes.InvalidArgument, "SCORING_CHANNEL_MISSING")
	servicetest.Refused(t, s.save(t, id, "Everybody", "099", 1), codes.InvalidArgument, "SCORING_UID_UNKNOWN")
	require.NoError(t, s.save(t, id, "First", "007", 1))

	err := s.save(t, id, "Second", "007", 1)
	servicetest.Refused(t, err, codes.Aborted, "SCORING_VERSION_CONFLICT")
	current, ok := rpc.FailureOf(err).Current.(*scoringconfigv1.Scoring)
	require.True(t, ok, "who was slower is told what stands")
	require.Equal(t, "First", current.GetName())
	require.Equal(t, int32(2), current.GetVersion())

	require.NoError(t, s.setStatus(t, id, 2))
	servicetest.Refused(t, s.save(t, id, "Third", "007", 3), codes.FailedPrecondition, "SCORING_ACTIVE")
	renamed := &scoringconfigv1.UpdateActiveScoringRequest{Id: id, Name: new("Renamed")}
	_, err = s.own.UpdateActiveScoring(t.Context(), renamed)
	require.NoError(t, err)
	require.Equal(t, "Renamed", s.get(t, id).GetName())
	servicetest.Refused(t, s.setStatus(t, id, 0), codes.FailedPrecondition, "SCORING_BACK_TO_DRAFT")
	_, err = s.own.DeleteScoring(t.Context(), &scoringconfigv1.DeleteScoringRequest{Id: id})
	servicetest.Refused(t, err, codes.FailedPrecondition, "SCORING_NOT_DRAFT")
}

func TestAnActiveScoringIsDueTwoHoursIntoTheNextDayUntilItIsCalculated(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	id := s.draft(t, "Everybody")
	require.NoError(t, s.save(t, id, "Everybody", "007", 1))
	require.NoError(t, s.setStatus(t, id, 2))
	s.draft(t, "A draft is never due")
	warsaw, err := time.LoadLocation(zone)
	require.NoError(t, err)
	year, month, day := s.Now().In(warsaw).Date()
	tomorrow := time.Date(year, month, day+1, 0, 0, 0, 0, warsaw)
	require.Empty(t, s.listDue(t))
	s.Advance(tomorrow.Add(2*time.Hour - time.Minute).Sub(s.Now()))
	require.Empty(t, s.listDue(t), "late events may still come")
	s.Advance(time.Minute)

	tasks := s.listDue(t)
	require.Len(t, tasks, 1)
	require.Equal(t, int32(account), tasks[0].GetAccountId())
	require.Equal(t, typev1.Channel_CHANNEL_SMS, tasks[0].GetChannel())
	require.Equal(t, tomorrow.Format(time.DateOnly), tasks[0].GetGeneratedDate())
	require.Len(t, tasks[0].GetScorings(), 1)
	require.Equal(t, id, tasks[0].GetScorings()[0].GetScoringId())
	require.Equal(t, tomorrow.Add(2*time.Hour).Unix(), tasks[0].GetScorings()[0].GetSettledAt())

	event := &scoringenginev1.Calculated{
		AccountId: account, ScoringId: id, Channel: typev1.Channel_CHANNEL_SMS, GeneratedDate: tomorrow.Format(time.DateOnly),
		DaysAgo: 28, Revision: 1,
		CalculatedAt: s.Now().Unix(),
	}
	for range 2 { // a repeat changes nothing
		s.Publish(t, event)
	}
	require.Eventually(t, func() bool { return len(s.listDue(t)) == 0 }, time.Minute, 10*time.Millisecond)
	scoring := s.get(t, id)
	require.Equal(t, event.GetCalculatedAt(), scoring.GetLastGeneratedAt().GetSeconds())
	require.Equal(
		t, tomorrow.AddDate(0, 0, -28).UTC(), scoring.GetLastGeneratedDateRange().GetStart().AsTime(),
		"the window ends the day before",
	)

	require.NoError(t, s.setStatus(t, id, 1))
	s.Advance(24 * time.Hour)
	require.Empty(t, s.listDue(t), "an inactive scoring rests")
}

func TestAScoringIsCalculatedByNameOnAnyDayThatHasBegun(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	id := s.draft(t, "Everybody")
	ask := func(account int32, id, day string) ([]*scoringconfigv1.CalculationTask, error) {
		res, err := s.due.GetTask(t.Context(), &scoringconfigv1.GetTaskRequest{
			AccountId: account, ScoringId: id, GeneratedDate: day,
		})
		return res.GetTasks(), err
	}
	_, err := ask(account, id, "")
	servicetest.Refused(t, err, codes.FailedPrecondition, "SCORING_IS_DRAFT")
	require.NoError(t, s.save(t, id, "Everybody", "007", 1))
	require.NoError(t, s.setStatus(t, id, 1))
	tasks, err := ask(account, id, "2026-01-01")
	require.NoError(t, err)
	require.Len(t, tasks, 1)
	require.True(t, tasks[0].GetScorings()[0].GetAgain())
	require.Equal(t, []int32{25, 75}, tasks[0].GetScorings()[0].GetWeights())
	_, err = ask(account, id, s.Now().AddDate(0, 0, 2).Format(time.DateOnly))
	servicetest.Refused(t, err, codes.InvalidArgument, "DATE_IN_FUTURE")
	_, err = ask(stranger, id, "")
	servicetest.Refused(t, err, codes.NotFound, "SCORING_NOT_FOUND")
	stream, err := scoringconfigv1.NewDueServiceClient(s.AsPerson(t, auth.Identity{Account: account})).StreamDue(
		t.Context(), &scoringconfigv1.StreamDueRequest{},
	)
	require.NoError(t, err)
	_, err = stream.Recv()
	servicetest.Refused(t, err, codes.PermissionDenied, "SERVICE_ONLY")
}

func TestTheEarlierMondaysOfAFirstActivationComeWithACalculationByName(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	id := s.draft(t, "Everybody")
	require.NoError(t, s.save(t, id, "Everybody", "007", 1))
	read := s.get(t, id)
	read.Config.GenerateHistorical = true
	_, err := s.own.SaveScoring(t.Context(), &scoringconfigv1.SaveScoringRequest{
		Id: id, Name: "Everybody", Version: &read.Version, Config: read.GetConfig(),
	})
	require.NoError(t, err)
	require.NoError(t, s.setStatus(t, id, 2))
	askFor := func(day string, history bool) []*scoringconfigv1.CalculationTask {
		res, err := s.due.GetTask(t.Context(), &scoringconfigv1.GetTaskRequest{
			AccountId: account, ScoringId: id, GeneratedDate: day, WithHistory: history,
		})
		require.NoError(t, err)
		return res.GetTasks()
	}
	ask := func(history bool) []*scoringconfigv1.CalculationTask { return askFor("", history) }
	require.Len(t, ask(false), 1)
	tasks := ask(true)
	require.Len(t, tasks, 14)
	require.True(t, tasks[0].GetScorings()[0].GetAgain(), "today first")
	for _, task := range tasks[1:] {
		day, err := time.Parse(time.DateOnly, task.GetGeneratedDate())
		require.NoError(t, err)
		require.Equal(t, time.Monday, day.Weekday())
		require.False(t, task.GetScorings()[0].GetAgain())
	}
	monday := tasks[3].GetGeneratedDate()
	named := askFor(monday, true)
	require.Len(t, named, 13, "a Monday that is asked for by name is one of the Mondays, once")
	require.Equal(t, monday, named[0].GetGeneratedDate())
	require.True(t, named[0].GetScorings()[0].GetAgain())
	s.Publish(t, &scoringenginev1.Calculated{
		AccountId: account, ScoringId: id, Channel: typev1.Channel_CHANNEL_SMS, GeneratedDate: tasks[1].GetGeneratedDate(),
		DaysAgo: 28, Revision: 1, CalculatedAt: s.Now().Unix(),
	})
	require.Eventually(t, func() bool { return len(ask(true)) == 13 }, time.Minute, 10*time.Millisecond)
	require.True(t, proto.Equal(&scoringconfigv1.ScoringHistory{Done: 1, Total: 13}, s.get(t, id).GetHistory()))
	var cancelled []string
	s.peers.progress = func(*scoringenginev1.ListProgressRequest) []*scoringenginev1.ScoringProgress {
		return []*scoringenginev1.ScoringProgress{{
			ScoringId: id, GeneratedDate: tasks[0].GetGeneratedDate(), SkippedUntil: tasks[9].GetGeneratedDate(),
			CancelledDates: cancelled, Progress: &scoringenginev1.ChannelProgress{ScoringType: "sms", Stage: "queued"},
		}}
	}
	require.True(t, proto.Equal(&scoringconfigv1.ScoringHistory{Done: 1, Total: 6}, s.get(t, id).GetHistory()),
		"the eight oldest lack data, but for the one that was calculated")
	cancelled = []string{tasks[1].GetGeneratedDate(), tasks[10].GetGeneratedDate(), tasks[11].GetGeneratedDate()}
	require.True(t, proto.Equal(&scoringconfigv1.ScoringHistory{Done: 1, Total: 4}, s.get(t, id).GetHistory()),
		"two of those left were stopped; the one with a result counts")
	s.Advance(49 * time.Hour)
	require.Len(t, ask(true), 1, "weeks without enough data are not asked for ever")
	require.True(t, proto.Equal(&scoringconfigv1.ScoringHistory{Done: 1, Total: 1}, s.get(t, id).GetHistory()))
}

func TestAnotherAccountsScoringIsLikeOneThatDoesNotExist(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	id := s.draft(t, "Everybody")
	for _, id := range []string{id, uuid.NewString()} {
		_, err := s.stranger.GetScoring(t.Context(), &scoringconfigv1.GetScoringRequest{Id: id})
		servicetest.Refused(t, err, codes.NotFound, "SCORING_NOT_FOUND")
		_, err = s.stranger.DeleteScoring(t.Context(), &scoringconfigv1.DeleteScoringRequest{Id: id})
		servicetest.Refused(t, err, codes.NotFound, "SCORING_NOT_FOUND")
		_, err = s.stranger.SetScoringStatus(t.Context(), &scoringconfigv1.SetScoringStatusRequest{Id: id, NewStatus: 1})
		servicetest.Refused(t, err, codes.NotFound, "SCORING_NOT_FOUND")
	}
	list, err := s.stranger.ListScorings(t.Context(), &scoringconfigv1.ListScoringsRequest{})
	require.NoError(t, err)
	require.Empty(t, list.GetItems())
	require.Equal(t, "Everybody", s.get(t, id).GetName())
}

func TestAnAccountMakesSoManyScoringsAndEachOnceForItsKey(t *testing.T) {
	t.Parallel()
	s := start(t, conf.Values{"PULS_LIMIT_SCORINGS": "2"})
	ctx := metadata.AppendToOutgoingContext(t.Context(), "idempotency-key", uuid.NewString())
	first, err := s.own.CreateScoring(ctx, &scoringconfigv1.CreateScoringRequest{Name: "Once"})
	require.NoError(t, err)
	again, err := s.own.CreateScoring(ctx, &scoringconfigv1.CreateScoringRequest{Name: "Once"})
	require.NoError(t, err)
	require.Equal(t, first.GetId(), again.GetId())
	s.draft(t, "Second")
	_, err = s.own.CreateScoring(t.Context(), &scoringconfigv1.CreateScoringRequest{Name: "Third"})
	servicetest.Refused(t, err, codes.FailedPrecondition, "SCORING_LIMIT")
	_, err = s.own.DeleteScoring(t.Context(), &scoringconfigv1.DeleteScoringRequest{Id: first.GetId()})
	require.NoError(t, err)
	s.draft(t, "Room again")
}

func TestScoringsThatAreMadeAtOnceKeepTheQuota(t *testing.T) {
	t.Parallel()
	const limit = 3
	s := start(t, conf.Values{"PULS_LIMIT_SCORINGS": fmt.Sprint(limit)})
	var made atomic.Int32
	var making sync.WaitGroup
	for i := range 8 * limit {
		making.Go(func() {
			request := &scoringconfigv1.CreateScoringRequest{Name: fmt.Sprintf("At once %d", i)}
			if _, err := s.own.CreateScoring(t.Context(), request); err == nil {
				made.Add(1)
			}
		})
	}
	making.Wait()
	require.Equal(t, int32(limit), made.Load())
}
