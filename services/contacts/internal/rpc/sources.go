package rpc

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/contacts/internal/core"
)

// SourceServer answers SourceService.
type SourceServer struct {
	contactsv1.UnimplementedSourceServiceServer
	names    core.NameStore
	websites core.Websites
}

// NewSourceServer makes a server.
func NewSourceServer(names core.NameStore, websites core.Websites) *SourceServer {
	return &SourceServer{names: names, websites: websites}
}

// GetTracking answers what is tracked.
func (s *SourceServer) GetTracking(ctx context.Context, req *contactsv1.GetTrackingRequest) (*contactsv1.GetTrackingResponse, error) {
	websites, since, err := s.websites.Tracking(ctx, req.GetAccountId())
	if err != nil {
		return nil, err
	}
	res := &contactsv1.GetTrackingResponse{WebsiteCount: int32(websites)}
	if since != nil {
		res.Since = timestamppb.New(*since)
	}
	return res, nil
}

// CheckNames answers which names cannot be used.
func (s *SourceServer) CheckNames(ctx context.Context, req *contactsv1.CheckNamesRequest) (*contactsv1.CheckNamesResponse, error) {
	bad, err := s.names.CheckNames(ctx, req.GetAccountId(), core.Names{
		UIDs: req.GetUids(), Groups: referencesFromProto(req.GetGroups()), Properties: referencesFromProto(req.GetProperties()),
	})
	if err != nil {
		return nil, err
	}
	return &contactsv1.CheckNamesResponse{
		UnknownUids: bad.UIDs, UnknownGroups: referencesToProto(bad.Groups), UnknownProperties: referencesToProto(bad.Properties),
		TextProperties: referencesToProto(bad.Texts),
	}, nil
}

func referencesFromProto(from []*contactsv1.Reference) []core.Reference {
	references := make([]core.Reference, len(from))
	for i, r := range from {
		references[i] = core.Reference{UID: r.GetUid(), ID: r.GetId()}
	}
	return references
}

func referencesToProto(from []core.Reference) []*contactsv1.Reference {
	references := make([]*contactsv1.Reference, len(from))
	for i, r := range from {
		references[i] = &contactsv1.Reference{Uid: r.UID, Id: r.ID}
	}
	return references
}
