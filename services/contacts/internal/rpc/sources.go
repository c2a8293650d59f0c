package rpc

import (
	"context"
	"maps"
	"slices"

	"google.golang.org/protobuf/types/known/timestamppb"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/intake"
)

// SourceServer implements SourceService.
type SourceServer struct {
	contactsv1.UnimplementedSourceServiceServer
	contacts *contact.App
	intake   *intake.App
}

// NewSourceServer returns a server.
func NewSourceServer(contacts *contact.App, intake *intake.App) *SourceServer {
	return &SourceServer{contacts: contacts, intake: intake}
}

// GetTracking returns the number of an account's websites and since when they are tracked.
func (s *SourceServer) GetTracking(
	ctx context.Context, req *contactsv1.GetTrackingRequest,
) (*contactsv1.GetTrackingResponse, error) {
	websites, since, err := s.intake.Tracking(ctx, contact.AccountID(req.GetAccountId()))
	if err != nil {
		return nil, err
	}
	res := &contactsv1.GetTrackingResponse{WebsiteCount: int32(websites)}
	if since != nil {
		res.Since = timestamppb.New(*since)
	}
	return res, nil
}

// CheckNames returns the names that cannot be used.
func (s *SourceServer) CheckNames(
	ctx context.Context, req *contactsv1.CheckNamesRequest,
) (*contactsv1.CheckNamesResponse, error) {
	bad, err := s.contacts.CheckNames(ctx, contact.AccountID(req.GetAccountId()), contact.Names{
		UIDs: req.GetUids(), Groups: referencesFromProto[contact.GroupID](req.GetGroups()),
		Properties: referencesFromProto[contact.PropertyID](req.GetProperties()),
	})
	if err != nil {
		return nil, err
	}
	res := &contactsv1.CheckNamesResponse{
		UnknownUids: bad.UIDs, UnknownGroups: referencesToProto(bad.Groups),
		UnknownProperties: referencesToProto(bad.Properties),
		TextProperties:    referencesToProto(bad.Texts),
		GroupCounts:       map[string]int32{},
	}
	for uid, count := range bad.GroupCounts {
		res.GroupCounts[uid] = int32(count)
	}
	return res, nil
}

// ListSources returns the names of the groups and properties of uids.
func (s *SourceServer) ListSources(
	ctx context.Context, req *contactsv1.ListSourcesRequest,
) (*contactsv1.ListSourcesResponse, error) {
	sources, err := s.contacts.Sources(ctx, contact.AccountID(req.GetAccountId()), req.GetUids())
	if err != nil {
		return nil, err
	}
	res := &contactsv1.ListSourcesResponse{}
	for _, uid := range slices.Sorted(maps.Keys(sources)) {
		res.Items = append(res.Items, &contactsv1.Source{
			Uid: uid, Groups: namesToProto(sources[uid].Groups), Properties: namesToProto(sources[uid].Properties),
		})
	}
	return res, nil
}

func namesToProto[ID contact.GroupID | contact.PropertyID](names map[ID]string) []*contactsv1.SourceName {
	list := make([]*contactsv1.SourceName, 0, len(names))
	for _, id := range slices.Sorted(maps.Keys(names)) {
		list = append(list, &contactsv1.SourceName{Id: int32(id), Name: names[id]})
	}
	return list
}

func referencesFromProto[ID contact.GroupID | contact.PropertyID](
	from []*contactsv1.Reference,
) []contact.Reference[ID] {
	references := make([]contact.Reference[ID], len(from))
	for i, r := range from {
		references[i] = contact.Reference[ID]{UID: r.GetUid(), ID: ID(r.GetId())}
	}
	return references
}

func referencesToProto[ID contact.GroupID | contact.PropertyID](from []contact.Reference[ID]) []*contactsv1.Reference {
	references := make([]*contactsv1.Reference, len(from))
	for i, r := range from {
		references[i] = &contactsv1.Reference{Uid: r.UID, Id: int32(r.ID)}
	}
	return references
}
