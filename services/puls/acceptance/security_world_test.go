package acceptance

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// securityDate is the day for which both tenants' scorings are calculated.
const securityDate = "2026-11-02"

// earlierDate is an earlier day for which they are calculated too.
const earlierDate = "2026-10-26"

// tenant is an account with objects of every kind. Every text that it can choose has its canary.
type tenant struct {
	*client
	p      *program
	name   string
	email  string
	canary string
	// uid is a recipient database that no other account has.
	uid                   string
	scoring, importID     string
	export                string
	group, property, news int
	sites                 []string
	drafts                []string
	// webhook has a delivery; the spare one may be removed.
	webhook, spareWebhook, delivery string
	// destination has a run; the spare one may be removed.
	destination, spareDestination string
}

// newTenant fills an account. Both have a uid 001; the named one belongs to this one only. Its canary may occur nowhere
// else, so a test with tenants needs its own program.
func newTenant(p *program, name, uid string) *tenant {
	p.t.Helper()
	c := &tenant{p: p, name: name, canary: "kanarek-" + name, email: "kanarek-" + name + "@example.com", uid: uid}
	c.client = p.createAccount(c.email, "UTC", "001", uid)
	c.hook()
	c.fill()
	c.exportToGroup()
	c.destination, c.spareDestination = c.sendsTo("kept"), c.sendsTo("spare")
	for _, id := range []string{c.destination, c.spareDestination} { // no run starts by itself from now on
		c.call(http.MethodPost, "protected/destinations/"+id+":pause", object{}, nil)
	}
	c.describe()
	for range 12 {
		c.drafts = append(c.drafts, c.draft())
	}
	for i := range 3 {
		var made struct{ SiClientID string }
		c.call(
			http.MethodPost, "protected/web/web-tracking-accounts",
			object{"uid": c.uid, "domain": fmt.Sprintf("%s-%d.example.com", c.canary, i)}, &made,
		)
		c.sites = append(c.sites, made.SiClientID)
	}
	return c
}

// hook sets up webhooks and sends an event to one of them.
func (c *tenant) hook() {
	c.t.Helper()
	for _, id := range []*string{&c.webhook, &c.spareWebhook} {
		var made struct{ Webhook struct{ ID string } }
		c.call(http.MethodPost, "protected/webhooks", object{
			"url": "https://" + c.canary + ".example/hook", "description": c.canary, "events": []string{"contact.erased"},
		}, &made)
		*id = made.Webhook.ID
	}
	// Waiting deliveries of a paused webhook do not change.
	c.call(http.MethodPost, "protected/webhooks/"+c.webhook+":pause", object{}, nil)
	c.call(http.MethodPost, "protected/webhooks/"+c.webhook+":test", object{}, nil)
	var list struct{ Items []struct{ ID string } }
	c.call(http.MethodGet, "protected/webhooks/"+c.webhook+"/deliveries", nil, &list)
	c.delivery = list.Items[0].ID
}

// listOf returns the address of a list of the tenant.
func (c *tenant) listOf(name string) string { return c.canary + "-" + name + "@lists.example.com" }

// sendsTo sets up a destination for all contacts and waits for its run.
func (c *tenant) sendsTo(name string) (id string) {
	c.t.Helper()
	var made struct{ ID string }
	c.call(http.MethodPost, "protected/destinations", object{
		"name": c.canary, "provider": "mailgun", "key": "key", "list": c.listOf(name), "selection": object{
			"scoringId": c.scoring, "scoringType": "mailing", "bands": []int{0, 1, 2, 3, 4},
			"reasons": []string{"NOT_IN_GROUP", "NO_SENDING"},
		},
	}, &made)
	c.ran(made.ID)
	return made.ID
}

// ran waits until a destination has no due run.
func (c *tenant) ran(id string) {
	c.t.Helper()
	eventually(c.t, "the destination to have run", func() bool {
		var list struct {
			Items []struct{ EndedAt, Failure string }
		}
		c.call(http.MethodGet, "protected/destinations/"+id+"/runs", nil, &list)
		return len(list.Items) > 0 && list.Items[0].EndedAt != "" && list.Items[0].Failure == ""
	})
}

