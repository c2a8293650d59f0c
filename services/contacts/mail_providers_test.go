package contacts_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/rpc"
	"puls.app/services/reason"
)

// mailPeople are the contacts that the providers' payloads name.
const mailPeople = "email,email_consent\nhello@world.com,true\nexample@test.com,true\nalice@example.com,true\n" +
	"john@example.com,true\nanna@kwiaty.pl,true\n"

// payload is the body of one report of a provider.
type payload struct{ provider, body string }

// payloads returns the providers' own examples and, for Amazon SES, one payload of each shape.
func payloads(t testing.TB) (all []payload) {
	t.Helper()
	files, err := filepath.Glob("internal/engine/provider/testdata/*/*.json")
	require.NoError(t, err)
	require.Len(t, files, 21)
	for _, path := range files {
		body, err := os.ReadFile(path)
		require.NoError(t, err)
		all = append(all, payload{filepath.Base(filepath.Dir(path)), string(body)})
	}
	const mail = `"mail":{"timestamp":"2026-10-02T10:00:00.000Z","messageId":"%s","destination":["anna@kwiaty.pl"]%s}`
	const at = `"timestamp":"2026-10-03T08:00:00.000Z"`
	const anna = `[{"emailAddress":"anna@kwiaty.pl"}]`
	tagged := fmt.Sprintf(mail, "m1", `,"tags":{"puls_message":["spring"],"puls_category":["sales"]}`)
	for _, event := range []string{
		`"eventType":"Send","send":{},` + tagged, `"eventType":"Open","open":{` + at + `},` + tagged,
		`"eventType":"Delivery","delivery":{` + at + `,"recipients":["anna@kwiaty.pl"]},` + tagged,
		`"eventType":"Click","click":{` + at + `},` + tagged,
		`"eventType":"Complaint","complaint":{` + at + `,"complainedRecipients":` + anna + `},` + tagged,
		`"notificationType":"Bounce","bounce":{` + at + `,"bounceType":"Permanent","bouncedRecipients":` + anna + `},` +
			fmt.Sprintf(mail, "m2", ""),
		`"notificationType":"Bounce","bounce":{` + at + `,"bounceType":"Transient","bouncedRecipients":` + anna + `},` +
			fmt.Sprintf(mail, "m3", ""),
	} {
		all = append(all, payload{"ses", "{" + event + "}"})
	}
	return all
}

// mailState is the outcome of providers' reports.
type mailState struct {
	facts      map[fact]int
	consenting []int
	counts     map[string]string
	log        []string
}

func (m *mailer) state(t testing.TB, database int32) mailState {
	t.Helper()
	m.settle(t)
	state := mailState{
		facts: distinct(m.facts(t)), consenting: m.consenting(t, database, typev1.Channel_CHANNEL_MAILING),
		counts: map[string]string{},
	}
	res, err := m.mail(t).ListMailProviders(t.Context(), &contactsv1.ListMailProvidersRequest{})
	require.NoError(t, err)
	for _, p := range res.GetItems() {
		state.counts[p.GetProvider()] = fmt.Sprint(p.GetReceivedCount(), p.GetUnusedCount(), p.GetTypes())
	}
	entries, _ := m.entries(t)
	slices.Sort(entries)
	state.log = slices.Compact(entries)
	return state
}

func TestRepeatedReportsOfProvidersInAnyOrderCountOnce(t *testing.T) {
	t.Parallel()
	all := payloads(t)
	var states [2]mailState
	for round := range states {
		s := startAlone(t, nil) // counts rows of whole tables
		database := s.ensure(t, "001")["001"]
		s.load(t, "contacts", "csv", []byte(mailPeople))
		m := s.mailers(t)
		order := slices.Clone(all)
		if round > 0 {
			order = slices.Concat(all, all, all)
			rand.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		}
		for _, p := range order {
			require.NoError(t, m.sends(t, p.provider, p.body), "%s: %s", p.provider, p.body)
		}
		states[round] = m.state(t, database)
	}
	require.Equal(t, states[0].facts, states[1].facts)
	require.Equal(t, states[0].consenting, states[1].consenting)
	require.Equal(t, states[0].counts, states[1].counts)
	once := states[0]
	// Alice unsubscribed and complained, John and Anna complained.
	require.Equal(t, []int{0, 1}, once.consenting)
	kinds := map[contactsv1.EngagementKind]int{}
	for f := range once.facts {
		kinds[f.kind]++
	}
	require.Equal(t, map[contactsv1.EngagementKind]int{1: 5, 2: 3, 3: 4, 4: 5, 5: 5, 6: 4}, kinds)
	require.Contains(t, once.counts["mailgun"], "deferred")
}

