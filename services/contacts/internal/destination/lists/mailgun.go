package lists

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"

	"puls.app/services/contacts/internal/destination"
)

// mailgun is a mailing list.
type mailgun struct {
	caller
	destination.Target
}

// mailgunAdds is the maximum number of members that a call adds before it returns. Larger calls, up to 1,000 members,
// are processed later.
const mailgunAdds = 100

func (*mailgun) AddsAtOnce() int    { return mailgunAdds }
func (*mailgun) RemovesAtOnce() int { return 1 }

func (m *mailgun) path() string { return "/v3/lists/" + escaped(m.List) }

// Check looks the list up.
func (m *mailgun) Check(ctx context.Context) error {
	return stopped(m.call(ctx, http.MethodGet, m.path(), nil, nil))
}

// Add puts members on the list. Without upsert, existing members stay unchanged, so that unsubscribed ones stay so.
func (m *mailgun) Add(ctx context.Context, members []destination.Member) (map[string]destination.Refusal, error) {
	addresses := make([]string, len(members))
	for i, member := range members {
		addresses[i] = member.Address
	}
	list, err := json.Marshal(addresses)
	if err != nil {
		return nil, fmt.Errorf("write members: %w", err)
	}
	form := url.Values{"members": {string(list)}, "upsert": {"no"}}
	err = m.call(ctx, http.MethodPost, m.path()+"/members.json", form, nil)
	if refusesBatch(err) {
		return nil, destination.ErrBatch
	}
	return map[string]destination.Refusal{}, stopped(err)
}

// Remove deletes members, one by one.
func (m *mailgun) Remove(ctx context.Context, addresses []string) error {
	for _, address := range addresses {
		err := m.call(ctx, http.MethodDelete, m.path()+"/members/"+escaped(address), nil, nil)
		if err != nil && !is(err, http.StatusNotFound) { // 404: it is gone
			return stopped(err)
		}
	}
	return nil
}
