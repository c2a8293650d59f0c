package provider_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/contacts/internal/engine/provider"
)

// Said is an event without its id, which has a test of its own.
type Said struct {
	Kind                       provider.Type
	At                         string
	Message, category, address string
}

func Says(t *testing.T, name provider.Name, body []byte) []Said {
	t.Helper()
	events, err := provider.Events(name, body)
	require.NoError(t, err)
	list := make([]Said, len(events))
	for i, e := range events {
		require.NotEmpty(t, e.ID)
		list[i] = Said{e.Type, e.OccurredAt.Format(time.RFC3339Nano), e.Message, e.Category, e.Address}
	}
	return list
}

func Fixture(t *testing.T, path string) []byte {
	t.Helper()
	body, err := os.ReadFile(filepath.Join("testdata", path))
	require.NoError(t, err)
	return body
}

func TestEveryProvidersOwnPayloadsAreRead(t *testing.T) {
	const alice, tag = "alice@example.com", "my_tag_1"
	for path, want := range map[string][]Said{
		"sendgrid/batch.json": {
			{"bounced", "2020-09-14T19:41:32Z", "LRzXl_NHStOGhQ4kofSm_A", "", "hello@world.com"},
			{"clicked", "2020-09-14T19:41:32Z", "LRzXl_NHStOGhQ4kofSm_A", "", "hello@world.com"},
		},
		"sendgrid/bounce.json":  {{"bounced", "2017-12-15T00:59:29Z", "sg_message_id", "", "example@test.com"}},
		"sendgrid/click.json":   {{"clicked", "2017-12-15T00:59:29Z", "sg_message_id", "", "example@test.com"}},
		"sendgrid/open.json":    {{"opened", "2017-12-15T00:59:29Z", "sg_message_id", "", "example@test.com"}},
		"sendgrid/webhook.json": {{"bounced", "2020-09-14T19:41:32Z", "LRzXl_NHStOGhQ4kofSm_A", "", "hello@world.com"}},
		"mailgun/accepted.json": {{"sent", "2024-02-08T14:25:41.91242Z", "##REDACTED##", "", alice}},
		"mailgun/clicks.json":   {{"clicked", "2018-03-16T23:35:39.873676Z", tag, "", alice}},
		"mailgun/delivered_messages.json": {
			{"delivered", "2018-03-19T15:11:02.000002Z", tag, "", alice},
		},
		"mailgun/opens.json":                            {{"opened", "2018-03-16T23:35:39.873676Z", tag, "", alice}},
		"mailgun/permanent_failure.json":                {{"bounced", "2018-03-16T20:46:35.375624Z", tag, "", alice}},
		"mailgun/permanent_failure_no_description.json": {{"bounced", "2018-03-16T20:46:35.375624Z", tag, "", alice}},
		"mailgun/suppression_failure.json":              {{"bounced", "2018-03-16T20:46:35.375624Z", tag, "", alice}},
		"mailgun/temporary_failure.json":                {{"deferred", "2018-03-19T15:11:02.908181Z", tag, "", alice}},
		"mailgun/spam_complaints.json":                  {{"complained", "2018-03-16T20:45:23.501324Z", tag, "", alice}},
		"mailgun/unsubscribes.json":                     {{"unsubscribed", "2018-03-16T23:35:39.873676Z", tag, "", alice}},
		"postmark/bounce.json": {
			{"sent", "2022-09-02T14:29:19.1234567Z", "Test", "", "john@example.com"},
			{"bounced", "2022-09-02T14:29:19.1234567Z", "Test", "", "john@example.com"},
		},
		"postmark/delivery.json": {
			{"sent", "2022-09-02T11:49:27Z", "welcome-email", "", "john@example.com"},
			{"delivered", "2022-09-02T11:49:27Z", "welcome-email", "", "john@example.com"},
		},
		"postmark/link_click.json":     {{"clicked", "2022-09-02T14:31:09Z", "welcome-email", "", "john@example.com"}},
		"postmark/open.json":           {{"opened", "2022-09-02T14:30:47Z", "welcome-email", "", "john@example.com"}},
		"postmark/spam_complaint.json": {{"complained", "2022-09-02T14:29:57.123456Z", "Test", "", "john@example.com"}},
		"postmark/subscription_change.json": {
			{"", "2022-09-02T14:32:30Z", "welcome-email", "", "john@example.com"},
		},
	} {
		t.Run(path, func(t *testing.T) {
			name := provider.Name(filepath.Dir(path))
			body := Fixture(t, path)
			require.Equal(t, want, Says(t, name, body))
		})
	}
}

