package reports_test

import (
	"context"
	"slices"
	"time"

	"google.golang.org/grpc"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/kit/fault"
	"puls.app/services/reason"
)

// engine holds the responses of the scoring engine, and of accounts and contacts; nil ones are unavailable.
type engine struct {
	// results are the engine's; one without databases is a result whose announcement the engine did not store.
	results []*scoringenginev1.Calculated
	// resultsAway makes requests for a single result fail.
	resultsAway bool
	states      []*scoringenginev1.WatchProgressResponse
	compare     func(*scoringenginev1.CompareResultsRequest) (*scoringenginev1.CompareResultsResponse, error)
	changes     func(*scoringenginev1.ListChangesRequest) (*scoringenginev1.ListChangesResponse, error)
	lift        func(*scoringenginev1.MeasureLiftRequest) (*scoringenginev1.MeasureLiftResponse, error)
	progress    *scoringenginev1.ListProgressResponse
	days        func(*scoringenginev1.CountSendingsRequest) *scoringenginev1.CountSendingsResponse
	messages    map[string][]*scoringenginev1.MessageTotals
	// pages are the limits of the requests for messages, streams the channels of those for all messages.
	pages   []int32
	streams []string
	lastDay func(*scoringenginev1.GetLastDayRequest) string
	// resolved are the databases of the account.
	resolved []*contactsv1.DatabaseRef
}

var errAway = fault.New(fault.Unavailable, reason.Unavailable, "away")

func (p *peers) now() engine {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.engine
}

func (p *peers) GetAccount(
	_ context.Context, req *accountv1.GetAccountRequest,
) (*accountv1.GetAccountResponse, error) {
	return &accountv1.GetAccountResponse{AccountId: req.GetAccountId(), Timezone: "Pacific/Kiritimati", Active: true}, nil
}

// today is the current day in the account, 14 hours ahead.
func (s *system) today() time.Time {
	year, month, day := s.Now().UTC().Add(14 * time.Hour).Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

func (p *peers) ResolveDatabases(
	_ context.Context, req *contactsv1.ResolveDatabasesRequest,
) (*contactsv1.ResolveDatabasesResponse, error) {
	res := &contactsv1.ResolveDatabasesResponse{}
	for _, ref := range p.now().resolved {
		if len(req.GetUids()) == 0 || slices.Contains(req.GetUids(), ref.GetUid()) {
			res.Databases = append(res.Databases, ref)
		}
	}
	if len(req.GetUids()) > len(res.GetDatabases()) {
		return nil, fault.New(fault.NotFound, reason.DatabaseNotFound, "the account has no such uid")
	}
	return res, nil
}

func (p *peers) GetResult(
	_ context.Context, req *scoringenginev1.GetResultRequest,
) (*scoringenginev1.GetResultResponse, error) {
	if p.now().resultsAway {
		return nil, errAway
	}
	for _, result := range p.now().results {
		if result.GetAccountId() == req.GetAccountId() && result.GetScoringId() == req.GetScoringId() &&
			result.GetChannel() == req.GetChannel() && result.GetGeneratedDate() == req.GetGeneratedDate() &&
			len(result.GetDatabases()) > 0 {
			return &scoringenginev1.GetResultResponse{Result: result}, nil
		}
	}
	return nil, fault.New(fault.NotFound, reason.CalculationNotFound, "there is no such result")
}

func (p *peers) StreamResults(
	req *scoringenginev1.StreamResultsRequest, stream grpc.ServerStreamingServer[scoringenginev1.StreamResultsResponse],
) error {
	for _, result := range p.now().results {
		if req.GetAccountId() != 0 && req.GetAccountId() != result.GetAccountId() {
			continue
		}
		message := &scoringenginev1.StreamResultsResponse{
			AccountId: result.GetAccountId(), ScoringId: result.GetScoringId(), Channel: result.GetChannel(),
			GeneratedDate: result.GetGeneratedDate(), Revision: result.GetRevision(), Result: result,
		}
		if len(result.GetDatabases()) == 0 {
			message.Result = nil
		}
		if err := stream.Send(message); err != nil {
			return err
		}
	}
	return nil
}

func (p *peers) WatchProgress(
	_ *scoringenginev1.WatchProgressRequest, stream grpc.ServerStreamingServer[scoringenginev1.WatchProgressResponse],
) error {
	for _, state := range p.now().states {
		if err := stream.Send(state); err != nil {
			return err
		}
	}
	return nil
}

func (p *peers) CompareResults(
	_ context.Context, req *scoringenginev1.CompareResultsRequest,
) (*scoringenginev1.CompareResultsResponse, error) {
	return p.now().compare(req)
}

func (p *peers) ListChanges(
	_ context.Context, req *scoringenginev1.ListChangesRequest,
) (*scoringenginev1.ListChangesResponse, error) {
	return p.now().changes(req)
}

func (p *peers) MeasureLift(
	_ context.Context, req *scoringenginev1.MeasureLiftRequest,
) (*scoringenginev1.MeasureLiftResponse, error) {
	return p.now().lift(req)
}

func (p *peers) ListProgress(
	context.Context, *scoringenginev1.ListProgressRequest,
) (*scoringenginev1.ListProgressResponse, error) {
	if progress := p.now().progress; progress != nil {
		return progress, nil
	}
	return nil, errAway
}

func (p *peers) CountSendings(
	_ context.Context, req *scoringenginev1.CountSendingsRequest,
) (*scoringenginev1.CountSendingsResponse, error) {
	return p.now().days(req), nil
}

// CountMessages returns pages of the test's messages of the channel.
func (p *peers) CountMessages(
	_ context.Context, req *scoringenginev1.CountMessagesRequest,
) (*scoringenginev1.CountMessagesResponse, error) {
	p.set(func(p *peers) { p.engine.pages = append(p.engine.pages, req.GetLimit()) })
	all := p.now().messages[req.GetChannel().String()]
	from := min(int(req.GetOffset()), len(all))
	return &scoringenginev1.CountMessagesResponse{
		Messages: all[from:min(from+int(req.GetLimit()), len(all))], Total: int32(len(all)),
	}, nil
}

// StreamMessages streams the test's messages of the channel in parts of 1000.
func (p *peers) StreamMessages(
	req *scoringenginev1.StreamMessagesRequest, stream grpc.ServerStreamingServer[scoringenginev1.StreamMessagesResponse],
) error {
	p.set(func(p *peers) { p.engine.streams = append(p.engine.streams, req.GetChannel().String()) })
	for part := range slices.Chunk(p.now().messages[req.GetChannel().String()], 1000) {
		if err := stream.Send(&scoringenginev1.StreamMessagesResponse{Messages: part}); err != nil {
			return err
		}
		p.streamed.Add(int64(len(part)))
	}
	return nil
}

func (p *peers) GetLastDay(
	_ context.Context, req *scoringenginev1.GetLastDayRequest,
) (*scoringenginev1.GetLastDayResponse, error) {
	if last := p.now().lastDay; last != nil {
		return &scoringenginev1.GetLastDayResponse{Date: last(req)}, nil
	}
	return nil, errAway
}
