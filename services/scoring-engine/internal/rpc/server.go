// Package rpc translates between gRPC and the engine; it decides nothing.
package rpc

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"google.golang.org/grpc"

	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/kit/auth"
	"puls.app/services/scoring-engine/internal/core"
)

// Store is what the calls read and note.
type Store interface {
	Progress(ctx context.Context, account core.AccountID, key core.Key) (core.Progress, error)
	// Ask is core.Queue's.
	Ask(ctx context.Context, account core.AccountID, tasks []core.Waiting, keys []core.Key, limit int, now time.Time) error
	Cells(ctx context.Context, account core.AccountID, key core.Key, revision int, databases []int32,
		visit func(id core.ChunkID, cells []byte) error) error
}

// Options are what a server is made of.
type Options struct {
	Store Store
	Due   scoringconfigv1.DueServiceClient
	// Wait makes a task one of the queue, Wake tells that there is one.
	Wait func(task *scoringconfigv1.CalculationTask) (core.Waiting, error)
	Wake func()
	// PerHour is how many calculations an account may ask for within an hour.
	PerHour int
	Now     func() time.Time
}

// Server answers CalculationService.
type Server struct {
	scoringenginev1.UnimplementedCalculationServiceServer
	o Options
}

// NewServer makes a server.
func NewServer(o Options) *Server { return &Server{o: o} }

func (s *Server) tasks(ctx context.Context, id, date string) ([]*scoringconfigv1.CalculationTask, error) {
	res, err := s.o.Due.GetTask(ctx, &scoringconfigv1.GetTaskRequest{AccountId: auth.Account(ctx), ScoringId: id, GeneratedDate: date})
	if err != nil {
		return nil, err
	}
	return res.GetTasks(), nil
}

// Calculate queues a calculation.
func (s *Server) Calculate(ctx context.Context, req *scoringenginev1.CalculateRequest) (*scoringenginev1.CalculateResponse, error) {
	tasks, err := s.tasks(ctx, req.GetId(), req.GetGeneratedDate())
	if err != nil {
		return nil, err
	}
	res := &scoringenginev1.CalculateResponse{}
	var waiting []core.Waiting
	var keys []core.Key
	for _, task := range tasks {
		key, err := keyOf(task)
		if err != nil {
			return nil, err
		}
		w, err := s.o.Wait(task)
		if err != nil {
			return nil, err
		}
		waiting, keys = append(waiting, w), append(keys, key)
		res.GeneratedDate = task.GetGeneratedDate()
	}
	account := core.AccountID(auth.Account(ctx))
	if err := s.o.Store.Ask(ctx, account, waiting, keys, s.o.PerHour, s.o.Now()); err != nil {
		return nil, fmt.Errorf("queue calculation: %w", err)
	}
	s.o.Wake()
	return res, nil
}

// keyOf names the one calculation of a task that was made for one scoring.
func keyOf(task *scoringconfigv1.CalculationTask) (core.Key, error) {
	key := core.Key{Channel: core.Channel(task.GetChannel())}
	var err error
	if key.Date, err = time.Parse(time.DateOnly, task.GetGeneratedDate()); err != nil {
		return key, fmt.Errorf("read generated date: %w", err)
	}
	if key.Scoring, err = uuid.Parse(task.GetScorings()[0].GetScoringId()); err != nil {
		return key, fmt.Errorf("read scoring id: %w", err)
	}
	return key, nil
}

const (
	// lookEvery is how often the state is looked at.
	lookEvery = 200 * time.Millisecond
	// tellEvery is the longest silence of the stream.
	tellEvery = time.Second
)

// WatchProgress streams states until nothing is queued or running.
func (s *Server) WatchProgress(req *scoringenginev1.WatchProgressRequest, stream grpc.ServerStreamingServer[scoringenginev1.WatchProgressResponse]) error {
	ctx := stream.Context()
	tasks, err := s.tasks(ctx, req.GetId(), req.GetGeneratedDate())
	if err != nil {
		return err
	}
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	told, toldAt := "", time.Time{}
	for {
		res, over, err := s.look(ctx, tasks)
		if err != nil {
			return err
		}
		if state := res.String(); over || state != told || s.o.Now().Sub(toldAt) >= tellEvery {
			if err := stream.Send(res); err != nil {
				return fmt.Errorf("send progress: %w", err)
			}
			told, toldAt = state, s.o.Now()
		}
		if over {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		}
	}
}

func (s *Server) look(ctx context.Context, tasks []*scoringconfigv1.CalculationTask) (*scoringenginev1.WatchProgressResponse, bool, error) {
	res := &scoringenginev1.WatchProgressResponse{}
	over := true
	for _, task := range tasks {
		key, err := keyOf(task)
		if err != nil {
			return nil, false, err
		}
		progress, err := s.o.Store.Progress(ctx, core.AccountID(auth.Account(ctx)), key)
		if err != nil {
			return nil, false, fmt.Errorf("read progress: %w", err)
		}
		over = over && progress.Over()
		res.GeneratedDate = task.GetGeneratedDate()
		channel := &scoringenginev1.ChannelProgress{
			ScoringType: key.Channel.String(), Stage: string(progress.Stage), Done: progress.Done, Reason: progress.Reason,
		}
		if progress.PossibleFrom != nil {
			channel.PossibleFrom = progress.PossibleFrom.Format(time.DateOnly)
		}
		res.Channels = append(res.Channels, channel)
	}
	return res, over, nil
}

// Scores answers ScoreService.
type Scores struct {
	scoringenginev1.UnimplementedScoreServiceServer
	store Store
}

// NewScores makes a server.
func NewScores(store Store) *Scores { return &Scores{store: store} }

// StreamScores answers the cells of a calculation.
func (s *Scores) StreamScores(req *scoringenginev1.StreamScoresRequest, stream grpc.ServerStreamingServer[scoringenginev1.StreamScoresResponse]) error {
	key := core.Key{Channel: core.Channel(req.GetChannel())}
	var err error
	if key.Scoring, err = uuid.Parse(req.GetScoringId()); err != nil {
		return core.ErrNotFound
	}
	if key.Date, err = time.Parse(time.DateOnly, req.GetGeneratedDate()); err != nil {
		return core.ErrNotFound
	}
	account := core.AccountID(req.GetAccountId())
	return s.store.Cells(stream.Context(), account, key, int(req.GetRevision()), req.GetDatabaseIds(), func(id core.ChunkID, cells []byte) error {
		return stream.Send(&scoringenginev1.StreamScoresResponse{DatabaseId: id.Database, Chunk: id.Chunk, Cells: cells})
	})
}
