package acceptance

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"
)

// The erased person: contact 7 of both uids.
const (
	erasedEmail    = "kanarek-mine-7@example.com"
	erasedGSM      = "+48600000007"
	erasedExternal = "kanarek-mine-7"
)

// traces returns the places where the person's addresses are found; data packed with zstd is unpacked.
func traces(t *testing.T, p *program) []string {
	t.Helper()
	unpack, err := zstd.NewReader(nil)
	require.NoError(t, err)
	defer unpack.Close()
	var found []string
	look := func(where string, content []byte) {
		for _, text := range [][]byte{content, unpacked(unpack, content)} {
			lower := bytes.ToLower(text)
			for _, address := range []string{erasedEmail, erasedGSM, erasedExternal, "600 000 007", "600-000-007"} {
				if bytes.Contains(lower, []byte(address)) {
					found = append(found, where+" holds "+address)
				}
			}
			for _, address := range []string{erasedEmail, erasedGSM, erasedExternal} {
				if digest := sha256.Sum256([]byte(address)); bytes.Contains(text, digest[:]) {
					found = append(found, where+" holds the hash of "+address) // which can be computed without a secret
				}
			}
		}
	}
	admin := p.connect("")
	for _, table := range tables(t, admin) {
		rows, err := admin.Query(t.Context(), "SELECT * FROM "+table.String())
		require.NoError(t, err)
		columns := rows.FieldDescriptions()
		for rows.Next() {
			values, err := rows.Values()
			require.NoError(t, err)
			for i, value := range values {
				content, isBytes := value.([]byte)
				if !isBytes {
					content = fmt.Append(nil, value)
				}
				look(table.String()+"."+columns[i].Name, content)
			}
		}
		require.NoError(t, rows.Err())
	}
	require.NoError(t, filepath.WalkDir(p.streams, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		look(path, content)
		return err
	}))
	return found
}

func unpacked(unpack *zstd.Decoder, content []byte) []byte {
	if !bytes.HasPrefix(content, []byte{0x28, 0xb5, 0x2f, 0xfd}) {
		return nil
	}
	text, err := unpack.DecodeAll(content, nil)
	if err != nil {
		return nil
	}
	return text
}

// scatter puts the person's addresses in all places where people, files and websites put them.
func (c *tenant) scatter() {
	c.t.Helper()
	state := c.upload("contacts", "text/csv", strings.NewReader(
		"uid,external_id,email,gsm,property:"+c.canary+"\n"+
			c.uid+",X1,KANAREK-mine-7@Example.COM,no number,\n"+ // refused; stored unchanged
			c.uid+",X2,,600 000 007,not a number\n"+
			c.uid+",kanarek-mine-7,,,7\n",
	))
	require.Equal(c.t, [2]int{1, 2}, [2]int{state.Kept, state.Refused})
	events := eventHeader
	for i, row := range []string{
		c.uid + ",web.page_view,,,,kanarek-mine-7@example.com,,v1,shop.example.com",
		c.uid + ",web.purchase,,,kanarek-mine-7,,,v1,shop.example.com",
		c.uid + ",mailing.unsubscribed,m1,info,,kanarek-mine-7@example.com,,,",
		c.uid + ",sms.unsubscribed,m1,info,,,600-000-007,,",
		"001,mailing.unsubscribed,m1,info,kanarek-mine-7,,,,",
		"777,mailing.sent,m1,info,,kanarek-mine-7@example.com,,,", // no such uid
	} {
		events += fmt.Sprintf("scatter-%d,2026-10-25T10:00:00Z,%s\n", i, row)
	}
	state = c.upload("engagement", "text/csv", strings.NewReader(events))
	require.Equal(c.t, [2]int{5, 1}, [2]int{state.Kept, state.Refused}, "%v", state.Errors)
	c.serverSays("Kanarek-MINE-7@Example.com")
	c.file("saresystem/contacts:exportToCsv", object{"uid": c.uid})
	c.file("scoring/scorings/"+c.scoring+":exportToCsv", object{"scoringType": "mailing"})
}

// serverSays lets a shop's server name the person by an address, and waits until that was read.
func (c *tenant) serverSays(address string) {
	c.t.Helper()
	for i, endpoint := range []string{"identify", "track"} {
		answer := c.send(http.MethodPost, "ingest/v1/"+endpoint, fmt.Sprintf(
			`{"writeKey":%q,"userId":%q,"event":"purchase","messageId":"server-%d"}`, c.sites[0], address, i))
		require.Equal(c.t, http.StatusOK, answer.status, "%s", answer.body)
	}
	eventually(c.t, "the visitor", func() bool {
		return slices.ContainsFunc(c.visitorsOf(c.uid, 7), func(id string) bool { return strings.HasPrefix(id, "user:") })
	})
}

// file downloads a file.
func (c *client) file(path string, body object) string {
	c.t.Helper()
	data, err := json.Marshal(body)
	require.NoError(c.t, err)
	status, text := c.do(http.MethodPost, "protected/"+path, "application/json", bytes.NewReader(data))
	require.Equal(c.t, http.StatusOK, status, "%s", text)
	return string(text)
}

