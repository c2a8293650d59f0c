package acceptance

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLeadScoringOpensWithAWebsiteThatIsTracked(t *testing.T) {
	p := shared(t)
	c := p.createAccount("lead@example.com", "Europe/Warsaw", "001")
	type leadAnswer struct {
		Available         bool
		Reason            string
		TrackedEventTypes []string
		Shares            map[string]int
		CompleteFrom      string
	}
	lead := func() (answer leadAnswer) {
		c.call(http.MethodGet, "protected/scoring/lead", nil, &answer)
		return answer
	}
	all := []string{"page_view", "product_view", "checkout_view", "payment_info", "purchase"}
	shares := map[string]int{"page_view": 20, "product_view": 20, "checkout_view": 20, "payment_info": 20, "purchase": 20}
	require.Equal(t, leadAnswer{false, "SCORING_WEBSITES_MISSING", all, shares, ""}, lead())
	one := c.draftOf(object{"name": "Visitors", "config": object{"daysAgo": 14, "web": object{
		"weights": object{"page_view": "0.40", "purchase": "0.60"}, "percentile": 0.9,
		"dataSources": []object{{"uid": "001", "includedAll": true}},
	}}})
	refused := c.refused(http.StatusBadRequest, http.MethodPost, one+":setStatus", jsonType, `{"newStatus":2}`)
	require.Equal(t, "SCORING_WEBSITES_MISSING", refused.Meta.Class)
	require.Equal(t, "config.web", refused.Fields[0].Field)

	rows := []string{
		"e2,2026-10-02T10:00:00Z,001,web.page_view,,,,,,v1,Shop.Example.com",
		"e1,2026-10-01T22:30:00Z,001,web.purchase,,,,,,v1,shop.example.com",
		"e3,2026-10-03T10:00:00Z,001,web.page_view,,,,,,v2,blog.example.com",
		"e4,2026-10-03T10:00:00Z,001,web.page_view,,,,,,v2,",
	}
	state := c.upload("engagement", "text/csv", strings.NewReader(eventHeader+strings.Join(rows, "\n")+"\n"))
	require.Equal(t, 4, state.Kept, "%v", state.Errors)
	var websites struct {
		Items []struct{ UID, Domain, SiClientID, Since string }
	}
	list := func() (found []string) {
		c.call(http.MethodGet, "protected/web/web-tracking-accounts", nil, &websites)
		for _, w := range websites.Items {
			found = append(found, fmt.Sprintf("%s %s %s", w.UID, w.Domain, w.Since))
		}
		return found
	}
	require.Equal(
		t,
		[]string{
			"001  2026-10-03T10:00:00Z", "001 blog.example.com 2026-10-03T10:00:00Z",
			"001 shop.example.com 2026-10-01T22:30:00Z",
		},
		list(),
	)
	require.Equal(
		t, leadAnswer{true, "", all, shares, "2026-10-16"}, lead(), "half past midnight in Warsaw, and two weeks",
	)
	c.call(http.MethodPost, one+":setStatus", object{"newStatus": 2}, nil)

	settings := func(events string) {
		c.call(
			http.MethodPut, "protected/account/my/account/settings",
			object{"language": "pl", "timezone": "Europe/Warsaw", "Web.TrackedEventTypeList": events}, nil,
		)
	}
	c.call(http.MethodPost, one+":setStatus", object{"newStatus": 1}, nil)
	settings("page_view,product_view")
	require.Equal(t, map[string]int{"page_view": 40, "product_view": 60}, lead().Shares)
	refused = c.refused(http.StatusBadRequest, http.MethodPost, one+":setStatus", jsonType, `{"newStatus":2}`)
	require.Equal(t, "SCORING_EVENT_NOT_TRACKED", refused.Meta.Class)
	require.Equal(t, "config.web.weights[purchase]", refused.Fields[0].Field)
	settings("")
	require.Equal(t, "SCORING_EVENTS_MISSING", lead().Reason)
	require.Equal(
		t, "SCORING_EVENTS_MISSING",
		c.refused(http.StatusBadRequest, http.MethodPost, one+":setStatus", jsonType, `{"newStatus":2}`).Meta.Class,
	)
}

func TestTrackedWebsitesAreAddedOnceAndRemoved(t *testing.T) {
	p := shared(t)
	c := p.createAccount("sites@example.com", "UTC", "001")
	const path = "protected/web/web-tracking-accounts"
	var made struct{ SiClientID string }
	c.call(http.MethodPost, path, object{"uid": "001", "domain": "Shop.example.com"}, &made)
	require.Equal(
		t, "TRACKING_EXISTS",
		c.refused(
			http.StatusConflict, http.MethodPost, path, jsonType, `{"uid":"001","domain":"shop.example.com"}`,
		).Meta.Class,
	)
	require.Equal(
		t, map[string]string{"uid": "TRACKING_UID_UNKNOWN"},
		c.wrong(http.MethodPost, path, `{"uid":"777","domain":"shop.example.com"}`),
	)
	require.Equal(
		t, map[string]string{"domain": "TEXT_MALFORMED"},
		c.wrong(http.MethodPost, path, `{"uid":"001","domain":"https://shop.example.com/"}`),
	)
	other := p.createAccount("others@example.com", "UTC", "001")
	require.Equal(
		t, "TRACKING_NOT_FOUND",
		other.refused(http.StatusNotFound, http.MethodDelete, path+"/"+made.SiClientID, "", "").Meta.Class,
	)
	status, _ := c.do(http.MethodDelete, path+"/"+made.SiClientID, "", nil)
	require.Equal(t, http.StatusOK, status)
	require.Equal(
		t, "TRACKING_NOT_FOUND",
		c.refused(http.StatusNotFound, http.MethodDelete, path+"/"+made.SiClientID, "", "").Meta.Class,
	)
}
