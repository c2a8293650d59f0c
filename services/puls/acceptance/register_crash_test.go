package acceptance

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// logged returns the ids of the entries of a kind, each once.
func (c *client) logged(t *testing.T, kind string) []string {
	t.Helper()
	var log struct {
		Items []struct{ ID string }
		Total int
	}
	c.call(http.MethodGet, "protected/data-protection/events?pageSize=200&kind="+kind, nil, &log)
	require.Len(t, log.Items, log.Total)
	var ids []string
	for _, e := range log.Items {
		require.NotContains(t, ids, e.ID)
		ids = append(ids, e.ID)
	}
	return ids
}

// S22: whatever is killed, an act and its entry are both there or neither is, and an act is one entry.
func TestAKilledActIsOneEntryOfTheEventLogOrDidNotHappen(t *testing.T) {
	contacts, events := crashFiles()
	p := newProcess(t)
	const email = "register@example.com"
	c := p.createAccount(p.start(), email)
	require.Equal(t, "done", c.upload("contacts", "text/csv", bytes.NewReader(contacts)).State)
	require.Equal(t, "done", c.upload("engagement", "text/csv", bytes.NewReader(events)).State)
	scoring := crashScoring(c)
	c.calculate(scoring, crashDate)
	random := rand.New(rand.NewPCG(22, 22))
	for point := range crashPoints(t) {
		delay := time.Duration(random.IntN(400)) * time.Millisecond
		killed := time.AfterFunc(delay, func() { _ = p.cmd.Process.Kill() })
		for act := 0; ; act++ { // until it is killed
			if !c.act(scoring, fmt.Sprintf("%d-%d", point, act), random.IntN(3)) {
				break
			}
		}
		_, err := p.cmd.Process.Wait()
		require.NoError(t, err)
		killed.Stop()
		p.cmd = nil
		c.address = p.start()
		c.login(email, testPassword)

		var imports struct{ Items []importState }
		c.call(http.MethodGet, "protected/saresystem/imports?pageSize=200", nil, &imports)
		var want []string
		for _, i := range imports.Items {
			if state := c.waitImport(i.ID); state.Kind == "contacts" {
				want = append(want, i.ID)
			}
		}
		require.ElementsMatch(t, want, c.logged(t, "CONTACTS_IMPORT"), "killed after %s", delay)
		var exports struct{ Items []struct{ ID string } }
		c.call(http.MethodGet, "protected/scoring/scorings/"+scoring+":exports", nil, &exports)
		want = nil
		for _, e := range exports.Items {
			want = append(want, e.ID)
		}
		got := c.logged(t, "GROUP_EXPORT")
		require.Subset(t, got, want, "killed after %s", delay)
		if len(want) < 50 { // receipts that are kept
			require.Len(t, got, len(want), "killed after %s", delay)
		}
	}
}

// act does one of some acts and reports whether it was answered.
func (c *client) act(scoring, name string, which int) bool {
	path, contentType := "saresystem/contacts:import", "text/csv"
	body := "external_id,email\n" + name + "," + name + "@example.org\n"
	switch which {
	case 1:
		path, contentType = "scoring/scorings/"+scoring+":exportToGroups", "application/json"
		body = `{"targets":[{"scoringMin":0,"scoringMax":100,"newGroupName":"` + name + `"}]}`
	case 2:
		path, contentType, body = "saresystem/contacts:exportToCsv", "application/json", `{"uid":"001"}`
	}
	req, err := http.NewRequestWithContext(
		c.t.Context(), http.MethodPost, c.address+"/api/protected/"+path, strings.NewReader(body),
	)
	require.NoError(c.t, err)
	req.Header.Set("Content-Type", contentType)
	req.Header.Set("Authorization", "Bearer "+c.token)
	res, err := web.Do(req)
	if err != nil {
		return false
	}
	_, err = bytes.NewBuffer(nil).ReadFrom(res.Body)
	return res.Body.Close() == nil && err == nil
}
