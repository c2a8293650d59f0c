package rpc

import (
	"cmp"
	"context"
	"time"

	"google.golang.org/protobuf/types/known/wrapperspb"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/contacts/internal/audience"
	"puls.app/services/contacts/internal/contact"
	"puls.app/services/spec"
)

// shownGroups is how many groups of a contact are named.
const shownGroups = 3

// usualPage is the default number of contacts of a page.
const usualPage = 100

// SearchContacts returns a page of contacts.
func (s *ContactsServer) SearchContacts(
	ctx context.Context, req *contactsv1.SearchContactsRequest,
) (*contactsv1.SearchContactsResponse, error) {
	search, err := searchOf(ctx, req)
	if err != nil {
		return nil, err
	}
	found, err := s.results.Search(ctx, search)
	if err != nil {
		return nil, err
	}
	res := &contactsv1.SearchContactsResponse{
		Total: int32(found.Total), GeneratedDate: audience.DateOf(found.Result), ComparedDate: audience.DateOf(found.Since),
	}
	if found.Result != nil {
		res.ScoringType = found.Result.Channel.String()
	}
	for _, c := range found.Contacts {
		item := foundToProto(c, found.Result)
		if search.WithActivity {
			if day, kind, ok := found.Activity.Of(c.Database, c.Number); ok {
				item.LastActivity, item.LastActivityType = day.Format(time.DateOnly), kind
			}
		}
		res.Items = append(res.Items, item)
	}
	return res, nil
}

func searchOf(ctx context.Context, req *contactsv1.SearchContactsRequest) (search audience.Search, err error) {
	size := cmp.Or(int(req.GetPageSize()), usualPage)
	search = audience.Search{
		Search: contact.Search{
			Account: account(ctx), Query: req.GetQuery(), UID: req.GetUid(), Group: contact.GroupID(req.GetGroupId()),
			First: (max(int(req.GetPage()), 1) - 1) * size, Limit: size,
		},
		WithoutScore: req.GetWithoutScore(), WithActivity: req.GetWithActivity(), WithGroups: req.GetWithGroups(),
		Consent: audience.Consent(req.GetConsent()), Sort: audience.Sort(req.GetSort()),
	}
	for _, band := range req.GetBands() {
		search.Bands = append(search.Bands, int(band))
	}
	search.Of.Channel = spec.ParseChannel(req.GetScoringType())
	if req.GetScoringId() != "" {
		if search.Of.Scoring, err = parseID(req.GetScoringId()); err != nil {
			return search, err
		}
	}
	if search.Of.Date, err = parseDay(req.GetGeneratedDate(), "generatedDate"); err != nil {
		return search, err
	}
	search.ActiveSince, err = parseDay(req.GetActiveSince(), "activeSince")
	return search, err
}

func foundToProto(c audience.FoundContact, result *audience.Result) *contactsv1.FoundContact {
	item := &contactsv1.FoundContact{
		Uid: c.UID, Number: c.Number, ExternalId: c.ExternalID, Email: c.Email, Gsm: c.GSM,
		Groups: c.Groups[:min(len(c.Groups), shownGroups)], GroupCount: int32(len(c.Groups)),
	}
	setFoundChannels(item, c.FoundContact)
	if result == nil {
		return item
	}
	score, scored := audience.Score(c.Now)
	if !scored {
		item.Reason = result.Channel.Reason(c.Now)
		return item
	}
	item.Score = wrapperspb.Int32(int32(score))
	if before, compared := audience.Score(c.Then); compared {
		item.Change = wrapperspb.Int32(int32(score - before))
	}
	return item
}
