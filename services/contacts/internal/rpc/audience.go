package rpc

import (
	"context"
	"maps"
	"slices"

	"google.golang.org/grpc"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/contacts/internal/audience"
	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
)

// AudienceServer implements AudienceService for other services.
type AudienceServer struct {
	contactsv1.UnimplementedAudienceServiceServer
	contacts *contact.App
	audience *audience.App
}

// NewAudienceServer returns a server.
func NewAudienceServer(contacts *contact.App, audience *audience.App) *AudienceServer {
	return &AudienceServer{contacts: contacts, audience: audience}
}

// EnsureDatabases adds missing uids.
func (s *AudienceServer) EnsureDatabases(
	ctx context.Context, req *contactsv1.EnsureDatabasesRequest,
) (*contactsv1.EnsureDatabasesResponse, error) {
	databases, err := s.contacts.EnsureDatabases(ctx, contact.AccountID(req.GetAccountId()), req.GetUids())
	if err != nil {
		return nil, err
	}
	return &contactsv1.EnsureDatabasesResponse{Databases: databasesToProto(databases)}, nil
}

func databasesToProto(databases []contact.Database) []*contactsv1.DatabaseRef {
	refs := make([]*contactsv1.DatabaseRef, len(databases))
	for i, d := range databases {
		refs[i] = &contactsv1.DatabaseRef{DatabaseId: int32(d.ID), Uid: d.UID}
	}
	return refs
}

// ResolveDatabases returns the database ids of uids and the names of groups.
func (s *AudienceServer) ResolveDatabases(
	ctx context.Context, req *contactsv1.ResolveDatabasesRequest,
) (*contactsv1.ResolveDatabasesResponse, error) {
	groups := idsFromProto[contact.GroupID](req.GetGroupIds())
	databases, names, err := s.contacts.Resolve(ctx, contact.AccountID(req.GetAccountId()), req.GetUids(), groups)
	if err != nil {
		return nil, err
	}
	res := &contactsv1.ResolveDatabasesResponse{Databases: databasesToProto(databases)}
	for _, id := range slices.Sorted(maps.Keys(names)) {
		res.Groups = append(res.Groups, &contactsv1.GroupName{Id: int32(id), Name: names[id]})
	}
	return res, nil
}

func idsFromProto[T ~int32](from []int32) []T {
	ids := make([]T, len(from))
	for i, id := range from {
		ids[i] = T(id)
	}
	return ids
}

// StreamAudience streams bitmaps, one chunk in each message.
func (s *AudienceServer) StreamAudience(
	req *contactsv1.StreamAudienceRequest, stream grpc.ServerStreamingServer[contactsv1.StreamAudienceResponse],
) error {
	q := audience.Query{
		Account: contact.AccountID(req.GetAccountId()), Channel: fact.Channel(req.GetChannel()),
		Databases: idsFromProto[contact.DatabaseID](req.GetDatabaseIds()),
		Groups:    idsFromProto[contact.GroupID](req.GetGroupIds()),
	}
	return s.audience.Audience(stream.Context(), q, req.GetGeneratedDay(), func(c *audience.Chunk) error {
		res := &contactsv1.StreamAudienceResponse{
			DatabaseId: int32(c.Database), Chunk: c.Chunk, Members: c.Members, Consenting: c.Consenting, Reachable: c.Reachable,
			Created: c.Created, Known: c.Known,
		}
		for _, g := range c.Groups {
			res.Groups = append(res.Groups, &contactsv1.GroupBits{GroupId: int32(g.Group), Bits: g.Bits})
		}
		return stream.Send(res)
	})
}

// StreamRecipients streams the addresses of contacts or visitors.
func (s *AudienceServer) StreamRecipients(
	req *contactsv1.StreamRecipientsRequest, stream grpc.ServerStreamingServer[contactsv1.StreamRecipientsResponse],
) error {
	account, database := contact.AccountID(req.GetAccountId()), contact.DatabaseID(req.GetDatabaseId())
	channel := fact.Channel(req.GetChannel())
	return s.audience.Recipients(stream.Context(), account, database, channel, func(r *audience.Recipients) error {
		return stream.Send(&contactsv1.StreamRecipientsResponse{
			Numbers: r.Numbers, Texts: r.Texts,
		})
	})
}