func (c *tenant) fill() {
	c.t.Helper()
	// Accounts number their groups and properties themselves: each starts at another number here, so that no id occurs in
	// two accounts.
	_, err := c.p.connect("").Exec(c.t.Context(), `INSERT INTO contacts.account_numbers (account_id, next_group, next_property)
		VALUES ($1, $1 * 1000, $1 * 1000)`, c.account)
	require.NoError(c.t, err)
	var contacts, events strings.Builder
	contacts.WriteString("uid,external_id,email,gsm,created_at,email_consent,sms_consent,groups\n")
	events.WriteString(eventHeader)
	for i := range 30 {
		address := fmt.Sprintf("%s-%d@example.com", c.canary, i)
		for _, uid := range []string{"001", c.uid} {
			fmt.Fprintf(&contacts, "%s,%s-%d,%s,+4860000%04d,2026-01-01,true,true,%s\n", uid, c.canary, i, address, i, c.canary)
			for _, kind := range []string{"mailing.sent", "mailing.delivered", "sms.sent", "sms.delivered"} {
				for _, day := range []string{"10", "25"} { // the first is two weeks earlier, without which nothing is calculated
					fmt.Fprintf(&events, "%s-%s-%s-%d-%s,2026-10-%sT10:00:00Z,%s,%s,%s-%s-%s,info,%s-%d,,,,\n",
						c.canary, uid, kind, i, day, day, uid, kind, c.canary, kind[:3], day, c.canary, i)
				}
			}
		}
	}
	contacts.WriteString("001," + c.canary + "-bad," + c.canary + "-not-an-address,,,,,\n")
	state := c.upload("contacts", "text/csv", strings.NewReader(contacts.String()))
	require.Equal(c.t, [3]any{"done", 60, 1}, [3]any{state.State, state.Kept, state.Refused}, "%v", state.Errors)
	c.importID = state.ID
	state = c.upload("engagement", "text/csv", strings.NewReader(events.String()))
	require.Equal(c.t, "done", state.State)
	require.Zero(c.t, state.Refused, "%v", state.Errors)
	c.group = c.groups()[c.uid][c.canary]
	require.NotZero(c.t, c.group)
	// Without another group this one would be the whole uid, and no source would name it.
	c.call(http.MethodPost, "protected/saresystem/groups", object{"uid": c.uid, "name": c.canary + "-other"}, nil)
	var property struct{ ID int }
	c.call(
		http.MethodPost, "protected/saresystem/properties:add", object{"uid": c.uid, "name": c.canary, "type": "Number"},
		&property,
	)
	c.property = property.ID

	var created struct{ ID string }
	c.call(http.MethodPost, "protected/scoring/scorings", c.body(`{"name":"{canary}","config":`+fullConfig+`}`), &created)
	c.scoring = created.ID
	c.call(http.MethodPost, "protected/scoring/scorings/"+c.scoring+":setStatus", object{"newStatus": 2}, nil)
	for _, date := range []string{earlierDate, securityDate} {
		for _, channel := range c.calculate(c.scoring, date) {
			require.Equal(c.t, "done", channel["stage"], "%v", channel)
		}
	}
	require.Len(c.t, c.dates(c.scoring, "mailing"), 2, "a report is there when progress says done")
	require.Len(c.t, c.dates(c.scoring, "sms"), 2)
}

// exportToGroup exports the contacts with a score to a separate group.
func (c *tenant) exportToGroup() {
	c.t.Helper()
	var receipt struct{ ID string }
	c.call(http.MethodPost, "protected/scoring/scorings/"+c.scoring+":exportToGroups", object{
		"targets": []object{{"scoringMin": 0, "scoringMax": 100, "newGroupName": c.canary + " of the result"}},
	}, &receipt)
	c.export = receipt.ID
}

