package rpc

import (
	"context"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
)

// AddContact adds a contact.
func (s *ContactsServer) AddContact(
	ctx context.Context, req *contactsv1.AddContactRequest,
) (*contactsv1.AddContactResponse, error) {
	external, address, gsm := req.GetExternalId(), req.GetEmail(), req.GetGsm()
	card, err := s.app.AddContact(ctx, account(ctx), actor(ctx, ""), req.GetUid(), contact.Change{
		Addresses: [fact.AddressKinds]*string{&external, &address, &gsm},
		Consents:  consentsOfNew(req), Note: req.GetConsentNote(),
		Properties: valuesFromProto(req.GetProperties()), AddGroups: groupIDs(req.GetGroupIds()),
	})
	if err != nil {
		return nil, err
	}
	return &contactsv1.AddContactResponse{Contact: cardToProto(ctx, req.GetUid(), card)}, nil
}

// UpdateContact changes a contact.
func (s *ContactsServer) UpdateContact(
	ctx context.Context, req *contactsv1.UpdateContactRequest,
) (*contactsv1.UpdateContactResponse, error) {
	card, err := s.app.UpdateContact(ctx, account(ctx), actor(ctx, ""), req.GetUid(), req.GetNumber(), contact.Change{
		Addresses: [fact.AddressKinds]*string{req.ExternalId, req.Email, req.Gsm},
		Consents:  changedConsents(req), Note: req.GetConsentNote(),
		Blocked: changedBlocks(req), Properties: valuesFromProto(req.GetProperties()),
		AddGroups: groupIDs(req.GetAddGroupIds()), LeaveGroups: groupIDs(req.GetRemoveGroupIds()),
	})
	if err != nil {
		return nil, err
	}
	return &contactsv1.UpdateContactResponse{Contact: cardToProto(ctx, req.GetUid(), card)}, nil
}

func valuesFromProto(from []*contactsv1.PropertyChange) []contact.PropertyValue {
	values := make([]contact.PropertyValue, len(from))
	for i, p := range from {
		values[i] = contact.PropertyValue{ID: contact.PropertyID(p.GetPropertyId()), Value: p.GetValue()}
	}
	return values
}

func groupIDs(from []int32) []contact.GroupID {
	ids := make([]contact.GroupID, len(from))
	for i, id := range from {
		ids[i] = contact.GroupID(id)
	}
	return ids
}
