package acceptance

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// listed returns the items of all pages of a list.
func listed[T any](c *client, path string) (all []T) {
	c.t.Helper()
	for page := 1; ; page++ {
		var list struct {
			Items []T
			Total int
		}
		c.call(http.MethodGet, fmt.Sprintf("protected/%spageSize=200&page=%d", path, page), nil, &list)
		if all = append(all, list.Items...); len(all) >= list.Total || len(list.Items) == 0 {
			require.Len(c.t, all, list.Total)
			return all
		}
	}
}

// logged returns the ids of the entries of a kind, each once.
func (c *client) logged(t *testing.T, kind string) []string {
	t.Helper()
	seen := map[string]bool{}
	for _, e := range listed[struct{ ID string }](c, "data-protection/events?kind="+kind+"&") {
		require.False(t, seen[e.ID], e.ID)
		seen[e.ID] = true
	}
	return slices.Collect(maps.Keys(seen))
}

// S22: whichever process is killed, an act and its entry are both stored or neither is, and an act is one entry.
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

		var want []string
		for _, state := range listed[importState](c, "saresystem/imports?") {
			if state.State == "running" {
				state = c.waitImport(state.ID)
			}
			if state.Kind == "contacts" {
				want = append(want, state.ID)
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
		if len(want) < 50 { // the number of stored receipts
			require.Len(t, got, len(want), "killed after %s", delay)
		}
	}
	figure(t, "killed at %d points: each act is one entry", crashPoints(t))
}

// act performs one of several acts and reports whether there was a response.
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
