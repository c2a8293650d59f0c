package lists

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"puls.app/services/contacts/internal/destination"
)

// sendGrid is a list of Marketing Campaigns. Contacts are added by jobs and removed by their ids.
type sendGrid struct {
	caller
	destination.Target
	// field is the id of the custom field.
	field string
}

const (
	// sendGridAdds contacts stay far below the limits of a call: 30,000 contacts and 6 MB.
	sendGridAdds = 5000
	// sendGridFinds is the maximum number of addresses of a search.
	sendGridFinds = 100
)

func (*sendGrid) AddsAtOnce() int    { return sendGridAdds }
func (*sendGrid) RemovesAtOnce() int { return sendGridFinds }

type sendGridField struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Check looks the list up and creates a missing custom field.
func (s *sendGrid) Check(ctx context.Context) error {
	if err := s.call(ctx, http.MethodGet, "/v3/marketing/lists/"+escaped(s.List), nil, nil); err != nil {
		if is(err, http.StatusBadRequest) { // not the form of a list's id
			return &destination.Stopped{Failure: destination.FailList, Cause: err}
		}
		return stopped(err)
	}
	if s.Field == "" {
		return nil
	}
	var fields struct {
		CustomFields []sendGridField `json:"custom_fields"`
	}
	const path = "/v3/marketing/field_definitions"
	if err := s.call(ctx, http.MethodGet, path, nil, &fields); err != nil {
		return stopped(err)
	}
	for _, field := range fields.CustomFields {
		if strings.EqualFold(field.Name, s.Field) {
			s.field = field.ID
			return nil
		}
	}
	var made sendGridField
	err := s.call(ctx, http.MethodPost, path, map[string]string{"name": s.Field, "field_type": "Text"}, &made)
	s.field = made.ID
	return stopped(err)
}

type sendGridContact struct {
	Email        string            `json:"email"`
	CustomFields map[string]string `json:"custom_fields,omitempty"`
}

// Add puts contacts on the list and waits for the end of the job. After a job with errors, it returns the addresses
// that are not on the list as refused.
func (s *sendGrid) Add(ctx context.Context, members []destination.Member) (map[string]destination.Refusal, error) {
	contacts := make([]sendGridContact, len(members))
	for i, m := range members {
		contacts[i].Email = m.Address
		if s.field != "" {
			contacts[i].CustomFields = map[string]string{s.field: m.Name}
		}
	}
	var job struct {
		ID string `json:"job_id"`
	}
	body := map[string]any{"list_ids": []string{s.List}, "contacts": contacts}
	if err := s.call(ctx, http.MethodPut, "/v3/marketing/contacts", body, &job); err != nil {
		if refusesBatch(err) {
			return nil, destination.ErrBatch
		}
		return nil, stopped(err)
	}
	var state struct {
		Status string `json:"status"`
	}
	err := s.ended(ctx, func(ctx context.Context) (bool, error) {
		err := s.call(ctx, http.MethodGet, "/v3/marketing/contacts/imports/"+escaped(job.ID), nil, &state)
		return state.Status != "pending", err
	})
	if err != nil {
		return nil, stopped(err)
	}
	refused := map[string]destination.Refusal{}
	if state.Status == "completed" {
		return refused, nil
	}
	for some := range slices.Chunk(members, sendGridFinds) {
		addresses := make([]string, len(some))
		for i, m := range some {
			addresses[i] = m.Address
		}
		found, err := s.find(ctx, addresses)
		if err != nil {
			return nil, err
		}
		for _, address := range addresses {
			if !slices.Contains(found[same(address)].ListIDs, s.List) {
				refused[address] = destination.RefusedInvalid
			}
		}
	}
	return refused, nil
}

type sendGridFound struct {
	ID      string   `json:"id"`
	ListIDs []string `json:"list_ids"`
}

// find returns contacts by address.
func (s *sendGrid) find(ctx context.Context, addresses []string) (map[string]sendGridFound, error) {
	var answer struct {
		Result map[string]struct {
			Contact *sendGridFound `json:"contact"`
		} `json:"result"`
	}
	body := map[string]any{"emails": addresses}
	err := s.call(ctx, http.MethodPost, "/v3/marketing/contacts/search/emails", body, &answer)
	if err != nil && !is(err, http.StatusNotFound) { // 404: none of them is there
		return nil, stopped(err)
	}
	found := map[string]sendGridFound{}
	for address, one := range answer.Result {
		if one.Contact != nil {
			found[same(address)] = *one.Contact
		}
	}
	return found, nil
}

// Remove removes contacts from the list; they stay in the account.
func (s *sendGrid) Remove(ctx context.Context, addresses []string) error {
	found, err := s.find(ctx, addresses)
	if err != nil {
		return err
	}
	var ids []string
	for _, one := range found {
		ids = append(ids, one.ID)
	}
	if len(ids) == 0 {
		return nil
	}
	query := url.Values{"contact_ids": {strings.Join(ids, ",")}}
	path := "/v3/marketing/lists/" + escaped(s.List) + "/contacts?" + query.Encode()
	return stopped(s.call(ctx, http.MethodDelete, path, nil, nil))
}