// S-erasure: no byte of a person's addresses remains anywhere, past figures do, and the addresses are refused for ever.
func TestAnErasedPersonIsGoneFromEverywhere(t *testing.T) {
	log := &lockedBuffer{}
	p := startProgramLogging(t, slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	c := newTenant(p, "mine", "011")
	c.call(http.MethodPost, "protected/webhooks", object{
		"url": "https://receiver.example/", "events": []string{"import.finished", "contact.unsubscribed", "contact.erased"},
	}, nil)
	list := c.listOf("erasure")
	destination := c.sendsTo("erasure")
	require.True(t, p.lists.has(list, erasedEmail), "the person is on a list at a mail provider")
	status, answered := c.do(http.MethodPost, "protected/saresystem/contacts:import?fileName=Kanarek-mine-7%40example.com.csv",
		"text/csv", strings.NewReader("uid,external_id\n011,named\n"))
	require.Equal(t, http.StatusOK, status, "%s", answered)
	var named importState
	require.NoError(t, json.Unmarshal(answered, &named))
	c.scatter()
	admin := p.connect("")
	_, err := admin.Exec(t.Context(), "UPDATE contacts.destination_members SET sent_at = sent_at - interval '1 hour'")
	require.NoError(t, err)
	told := func(event string) (deliveries int) {
		require.NoError(t, admin.QueryRow(t.Context(), `SELECT count(*) FROM account.webhook_deliveries
			WHERE event = $1 AND 7 = ANY (numbers)`, event).Scan(&deliveries))
		return deliveries
	}
	eventually(t, "webhooks know who unsubscribed", func() bool { return told("contact.unsubscribed") == 3 })
	eventually(t, "the notification of a file that is called as the person", func() (there bool) {
		require.NoError(t, admin.QueryRow(t.Context(), "SELECT count(*) > 0 FROM account.notifications WHERE subject_id = $1",
			named.ID).Scan(&there))
		return there
	})
	before := traces(t, p)
	for _, where := range []string{
		"contacts.contact_addresses.", "refused_rows.body", "visitor_claims.address",
		"recipient_blocks.body", "suppressed_addresses.digest",
	} {
		require.Contains(t, strings.Join(before, "\n"), where, "the test looks where addresses are")
	}

	figures := c.figures()
	person := object{"address": " KANAREK-mine-7@example.com "}
	var found struct {
		Items  []object
		Erased bool
	}
	c.call(http.MethodPost, "protected/data-protection/persons:find", person, &found)
	require.Len(t, found.Items, 2)
	require.False(t, found.Erased)
	c.handedOut(t, person)
	var erased struct {
		ID    string
		Items []object
	}
	// Like the page: with an idempotency key, which makes the erasure a subtransaction.
	answer := c.send(
		http.MethodPost, "protected/data-protection/persons:erase", `{"address":" KANAREK-mine-7@example.com "}`,
		"Idempotency-Key", "erase-7",
	)
	require.Equal(t, http.StatusOK, answer.status, "%s", answer.body)
	require.NoError(t, json.Unmarshal(answer.body, &erased))
	require.Equal(t, []object{{"uid": "001", "number": 7.0}, {"uid": "011", "number": 7.0}}, erased.Items)

	eventually(t, "webhooks know who was erased", func() bool { return told("contact.erased") == 6 })
	require.Zero(t, told("contact.unsubscribed"), "nothing says of the erased that they had unsubscribed")
	c.call(http.MethodPost, "protected/destinations/"+destination+":run", object{}, nil)
	eventually(t, "the person leaves the list", func() bool { return !p.lists.has(list, erasedEmail) })
	members := func() (count int) {
		require.NoError(t, admin.QueryRow(t.Context(), `SELECT count(*) FROM contacts.destination_members m
			JOIN contacts.destinations d ON d.id = m.destination_id WHERE d.list = $1 AND m.number = 7`, list).Scan(&count))
		return count
	}
	eventually(t, "nothing is kept of who left the list", func() bool { return members() == 0 })
	require.Empty(t, traces(t, p))
	require.Equal(t, figures, c.figures(), "past figures stay")
	c.refusedForEver(t)
	require.Empty(t, traces(t, p), "nothing of what was refused is kept")
	for _, address := range []string{erasedEmail, erasedGSM, erasedExternal} {
		require.NotContains(t, strings.ToLower(log.String()), address, "the log")
	}
	require.Equal(t, 404, c.send(http.MethodGet, "protected/saresystem/contacts/011/7", "").status)
	c.call(http.MethodPost, "protected/data-protection/persons:find", person, &found)
	require.Empty(t, found.Items)
	require.True(t, found.Erased)
	require.Equal(t, 404, c.send(
		http.MethodPost, "protected/data-protection/persons:erase", `{"address":"`+erasedEmail+`"}`,
	).status)
	var entries struct {
		Items []struct{ ID, Kind, Who string }
	}
	c.call(http.MethodGet, "protected/data-protection/events?kind=ERASURE", nil, &entries)
	require.Len(t, entries.Items, 1)
	require.Equal(t, erased.ID, entries.Items[0].ID)
	require.Equal(t, c.email, entries.Items[0].Who)
	figure(t, "%d places held the contact's addresses before, 0 after", len(before))
}

// figures are the reports of past results.
func (c *tenant) figures() string {
	c.t.Helper()
	var all strings.Builder
	for _, path := range []string{
		":partitionSummary?scoringType=mailing", ":partitionSummary?scoringType=sms", ":excludedReasonsSummary?scoringType=mailing",
	} {
		reply := c.send(http.MethodGet, "protected/scoring/scorings/"+c.scoring+path, "")
		all.Write(reply.body)
	}
	return all.String()
}

// refusedForEver sends the person's data again in every way.
func (c *tenant) refusedForEver(t *testing.T) {
	t.Helper()
	state := c.upload("contacts", "text/csv", strings.NewReader("uid,external_id,email,gsm\n"+
		"001,,kanarek-mine-7@example.com,\n011,new,,600 000 007\n011,kanarek-mine-7,,\n001,other,other@example.com,\n"))
	require.Equal(t, [2]int{1, 3}, [2]int{state.Kept, state.Refused})
	for _, e := range state.Errors {
		require.Contains(t, e.Reason, "ERASED_ADDRESS")
	}
	state = c.upload("engagement", "text/csv", strings.NewReader(eventHeader+
		"again-1,2026-10-26T10:00:00Z,011,mailing.opened,m1,info,,kanarek-mine-7@example.com,,,\n"+
		"again-2,2026-10-26T10:00:00Z,011,mailing.unsubscribed,m1,info,,kanarek-mine-7@example.com,,,\n"+
		"again-3,2026-10-26T10:00:00Z,011,web.page_view,,,,kanarek-mine-7@example.com,,v1,shop.example.com\n"))
	require.Equal(t, [2]int{1, 2}, [2]int{state.Kept, state.Refused})
	for _, e := range state.Errors {
		require.Contains(t, e.Reason, "ERASED_ADDRESS")
	}
	for _, text := range []string{
		c.file("saresystem/contacts:exportToCsv", object{"uid": c.uid}),
		c.file("scoring/scorings/"+c.scoring+":exportToCsv", object{"scoringType": "mailing", "includeExcluded": true}),
	} {
		require.Contains(t, text, "kanarek-mine-8")
		require.NotContains(t, text, "kanarek-mine-7")
	}
}

// handedOut requires that the person's export has all stored data, before the erasure.
func (c *tenant) handedOut(t *testing.T, person object) {
	t.Helper()
	body := c.file("data-protection/persons:export", person)
	pack, err := zip.NewReader(strings.NewReader(body), int64(len(body)))
	require.NoError(t, err)
	files := map[string]string{}
	for _, f := range pack.File {
		content, err := fs.ReadFile(pack, f.Name)
		require.NoError(t, err)
		files[f.Name] = string(content)
	}
	require.Contains(t, files["README.txt"], "Wszystko, co przechowujemy")
	require.Contains(t, files["contacts.csv"], "011,7,kanarek-mine-7,kanarek-mine-7@example.com,+48600000007,2026-01-01")
	require.Contains(t, files["contacts.csv"], "001,7,kanarek-mine-7,")
	require.Contains(t, files["groups.csv"], "011,kanarek-mine\r\n")
	require.Contains(t, files["lists.csv"], "kanarek-mine (mailgun)\r\n")
	require.Contains(t, files["properties.csv"], "011,kanarek-mine,")
	require.Contains(t, files["consents.csv"], "011,mailing,false,")
	require.Contains(t, files["consents.csv"], "011,mailing,true,")
	require.Contains(t, files["visitors.csv"], "011,v1\r\n")
	require.Contains(t, files["scores.csv"], "011,kanarek-mine,mailing,"+securityDate)
	for _, kind := range []string{"sent", "delivered"} {
		require.Contains(t, files["engagement.csv"], "011,2026-10-25,mailing,"+kind+",kanarek-mine-mai-25,\r\n")
		require.Contains(t, files["engagement.csv"], "011,2026-10-10,sms,"+kind+",kanarek-mine-sms-10,\r\n")
	}
	require.Contains(t, files["engagement.csv"], "011,2026-10-25,web,purchase,,v1\r\n")
	require.Equal(t, 2*8+3+3, strings.Count(files["engagement.csv"], "\r\n")-1, "%s", files["engagement.csv"])
	var all struct{ Contacts, Scores, Engagement []object }
	require.NoError(t, json.Unmarshal([]byte(files["person.json"]), &all))
	require.Len(t, all.Contacts, 2)
	require.NotContains(t, body, "kanarek-mine-17")
	require.Equal(t, 404, c.send(
		http.MethodPost, "protected/data-protection/persons:export", `{"address":"nobody@example.com"}`,
	).status)
	var entries struct{ Items []struct{ ContactCount int } }
	c.call(http.MethodGet, "protected/data-protection/events?kind=HAND_OUT", nil, &entries)
	require.Len(t, entries.Items, 1)
	require.Equal(t, 2, entries.Items[0].ContactCount)
}
