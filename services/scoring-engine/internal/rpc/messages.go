package rpc

import (
	"context"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/scoring-engine/internal/asking"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// ListContactMessages returns the newest messages to one contact.
func (s *Explanations) ListContactMessages(
	ctx context.Context, req *scoringenginev1.ListContactMessagesRequest,
) (*scoringenginev1.ListContactMessagesResponse, error) {
	list, first, more, err := s.persons.NewestMessages(
		ctx, account(ctx), calculation.UID(req.GetUid()), uint32(req.GetNumber()), calculation.DayOf(s.now()),
	)
	if err != nil {
		return nil, err
	}
	res := &scoringenginev1.ListContactMessagesResponse{More: more, FirstDay: dateOf(first)}
	for _, m := range list {
		res.Items = append(res.Items, contactMessage(m))
	}
	return res, nil
}

func contactMessage(m asking.ContactMessage) *scoringenginev1.ContactMessage {
	on := func(kind segment.Kind) string {
		if day, has := m.Days[kind]; has {
			return dateOf(day)
		}
		return ""
	}
	return &scoringenginev1.ContactMessage{
		ScoringType: m.Channel.String(), MessageId: m.ID, Category: m.Channel.CategoryName(uint32(m.Category)),
		SentDate: on(segment.Sent), DeliveredDate: on(segment.Delivered), OpenedDate: on(segment.Opened),
		ClickedDate: on(segment.Clicked), BouncedDate: on(segment.Bounced), UnsubscribedDate: on(segment.Unsubscribed),
		MachineOpenedDate: on(segment.MachineOpened), MachineClickedDate: on(segment.MachineClicked),
	}
}
