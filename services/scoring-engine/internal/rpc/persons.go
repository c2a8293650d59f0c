package rpc

import (
	"slices"
	"time"

	"github.com/google/uuid"
	"google.golang.org/grpc"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/scoring-engine/internal/asking"
	"puls.app/services/scoring-engine/internal/calculation"
)

// Persons implements PersonService.
type Persons struct {
	scoringenginev1.UnimplementedPersonServiceServer
	persons *asking.Persons
	archive asking.Archive
}

// NewPersons returns a server.
func NewPersons(persons *asking.Persons, archive asking.Archive) *Persons {
	return &Persons{persons: persons, archive: archive}
}

// describedAtOnce is the number of facts or scores in one message.
const describedAtOnce = 1000

// DescribeContact streams the stored facts and scores of one contact or visitor.
func (s *Persons) DescribeContact(
	req *scoringenginev1.DescribeContactRequest,
	stream grpc.ServerStreamingServer[scoringenginev1.DescribeContactResponse],
) error {
	ctx, channel := stream.Context(), calculation.Channel(req.GetChannel())
	contact := calculation.Contact{Database: calculation.DatabaseID(req.GetDatabaseId()), Number: uint32(req.GetNumber())}
	facts, err := s.persons.FactsOf(ctx, channel, contact)
	if err != nil {
		return err
	}
	for some := range slices.Chunk(facts, describedAtOnce) {
		res := &scoringenginev1.DescribeContactResponse{}
		for _, f := range some {
			res.Facts = append(res.Facts, &scoringenginev1.PersonFact{
				Day: calculation.DateOf(f.Day).Format(time.DateOnly), Kind: asking.KindName(channel, f.Kind), MessageId: f.Message,
			})
		}
		if err := stream.Send(res); err != nil {
			return err
		}
	}
	account := calculation.AccountID(req.GetAccountId())
	scores, err := s.persons.Scores(ctx, account, channel, contact)
	if err != nil {
		return err
	}
	names := map[uuid.UUID]string{}
	for some := range slices.Chunk(scores, describedAtOnce) {
		res := &scoringenginev1.DescribeContactResponse{}
		for _, score := range some {
			if _, known := names[score.Scoring]; !known {
				kept, err := s.archive.Result(ctx, account, calculation.Key{Scoring: score.Scoring, Channel: channel})
				if err != nil {
					return err
				}
				result, err := announced(kept)
				if err != nil {
					return err
				}
				names[score.Scoring] = result.GetConfig().GetName()
			}
			res.Scores = append(res.Scores, &scoringenginev1.PersonScore{
				ScoringId: score.Scoring.String(), ScoringName: names[score.Scoring],
				GeneratedDate: score.Date.Format(time.DateOnly), Score: scoreOrNull(score.ContactScore), Reason: score.Reason,
			})
		}
		if err := stream.Send(res); err != nil {
			return err
		}
	}
	return nil
}
