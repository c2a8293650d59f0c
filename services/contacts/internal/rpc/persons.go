package rpc

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/privacy"
)

// Persons implements privacy.Persons over the scoring-engine service.
type Persons struct {
	Client scoringenginev1.PersonServiceClient
}

// Describe returns the stored facts and scores of a contact or visitor.
func (p Persons) Describe(
	ctx context.Context, account contact.AccountID, database contact.DatabaseID, number int32, channel fact.Channel,
) (facts []privacy.PersonFact, scores []privacy.PersonScore, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stream, err := p.Client.DescribeContact(ctx, &scoringenginev1.DescribeContactRequest{
		AccountId: int32(account), DatabaseId: int32(database), Number: number, Channel: typev1.Channel(channel),
	})
	if err != nil {
		return nil, nil, fmt.Errorf("ask for a person's facts: %w", err)
	}
	for {
		some, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return facts, scores, nil
		}
		if err != nil {
			return nil, nil, fmt.Errorf("read a person's facts: %w", err)
		}
		for _, f := range some.GetFacts() {
			facts = append(facts, privacy.PersonFact{Day: f.GetDay(), Kind: f.GetKind(), Message: f.GetMessageId()})
		}
		for _, s := range some.GetScores() {
			score := privacy.PersonScore{
				Scoring: s.GetScoringName(), ScoringID: s.GetScoringId(), Day: s.GetGeneratedDate(), Reason: s.GetReason(),
			}
			if s.GetScore() != nil {
				value := s.GetScore().GetValue()
				score.Score = &value
			}
			scores = append(scores, score)
		}
	}
}

// ExportPerson streams a ZIP of all stored data of the person with an address.
func (s *DataProtectionServer) ExportPerson(req *contactsv1.ExportPersonRequest, stream fileStream) error {
	ctx := stream.Context()
	pieces := bufio.NewWriterSize(
		&download{stream: stream, name: privacy.HandOutName, content: "application/zip"}, pieceSize,
	)
	if err := s.app.HandOut(ctx, account(ctx), req.GetAddress(), actor(ctx, ""), pieces); err != nil {
		return err
	}
	return pieces.Flush()
}
