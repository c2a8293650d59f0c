package rpc

import (
	"context"
	"encoding/base64"
	"encoding/json"

	"google.golang.org/protobuf/types/known/wrapperspb"

	reportsv1 "puls.app/proto/gen/go/puls/reports/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/reports/internal/core"
)

// ListChanges returns the recipients whose standing differs in a later result.
func (s *Server) ListChanges(
	ctx context.Context, req *reportsv1.ListChangesRequest,
) (*reportsv1.ListChangesResponse, error) {
	ask := core.ChangesAsk{Minimum: int(req.GetMinimum()), Limit: int(req.GetPageSize())}
	var err error
	if ask.Ask, err = askOf(req); err != nil {
		return nil, err
	}
	if ask.Days, err = daysOf("from", req.GetFrom(), "to", req.GetTo()); err != nil {
		return nil, err
	}
	if req.GetPageToken() != "" {
		if ask.After, err = readPageToken(req.GetPageToken()); err != nil {
			return nil, err
		}
	}
	changes, err := s.app.Changes(ctx, account(ctx), ask)
	if err != nil {
		return nil, err
	}
	res := &reportsv1.ListChangesResponse{
		From: dayToProto(changes.From), To: dayToProto(changes.To), Items: make([]*reportsv1.Change, len(changes.Items)),
	}
	for i, c := range changes.Items {
		res.Items[i] = &reportsv1.Change{
			Uid: c.UID, Number: int32(c.Number), Before: standingToProto(c.Before), After: standingToProto(c.After),
		}
	}
	if changes.Next != nil {
		res.NextPageToken, err = writePageToken(*changes.Next)
	}
	return res, err
}

// standingToProto returns nil for an absent recipient.
func standingToProto(c core.Cell) *reportsv1.Standing {
	if c.Absent {
		return nil
	}
	standing := &reportsv1.Standing{}
	if c.Reason != "" {
		standing.Reason = wrapperspb.String(c.Reason)
	} else {
		standing.Score = wrapperspb.Int32(int32(c.Score))
	}
	if c.Known != nil {
		standing.Known = wrapperspb.Bool(*c.Known)
	}
	return standing
}

// Tokens are not secret: each call reads only the account's own results.
func writePageToken(page core.ChangesPage) (string, error) {
	text, err := json.Marshal(page)
	return base64.RawURLEncoding.EncodeToString(text), err
}

func readPageToken(token string) (*core.ChangesPage, error) {
	text, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		return nil, core.ErrPage
	}
	page := &core.ChangesPage{}
	if err := json.Unmarshal(text, page); err != nil || !page.Valid() {
		return nil, core.ErrPage
	}
	return page, nil
}

// Changes returns the recipients whose standing differs in a later result.
func (e Engine) Changes(
	ctx context.Context, account core.AccountID, of core.ChangesOf,
) (changes []core.Change, more bool, err error) {
	req := &scoringenginev1.ListChangesRequest{
		AccountId: int32(account), ScoringId: of.To.Scoring.String(), Channel: typev1.Channel(of.To.Channel),
		To: revisionToProto(of.To), DatabaseIds: idsOf(of.Databases), Minimum: int32(of.Minimum),
		StartDatabaseId: int32(of.First.Database), StartNumber: of.First.Number, Limit: int32(of.Limit),
	}
	if of.From != nil {
		req.From = revisionToProto(*of.From)
	}
	res, err := e.Results.ListChanges(ctx, req)
	if err != nil {
		return nil, false, translated(err)
	}
	changes = make([]core.Change, len(res.GetNumbers()))
	for i, number := range res.GetNumbers() {
		changes[i] = core.Change{
			Place:  core.Place{Database: core.DatabaseID(res.GetDatabaseIds()[i]), Number: number},
			Before: core.ReadCell(of.To.Channel, res.GetBefore()[i]), After: core.ReadCell(of.To.Channel, res.GetAfter()[i]),
		}
	}
	return changes, res.GetMore(), nil
}