// describe sets the account's own data: settings, API key, the look of the connected system, notifications.
func (c *tenant) describe() {
	c.t.Helper()
	c.call(http.MethodPut, "protected/account/my/account/settings", object{
		"language": "pl", "timezone": "UTC", "billing": object{"companyName": c.canary, "taxId": c.canary},
	}, nil)
	var key struct{ Key string }
	c.call(http.MethodPost, "protected/saresystem/api-key", object{}, &key)
	connected := *c.client
	connected.token = key.Key
	connected.call(http.MethodPost, "protected/account/external-login", object{
		"uiConfig": object{
			"language": "pl", "sideMenu": []object{{"key": c.canary, "label": c.canary, "url": "/" + c.canary}},
		},
		"translations": object{"pl": object{"texts": object{c.canary: c.canary}}}, "externalSystemUserId": c.canary,
	}, nil)
	eventually(c.t, "a notification", func() bool {
		var list struct{ Items []struct{ ID int } }
		c.call(http.MethodGet, "protected/account/notifications", nil, &list)
		if len(list.Items) > 0 {
			c.news = list.Items[0].ID
		}
		return len(list.Items) > 0
	})
}

// fullConfig is a configuration with every field that can name something of an account.
const fullConfig = `{"daysAgo":14,
	"mailing":{"weights":{"or":"0.45","ctr":"0.30","delivery":"0.25"},"percentile":0.9,
		"dataSources":[{"uid":"{uid}","includedGroupIds":[{group}]}],
		"exportToProperty":{"properties":[{"uid":"{uid}","propertyId":{property}}]}},
	"sms":{"weights":{"ctr":"0.25","delivery":"0.75"},"percentile":0.9,
		"dataSources":[{"uid":"{uid}","includedGroupIds":[{group}]}]}}`

// body fills a template with the tenant's own ids.
func (c *tenant) body(template string) object {
	c.t.Helper()
	filled := strings.NewReplacer("{canary}", c.canary, "{uid}", c.uid, "{group}", fmt.Sprint(
		c.group,
	), "{property}", fmt.Sprint(c.property),
		"{scoring}", c.scoring, "{export}", c.export, "{import}", c.importID, "{news}", fmt.Sprint(c.news),
		"{email}", c.email, "{website}", "0199c0de-0000-7000-8000-000000000000",
		"{webhook}", c.webhook, "{delivery}", c.delivery, "{destination}", c.destination).Replace(template)
	values := object{}
	require.NoError(c.t, json.Unmarshal([]byte(filled), &values), "%s", filled)
	return values
}

// website returns tracked websites, each once while several are left: a call may remove one.
func (c *tenant) website() string {
	site := c.sites[0]
	if len(c.sites) > 1 {
		c.sites = c.sites[1:]
	}
	return site
}

// draft makes a scoring that a call may change or remove.
func (c *tenant) draft() string {
	c.t.Helper()
	var created struct{ ID string }
	c.call(http.MethodPost, "protected/scoring/scorings", object{"name": c.canary}, &created)
	return created.ID
}

// nextDraft returns each draft once.
func (c *tenant) nextDraft() string {
	c.t.Helper()
	require.NotEmpty(c.t, c.drafts, "more calls change a scoring than drafts were made")
	next := c.drafts[0]
	c.drafts = c.drafts[1:]
	return next
}

// state returns everything that the tenant can see of itself.
func (c *tenant) state() string {
	c.t.Helper()
	var all strings.Builder
	for _, path := range []string{
		"scoring/scorings", "scoring/scorings/" + c.scoring, "scoring/scorings/" + c.scoring + ":partitionSummary",
		"scoring/scorings:summary", "scoring/scorings/" + c.scoring + ":exports",
		"saresystem/groups", "saresystem/properties", "saresystem/databases", "saresystem/imports",
		"saresystem/imports/" + c.importID + ":refused",
		"account/my/account/settings", "account/notifications", "account/users/me", "saresystem/api-key",
		"account/constant/external-system-ui-translations", "webhooks/" + c.webhook + "/deliveries",
		"destinations", "destinations/" + c.destination + "/runs",
	} {
		status, data := c.do(http.MethodGet, "protected/"+path, "", nil)
		require.Equal(c.t, http.StatusOK, status, "%s: %s", path, data)
		fmt.Fprintf(&all, "%s\n%s\n", path, data)
	}
	all.WriteString(c.scores(c.scoring, "mailing", securityDate))
	require.Contains(c.t, strings.ToLower(all.String()), c.canary)
	return all.String()
}

// mustNotLeak fails if a response has any data of the tenant.
func (c *tenant) mustNotLeak(t *testing.T, what string, answer []byte) {
	t.Helper()
	require.NotContains(t, strings.ToLower(string(answer)), c.canary, what)
}
