package rpc

import (
	"context"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/contacts/internal/core"
	"puls.app/services/kit/auth"
)

// ContactsServer answers about databases, groups and properties of the caller's account.
type ContactsServer struct {
	contactsv1.UnimplementedContactsServiceServer
	catalogue core.Catalogue
}

// NewContactsServer makes a server.
func NewContactsServer(catalogue core.Catalogue) *ContactsServer {
	return &ContactsServer{catalogue: catalogue}
}

// ListDatabases answers the account's uids.
func (s *ContactsServer) ListDatabases(
	ctx context.Context, _ *contactsv1.ListDatabasesRequest,
) (*contactsv1.ListDatabasesResponse, error) {
	databases, err := s.catalogue.Databases(ctx, auth.Account(ctx))
	if err != nil {
		return nil, err
	}
	res := &contactsv1.ListDatabasesResponse{}
	for _, d := range databases {
		res.Items = append(res.Items, &contactsv1.Database{Uid: d.UID, ContactCount: d.Contacts})
	}
	return res, nil
}

// CreateDatabase adds a uid.
func (s *ContactsServer) CreateDatabase(
	ctx context.Context, req *contactsv1.CreateDatabaseRequest,
) (*contactsv1.CreateDatabaseResponse, error) {
	if err := s.catalogue.CreateDatabase(ctx, auth.Account(ctx), req.GetUid()); err != nil {
		return nil, err
	}
	return &contactsv1.CreateDatabaseResponse{Uid: req.GetUid()}, nil
}

// ListGroups answers the groups of every uid.
func (s *ContactsServer) ListGroups(
	ctx context.Context, _ *contactsv1.ListGroupsRequest,
) (*contactsv1.ListGroupsResponse, error) {
	databases, err := s.catalogue.Databases(ctx, auth.Account(ctx))
	if err != nil {
		return nil, err
	}
	groups, err := s.catalogue.Groups(ctx, auth.Account(ctx))
	if err != nil {
		return nil, err
	}
	res := &contactsv1.ListGroupsResponse{Uids: map[string]*contactsv1.GroupList{}}
	for _, d := range databases {
		res.Uids[d.UID] = &contactsv1.GroupList{}
	}
	for _, g := range groups {
		if list := res.Uids[g.UID]; list != nil {
			list.Items = append(list.Items, &contactsv1.Group{
				Id: g.ID, Name: g.Name, Uid: g.UID, EmailValue: g.EmailCount, SmsValue: g.SMSCount,
			})
		}
	}
	return res, nil
}

// CreateGroup adds a group.
func (s *ContactsServer) CreateGroup(
	ctx context.Context, req *contactsv1.CreateGroupRequest,
) (*contactsv1.CreateGroupResponse, error) {
	name, err := core.GroupName(req.GetName())
	if err != nil {
		return nil, err
	}
	id, err := s.catalogue.CreateGroup(ctx, auth.Account(ctx), req.GetUid(), name)
	if err != nil {
		return nil, core.NamedInBody(err)
	}
	return &contactsv1.CreateGroupResponse{Id: id}, nil
}

// ListProperties answers the properties of every uid.
func (s *ContactsServer) ListProperties(
	ctx context.Context, _ *contactsv1.ListPropertiesRequest,
) (*contactsv1.ListPropertiesResponse, error) {
	databases, err := s.catalogue.Databases(ctx, auth.Account(ctx))
	if err != nil {
		return nil, err
	}
	properties, err := s.catalogue.Properties(ctx, auth.Account(ctx))
	if err != nil {
		return nil, err
	}
	res := &contactsv1.ListPropertiesResponse{Uids: map[string]*contactsv1.PropertyList{}}
	for _, d := range databases {
		res.Uids[d.UID] = &contactsv1.PropertyList{}
	}
	for _, p := range properties {
		if list := res.Uids[p.UID]; list != nil {
			list.Items = append(list.Items, propertyToProto(p))
		}
	}
	return res, nil
}

func propertyToProto(p core.Property) *contactsv1.Property {
	kind := "Text"
	if p.Number {
		kind = "Number"
	}
	return &contactsv1.Property{Id: p.ID, Name: p.Name, Uid: p.UID, Type: kind}
}

// AddProperty adds a property.
func (s *ContactsServer) AddProperty(
	ctx context.Context, req *contactsv1.AddPropertyRequest,
) (*contactsv1.AddPropertyResponse, error) {
	if err := core.CheckPropertyName(req.GetName(), req.GetType()); err != nil {
		return nil, err
	}
	number := req.GetType() == "Number"
	id, err := s.catalogue.CreateProperty(ctx, auth.Account(ctx), req.GetUid(), req.GetName(), number)
	if err != nil {
		return nil, core.NamedInBody(err)
	}
	return &contactsv1.AddPropertyResponse{Id: id}, nil
}
