package rpc

import (
	"context"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
)

// GetUnsubscription returns the channel of a one-click link, and whether its consent is already withdrawn.
func (s *IntakeServer) GetUnsubscription(
	ctx context.Context, req *contactsv1.GetUnsubscriptionRequest,
) (*contactsv1.GetUnsubscriptionResponse, error) {
	link, withdrawn, err := s.privacy.Unsubscription(ctx, req.GetToken())
	if err != nil {
		return nil, err
	}
	return &contactsv1.GetUnsubscriptionResponse{ScoringType: link.Channel.String(), Withdrawn: withdrawn}, nil
}

// Unsubscribe withdraws the consent that a one-click link names.
func (s *IntakeServer) Unsubscribe(
	ctx context.Context, req *contactsv1.UnsubscribeRequest,
) (*contactsv1.UnsubscribeResponse, error) {
	link, err := s.privacy.Unsubscribe(ctx, req.GetToken())
	if err != nil {
		return nil, err
	}
	return &contactsv1.UnsubscribeResponse{ScoringType: link.Channel.String()}, nil
}
