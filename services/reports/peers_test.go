package reports_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"

	"google.golang.org/grpc"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	reportsv1 "puls.app/proto/gen/go/puls/reports/v1"
	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/auth"
	"puls.app/services/kit/bus"
	"puls.app/services/kit/fault"
	"puls.app/services/kit/host"
	"puls.app/services/local/servicetest"
	"puls.app/services/reason"
	"puls.app/services/reports"
)

// peers stand in for the services that reports calls: the owner of the scoring, its cells, the contacts' identities,
// and the responses that a test sets.
type peers struct {
	scoringconfigv1.UnimplementedUsageServiceServer
	scoringenginev1.UnimplementedScoreServiceServer
	scoringenginev1.UnimplementedResultServiceServer
	scoringenginev1.UnimplementedSendingCountServiceServer
	scoringenginev1.UnimplementedCalculationServiceServer
	contactsv1.UnimplementedAudienceServiceServer
	contactsv1.UnimplementedRegisterServiceServer
	accountv1.UnimplementedAccountAdminServiceServer

	mu         sync.Mutex
	percentile int32
	// anyAccount makes every scoring belong to every account.
	anyAccount bool
	// stands is the revision that has cells.
	stands int32
	// register is the event log; noRegister makes it refuse.
	register   []*contactsv1.RecordDownloadRequest
	noRegister bool
	// engine holds the scoring engine's other responses.
	engine engine
	// streamed is the number of messages that streams have sent.
	streamed atomic.Int64
}

func (p *peers) CheckScoring(
	_ context.Context, req *scoringconfigv1.CheckScoringRequest,
) (*scoringconfigv1.CheckScoringResponse, error) {
	if !p.anyAccount && (req.GetScoringId() != scoringID || req.GetAccountId() != account) {
		return nil, fault.New(fault.NotFound, reason.ScoringNotFound, "there is no such scoring")
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return &scoringconfigv1.CheckScoringResponse{Channels: []*scoringconfigv1.ChannelSpec{{
		Channel: typev1.Channel_CHANNEL_MAILING,
		Spec: &typev1.ScoringSpec{
			Version: 3, Name: "Everybody", DaysAgo: 28, Percentile: p.percentile,
			Weights: map[string]int32{"or": 45, "ctr": 30, "delivery": 25},
			Sources: []*typev1.ScoringSource{{Uid: "007", IncludedAll: true}},
		},
	}}}, nil
}

// StreamScores has one chunk: a score, a contact without consent, a score, an absent contact.
func (p *peers) StreamScores(
	req *scoringenginev1.StreamScoresRequest, stream grpc.ServerStreamingServer[scoringenginev1.StreamScoresResponse],
) error {
	p.mu.Lock()
	stands := p.stands
	p.mu.Unlock()
	if req.GetRevision() != stands {
		return fault.New(fault.Stale, reason.CalculationReplaced, "another revision stands")
	}
	return stream.Send(&scoringenginev1.StreamScoresResponse{DatabaseId: database, Cells: []byte{90, 201, 15, 255}})
}

func (p *peers) RecordDownload(
	_ context.Context, req *contactsv1.RecordDownloadRequest,
) (*contactsv1.RecordDownloadResponse, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.noRegister {
		return nil, fault.New(fault.Full, reason.StorageFull, "the disk is full")
	}
	p.register = append(p.register, req)
	return &contactsv1.RecordDownloadResponse{}, nil
}

func (p *peers) StreamRecipients(
	_ *contactsv1.StreamRecipientsRequest, stream grpc.ServerStreamingServer[contactsv1.StreamRecipientsResponse],
) error {
	return stream.Send(&contactsv1.StreamRecipientsResponse{
		Numbers: []uint32{0, 1, 2, 3},
		Texts: "a\x00a@example.com\x00\x00b\x00b@example.com\x00\x00" +
			"c\x00=c@example.com\x00\x00d\x00d@example.com\x00\x00",
	})
}

func (p *peers) set(change func(p *peers)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	change(p)
}

// system is the service, with clients of both accounts.
type system struct {
	*servicetest.System
	peers         *peers
	own, stranger reportsv1.ReportServiceClient
}

func start(t testing.TB) *system {
	t.Helper()
	p := &peers{percentile: 90, stands: 1}
	s := &system{peers: p, System: servicetest.Start(t, reports.Service(), servicetest.Setup{
		NATS: true, Streams: []bus.Stream{{Name: "SCORING", MaxBytes: 1 << 20}, {Name: "CONTACTS", MaxBytes: 1 << 20}},
		Peers: []host.Service{
			servicetest.Peer("scoring-config", func(s grpc.ServiceRegistrar) {
				scoringconfigv1.RegisterUsageServiceServer(s, p)
			}),
			servicetest.Peer("scoring-engine", func(s grpc.ServiceRegistrar) {
				scoringenginev1.RegisterScoreServiceServer(s, p)
				scoringenginev1.RegisterResultServiceServer(s, p)
				scoringenginev1.RegisterSendingCountServiceServer(s, p)
				scoringenginev1.RegisterCalculationServiceServer(s, p)
			}),
			servicetest.Peer("account", func(s grpc.ServiceRegistrar) { accountv1.RegisterAccountAdminServiceServer(s, p) }),
			servicetest.Peer("contacts", func(s grpc.ServiceRegistrar) {
				contactsv1.RegisterAudienceServiceServer(s, p)
				contactsv1.RegisterRegisterServiceServer(s, p)
			}),
		},
	})}
	s.own = reportsv1.NewReportServiceClient(s.AsPerson(t, auth.Identity{Account: account}))
	s.stranger = reportsv1.NewReportServiceClient(s.AsPerson(t, auth.Identity{Account: stranger}))
	return s
}
