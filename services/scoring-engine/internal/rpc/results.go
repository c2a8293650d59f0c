package rpc

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/scoring-engine/internal/asking"
	"puls.app/services/scoring-engine/internal/calculation"
)

// Results implements ResultService.
type Results struct {
	scoringenginev1.UnimplementedResultServiceServer
	archive asking.Archive
	lifts   *asking.Lifts
}

// NewResults returns a server.
func NewResults(archive asking.Archive, lifts *asking.Lifts) *Results {
	return &Results{archive: archive, lifts: lifts}
}

// GetResult returns the announcement of a result.
func (s *Results) GetResult(
	ctx context.Context, req *scoringenginev1.GetResultRequest,
) (*scoringenginev1.GetResultResponse, error) {
	id, err := uuid.Parse(req.GetScoringId())
	if err != nil {
		return nil, fmt.Errorf("read scoring id: %w", err)
	}
	day, err := calculation.ParseDate("generatedDate", req.GetGeneratedDate())
	if err != nil {
		return nil, err
	}
	key := calculation.Key{Scoring: id, Channel: calculation.Channel(req.GetChannel()), Date: day}
	find := s.archive.Result
	if req.GetOrBefore() {
		find = s.archive.ResultUpTo
	}
	kept, err := find(ctx, calculation.AccountID(req.GetAccountId()), key)
	if err != nil {
		return nil, err
	}
	result, err := announced(kept)
	if err != nil {
		return nil, err
	}
	if result == nil {
		return nil, calculation.ErrNotFound
	}
	return &scoringenginev1.GetResultResponse{Result: result}, nil
}

// StreamResults streams the announcement of every result.
func (s *Results) StreamResults(
	req *scoringenginev1.StreamResultsRequest, stream grpc.ServerStreamingServer[scoringenginev1.StreamResultsResponse],
) error {
	return s.archive.Each(stream.Context(), calculation.AccountID(req.GetAccountId()), func(kept calculation.Kept) error {
		result, err := announced(kept)
		if err != nil {
			return err
		}
		return stream.Send(&scoringenginev1.StreamResultsResponse{
			AccountId: int32(kept.Account), ScoringId: kept.Key.Scoring.String(), Channel: typev1.Channel(kept.Key.Channel),
			GeneratedDate: kept.Key.Date.Format(time.DateOnly), Revision: int32(kept.Revision), Result: result,
		})
	})
}

// CompareResults counts the movement between two results.
func (s *Results) CompareResults(
	ctx context.Context, req *scoringenginev1.CompareResultsRequest,
) (*scoringenginev1.CompareResultsResponse, error) {
	from, err := revisionOf(req, req.GetFrom())
	if err != nil {
		return nil, err
	}
	to, err := revisionOf(req, req.GetTo())
	if err != nil {
		return nil, err
	}
	movements, err := asking.Compare(ctx, s.archive, asking.Pair{
		Account: calculation.AccountID(req.GetAccountId()), From: from, To: to, Databases: databasesOf(req.GetDatabaseIds()),
	})
	if err != nil {
		return nil, err
	}
	res := &scoringenginev1.CompareResultsResponse{}
	for _, m := range movements {
		res.Databases = append(res.Databases, &scoringenginev1.DatabaseMovement{
			DatabaseId: int32(m.Database), Counts: m.Counts,
		})
	}
	return res, nil
}

// ListChanges returns the contacts whose standing differs in a later result.
func (s *Results) ListChanges(
	ctx context.Context, req *scoringenginev1.ListChangesRequest,
) (*scoringenginev1.ListChangesResponse, error) {
	to, err := revisionOf(req, req.GetTo())
	if err != nil {
		return nil, err
	}
	from := to
	if req.GetFrom() != nil {
		if from, err = revisionOf(req, req.GetFrom()); err != nil {
			return nil, err
		}
	}
	changes, more, err := asking.Changes(ctx, s.archive, asking.ChangesOf{
		Pair: asking.Pair{
			Account: calculation.AccountID(req.GetAccountId()), From: from, To: to, Databases: databasesOf(req.GetDatabaseIds()),
		},
		FromNothing: req.GetFrom() == nil, Minimum: int(req.GetMinimum()), Limit: int(req.GetLimit()),
		First: calculation.Contact{
			Database: calculation.DatabaseID(req.GetStartDatabaseId()), Number: req.GetStartNumber(),
		},
	})
	if err != nil {
		return nil, err
	}
	res := &scoringenginev1.ListChangesResponse{More: more}
	for _, c := range changes {
		res.DatabaseIds, res.Numbers = append(res.DatabaseIds, int32(c.Database)), append(res.Numbers, c.Number)
		res.Before, res.After = append(res.Before, c.Before), append(res.After, c.After)
	}
	return res, nil
}

// ofResults is a request about results of one scoring and channel.
type ofResults interface {
	GetScoringId() string
	GetChannel() typev1.Channel
}

func revisionOf(req ofResults, message *scoringenginev1.ResultRevision) (calculation.Revision, error) {
	id, err := uuid.Parse(req.GetScoringId())
	if err != nil {
		return calculation.Revision{}, fmt.Errorf("read scoring id: %w", err)
	}
	day, err := calculation.ParseDate("generatedDate", message.GetGeneratedDate())
	key := calculation.Key{Scoring: id, Channel: calculation.Channel(req.GetChannel()), Date: day}
	return calculation.Revision{Key: key, Number: int(message.GetRevision())}, err
}

// announced decodes the output of Events.Calculated for a result; nil if it was not stored.
func announced(kept calculation.Kept) (*scoringenginev1.Calculated, error) {
	if kept.Announcement == nil {
		return nil, nil
	}
	event := &scoringenginev1.Calculated{}
	if err := proto.Unmarshal(kept.Announcement, event); err != nil {
		return nil, fmt.Errorf("read announcement: %w", err)
	}
	if int(event.GetRevision()) != kept.Revision {
		return nil, nil // an older version has made the result again
	}
	return event, nil
}
