// Package rpc translates between gRPC and the engine; it has no logic of its own.
package rpc

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"google.golang.org/grpc"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/kit/auth"
	"puls.app/services/scoring-engine/internal/asking"
	"puls.app/services/scoring-engine/internal/calculating"
	"puls.app/services/scoring-engine/internal/calculation"
)

// Server implements CalculationService.
type Server struct {
	scoringenginev1.UnimplementedCalculationServiceServer
	app *calculating.App
}

// NewServer returns a server.
func NewServer(app *calculating.App) *Server { return &Server{app: app} }

type named interface {
	GetId() string
	GetGeneratedDate() string
}

func read(req named) (id uuid.UUID, day time.Time, err error) {
	if id, err = uuid.Parse(req.GetId()); err != nil {
		return uuid.Nil, time.Time{}, fmt.Errorf("read scoring id: %w", err)
	}
	day, err = calculation.ParseDate("generatedDate", req.GetGeneratedDate())
	return id, day, err
}

func account(ctx context.Context) calculation.AccountID {
	return calculation.AccountID(auth.Account(ctx))
}

// Calculate queues a calculation.
func (s *Server) Calculate(
	ctx context.Context, req *scoringenginev1.CalculateRequest,
) (*scoringenginev1.CalculateResponse, error) {
	id, day, err := read(req)
	if err != nil {
		return nil, err
	}
	if day, err = s.app.Calculate(ctx, account(ctx), id, day); err != nil {
		return nil, err
	}
	return &scoringenginev1.CalculateResponse{GeneratedDate: day.Format(time.DateOnly)}, nil
}

// WatchProgress streams states until nothing is queued or running.
func (s *Server) WatchProgress(
	req *scoringenginev1.WatchProgressRequest, stream grpc.ServerStreamingServer[scoringenginev1.WatchProgressResponse],
) error {
	id, day, err := read(req)
	if err != nil {
		return err
	}
	return s.app.Watch(stream.Context(), account(stream.Context()), id, day, func(state calculating.State) error {
		if err := stream.Send(stateToProto(state)); err != nil {
			return fmt.Errorf("send progress: %w", err)
		}
		return nil
	})
}

func stateToProto(state calculating.State) *scoringenginev1.WatchProgressResponse {
	res := &scoringenginev1.WatchProgressResponse{GeneratedDate: state.Date.Format(time.DateOnly)}
	for _, c := range state.Channels {
		res.Channels = append(res.Channels, progressToProto(c.Channel, c.Progress))
	}
	return res
}

func progressToProto(channel calculation.Channel, p calculation.Progress) *scoringenginev1.ChannelProgress {
	progress := &scoringenginev1.ChannelProgress{
		ScoringType: channel.String(), Stage: string(p.Stage), Done: p.Done, Reason: string(p.Reason),
	}
	if p.PossibleFrom != nil {
		progress.PossibleFrom = p.PossibleFrom.Format(time.DateOnly)
	}
	return progress
}

// Scores implements ScoreService.
type Scores struct {
	scoringenginev1.UnimplementedScoreServiceServer
	app   *calculating.App
	cells asking.Cells
}

// NewScores returns a server.
func NewScores(app *calculating.App, cells asking.Cells) *Scores {
	return &Scores{app: app, cells: cells}
}

// StreamScores streams the cells of a calculation.
func (s *Scores) StreamScores(
	req *scoringenginev1.StreamScoresRequest, stream grpc.ServerStreamingServer[scoringenginev1.StreamScoresResponse],
) error {
	key := calculation.Key{Channel: calculation.Channel(req.GetChannel())}
	var err error
	if key.Scoring, err = uuid.Parse(req.GetScoringId()); err != nil {
		return calculation.ErrNotFound
	}
	if key.Date, err = time.Parse(time.DateOnly, req.GetGeneratedDate()); err != nil {
		return calculation.ErrNotFound
	}
	owner, revision := calculation.AccountID(req.GetAccountId()), int(req.GetRevision())
	send := func(id calculation.ChunkID, cells []byte) error {
		return stream.Send(&scoringenginev1.StreamScoresResponse{
			DatabaseId: int32(id.Database), Chunk: id.Chunk, Cells: cells,
		})
	}
	return s.cells.Cells(stream.Context(), owner, key, revision, databasesOf(req.GetDatabaseIds()), send)
}

// ListProgress returns the progress of an account's newest calculations.
func (s *Scores) ListProgress(
	ctx context.Context, req *scoringenginev1.ListProgressRequest,
) (*scoringenginev1.ListProgressResponse, error) {
	var ids []uuid.UUID
	for _, text := range req.GetScoringIds() {
		id, err := uuid.Parse(text)
		if err != nil {
			return nil, fmt.Errorf("read scoring id: %w", err)
		}
		ids = append(ids, id)
	}
	list, err := s.app.Newest(
		ctx, calculation.AccountID(req.GetAccountId()), ids, channelsOf(req.GetChannels()),
	)
	if err != nil {
		return nil, err
	}
	res := &scoringenginev1.ListProgressResponse{}
	for _, noted := range list {
		item := &scoringenginev1.ScoringProgress{
			ScoringId: noted.Key.Scoring.String(), GeneratedDate: noted.Key.Date.Format(time.DateOnly),
			Progress: progressToProto(noted.Key.Channel, noted.Progress),
		}
		if !noted.SkippedUntil.IsZero() {
			item.SkippedUntil = noted.SkippedUntil.Format(time.DateOnly)
		}
		for _, day := range noted.Cancelled {
			item.CancelledDates = append(item.CancelledDates, day.Format(time.DateOnly))
		}
		res.Items = append(res.Items, item)
	}
	return res, nil
}
