package acceptance

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// visitorsOf returns the visitors known to be a contact, sorted.
func (c *client) visitorsOf(uid string, number int) []string {
	c.t.Helper()
	var contact struct{ Visitors []struct{ VisitorID string } }
	c.call(http.MethodGet, fmt.Sprintf("protected/saresystem/contacts/%s/%d", uid, number), nil, &contact)
	var ids []string
	for _, visitor := range contact.Visitors {
		ids = append(ids, visitor.VisitorID)
	}
	slices.Sort(ids)
	return ids
}

// A website's key is public. Its holders can never become the visitor of a user that the shop's server named, nor
// assign that visitor to another contact.
func TestAStrangerTakesNoVisitorOfAServerOver(t *testing.T) {
	p := shared(t)
	c := p.createAccount("visitors@example.com", "UTC", "001")
	c.upload("contacts", "text/csv", strings.NewReader("uid,external_id,email,gsm\n001,p1,p1@x.co,\n001,p49,p49@x.co,+48500000049\n"))
	var made struct{ SiClientID string }
	c.call(http.MethodPost, "protected/web/web-tracking-accounts", object{
		"uid": "001", "domain": "shop.example.com",
	}, &made)
	send := func(endpoint string, message object) {
		t.Helper()
		body, err := json.Marshal(message)
		require.NoError(t, err)
		answer := c.send(http.MethodPost, "ingest/v1/"+endpoint, string(body),
			"Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(made.SiClientID+":")))
		require.Equal(t, http.StatusOK, answer.status, "%s", answer.body)
	}
	// The shop's server, and a browser.
	send("track", object{"userId": "p1", "event": "Order Completed", "messageId": "o1"})
	send("track", object{"userId": "p49@x.co", "event": "Order Completed", "messageId": "o2"})
	send("identify", object{"anonymousId": "b1", "userId": "p1", "messageId": "i1"})
	eventually(t, "the visitors", func() bool {
		return len(c.visitorsOf("001", 0)) == 2 && len(c.visitorsOf("001", 1)) == 1
	})
	// The stranger.
	for i, message := range []object{
		{"anonymousId": "user:p1", "userId": "p49"},
		{"anonymousId": "user:p1", "traits": object{"email": "p49@x.co"}},
		{"userId": "p1", "traits": object{"email": "p49@x.co"}},
		{"userId": "p1", "traits": object{"phone": "500000049"}},
		{"userId": "p49@x.co", "context": object{"traits": object{"email": "p1@x.co"}}},
	} {
		message["messageId"] = fmt.Sprint("s", i)
		send("identify", message)
	}
	send("track", object{"anonymousId": "user:p1", "event": "purchase", "messageId": "s9"})
	send("identify", object{"anonymousId": "b2", "userId": "p49", "messageId": "last"})
	eventually(t, "what was sent last", func() bool { return slices.Contains(c.visitorsOf("001", 1), "b2") })
	require.Equal(t, []string{"b1", "user:p1"}, c.visitorsOf("001", 0))
	require.Equal(t, []string{"b2", "browser:user:p1", "user:p49@x.co"}, c.visitorsOf("001", 1))
}
