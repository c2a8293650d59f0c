package rpc

import (
	"context"
	"time"

	"google.golang.org/genproto/googleapis/api/httpbody"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/timestamppb"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/kit/auth"
)

// shownConsentChanges is how many changes of a contact's consents are returned: the newest.
const shownConsentChanges = 200

// GetContact returns all data of one contact.
func (s *ContactsServer) GetContact(
	ctx context.Context, req *contactsv1.GetContactRequest,
) (*contactsv1.GetContactResponse, error) {
	card, err := s.app.Card(ctx, account(ctx), req.GetUid(), req.GetNumber())
	if err != nil {
		return nil, err
	}
	return &contactsv1.GetContactResponse{Contact: cardToProto(ctx, req.GetUid(), card)}, nil
}

func cardToProto(ctx context.Context, uid string, card *contact.FullCard) *contactsv1.Contact {
	contact := &contactsv1.Contact{
		Uid: uid, Number: card.Number, ExternalId: card.ExternalID, Email: card.Email, Gsm: card.GSM,
	}
	setChannels(contact, card, auth.From(ctx).OwnPerson())
	if card.HasCreated {
		contact.CreatedAt = timestamppb.New(time.UnixMicro(card.CreatedAt))
	}
	for _, g := range card.Groups {
		contact.Groups = append(contact.Groups, &contactsv1.ContactGroup{Id: int32(g.ID), Name: g.Name})
	}
	for _, v := range card.Values {
		property := &contactsv1.ContactProperty{Id: int32(v.ID), Name: v.Name, Type: v.Type(), Value: v.Text}
		if !v.Generated.IsZero() {
			property.GeneratedDate = v.Generated.Format(time.DateOnly)
		}
		contact.Properties = append(contact.Properties, property)
	}
	for _, v := range card.Visitors {
		contact.Visitors = append(contact.Visitors, &contactsv1.ContactVisitor{Number: v.Number, VisitorId: v.ID})
	}
	for _, twin := range card.Twins {
		other := &contactsv1.SameAddress{Number: twin.Number, Kind: "email"}
		if other.Number == card.Number {
			other.Number = twin.Of
		}
		if twin.By == fact.ExternalID {
			other.Kind = "externalId"
		}
		contact.SameAddresses = append(contact.SameAddresses, other)
	}
	for _, c := range card.ConsentChanges[:min(len(card.ConsentChanges), shownConsentChanges)] {
		contact.ConsentChanges = append(contact.ConsentChanges, &contactsv1.ConsentChange{
			ScoringType: c.Channel.String(), Given: c.Given, OccurredAt: timestamppb.New(c.At), Source: string(c.Cause),
			Who: c.Who, Detail: c.Detail,
		})
	}
	return contact
}

// ExportContacts streams the contacts of a uid as CSV.
func (s *ContactsServer) ExportContacts(
	req *contactsv1.ExportContactsRequest, stream grpc.ServerStreamingServer[httpbody.HttpBody],
) error {
	ctx := stream.Context()
	to := &download{stream: stream, name: contact.ExportName(req.GetUid())}
	export := contact.Export{
		Account: account(ctx), UID: req.GetUid(), Choice: contact.AllContacts(), By: actor(ctx, ""),
		Delimiter: delimiterOf(req.GetDelimiter()),
	}
	if req.GetSearch() != nil {
		search, err := searchOf(ctx, req.GetSearch())
		if err != nil {
			return err
		}
		if search.UID != "" && search.UID != req.GetUid() {
			return contact.ErrDatabaseNotFound
		}
		search.UID = req.GetUid()
		if export.Choice, err = s.results.Choice(ctx, search); err != nil {
			return err
		}
	}
	return s.app.ExportContacts(ctx, export, to.send)
}
