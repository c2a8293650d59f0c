package rpc

import (
	"context"
	"maps"
	"slices"

	"google.golang.org/grpc"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/contacts/internal/core"
	"puls.app/services/contacts/internal/engine"
)

// AudienceServer answers the other services.
type AudienceServer struct {
	contactsv1.UnimplementedAudienceServiceServer
	catalogue core.Catalogue
	audience  core.Audience
}

// NewAudienceServer makes a server.
func NewAudienceServer(catalogue core.Catalogue, audience core.Audience) *AudienceServer {
	return &AudienceServer{catalogue: catalogue, audience: audience}
}

// EnsureDatabases adds the uids that are missing.
func (s *AudienceServer) EnsureDatabases(
	ctx context.Context, req *contactsv1.EnsureDatabasesRequest,
) (*contactsv1.EnsureDatabasesResponse, error) {
	if err := s.catalogue.EnsureDatabases(ctx, req.GetAccountId(), req.GetUids()); err != nil {
		return nil, err
	}
	databases, err := s.catalogue.Databases(ctx, req.GetAccountId())
	if err != nil {
		return nil, err
	}
	res := &contactsv1.EnsureDatabasesResponse{}
	for _, d := range databases {
		res.Databases = append(res.Databases, &contactsv1.DatabaseRef{DatabaseId: d.ID, Uid: d.UID})
	}
	return res, nil
}

// ResolveDatabases answers the ids of uids.
func (s *AudienceServer) ResolveDatabases(
	ctx context.Context, req *contactsv1.ResolveDatabasesRequest,
) (*contactsv1.ResolveDatabasesResponse, error) {
	databases, err := s.catalogue.Databases(ctx, req.GetAccountId())
	if err != nil {
		return nil, err
	}
	uids := req.GetUids()
	if len(uids) == 0 {
		for _, d := range databases {
			uids = append(uids, d.UID)
		}
	}
	res := &contactsv1.ResolveDatabasesResponse{}
	for _, uid := range uids {
		at := slices.IndexFunc(databases, func(d core.Database) bool { return d.UID == uid })
		if at < 0 {
			return nil, core.ErrDatabaseNotFound
		}
		res.Databases = append(res.Databases, &contactsv1.DatabaseRef{DatabaseId: databases[at].ID, Uid: uid})
	}
	if len(req.GetGroupIds()) == 0 {
		return res, nil
	}
	names, err := s.catalogue.GroupNames(ctx, req.GetAccountId(), req.GetGroupIds())
	if err != nil {
		return nil, err
	}
	for _, id := range slices.Sorted(maps.Keys(names)) {
		res.Groups = append(res.Groups, &contactsv1.GroupName{Id: id, Name: names[id]})
	}
	return res, nil
}

// StreamAudience streams bitmaps, a chunk a message.
func (s *AudienceServer) StreamAudience(
	req *contactsv1.StreamAudienceRequest, stream grpc.ServerStreamingServer[contactsv1.StreamAudienceResponse],
) error {
	q := core.AudienceQuery{
		Account: req.GetAccountId(), Channel: engine.Channel(req.GetChannel()), Day: req.GetGeneratedDay(),
		Databases: req.GetDatabaseIds(), Groups: req.GetGroupIds(),
	}
	return s.audience.Chunks(stream.Context(), q, func(c *core.AudienceChunk) error {
		res := &contactsv1.StreamAudienceResponse{
			DatabaseId: c.Database, Chunk: c.Chunk, Members: c.Members, Consenting: c.Consenting, Reachable: c.Reachable,
			Created: c.Created, Known: c.Known,
		}
		for _, g := range c.Groups {
			res.Groups = append(res.Groups, &contactsv1.GroupBits{GroupId: g.Group, Bits: g.Bits})
		}
		return stream.Send(res)
	})
}

// StreamRecipients streams who contacts or visitors are.
func (s *AudienceServer) StreamRecipients(
	req *contactsv1.StreamRecipientsRequest, stream grpc.ServerStreamingServer[contactsv1.StreamRecipientsResponse],
) error {
	visitors := req.GetChannel() == typev1.Channel_CHANNEL_WEB
	return s.audience.Recipients(stream.Context(), req.GetAccountId(), req.GetDatabaseId(), visitors, func(r *core.Recipients) error {
		return stream.Send(&contactsv1.StreamRecipientsResponse{
			Numbers: r.Numbers, ExternalIds: r.ExternalIDs, Emails: r.Emails, Gsms: r.GSMs, VisitorIds: r.VisitorIDs,
		})
	})
}
