package lists

import (
	"context"
	"crypto/md5" //nolint:gosec // Mailchimp names members by it
	"encoding/hex"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"puls.app/services/contacts/internal/destination"
)

// mailchimp is a tag in an audience. A tag is a static segment, whose members can be changed in batches.
type mailchimp struct {
	caller
	destination.Target
	// segment is the id of the tag.
	segment int
}

// mailchimpMembers is the maximum number of members of a call.
const mailchimpMembers = 500

func (*mailchimp) AddsAtOnce() int    { return mailchimpMembers }
func (*mailchimp) RemovesAtOnce() int { return mailchimpMembers }

func (m *mailchimp) path() string { return "/3.0/lists/" + escaped(m.List) }

// Check looks the audience up and creates a missing tag or merge field.
func (m *mailchimp) Check(ctx context.Context) error {
	if err := m.call(ctx, http.MethodGet, m.path()+"?fields=id", nil, nil); err != nil {
		return stopped(err)
	}
	if err := m.findTag(ctx); err != nil {
		return stopped(err)
	}
	if m.Field == "" {
		return nil
	}
	var fields struct {
		MergeFields []struct {
			Tag string `json:"tag"`
		} `json:"merge_fields"`
	}
	const all = "/merge-fields?count=1000&fields=merge_fields.tag"
	if err := m.call(ctx, http.MethodGet, m.path()+all, nil, &fields); err != nil {
		return stopped(err)
	}
	for _, field := range fields.MergeFields {
		if field.Tag == m.Field {
			return nil
		}
	}
	field := map[string]any{"tag": m.Field, "name": m.Field, "type": "text", "required": false, "public": false}
	return stopped(m.call(ctx, http.MethodPost, m.path()+"/merge-fields", field, nil))
}

func (m *mailchimp) findTag(ctx context.Context) error {
	type tag struct {
		ID   int    `json:"id"`
		Name string `json:"name"`
	}
	var tags struct {
		Tags []tag `json:"tags"`
	}
	query := url.Values{"name": {m.Tag}}
	if err := m.call(ctx, http.MethodGet, m.path()+"/tag-search?"+query.Encode(), nil, &tags); err != nil {
		return err
	}
	for _, one := range tags.Tags {
		if strings.EqualFold(one.Name, m.Tag) {
			m.segment = one.ID
			return nil
		}
	}
	var made tag
	err := m.call(
		ctx, http.MethodPost, m.path()+"/segments", map[string]any{"name": m.Tag, "static_segment": []string{}}, &made,
	)
	m.segment = made.ID
	return err
}

type mailchimpMember struct {
	Email       string            `json:"email_address"`
	Status      string            `json:"status"`
	MergeFields map[string]string `json:"merge_fields,omitempty"`
}

func (m *mailchimp) fields(name string) map[string]string {
	if m.Field == "" {
		return nil
	}
	return map[string]string{m.Field: name}
}

// Add subscribes new addresses, leaves the subscription of existing members unchanged, and adds the tag to all.
func (m *mailchimp) Add(ctx context.Context, members []destination.Member) (map[string]destination.Refusal, error) {
	list, names := make([]mailchimpMember, len(members)), map[string]destination.Member{}
	for i, one := range members {
		list[i] = mailchimpMember{Email: one.Address, Status: "subscribed", MergeFields: m.fields(one.Name)}
		names[same(one.Address)] = one
	}
	var answer struct {
		Errors []struct {
			Email string `json:"email_address"`
			Text  string `json:"error"`
			Code  string `json:"error_code"`
		} `json:"errors"`
	}
	body := map[string]any{"members": list, "update_existing": false}
	err := m.call(ctx, http.MethodPost, m.path()+"?skip_merge_validation=true&skip_duplicate_check=true", body, &answer)
	if refusesBatch(err) {
		return nil, destination.ErrBatch
	}
	if err != nil {
		return nil, stopped(err)
	}
	refused := map[string]destination.Refusal{}
	for _, failed := range answer.Errors {
		one, known := names[same(failed.Email)]
		switch {
		case !known:
		case failed.Code == "ERROR_CONTACT_EXISTS":
			if err := m.rename(ctx, one); err != nil {
				return nil, stopped(err)
			}
		default:
			refused[one.Address] = refusalOf(failed.Text)
		}
	}
	var tagged []string
	for _, one := range members {
		if _, is := refused[one.Address]; !is {
			tagged = append(tagged, one.Address)
		}
	}
	failed, err := m.tag(ctx, "members_to_add", tagged)
	for _, address := range failed {
		if one, known := names[same(address)]; known {
			refused[one.Address] = destination.RefusedUnsubscribed
		}
	}
	return refused, err
}

// refusalOf parses Mailchimp's error message.
func refusalOf(text string) destination.Refusal {
	text = strings.ToLower(text)
	switch {
	case strings.Contains(text, "compliance"), strings.Contains(text, "unsubscrib"),
		strings.Contains(text, "permanently deleted"):
		return destination.RefusedUnsubscribed
	case strings.Contains(text, "invalid"), strings.Contains(text, "valid email"):
		return destination.RefusedInvalid
	default:
		return destination.RefusedOther
	}
}

// rename sets the merge field of an existing member.
func (m *mailchimp) rename(ctx context.Context, one destination.Member) error {
	if m.Field == "" {
		return nil
	}
	sum := md5.Sum([]byte(same(one.Address))) //nolint:gosec // as above
	path := m.path() + "/members/" + hex.EncodeToString(sum[:]) + "?skip_merge_validation=true"
	return m.call(ctx, http.MethodPatch, path, map[string]any{"merge_fields": m.fields(one.Name)}, nil)
}

// tag adds or removes members of the tag and returns the failed addresses.
func (m *mailchimp) tag(ctx context.Context, which string, addresses []string) (failed []string, err error) {
	if len(addresses) == 0 {
		return nil, nil
	}
	var answer struct {
		Errors []struct {
			Emails []string `json:"email_addresses"`
		} `json:"errors"`
	}
	path := m.path() + "/segments/" + strconv.Itoa(m.segment)
	if err := m.call(ctx, http.MethodPost, path, map[string]any{which: addresses}, &answer); err != nil {
		return nil, stopped(err)
	}
	for _, one := range answer.Errors {
		failed = append(failed, one.Emails...)
	}
	return failed, nil
}

// Remove removes the tag from members; they stay in the audience.
func (m *mailchimp) Remove(ctx context.Context, addresses []string) error {
	_, err := m.tag(ctx, "members_to_remove", addresses) // a failed address is not in the audience
	return err
}