func changed(t testing.TB, body []byte, before, now string) []byte {
	t.Helper()
	forged := bytes.Replace(body, []byte(before), []byte(now), 1)
	require.NotEqual(t, body, forged)
	return forged
}

func TestAForgedOrReplayedSignatureIsRefusedAndLeavesNothing(t *testing.T) {
	t.Parallel()
	s := startAlone(t, nil) // counts rows of whole tables
	s.ensure(t, "001")
	s.load(t, "contacts", "csv", []byte(mailPeople))
	m := s.mailers(t)
	tables := []string{"intake_bodies", "intake_events", "mail_events", "mail_proofs", "outbox", "log_entries"}
	rows := func() (n []int) {
		m.settle(t)
		for _, table := range tables {
			n = append(n, s.countAll(t, "SELECT count(*) FROM "+table))
		}
		return n
	}
	first := map[string]string{}
	for _, p := range payloads(t) {
		first[p.provider] = p.body
	}
	refused := func(err error) {
		t.Helper()
		require.Equal(t, codes.Unauthenticated, status.Code(err), err)
		require.Equal(t, reason.IntakeSignatureInvalid.String(), rpc.Reason(err))
	}
	for _, provider := range []string{"sendgrid", "mailgun", "postmark", "ses"} {
		headers, body := m.signed(t, provider, first[provider], m.Now())
		require.NoError(t, m.post(t, provider, headers, body))
		before := rows()
		require.Positive(t, before[2]+before[3], "what was taken is kept as an event or as a proof")
		if provider != "postmark" { // Postmark signs nothing: its events are read again and recognised
			require.NoError(t, m.post(t, provider, headers, body), "its answer was lost, so it comes again")
			require.Equal(t, before, rows(), provider)
		}
		old, oldBody := m.signed(t, provider, first[provider], m.Now().Add(-73*time.Hour))
		ahead, aheadBody := m.signed(t, provider, first[provider], m.Now().Add(16*time.Minute))
		if provider != "postmark" {
			refused(m.post(t, provider, old, oldBody))
			refused(m.post(t, provider, ahead, aheadBody))
		}
		switch provider {
		case "sendgrid", "ses":
			refused(m.post(t, provider, headers, changed(t, body, "com", "org")))
			refused(m.post(t, provider, headers, changed(t, body, "e", "o")))
		case "mailgun":
			refused(m.post(t, provider, headers, changed(t, body, `"token":"`, `"token":"A`)))
			refused(m.post(t, provider, headers, changed(t, body, `"event-data":{`, `"event-data":{"x":1,`)))
		case "postmark":
			wrong := base64.StdEncoding.EncodeToString([]byte("puls:" + m.password + "x"))
			refused(m.post(t, provider, map[string]string{"authorization": "Basic " + wrong}, body))
			refused(m.post(t, provider, nil, body))
		}
		require.Equal(t, before, rows(), provider)
	}
	// A message without its envelope has no signature.
	refused(m.post(t, "ses", map[string]string{"x-amz-sns-rawdelivery": "true"}, []byte(`{"Type":"Notification"}`)))
	// Refused requests are counted, repeated ones are not.
	res, err := m.mail(t).ListMailProviders(t.Context(), &contactsv1.ListMailProvidersRequest{})
	require.NoError(t, err)
	for i, want := range []int32{4, 4, 2, 5} {
		p := res.GetItems()[i]
		require.Equal(t, want, p.GetRefusedSignatureCount(), p.GetProvider())
		require.NotNil(t, p.GetRefusedSignatureAt())
	}
}

func TestAnUnknownAddressOfAProviderTakesNothing(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	m := s.mailers(t)
	gone := func(provider string) {
		t.Helper()
		err := m.sends(t, provider, `[{"event":"open"}]`)
		require.Equal(t, codes.NotFound, status.Code(err), err)
		require.Equal(t, reason.ProviderNotFound.String(), rpc.Reason(err))
	}
	own := m.paths["sendgrid"]
	m.paths["sendgrid"] = m.paths["postmark"]
	gone("sendgrid")
	m.paths["sendgrid"] = strings.ToLower(own)
	gone("sendgrid")
	m.paths["sendgrid"] = own
	_, err := m.mail(t).DeleteMailProvider(t.Context(), &contactsv1.DeleteMailProviderRequest{Provider: "sendgrid"})
	require.NoError(t, err)
	gone("sendgrid")
	_, err = m.mail(t).DeleteMailProvider(t.Context(), &contactsv1.DeleteMailProviderRequest{Provider: "sendgrid"})
	require.Equal(t, reason.ProviderNotFound.String(), rpc.Reason(err))
	// A provider that is added again has another path.
	res, err := m.mail(t).SetMailProvider(t.Context(), &contactsv1.SetMailProviderRequest{
		Provider: "sendgrid", Uid: "001",
	})
	require.NoError(t, err)
	require.NotContains(t, res.GetProvider().GetPath(), own)
	require.False(t, res.GetProvider().GetHasKey())
	// Without a key every request is refused.
	m.paths["sendgrid"] = res.GetProvider().GetPath()[len("/api/hooks/v1/sendgrid/"):]
	require.Equal(t, codes.Unauthenticated, status.Code(m.sends(t, "sendgrid", `[{"event":"open"}]`)))
}

