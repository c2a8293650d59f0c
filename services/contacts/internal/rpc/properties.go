package rpc

import (
	"context"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/contacts/internal/contact"
)

func propertyToProto(p contact.Property) *contactsv1.Property {
	return &contactsv1.Property{
		Id: int32(p.ID), Name: p.Name, Uid: p.UID, Type: p.Type(),
		UsedInScoring: len(p.UsedBy) > 0, UsedBy: usesToProto(p.UsedBy),
	}
}

// ListProperties returns the properties of every uid.
func (s *ContactsServer) ListProperties(
	ctx context.Context, _ *contactsv1.ListPropertiesRequest,
) (*contactsv1.ListPropertiesResponse, error) {
	uids, err := s.properties(ctx)
	return &contactsv1.ListPropertiesResponse{Uids: uids}, err
}

// ListCharacteristics returns the same as ListProperties, under the other name.
func (s *ContactsServer) ListCharacteristics(
	ctx context.Context, _ *contactsv1.ListCharacteristicsRequest,
) (*contactsv1.ListCharacteristicsResponse, error) {
	uids, err := s.properties(ctx)
	return &contactsv1.ListCharacteristicsResponse{Uids: uids}, err
}

func (s *ContactsServer) properties(ctx context.Context) (map[string]*contactsv1.PropertyList, error) {
	properties, err := s.app.Properties(ctx, account(ctx))
	if err != nil {
		return nil, err
	}
	uids := make(map[string]*contactsv1.PropertyList, len(properties))
	for uid, all := range properties {
		list := &contactsv1.PropertyList{}
		for _, p := range all {
			list.Items = append(list.Items, propertyToProto(p))
		}
		uids[uid] = list
	}
	return uids, nil
}

// RenameProperty renames a property.
func (s *ContactsServer) RenameProperty(
	ctx context.Context, req *contactsv1.RenamePropertyRequest,
) (*contactsv1.RenamePropertyResponse, error) {
	property, err := s.app.RenameProperty(ctx, account(ctx), contact.PropertyID(req.GetId()), req.GetName())
	if err != nil {
		return nil, err
	}
	return &contactsv1.RenamePropertyResponse{Property: propertyToProto(property)}, nil
}

// DeleteProperty removes a property and its values.
func (s *ContactsServer) DeleteProperty(
	ctx context.Context, req *contactsv1.DeletePropertyRequest,
) (*contactsv1.DeletePropertyResponse, error) {
	if err := s.app.DeleteProperty(ctx, account(ctx), contact.PropertyID(req.GetId())); err != nil {
		return nil, err
	}
	return &contactsv1.DeletePropertyResponse{}, nil
}
