package acceptance

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A website that is removed with its visitors is missing in every later result; existing results do not change.
func TestAWebsiteThatGoesWithItsVisitorsLeavesResultsAsTheyAre(t *testing.T) {
	p := shared(t)
	c := p.createAccount("removed@example.com", "UTC", "001")
	const path = "protected/web/web-tracking-accounts"
	now := time.Now().UTC()
	keys := map[string]string{}
	for domain, visitors := range map[string]int{"shop.example.com": 300, "blog.example.com": 40} {
		var made struct{ SiClientID string }
		c.call(http.MethodPost, path, object{"uid": "001", "domain": domain}, &made)
		keys[domain] = made.SiClientID
		var batch []object
		for i := range visitors {
			batch = append(batch, object{
				"type": "page", "messageId": fmt.Sprint(domain, i), "anonymousId": fmt.Sprint(domain, i),
				"timestamp": now.AddDate(0, 0, -3-i%20).Format(time.RFC3339),
			})
		}
		body, err := json.Marshal(object{"batch": batch})
		require.NoError(t, err)
		answer := c.send(http.MethodPost, "ingest/v1/batch", string(body),
			"Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(made.SiClientID+":")))
		require.Equal(t, http.StatusOK, answer.status, "%s", answer.body)
	}
	system := p.connect("puls_contacts_system")
	visitors := func() (n int) {
		require.NoError(t, system.QueryRow(t.Context(), `SELECT count(*) FROM contacts.visitors v
			JOIN contacts.databases d ON d.id = v.database_id WHERE d.account_id = $1`, c.account).Scan(&n))
		return n
	}
	eventually(t, "the visitors", func() bool { return visitors() == 340 })
	id := everybody(c, "web", object{"page_view": "1.00"})
	yesterday, today := now.AddDate(0, 0, -1).Format(time.DateOnly), now.Format(time.DateOnly)
	calculated := func(date string) backtestFigures {
		for _, channel := range c.calculate(id, date) {
			require.Equal(t, "done", channel["stage"], "%v", channel)
		}
		return c.resultFigures(id, "web", date)
	}
	before := calculated(yesterday)
	require.Equal(t, 340, before.Scored+before.Excluded)

	status, body := c.do(http.MethodDelete, path+"/"+keys["shop.example.com"]+"?visitors=all", "", nil)
	require.Equal(t, http.StatusBadRequest, status, "%s", body)
	status, body = c.do(http.MethodDelete, path+"/"+keys["shop.example.com"]+"?visitors=remove", "", nil)
	require.Equal(t, http.StatusOK, status, "%s", body)
	eventually(t, "the visitors to be gone", func() bool { return visitors() == 40 })
	require.Equal(t, before, c.resultFigures(id, "web", yesterday), "a result stays what it is")
	c.report(id, "web", yesterday) // its file can still be made
	after := calculated(today)
	require.Equal(t, 40, after.Scored+after.Excluded)
	t.Logf("scored before %v, after %v", before, after)
}