func TestSendersNameTheirMailings(t *testing.T) {
	for name, bodies := range map[provider.Name]map[string]Said{
		provider.SendGrid: {
			`[{"event":"processed","email":"a@b.pl","timestamp":1600000000,"sg_event_id":"1","sg_message_id":"m.1",
				"puls_message":"spring","puls_category":["sales","x"]}]`: {"sent", "", "spring", "sales", "a@b.pl"},
			`[{"event":"open","email":"a@b.pl","timestamp":1600000000,"sg_event_id":"1","sg_message_id":"m.1",
				"singlesend_id":"ss","sg_machine_open":true}]`: {"machine_opened", "", "ss", "", "a@b.pl"},
			`[{"event":"bounce","email":"a@b.pl","timestamp":1600000000,"sg_event_id":"1","type":"blocked",
				"puls_message":17}]`: {"deferred", "", "17", "", "a@b.pl"},
			`[{"event":"group_unsubscribe","email":"a@b.pl","timestamp":1600000000,"sg_event_id":"1"}]`: {
				"unsubscribed", "", "", "", "a@b.pl",
			},
			`[{"event":"spamreport","email":"a@b.pl","timestamp":1600000000,"sg_event_id":"1","type":4}]`: {
				"complained", "", "", "", "a@b.pl",
			},
			`[{"event":"group_resubscribe","email":"a@b.pl","timestamp":1600000000,"sg_event_id":"1"}]`: {
				"", "", "", "", "a@b.pl",
			},
		},
		provider.Mailgun: {
			`{"event-data":{"event":"opened","id":"1","timestamp":1600000000,"recipient":"a@b.pl","tags":[],
				"client-info":{"bot":"apple"},"user-variables":{"puls_message":"spring","puls_category":"info"}}}`: {
				"machine_opened", "", "spring", "info", "a@b.pl",
			},
			`{"event-data":{"event":"clicked","id":"1","timestamp":1600000000,"recipient":"a@b.pl","user-variables":[],
				"client-info":{"bot":"generic"},"message":{"headers":{"message-id":"m@x"}}}}`: {
				"machine_clicked", "", "m@x", "", "a@b.pl",
			},
			`{"event-data":{"event":"delivered","id":"1","timestamp":1600000000,"recipient":"a@b.pl",
				"flags":{"is-test-mode":true}}}`: {"", "", "", "", "a@b.pl"},
		},
		provider.Postmark: {
			`{"RecordType":"Open","MessageID":"m","Recipient":"a@b.pl","Tag":"weekly","ReceivedAt":"2020-09-13T12:26:40Z",
				"Metadata":{"puls_message":"spring","puls_category":"sales"}}`: {"opened", "", "spring", "sales", "a@b.pl"},
			`{"RecordType":"SubscriptionChange","MessageID":"00000000-0000-0000-0000-000000000000","Recipient":"a@b.pl",
				"ChangedAt":"2020-09-13T12:26:40Z","SuppressSending":true,"SuppressionReason":"ManualSuppression"}`: {
				"unsubscribed", "", "", "", "a@b.pl",
			},
			`{"RecordType":"Bounce","Type":"SoftBounce","MessageID":"m","Email":"a@b.pl",
				"BouncedAt":"2020-09-13T14:26:40+02:00"}`: {"deferred", "", "m", "", "a@b.pl"},
			`{"RecordType":"Bounce","Type":"AutoResponder","MessageID":"m","Email":"a@b.pl",
				"BouncedAt":"2020-09-13T14:26:40+02:00"}`: {"", "", "m", "", "a@b.pl"},
		},
	} {
		for body, want := range bodies {
			want.At = "2020-09-13T12:26:40Z"
			require.Equal(t, []Said{want}, Says(t, name, []byte(body)), body)
		}
	}
}

func TestEventsOfOneMessageHaveDifferentIDs(t *testing.T) {
	seen := map[string]string{}
	for _, path := range []string{"mailgun/opens.json", "mailgun/clicks.json", "mailgun/unsubscribes.json"} {
		events, err := provider.Events(provider.Mailgun, Fixture(t, path))
		require.NoError(t, err)
		require.Empty(t, seen[events[0].ID], path)
		seen[events[0].ID] = path
		again, err := provider.Events(provider.Mailgun, Fixture(t, path))
		require.NoError(t, err)
		require.Equal(t, events[0].ID, again[0].ID)
	}
	batch, err := provider.Events(provider.SendGrid, Fixture(t, "sendgrid/batch.json"))
	require.NoError(t, err)
	require.NotEqual(t, batch[0].ID, batch[1].ID)
	alone, err := provider.Events(provider.SendGrid, Fixture(t, "sendgrid/webhook.json"))
	require.NoError(t, err)
	require.Equal(t, batch[0].ID, alone[0].ID)
}

func TestMalformedBodiesOfProvidersAreRefused(t *testing.T) {
	for _, name := range provider.Names() {
		for _, body := range []string{"", "{", `"text"`, "event=open&recipient=a", "\xff\xfe{}"} {
			_, err := provider.Events(name, []byte(body))
			require.ErrorIs(t, err, provider.ErrBody, "%s: %q", name, body)
		}
	}
	_, err := provider.Events("nobody", []byte("[]"))
	require.ErrorIs(t, err, provider.ErrBody)
}

func TestATimeThatNoCalendarHasIsNone(t *testing.T) {
	for _, stamp := range []string{"-1", "1e300", `"NaN"`, "null", "{}", `"soon"`} {
		body := `[{"event":"open","email":"a@b.pl","sg_event_id":"1","timestamp":` + stamp + `}]`
		events, err := provider.Events(provider.SendGrid, []byte(body))
		require.NoError(t, err)
		require.True(t, events[0].OccurredAt.IsZero(), stamp)
	}
}
