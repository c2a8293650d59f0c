package acceptance

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"
)

// A file whose reading ends the program each time was begun again after each of seven restarts.
func TestAFileThatEndsTheProgramTwiceIsSetAside(t *testing.T) {
	p := newProcess(t)
	c := p.createAccount(p.start(), "twice@example.com")
	k := &killedImport{process: p, c: c, email: "twice@example.com", body: heaviest(t, 96)}
	k.id = k.sent("contacts:import", sheetType, k.body)
	begun := func() (times int) {
		withDatabase(t, p, func(query func(string, ...any)) { query("SELECT max(begun) FROM contacts.imports", &times) })
		return times
	}
	for want := range 2 {
		eventually(t, "the file to be begun", func() bool { return begun() == want+1 })
		k.kill()
		k.c.address = k.start()
		k.c.login(k.email, testPassword)
	}
	got := k.c.waitImport(k.id)
	require.Equal(t, "failed", got.State)
	require.Equal(t, 0, got.Errors[0].Line)
	require.Contains(t, got.Errors[0].Reason, "IMPORT_SET_ASIDE")
	// Other imports are not delayed, and the same file in parts is accepted.
	require.Positive(t, c.oneRow("after"))
	var list struct{ Items []importState }
	c.call(http.MethodGet, "protected/saresystem/imports", nil, &list)
	require.Len(t, list.Items, 2)
}
