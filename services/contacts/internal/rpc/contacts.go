package rpc

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/contacts/internal/audience"
	"puls.app/services/contacts/internal/contact"
	"puls.app/services/kit/auth"
)

// account returns the account that the caller's session is in.
func account(ctx context.Context) contact.AccountID { return contact.AccountID(auth.Account(ctx)) }

// ContactsServer implements ContactsService for the caller's account.
type ContactsServer struct {
	contactsv1.UnimplementedContactsServiceServer
	app     *contact.App
	results *audience.App
}

// NewContactsServer returns a server.
func NewContactsServer(app *contact.App, results *audience.App) *ContactsServer {
	return &ContactsServer{app: app, results: results}
}

// ListDatabases returns the account's uids.
func (s *ContactsServer) ListDatabases(
	ctx context.Context, _ *contactsv1.ListDatabasesRequest,
) (*contactsv1.ListDatabasesResponse, error) {
	databases, err := s.app.Databases(ctx, account(ctx))
	if err != nil {
		return nil, err
	}
	res := &contactsv1.ListDatabasesResponse{}
	for _, d := range databases {
		item := &contactsv1.Database{
			Uid: d.UID, Name: d.Name, ContactCount: d.Contacts, GroupCount: d.Groups, Own: d.UID == account(ctx).OwnUID(),
		}
		if d.ImportedAt != nil {
			item.ImportedAt = timestamppb.New(*d.ImportedAt)
		}
		res.Items = append(res.Items, item)
	}
	return res, nil
}

// CreateDatabase adds a uid.
func (s *ContactsServer) CreateDatabase(
	ctx context.Context, req *contactsv1.CreateDatabaseRequest,
) (*contactsv1.CreateDatabaseResponse, error) {
	if err := s.app.CreateDatabase(ctx, account(ctx), req.GetUid(), req.GetName()); err != nil {
		return nil, err
	}
	return &contactsv1.CreateDatabaseResponse{Uid: req.GetUid()}, nil
}

// RenameDatabase renames a database.
func (s *ContactsServer) RenameDatabase(
	ctx context.Context, req *contactsv1.RenameDatabaseRequest,
) (*contactsv1.RenameDatabaseResponse, error) {
	name, err := s.app.RenameDatabase(ctx, account(ctx), req.GetUid(), req.GetName())
	if err != nil {
		return nil, err
	}
	return &contactsv1.RenameDatabaseResponse{Uid: req.GetUid(), Name: name}, nil
}

// ListGroups returns the groups of every uid.
func (s *ContactsServer) ListGroups(
	ctx context.Context, _ *contactsv1.ListGroupsRequest,
) (*contactsv1.ListGroupsResponse, error) {
	groups, err := s.app.Groups(ctx, account(ctx))
	if err != nil {
		return nil, err
	}
	res := &contactsv1.ListGroupsResponse{Uids: make(map[string]*contactsv1.GroupList, len(groups))}
	for uid, all := range groups {
		list := &contactsv1.GroupList{}
		for _, g := range all {
			list.Items = append(list.Items, groupToProto(g))
		}
		res.Uids[uid] = list
	}
	return res, nil
}

func usesToProto(uses []contact.Use) []*contactsv1.UsedBy {
	var list []*contactsv1.UsedBy
	for _, use := range uses {
		list = append(list, &contactsv1.UsedBy{
			ScoringId: use.ScoringID, Name: use.Name, ScoringType: use.Channel.String(),
		})
	}
	return list
}

// CreateGroup adds a group.
func (s *ContactsServer) CreateGroup(
	ctx context.Context, req *contactsv1.CreateGroupRequest,
) (*contactsv1.CreateGroupResponse, error) {
	id, err := s.app.CreateGroup(ctx, account(ctx), req.GetUid(), req.GetName())
	if err != nil {
		return nil, err
	}
	return &contactsv1.CreateGroupResponse{Id: int32(id)}, nil
}

// AddProperty adds a property.
func (s *ContactsServer) AddProperty(
	ctx context.Context, req *contactsv1.AddPropertyRequest,
) (*contactsv1.AddPropertyResponse, error) {
	id, err := s.app.AddProperty(ctx, account(ctx), req.GetUid(), req.GetName(), req.GetType(), req.GetTrait())
	if err != nil {
		return nil, err
	}
	return &contactsv1.AddPropertyResponse{Id: int32(id)}, nil
}
