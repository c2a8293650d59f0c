package rpc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/google/uuid"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/scoring-engine/internal/calculating"
	"puls.app/services/scoring-engine/internal/calculation"
)

// Audience implements calculating.Audience over the contacts service.
type Audience struct {
	Client contactsv1.AudienceServiceClient
}

// Databases returns the databases of uids and the names of groups.
func (a Audience) Databases(
	ctx context.Context, account calculation.AccountID, uids []calculation.UID, groups []calculation.GroupID,
) ([]calculation.Database, map[calculation.GroupID]string, error) {
	req := &contactsv1.ResolveDatabasesRequest{AccountId: int32(account), GroupIds: numbers(groups)}
	for _, uid := range uids {
		req.Uids = append(req.Uids, string(uid))
	}
	res, err := a.Client.ResolveDatabases(ctx, req)
	if err != nil {
		return nil, nil, fmt.Errorf("resolve uids: %w", err)
	}
	var databases []calculation.Database
	for _, d := range res.GetDatabases() {
		databases = append(
			databases, calculation.Database{ID: calculation.DatabaseID(d.GetDatabaseId()), UID: calculation.UID(d.GetUid())},
		)
	}
	names := map[calculation.GroupID]string{}
	for _, g := range res.GetGroups() {
		names[calculation.GroupID(g.GetId())] = g.GetName()
	}
	return databases, names, nil
}

func numbers[T ~int32](ids []T) []int32 {
	list := make([]int32, 0, len(ids))
	for _, id := range ids {
		list = append(list, int32(id))
	}
	return list
}

// Chunks returns every chunk of the databases.
func (a Audience) Chunks(ctx context.Context, req calculating.AudienceRequest) ([]calculating.ChunkAudience, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stream, err := a.Client.StreamAudience(ctx, &contactsv1.StreamAudienceRequest{
		AccountId: int32(req.Account), Channel: typev1.Channel(req.Channel), GeneratedDay: int32(req.Day),
		DatabaseIds: numbers(req.Databases), GroupIds: numbers(req.Groups),
	})
	if err != nil {
		return nil, fmt.Errorf("ask for audience: %w", err)
	}
	var chunks []calculating.ChunkAudience
	for {
		message, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return chunks, nil
		}
		if err != nil {
			return nil, fmt.Errorf("read audience: %w", err)
		}
		chunk := calculating.ChunkAudience{
			ChunkID: calculation.ChunkID{Database: calculation.DatabaseID(message.GetDatabaseId()), Chunk: message.GetChunk()},
			Members: message.GetMembers(), Consenting: message.GetConsenting(), Reachable: message.GetReachable(),
			Created: message.GetCreated(), Known: message.GetKnown(), Groups: map[calculation.GroupID][]byte{},
		}
		for _, group := range message.GetGroups() {
			chunk.Groups[calculation.GroupID(group.GetGroupId())] = group.GetBits()
		}
		chunks = append(chunks, chunk)
	}
}

// Scorings implements calculating.Scorings over the scoring-config service.
type Scorings struct {
	Client scoringconfigv1.DueServiceClient
	Usage  scoringconfigv1.UsageServiceClient
}

// Check returns the fault of scoring-config if an account has no such scoring. A scoring-config of the previous release
// does not implement the call; then Check accepts every scoring, which is safe since only the account's rows are read
// anyway.
func (s Scorings) Check(ctx context.Context, account calculation.AccountID, scoring uuid.UUID) error {
	_, err := s.Usage.CheckScoring(ctx, &scoringconfigv1.CheckScoringRequest{
		AccountId: int32(account), ScoringId: scoring.String(),
	})
	if status.Code(err) == codes.Unimplemented {
		return nil
	}
	return err
}

// Due returns the due tasks.
func (s Scorings) Due(ctx context.Context, day time.Time) ([]calculation.Task, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stream, err := s.Client.StreamDue(ctx, &scoringconfigv1.StreamDueRequest{GeneratedDate: dateText(day)})
	if err != nil {
		return nil, fmt.Errorf("request due scorings: %w", err)
	}
	var tasks []calculation.Task
	for {
		message, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return tasks, nil
		}
		if err != nil {
			return nil, fmt.Errorf("read due scorings: %w", err)
		}
		task, err := taskOf(message.GetTask())
		if err != nil {
			return nil, err
		}
		tasks = append(tasks, task)
	}
}

// ByName returns the tasks of one scoring. It does not wrap the peer's error, so that the reason reaches the client.
func (s Scorings) ByName(
	ctx context.Context, account calculation.AccountID, scoring uuid.UUID, day time.Time, history bool,
) ([]calculation.Task, error) {
	res, err := s.Client.GetTask(ctx, &scoringconfigv1.GetTaskRequest{
		AccountId: int32(account), ScoringId: scoring.String(), GeneratedDate: dateText(day), WithHistory: history,
	})
	if err != nil {
		return nil, err
	}
	return tasksOf(res.GetTasks())
}

func dateText(day time.Time) string {
	if day.IsZero() {
		return ""
	}
	return day.Format(time.DateOnly)
}

func tasksOf(messages []*scoringconfigv1.CalculationTask) ([]calculation.Task, error) {
	tasks := make([]calculation.Task, 0, len(messages))
	for _, message := range messages {
		task, err := taskOf(message)
		if err != nil {
			return nil, err
		}
		tasks = append(tasks, task)
	}
	return tasks, nil
}