func TestASubscriptionIsConfirmedByUs(t *testing.T) {
	t.Parallel()
	s := startAlone(t, nil) // stops Amazon
	s.ensure(t, "001")
	m := s.mailers(t)
	state := func() string {
		t.Helper()
		res, err := m.mail(t).ListMailProviders(t.Context(), &contactsv1.ListMailProvidersRequest{})
		require.NoError(t, err)
		return res.GetItems()[3].GetState()
	}
	require.Equal(t, "CONFIRMING", state())
	ask := func(kind, id string) error {
		return m.post(t, "ses", nil, s.peers.amazon.envelope(t, kind, id, "You have chosen to subscribe", s.Now()))
	}
	s.peers.amazon.away = true
	away := ask("SubscriptionConfirmation", "1")
	require.Equal(t, codes.Unavailable, status.Code(away), "Amazon tries again")
	require.Equal(t, 5*time.Second, rpc.FailureOf(away).Wait)
	require.Equal(t, "CONFIRMING", state())
	s.peers.amazon.away = false
	s.peers.amazon.asked = nil
	require.NoError(t, ask("SubscriptionConfirmation", "1"))
	require.Equal(t, []string{
		"https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-1.pem",
		"https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=" + topic + "&Token=token",
	}, s.peers.amazon.asked)
	require.Equal(t, "WAITING", state())
	require.NoError(t, ask("Notification", "2"), "a trial")
	require.NoError(t, ask("UnsubscribeConfirmation", "3"))
	require.Equal(t, "CONFIRMING", state())
	require.Len(t, s.peers.amazon.asked, 2, "the certificate is known, and nobody subscribes again")
	forged := s.peers.amazon.envelope(t, "SubscriptionConfirmation", "4", "", s.Now())
	forged = bytes.ReplaceAll(forged, []byte("https://sns.eu-central-1.amazonaws.com/?"), []byte("http://169.254.169.254/?"))
	require.Equal(t, codes.Unauthenticated, status.Code(m.post(t, "ses", nil, forged)))
	require.Len(t, s.peers.amazon.asked, 2)
}

func TestAComplaintEndsTheConsentAndSaysSo(t *testing.T) {
	t.Parallel()
	s := start(t)
	database := s.ensure(t, "001")["001"]
	s.load(t, "contacts", "csv", []byte(mailPeople))
	m := s.mailers(t)
	const machine = `[
		{"event":"open","email":"hello@world.com","timestamp":1790000000,"sg_event_id":"1","sg_message_id":"m",
			"sg_machine_open":true},
		{"event":"spamreport","email":"hello@world.com","timestamp":1790000000,"sg_event_id":"2","sg_message_id":"m"},
		{"event":"group_unsubscribe","email":"EXAMPLE@test.com","timestamp":1790000000,"sg_event_id":"3"},
		{"event":"open","email":"nobody@test.com","timestamp":1790000000,"sg_event_id":"4","sg_message_id":"m"},
		{"event":"group_resubscribe","email":"example@test.com","timestamp":1790000000,"sg_event_id":"5"}
	]`
	require.NoError(t, m.sends(t, "sendgrid", machine))
	m.settle(t)
	require.Equal(t, []int{2, 3, 4}, s.consenting(t, database, typev1.Channel_CHANNEL_MAILING))
	complained := s.contact(t, "001", 0).GetConsentChanges()
	require.Equal(t, "COMPLAINT sendgrid", complained[0].GetSource()+" "+complained[0].GetDetail())
	unsubscribed := s.contact(t, "001", 1).GetConsentChanges()
	require.Equal(t, "PROVIDER sendgrid", unsubscribed[0].GetSource()+" "+unsubscribed[0].GetDetail())
	entries, _ := s.entries(t)
	require.Subset(t, entries, []string{`UNSUBSCRIBE_EVENT "sendgrid"  1 1 0 [001]`})
	// A file cannot give back a consent that a complaint or an unsubscription withdrew.
	s.load(t, "contacts", "csv", []byte(mailPeople))
	require.Equal(t, []int{2, 3, 4}, s.consenting(t, database, typev1.Channel_CHANNEL_MAILING))
	res, err := m.mail(t).ListMailProviders(t.Context(), &contactsv1.ListMailProvidersRequest{})
	require.NoError(t, err)
	p := res.GetItems()[0]
	require.Equal(t, "RECEIVING", p.GetState())
	require.EqualValues(t, 3, p.GetReceivedCount())
	require.EqualValues(t, 2, p.GetUnusedCount())
	var types []string
	for _, c := range p.GetTypes() {
		types = append(types, fmt.Sprint(c.GetType(), c.GetCount()))
	}
	require.Equal(t, []string{"machine_opened1", "complained1", "unsubscribed1"}, types)
	kinds := map[contactsv1.EngagementKind]int{}
	for f := range m.facts(t) {
		require.NotEqual(t, contactsv1.EngagementKind_ENGAGEMENT_KIND_OPENED, f.kind, "a machine opened it")
		kinds[f.kind]++
	}
	require.Equal(t, 1, kinds[contactsv1.EngagementKind_ENGAGEMENT_KIND_MACHINE_OPENED], "and that is a fact of its own")
}

