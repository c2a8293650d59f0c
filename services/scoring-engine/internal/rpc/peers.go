package rpc

import (
	"context"
	"errors"
	"fmt"
	"io"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/scoring-engine/internal/core"
)

// Audience implements core.Audience over the contacts service.
type Audience struct {
	Client contactsv1.AudienceServiceClient
}

// Databases answers the databases of uids and the names of groups.
func (a Audience) Databases(
	ctx context.Context, account core.AccountID, uids []string, groups []int32,
) ([]core.Database, map[int32]string, error) {
	res, err := a.Client.ResolveDatabases(ctx, &contactsv1.ResolveDatabasesRequest{AccountId: int32(account), Uids: uids, GroupIds: groups})
	if err != nil {
		return nil, nil, fmt.Errorf("resolve uids: %w", err)
	}
	var databases []core.Database
	for _, d := range res.GetDatabases() {
		databases = append(databases, core.Database{ID: d.GetDatabaseId(), UID: d.GetUid()})
	}
	names := map[int32]string{}
	for _, g := range res.GetGroups() {
		names[g.GetId()] = g.GetName()
	}
	return databases, names, nil
}

// Chunks answers every chunk of the databases.
func (a Audience) Chunks(ctx context.Context, req core.AudienceRequest) ([]core.ChunkAudience, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stream, err := a.Client.StreamAudience(ctx, &contactsv1.StreamAudienceRequest{
		AccountId: int32(req.Account), Channel: typev1.Channel(req.Channel), GeneratedDay: int32(req.Day),
		DatabaseIds: req.Databases, GroupIds: req.Groups,
	})
	if err != nil {
		return nil, fmt.Errorf("ask for audience: %w", err)
	}
	var chunks []core.ChunkAudience
	for {
		message, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return chunks, nil
		}
		if err != nil {
			return nil, fmt.Errorf("read audience: %w", err)
		}
		chunk := core.ChunkAudience{
			ChunkID: core.ChunkID{Database: message.GetDatabaseId(), Chunk: message.GetChunk()},
			Members: message.GetMembers(), Consenting: message.GetConsenting(), Reachable: message.GetReachable(),
			Created: message.GetCreated(), Known: message.GetKnown(), Groups: map[int32][]byte{},
		}
		for _, group := range message.GetGroups() {
			chunk.Groups[group.GetGroupId()] = group.GetBits()
		}
		chunks = append(chunks, chunk)
	}
}

// Due asks scoring-config what has to be calculated.
type Due struct {
	Client scoringconfigv1.DueServiceClient
}

// ListDue answers what is due.
func (d Due) ListDue(ctx context.Context, generatedDate string) ([]*scoringconfigv1.CalculationTask, error) {
	res, err := d.Client.ListDue(ctx, &scoringconfigv1.ListDueRequest{GeneratedDate: generatedDate})
	if err != nil {
		return nil, fmt.Errorf("list due: %w", err)
	}
	return res.GetTasks(), nil
}
