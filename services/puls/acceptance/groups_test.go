package acceptance

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// The maximum number of contacts in a call fits into a body, each with seven digits.
func TestACallPutsAHundredThousandContactsIntoAGroup(t *testing.T) {
	c := shared(t).createAccount("groups@example.com", "UTC", "001")
	var contacts strings.Builder
	contacts.WriteString("uid,email\n")
	for i := range 1000 {
		fmt.Fprintf(&contacts, "001,c%d@example.com\n", i)
	}
	c.upload("contacts", "text/csv", strings.NewReader(contacts.String()))
	var group struct{ ID int }
	c.call(http.MethodPost, "protected/saresystem/groups", object{"uid": "001", "name": "many"}, &group)
	path := fmt.Sprintf("protected/saresystem/groups/%d:addMembers", group.ID)
	body := []byte(`{"numbers":[0`)
	for i := range 99_999 {
		number := i + 1
		if number >= 1000 {
			number += 9_000_000
		}
		body = fmt.Appendf(body, ",%d", number)
	}
	body = append(body, "]}"...)
	began := time.Now()
	status, answer := c.do(http.MethodPost, path, jsonType, bytes.NewReader(body))
	t.Logf("%d bytes in %v", len(body), time.Since(began))
	require.Equal(t, http.StatusOK, status, "%s", answer)
	require.JSONEq(t, `{"added":1000,"alreadyThere":0,"unknown":99000}`, string(answer))
	tooMany := append([]byte(`{"numbers":[0,`), body[len(`{"numbers":[`):]...)
	c.refused(http.StatusBadRequest, http.MethodPost, path, jsonType, string(tooMany))
	tooLarge := `{"addresses":["` + strings.Repeat("x", 1<<20) + `"]}`
	c.refused(http.StatusRequestEntityTooLarge, http.MethodPost, path, jsonType, tooLarge)
}
