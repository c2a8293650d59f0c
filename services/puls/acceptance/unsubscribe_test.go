package acceptance

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// everybody activates a scoring of one channel for all contacts of uid 001.
func everybody(c *client, channel string, weights object) string {
	c.t.Helper()
	var created struct{ ID string }
	c.call(http.MethodPost, "protected/scoring/scorings", object{"name": "Everybody", "config": object{
		"daysAgo": 28, channel: object{
			"weights": weights, "percentile": 0.9, "dataSources": []object{{"uid": "001", "includedAll": true}},
		},
	}}, &created)
	c.call(http.MethodPost, "protected/scoring/scorings/"+created.ID+":setStatus", object{"newStatus": 2}, nil)
	return created.ID
}

var mailingWeights = object{"or": "0.45", "ctr": "0.30", "delivery": "0.25"}

// scoresByEmail downloads the scores of all contacts of a result, by e-mail address: a score or the reason for none.
func (c *client) scoresByEmail(id, date string) map[string]string {
	c.t.Helper()
	var data []byte
	eventually(c.t, "the report", func() bool {
		var status int
		status, data = c.do(http.MethodPost, "protected/scoring/scorings/"+id+":exportToCsv", jsonType,
			strings.NewReader(`{"scoringType":"mailing","includeExcluded":true,"generatedDate":"`+date+`"}`))
		return status == http.StatusOK
	})
	scores := map[string]string{}
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		cells := strings.Split(strings.TrimSpace(line), ",")
		scores[cells[2]] = cells[6] + cells[7]
	}
	return scores
}

func TestAnUnsubscribedAddressHasNoConsentInTheNextCalculationAfterAnyImport(t *testing.T) {
	c := shared(t).createAccount("unsubscribed@example.com", "UTC", "001")
	people := "uid,email,email_consent\n001,a@example.com,true\n001,b@example.com,true\n"
	c.upload("contacts", "text/csv", strings.NewReader(people))
	day := func(back int) string { return time.Now().UTC().AddDate(0, 0, -back).Format(time.DateOnly) }
	rows := eventHeader
	for i, who := range []string{"a", "b"} {
		rows += fmt.Sprintf("s%d,%sT10:00:00Z,001,mailing.sent,m1,info,,%s@example.com,,,\n", i, day(20), who)
	}
	c.upload("engagement", "text/csv", strings.NewReader(rows))
	id := everybody(c, "mailing", mailingWeights)
	calculated := func(back int) map[string]string {
		for _, channel := range c.calculate(id, day(back)) {
			require.Equal(t, "done", channel["stage"], "%v", channel)
		}
		return c.scoresByEmail(id, day(back))
	}
	require.Equal(t, map[string]string{"a@example.com": "0", "b@example.com": "0"}, calculated(2))
	c.upload(
		"engagement", "text/csv",
		strings.NewReader(eventHeader+"u,"+day(1)+"T10:00:00Z,001,mailing.unsubscribed,m1,info,,A@example.com,,,\n"),
	)
	want := map[string]string{"a@example.com": "NO_CONSENT", "b@example.com": "0"}
	require.Equal(t, want, calculated(1))
	for range 5 {
		c.upload("contacts", "text/csv", strings.NewReader(people))
	}
	require.Equal(t, want, calculated(0))
}

// RFC 8058: the link of a contact, followed by a mail program without a session, unsubscribes.
func TestAOneClickLinkUnsubscribesWithoutASession(t *testing.T) {
	c := shared(t).createAccount("links@example.com", "UTC", "001")
	c.upload("contacts", "text/csv", strings.NewReader("uid,email,email_consent\n001,a@example.com,true\n"))
	var contact struct {
		EmailConsent        bool
		EmailUnsubscribeURL string
		SMSUnsubscribeURL   string
		ConsentChanges      []struct{ Source string }
	}
	c.call(http.MethodGet, "protected/saresystem/contacts/001/0", nil, &contact)
	require.Empty(t, contact.SMSUnsubscribeURL)
	path, is := strings.CutPrefix(contact.EmailUnsubscribeURL, "/api/")
	require.True(t, is, contact.EmailUnsubscribeURL)
	nobody := *c
	nobody.token = ""
	for range 2 { // a GET changes nothing
		status, page := nobody.do(http.MethodGet, path, "", nil)
		require.Equal(t, http.StatusOK, status, "%s", page)
	}
	c.call(http.MethodGet, "protected/saresystem/contacts/001/0", nil, &contact)
	require.True(t, contact.EmailConsent)
	for range 2 {
		form := strings.NewReader("List-Unsubscribe=One-Click")
		status, page := nobody.do(http.MethodPost, path, "application/x-www-form-urlencoded", form)
		require.Equal(t, http.StatusOK, status, "%s", page)
	}
	c.call(http.MethodGet, "protected/saresystem/contacts/001/0", nil, &contact)
	require.False(t, contact.EmailConsent)
	require.Equal(t, "ONE_CLICK", contact.ConsentChanges[0].Source)
	status, page := nobody.do(http.MethodGet, path[:len(path)-3], "", nil)
	require.Equal(t, http.StatusNotFound, status, "%s", page)
}