func TestKeysAreWrittenAndNeverReadBack(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001", "042")
	m := s.mailers(t)
	set := func(req *contactsv1.SetMailProviderRequest, want reason.Reason, field string) {
		t.Helper()
		_, err := m.mail(t).SetMailProvider(t.Context(), req)
		require.Equal(t, want.String(), rpc.Reason(err))
		require.Equal(t, field, rpc.FailureOf(err).Fields[0].Name)
	}
	const invalidKey, invalidTopic = reason.ProviderKeyInvalid, reason.ProviderTopicInvalid
	set(&contactsv1.SetMailProviderRequest{Provider: "sendgrid", Key: "MFkw", Uid: "001"}, invalidKey, "key")
	set(&contactsv1.SetMailProviderRequest{Provider: "mailgun", Key: "no key", Uid: "001"}, invalidKey, "key")
	set(&contactsv1.SetMailProviderRequest{Provider: "ses", Topic: "puls", Uid: "001"}, invalidTopic, "topic")
	set(&contactsv1.SetMailProviderRequest{Provider: "ses", Uid: "001"}, invalidTopic, "topic")
	set(&contactsv1.SetMailProviderRequest{Provider: "mailgun", Uid: "777"}, reason.DatabaseNotFound, "uid")
	require.Zero(t, s.count(t, "SELECT count(*) FROM mail_providers WHERE position('"+mailgunKey+"'::bytea IN secret) > 0"))
	// An empty key leaves the stored key and the path unchanged. New events go to the other database.
	res, err := m.mail(t).SetMailProvider(t.Context(), &contactsv1.SetMailProviderRequest{Provider: "mailgun", Uid: "042"})
	require.NoError(t, err)
	require.Equal(t, "042", res.GetProvider().GetUid())
	require.True(t, res.GetProvider().GetHasKey())
	require.True(t, strings.HasSuffix(res.GetProvider().GetPath(), m.paths["mailgun"]))
	body, err := os.ReadFile("internal/engine/provider/testdata/mailgun/opens.json")
	require.NoError(t, err)
	require.NoError(t, m.sends(t, "mailgun", string(body)))
	// A new password invalidates the previous one.
	old := m.password
	renewed, err := m.mail(t).SetMailProvider(
		t.Context(), &contactsv1.SetMailProviderRequest{Provider: "postmark", RenewPassword: true, Uid: "001"},
	)
	require.NoError(t, err)
	require.NotEqual(t, old, renewed.GetPassword())
	require.Equal(t, codes.Unauthenticated, status.Code(m.sends(t, "postmark", `{"RecordType":"Open"}`)))
	m.password = renewed.GetPassword()
	require.NoError(t, m.sends(t, "postmark", `{"RecordType":"Open","ReceivedAt":"2026-11-01T00:00:00Z"}`))
	// Another account sees none of the providers.
	stranger := contactsv1.NewMailProviderServiceClient(s.other(t))
	all, err := stranger.ListMailProviders(t.Context(), &contactsv1.ListMailProvidersRequest{})
	require.NoError(t, err)
	for _, p := range all.GetItems() {
		require.Equal(t, "NONE", p.GetState())
		require.Empty(t, p.GetPath())
	}
}
