package lists

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"puls.app/services/contacts/internal/destination"
)

// brevo is a list of contacts. Contacts are added by imports, which run in the background, and removed synchronously.
type brevo struct {
	caller
	destination.Target
}

const (
	// brevoAdds contacts stay far below the recommended maximum of 8 MB for an import.
	brevoAdds = 5000
	// brevoRemoves is the maximum number of addresses of a call, brevoPage the size of a page of a list.
	brevoRemoves = 150
	brevoPage    = 500
)

func (*brevo) AddsAtOnce() int    { return brevoAdds }
func (*brevo) RemovesAtOnce() int { return brevoRemoves }

func (b *brevo) path() string { return "/v3/contacts/lists/" + escaped(b.List) }

// Check looks the list up and creates a missing attribute.
func (b *brevo) Check(ctx context.Context) error {
	if _, err := strconv.ParseInt(b.List, 10, 64); err != nil {
		return &destination.Stopped{Failure: destination.FailList, Cause: err}
	}
	if err := b.call(ctx, http.MethodGet, b.path(), nil, nil); err != nil || b.Field == "" {
		return stopped(err)
	}
	var all struct {
		Attributes []struct {
			Name string `json:"name"`
		} `json:"attributes"`
	}
	if err := b.call(ctx, http.MethodGet, "/v3/contacts/attributes", nil, &all); err != nil {
		return stopped(err)
	}
	for _, attribute := range all.Attributes {
		if attribute.Name == b.Field {
			return nil
		}
	}
	path := "/v3/contacts/attributes/normal/" + escaped(b.Field)
	return stopped(b.call(ctx, http.MethodPost, path, map[string]string{"type": "text"}, nil))
}

type brevoContact struct {
	Email      string            `json:"email"`
	Attributes map[string]string `json:"attributes,omitempty"`
}

// Add imports contacts into the list and waits for the end of the import. If the import reports unused contacts, any of
// them may be refused.
func (b *brevo) Add(ctx context.Context, members []destination.Member) (map[string]destination.Refusal, error) {
	contacts := make([]brevoContact, len(members))
	for i, m := range members {
		contacts[i].Email = m.Address
		if b.Field != "" {
			contacts[i].Attributes = map[string]string{b.Field: m.Name}
		}
	}
	list, err := strconv.ParseInt(b.List, 10, 64)
	if err != nil {
		return nil, &destination.Stopped{Failure: destination.FailList, Cause: err}
	}
	var job struct {
		ID int64 `json:"processId"`
	}
	body := map[string]any{
		"jsonBody": contacts, "listIds": []int64{list}, "updateExistingContacts": true, "emptyContactsAttributes": false,
		"disableNotification": true,
	}
	if err := b.call(ctx, http.MethodPost, "/v3/contacts/import", body, &job); err != nil {
		if refusesBatch(err) {
			return nil, destination.ErrBatch
		}
		return nil, stopped(err)
	}
	whole, err := b.imported(ctx, job.ID)
	if err != nil {
		return nil, stopped(err)
	}
	refused := map[string]destination.Refusal{}
	if !whole {
		for _, m := range members {
			refused[m.Address] = destination.RefusedUnknown
		}
	}
	return refused, nil
}

// imported waits for the end of an import and reports whether it used all contacts.
func (b *brevo) imported(ctx context.Context, job int64) (whole bool, err error) {
	var state struct {
		Status string `json:"status"`
		Info   struct {
			// Import has the URLs of files with contacts that were not used unchanged; they are empty if there are none.
			Import map[string]string `json:"import"`
		} `json:"info"`
	}
	err = b.ended(ctx, func(ctx context.Context) (bool, error) {
		err := b.call(ctx, http.MethodGet, "/v3/processes/"+strconv.FormatInt(job, 10), nil, &state)
		return state.Status != "queued" && state.Status != "processing" && state.Status != "in_process", err
	})
	whole = state.Status == "completed"
	for _, file := range state.Info.Import {
		whole = whole && file == ""
	}
	return whole, err
}

// Absent returns the addresses that are not on the list.
func (b *brevo) Absent(ctx context.Context, addresses []string) (map[string]bool, error) {
	absent := map[string]bool{}
	for _, address := range addresses {
		absent[same(address)] = true
	}
	for offset := 0; ; offset += brevoPage {
		var page struct {
			Contacts []struct {
				Email string `json:"email"`
			} `json:"contacts"`
		}
		path := b.path() + "/contacts?limit=" + strconv.Itoa(brevoPage) + "&offset=" + strconv.Itoa(offset)
		if err := b.call(ctx, http.MethodGet, path, nil, &page); err != nil {
			return nil, stopped(err)
		}
		for _, one := range page.Contacts {
			delete(absent, same(one.Email))
		}
		if len(page.Contacts) < brevoPage {
			return absent, nil
		}
	}
}

// Remove removes contacts from the list; they stay in the account. Failed ones are not on the list.
func (b *brevo) Remove(ctx context.Context, addresses []string) error {
	return destination.Halved(addresses, func(some []string) error {
		err := b.call(ctx, http.MethodPost, b.path()+"/contacts/remove", map[string]any{"emails": some}, nil)
		switch {
		case !is(err, http.StatusBadRequest):
			return stopped(err)
		case says(err, "already removed"): // none of them is on the list
			return nil
		default:
			return destination.ErrBatch
		}
	}, func(address string) error { return b.gone(ctx, address) })
}

// gone fails if a contact is on the list.
func (b *brevo) gone(ctx context.Context, address string) error {
	var contact struct {
		Lists []int64 `json:"listIds"`
	}
	err := b.call(ctx, http.MethodGet, "/v3/contacts/"+escaped(address), nil, &contact)
	for _, list := range contact.Lists {
		if strconv.FormatInt(list, 10) == b.List {
			return stopped(errors.New("the provider removes a contact neither from the list nor says why"))
		}
	}
	if is(err, http.StatusNotFound) || is(err, http.StatusBadRequest) { // no such contact, or an invalid address
		return nil
	}
	return stopped(err)
}
