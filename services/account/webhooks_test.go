package account_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/auth"
	"puls.app/services/local/servicetest"
)

// engine is a fake of the scoring engine: results, and the contacts that changed in each.
type engine struct {
	scoringenginev1.UnimplementedResultServiceServer
	mu      sync.Mutex
	results []*scoringenginev1.Calculated
	changed int
}

func (e *engine) GetResult(
	_ context.Context, req *scoringenginev1.GetResultRequest,
) (*scoringenginev1.GetResultResponse, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	var found *scoringenginev1.Calculated
	for _, r := range e.results {
		day := req.GetGeneratedDate()
		if r.GetScoringId() == req.GetScoringId() &&
			(day == "" || r.GetGeneratedDate() == day || req.GetOrBefore() && r.GetGeneratedDate() < day) {
			found = r
		}
	}
	if found == nil {
		return nil, status.Error(codes.NotFound, "there is none")
	}
	return &scoringenginev1.GetResultResponse{Result: found}, nil
}

func (e *engine) ListChanges(
	_ context.Context, req *scoringenginev1.ListChangesRequest,
) (*scoringenginev1.ListChangesResponse, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	res := &scoringenginev1.ListChangesResponse{}
	for number := req.GetStartNumber(); int(number) < e.changed; number++ {
		if len(res.Numbers) == int(req.GetLimit()) {
			res.More = true
			break
		}
		res.DatabaseIds, res.Numbers = append(res.DatabaseIds, 7), append(res.Numbers, number)
		res.Before, res.After = append(res.Before, 201), append(res.After, 88)
	}
	return res, nil
}

// calculate stores a result in the engine and publishes it.
func (e *engine) calculate(t *testing.T, s *system, account int32, scoring, day string, revision int32) {
	t.Helper()
	event := &scoringenginev1.Calculated{
		AccountId: account, ScoringId: scoring, Channel: typev1.Channel_CHANNEL_MAILING, GeneratedDate: day,
		Revision: revision, MadeAt: timestamppb.New(s.Now()), Config: &typev1.ScoringSpec{Name: "Everybody"},
		Databases: []*scoringenginev1.DatabaseResult{{
			DatabaseId: 7, Uid: "042", Histogram: append(make([]int32, 100), 3), Excluded: map[string]int32{"NO_CONSENT": 2},
		}},
	}
	e.mu.Lock()
	e.results = slices.DeleteFunc(e.results, func(r *scoringenginev1.Calculated) bool {
		return r.GetScoringId() == scoring && r.GetGeneratedDate() == day
	})
	e.results = append(e.results, event)
	e.mu.Unlock()
	s.Publish(t, event)
}

// hooked is a message to a receiver.
type hooked struct {
	id, event, day, scoring string
	status                  int
	header                  http.Header
	body                    []byte
	data                    map[string]any
}

// receiver records its messages and sends the responses of the test.
type receiver struct {
	*httptest.Server
	mu     sync.Mutex
	got    []hooked
	answer func(n int, w http.ResponseWriter, r *http.Request) int
}

func newReceiver(t *testing.T, answer func(n int, w http.ResponseWriter, r *http.Request) int) *receiver {
	t.Helper()
	rec := &receiver{answer: answer}
	rec.Server = httptest.NewServer(rec)
	t.Cleanup(rec.Close)
	return rec
}

func status200(int, http.ResponseWriter, *http.Request) int { return http.StatusOK }

func (rec *receiver) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	rec.mu.Lock()
	defer rec.mu.Unlock()
	var message struct {
		Type string
		Data map[string]any
	}
	if err := json.Unmarshal(body, &message); err != nil {
		panic(err)
	}
	one := hooked{
		id: r.Header.Get("webhook-id"), event: message.Type, header: r.Header, body: body, data: message.Data,
	}
	one.day, _ = message.Data["generatedDate"].(string)
	one.scoring, _ = message.Data["scoringId"].(string)
	one.status = rec.answer(len(rec.got), w, r)
	rec.got = append(rec.got, one)
	if one.status != http.StatusOK {
		w.WriteHeader(one.status)
	}
}

func (rec *receiver) set(answer func(n int, w http.ResponseWriter, r *http.Request) int) {
	rec.mu.Lock()
	defer rec.mu.Unlock()
	rec.answer = answer
}

// all returns all messages, and the accepted ones without repeats: moving the clock ends a lease.
func (rec *receiver) all() (all, taken []hooked) {
	rec.mu.Lock()
	defer rec.mu.Unlock()
	for _, one := range rec.got {
		same := func(other hooked) bool { return other.id == one.id }
		if one.status < 300 && (!slices.ContainsFunc(taken, same)) {
			taken = append(taken, one)
		}
	}
	return slices.Clone(rec.got), taken
}

var everyEvent = []string{
	"scoring.calculated", "scoring.band_changed", "import.finished", "contact.unsubscribed", "contact.erased",
}

// hooks is the service with its webhooks and one user.
type hooks struct {
	*system
	*engine
	client  accountv1.WebhookServiceClient
	account int32
	anna    *person
	// waker is a webhook without deliveries: an event for it wakes the service at once.
	waker string
}

func startHooks(t *testing.T, options ...option) *hooks {
	t.Helper()
	h := &hooks{engine: &engine{}}
	h.system = start(t, append([]option{withStreams, func(with *servicetest.Setup) {
		with.Settings["PULS_WEBHOOK_ANYWHERE"] = "true"
		with.Peers = append(with.Peers, servicetest.Peer("scoring-engine", func(s grpc.ServiceRegistrar) {
			scoringenginev1.RegisterResultServiceServer(s, h.engine)
		}))
	}}, options...)...)
	h.account = h.create(t, "anna@example.com")
	h.anna = h.login(t, "anna@example.com")
	h.client = accountv1.NewWebhookServiceClient(h.Unauthenticated(t))
	return h
}

func (h *hooks) add(t *testing.T, url string, events ...string) (id, secret string) {
	t.Helper()
	res, err := h.client.CreateWebhook(h.anna.ctx(t), &accountv1.CreateWebhookRequest{
		Url: url, Events: events, Description: "CRM",
	})
	require.NoError(t, err)
	return res.GetWebhook().GetId(), res.GetSecret()
}

func (h *hooks) webhook(t *testing.T) *accountv1.Webhook {
	t.Helper()
	res, err := h.client.ListWebhooks(h.anna.ctx(t), &accountv1.ListWebhooksRequest{})
	require.NoError(t, err)
	return res.GetItems()[0]
}

func (h *hooks) deliveries(t *testing.T, id string) []*accountv1.WebhookDelivery {
	t.Helper()
	res, err := h.client.ListWebhookDeliveries(h.anna.ctx(t), &accountv1.ListWebhookDeliveriesRequest{Id: id})
	require.NoError(t, err)
	return res.GetItems()
}

// passing advances time until a condition holds.
func (h *hooks) passing(t *testing.T, step time.Duration, what string, condition func() bool) {
	t.Helper()
	if h.waker == "" {
		h.waker, _ = h.add(t, "https://waker.example/", "import.finished")
		_, err := h.client.PauseWebhook(h.anna.ctx(t), &accountv1.PauseWebhookRequest{Id: h.waker})
		require.NoError(t, err)
	}
	require.Eventually(t, func() bool {
		if condition() {
			return true
		}
		h.Advance(step)
		_, err := h.client.TestWebhook(h.anna.ctx(t), &accountv1.TestWebhookRequest{Id: h.waker})
		require.NoError(t, err)
		return false
	}, time.Minute, 25*time.Millisecond, what)
}

func (h *hooks) left(t *testing.T, id string, channel typev1.Channel, numbers ...int32) {
	t.Helper()
	event := &contactsv1.ContactsLeft{
		AccountId: h.account, EventId: id, Uid: "042", Numbers: numbers, Channel: channel, LeftAt: timestamppb.New(h.Now()),
	}
	if channel != typev1.Channel_CHANNEL_UNSPECIFIED {
		event.Cause = "ONE_CLICK"
	}
	h.Publish(t, event)
}

// H1: a receiver gets each event despite failures, those of a scoring in order, signed and below 20 kB.
func TestEachEventArrivesInOrderAtAReceiverThatFails(t *testing.T) {
	h := startHooks(t)
	elsewhere := newReceiver(t, status200)
	rec := newReceiver(t, func(n int, w http.ResponseWriter, r *http.Request) int {
		switch n % 4 {
		case 0:
			return http.StatusInternalServerError
		case 1:
			w.Header().Set("Location", elsewhere.URL)
			return http.StatusTemporaryRedirect
		case 2:
			_, _ = io.Copy(w, strings.NewReader(strings.Repeat("x", 2<<20))) // unread
			return http.StatusOK
		}
		return http.StatusNoContent
	})
	id, secret := h.add(t, rec.URL, everyEvent...)
	h.changed = 300
	scorings := []string{s1, s3}
	queued := 0
	for day := range 4 {
		for _, scoring := range scorings {
			h.calculate(t, h.system, h.account, scoring, fmt.Sprintf("2026-11-%02d", day+1), 1)
		}
		queued += 2 + 2*min(day, 1)
		eventually(t, func() bool { return len(h.deliveries(t, id)) == queued }, "the results of a day are queued")
		h.Advance(4 * time.Hour)
	}
	h.Publish(t, &contactsv1.ImportFinished{
		AccountId: h.account, ImportId: "i1", ImportKind: contactsv1.ImportKind_IMPORT_KIND_CONTACTS,
		Outcome: contactsv1.ImportOutcome_IMPORT_OUTCOME_DONE, KeptCount: 7, RefusedCount: 2,
		EndedAt: timestamppb.New(h.Now()), FileName: "anna@example.com.csv",
	})
	h.left(t, "left-1", typev1.Channel_CHANNEL_MAILING, 3, 9)
	h.left(t, "left-2", typev1.Channel_CHANNEL_UNSPECIFIED, 4)
	// Four results of two scorings, three of them with changes in three messages, and three events without a scoring.
	const want = 8 + 6*3 + 3
	h.passing(t, 10*time.Minute, "everything was taken", func() bool {
		_, taken := rec.all()
		return len(taken) == want
	})
	all, taken := rec.all()
	require.Greater(t, len(all), want+want/2, "half of the attempts failed")
	verify, err := standardwebhooks.NewWebhook(secret)
	require.NoError(t, err)
	order := map[string][]string{}
	for _, one := range all {
		require.NoError(t, verify.VerifyIgnoringTimestamp(one.body, one.header), "%s", one.body)
		require.Less(t, len(one.body), 20_000)
		require.NotContains(t, string(one.body), "anna@example.com")
	}
	for _, one := range taken {
		if one.scoring != "" {
			order[one.scoring] = append(order[one.scoring], fmt.Sprint(one.day, " ", one.event, " ", one.data["part"]))
		}
	}
	for _, scoring := range scorings {
		require.True(t, slices.IsSortedFunc(order[scoring], func(a, b string) int {
			// The result of a day comes first.
			return strings.Compare(strings.Replace(a, "calculated", "a", 1), strings.Replace(b, "calculated", "a", 1))
		}), "%v", order[scoring])
	}
	none, _ := elsewhere.all()
	require.Empty(t, none, "redirects are not followed")
	for event, data := range map[string]string{
		"scoring.calculated": `{"scoringId":"` + s1 + `","scoringName":"Everybody","scoringType":"mailing",
			"generatedDate":"2026-11-01","revision":1,"bands":[0,0,0,0,3],"leftOut":2}`,
		"import.finished":      `{"id":"i1","kind":"contacts","state":"done","kept":7,"refused":2}`,
		"contact.unsubscribed": `{"uid":"042","channel":"mailing","cause":"ONE_CLICK","numbers":[3,9]}`,
		"contact.erased":       `{"uid":"042","numbers":[4]}`,
	} {
		require.JSONEq(t, data, dataOf(t, taken, event))
	}
	changes := taken[slices.IndexFunc(taken, func(one hooked) bool { return one.event == "scoring.band_changed" })]
	require.Equal(t, "2026-11-01", changes.data["from"])
	require.Contains(t, string(changes.body),
		`{"uid":"042","number":0,"before":{"reason":"NO_CONSENT"},"after":{"score":88}}`)
	t.Logf("%d events in %d messages, %d attempts", 8+6+3, want, len(all))
}

func dataOf(t *testing.T, list []hooked, event string) string {
	t.Helper()
	for _, one := range list {
		if one.event == event {
			text, err := json.Marshal(one.data)
			require.NoError(t, err)
			return string(text)
		}
	}
	require.Fail(t, "no "+event)
	return ""
}

// H2: an event waits for three days; a receiver that sleeps for two loses none.
func TestAReceiverThatSleepsForTwoDaysLosesNothing(t *testing.T) {
	h := startHooks(t)
	rec := newReceiver(t, func(int, http.ResponseWriter, *http.Request) int { return http.StatusBadGateway })
	id, _ := h.add(t, rec.URL, everyEvent...)
	for day := range 3 {
		h.calculate(t, h.system, h.account, s1, fmt.Sprintf("2026-11-%02d", day+1), 1)
		eventually(t, func() bool { return len(h.deliveries(t, id)) == 2*day+1 }, "they are queued")
	}
	h.passing(t, time.Minute, "it is failing", func() bool { return h.webhook(t).GetState() == "FAILING" })
	wakes := h.Now().Add(48 * time.Hour)
	h.passing(t, time.Hour, "two days have passed", func() bool { return h.Now().After(wakes) })
	rec.set(status200)
	h.passing(t, 5*time.Minute, "all have arrived, and their outcomes are stored", func() bool {
		_, taken := rec.all()
		return len(taken) == 5 && h.webhook(t).GetWaitingCount() == 0
	})
	require.Equal(t, "ACTIVE", h.webhook(t).GetState())
	for _, d := range h.deliveries(t, id) {
		require.Equal(t, "DELIVERED", d.GetState())
		require.Equal(t, []any{"Everybody", "mailing"}, []any{d.GetScoringName(), d.GetScoringType()})
	}
}

// H3: after three days without success a webhook is stopped and users are notified; the waiting deliveries are sent
// once it is resumed.
func TestAWebhookIsStoppedAfterThreeDays(t *testing.T) {
	h := startHooks(t)
	rec := newReceiver(t, func(int, http.ResponseWriter, *http.Request) int { return http.StatusNotFound })
	id, _ := h.add(t, rec.URL, everyEvent...)
	h.calculate(t, h.system, h.account, s1, "2026-11-01", 1)
	eventually(t, func() bool { return len(h.deliveries(t, id)) == 1 }, "the first")
	h.calculate(t, h.system, h.account, s1, "2026-11-02", 1)
	eventually(t, func() bool { return len(h.deliveries(t, id)) == 3 }, "the second")
	h.passing(t, time.Minute, "it is failing", func() bool { return h.webhook(t).GetState() == "FAILING" })
	h.passing(t, time.Hour, "it is stopped", func() bool { return h.webhook(t).GetState() == "STOPPED" })
	news, err := h.notifications.ListNotifications(h.anna.ctx(t), &accountv1.ListNotificationsRequest{})
	require.NoError(t, err)
	told := news.GetItems()[0]
	require.Equal(t, accountv1.NotificationKind_NOTIFICATION_KIND_WEBHOOK_FAILED, told.GetKind())
	require.Equal(t, []string{"STOPPED"}, told.GetReasons())
	require.Equal(t, []string{id, "127.0.0.1"}, []string{told.GetSubjectId(), told.GetFileName()})
	before, _ := rec.all()
	h.calculate(t, h.system, h.account, s1, "2026-11-03", 1)
	h.passing(t, time.Hour, "what comes waits", func() bool { return h.webhook(t).GetWaitingCount() == 4 })
	after, _ := rec.all()
	require.Len(t, after, len(before), "nothing is sent")
	list := h.deliveries(t, id)
	failed := list[len(list)-1]
	require.Equal(t, []any{"FAILED", "STATUS", int32(404)}, []any{failed.GetState(), failed.GetFailure(), failed.GetStatus()})

	rec.set(status200)
	_, err = h.client.ResumeWebhook(h.anna.ctx(t), &accountv1.ResumeWebhookRequest{Id: id})
	require.NoError(t, err)
	eventually(t, func() bool { _, taken := rec.all(); return len(taken) == 4 }, "what waited arrives")
	for range 2 { // the failed one, and once more
		before, _ := rec.all()
		_, err = h.client.SendWebhookDelivery(h.anna.ctx(t), &accountv1.SendWebhookDeliveryRequest{
			Id: id, DeliveryId: failed.GetId(),
		})
		require.NoError(t, err)
		eventually(t, func() bool { all, _ := rec.all(); return len(all) == len(before)+1 }, "it is sent again")
		all, _ := rec.all()
		require.Equal(t, "msg_"+strings.ReplaceAll(failed.GetId(), "-", ""), all[len(before)].id, "with its former id")
		eventually(t, func() bool { // until then it waits, and the next request would mean this attempt
			return slices.ContainsFunc(h.deliveries(t, id), func(d *accountv1.WebhookDelivery) bool {
				return d.GetId() == failed.GetId() && d.GetState() == "DELIVERED"
			})
		}, "its outcome is stored")
	}
}

// An event that a receiver never accepts fails alone: others arrive.
func TestAnEventThatIsNeverTakenIsGivenUpAlone(t *testing.T) {
	h := startHooks(t)
	rec := newReceiver(t, func(_ int, _ http.ResponseWriter, r *http.Request) int { return http.StatusOK })
	id, _ := h.add(t, rec.URL, everyEvent...)
	poison := ""
	rec.answer = func(n int, _ http.ResponseWriter, r *http.Request) int {
		if n == 0 {
			poison = r.Header.Get("webhook-id")
		}
		if r.Header.Get("webhook-id") == poison {
			return http.StatusTeapot
		}
		return http.StatusOK
	}
	h.left(t, "left-0", typev1.Channel_CHANNEL_MAILING, 1)
	eventually(t, func() bool { all, _ := rec.all(); return len(all) > 0 }, "the first")
	for n := range 40 {
		h.Advance(2 * time.Hour)
		h.left(t, fmt.Sprint("left-", n+1), typev1.Channel_CHANNEL_MAILING, 2)
		h.passing(t, 10*time.Second, "the others", func() bool { _, taken := rec.all(); return len(taken) == n+1 })
	}
	h.passing(t, time.Hour, "it is given up", func() bool { return h.webhook(t).GetFailedCount() == 1 })
	require.Equal(t, "ACTIVE", h.webhook(t).GetState())
	_, err := h.client.PauseWebhook(h.anna.ctx(t), &accountv1.PauseWebhookRequest{Id: id})
	require.NoError(t, err)
	require.Equal(t, "PAUSED", h.webhook(t).GetState())
	news, err := h.notifications.ListNotifications(h.anna.ctx(t), &accountv1.ListNotificationsRequest{})
	require.NoError(t, err)
	told := news.GetItems()[0]
	require.Equal(t, []string{"FAILED"}, told.GetReasons())
	require.Equal(t, id, told.GetSubjectId(), "the page of the webhook")

	_, err = h.client.ResumeWebhook(h.anna.ctx(t), &accountv1.ResumeWebhookRequest{Id: id})
	require.NoError(t, err)
	all, taken := rec.all()
	rec.set(status200)
	list := h.deliveries(t, id)
	given := list[slices.IndexFunc(list, func(d *accountv1.WebhookDelivery) bool { return d.GetState() == "FAILED" })]
	_, err = h.client.SendWebhookDelivery(h.anna.ctx(t), &accountv1.SendWebhookDeliveryRequest{
		Id: id, DeliveryId: given.GetId(),
	})
	require.NoError(t, err)
	eventually(t, func() bool { _, now := rec.all(); return len(now) == len(taken)+1 }, "it is sent again")
	now, _ := rec.all()
	require.Equal(t, all[0].id, now[len(now)-1].id)
	require.Zero(t, h.webhook(t).GetFailedCount())
}

func TestAnAnswer410EndsAWebhook(t *testing.T) {
	h := startHooks(t)
	rec := newReceiver(t, func(int, http.ResponseWriter, *http.Request) int { return http.StatusGone })
	id, _ := h.add(t, rec.URL, "import.finished")
	_, err := h.client.TestWebhook(h.anna.ctx(t), &accountv1.TestWebhookRequest{Id: id})
	require.NoError(t, err)
	eventually(t, func() bool { return h.webhook(t).GetState() == "GONE" }, "it is gone")
	d := h.deliveries(t, id)[0]
	require.Equal(t, []any{"webhook.test", "FAILED", "GONE", int32(410), int32(1)},
		[]any{d.GetEvent(), d.GetState(), d.GetFailure(), d.GetStatus(), d.GetAttemptCount()})
}

// An account sends nothing while it is disabled; its waiting deliveries are sent once it is enabled again.
func TestAnAccountThatIsSwitchedOffSendsNothing(t *testing.T) {
	h := startHooks(t)
	rec := newReceiver(t, func(int, http.ResponseWriter, *http.Request) int { return http.StatusBadGateway })
	h.add(t, rec.URL, everyEvent...)
	h.left(t, "left-1", typev1.Channel_CHANNEL_MAILING, 3)
	eventually(t, func() bool { return h.webhook(t).GetState() == "FAILING" }, "it waits")
	active := func(active bool) {
		_, err := h.admin.SetAccountActive(t.Context(), &accountv1.SetAccountActiveRequest{
			AccountId: h.account, Active: active,
		})
		require.NoError(t, err)
	}
	active(false)
	rec.set(status200)
	h.left(t, "left-2", typev1.Channel_CHANNEL_MAILING, 4)
	h.Advance(2 * time.Hour)
	// Another account's webhook has rested for a shorter time, so its turn comes later.
	off, other := h.account, newReceiver(t, status200)
	h.account = h.create(t, "other@example.com")
	h.anna = h.login(t, "other@example.com")
	h.add(t, other.URL, everyEvent...)
	h.left(t, "left-3", typev1.Channel_CHANNEL_MAILING, 5)
	eventually(t, func() bool { _, taken := other.all(); return len(taken) == 1 }, "the other account's")
	_, taken := rec.all()
	require.Empty(t, taken)
	h.account = off
	active(true)
	h.left(t, "left-4", typev1.Channel_CHANNEL_MAILING, 6)
	eventually(t, func() bool { _, taken := rec.all(); return len(taken) == 2 }, "what waited, and what is new")
	_, taken = rec.all()
	require.Contains(t, string(taken[0].body)+string(taken[1].body), `"numbers":[3]`)
}

// H4: for a day after a rotation both secrets sign.
func TestARotatedSecretSignsForAnotherDay(t *testing.T) {
	h := startHooks(t)
	rec := newReceiver(t, status200)
	id, former := h.add(t, rec.URL, "import.finished")
	rotated, err := h.client.RotateWebhookSecret(h.anna.ctx(t), &accountv1.RotateWebhookSecretRequest{Id: id})
	require.NoError(t, err)
	require.NotEqual(t, former, rotated.GetSecret())
	verifies := func(n int, secret string) bool {
		_, err := h.client.TestWebhook(h.anna.ctx(t), &accountv1.TestWebhookRequest{Id: id})
		require.NoError(t, err)
		eventually(t, func() bool { all, _ := rec.all(); return len(all) == n }, "a message")
		all, _ := rec.all()
		verify, err := standardwebhooks.NewWebhook(secret)
		require.NoError(t, err)
		return verify.VerifyIgnoringTimestamp(all[n-1].body, all[n-1].header) == nil
	}
	require.True(t, verifies(1, former))
	require.True(t, verifies(2, rotated.GetSecret()))
	require.NotNil(t, h.webhook(t).GetFormerUntil())
	h.Advance(24 * time.Hour)
	require.False(t, verifies(3, former))
	require.True(t, verifies(4, rotated.GetSecret()))
	for _, secret := range []string{former, rotated.GetSecret()} {
		require.NotContains(t, h.Logged(), secret)
	}
}

// A recalculated result replaces the changes of the earlier one.
func TestChangesOfAResultThatWasReplacedAreNotSent(t *testing.T) {
	h := startHooks(t)
	rec := newReceiver(t, status200)
	id, _ := h.add(t, rec.URL, "scoring.band_changed")
	_, err := h.client.PauseWebhook(h.anna.ctx(t), &accountv1.PauseWebhookRequest{Id: id})
	require.NoError(t, err)
	h.changed = 1
	h.calculate(t, h.system, h.account, s1, "2026-11-01", 1)
	h.calculate(t, h.system, h.account, s1, "2026-11-02", 1) // it is the newest when the first one is looked up
	eventually(t, func() bool { return h.webhook(t).GetWaitingCount() == 1 }, "the changes wait")
	h.Advance(time.Minute)
	h.calculate(t, h.system, h.account, s1, "2026-11-02", 2)
	eventually(t, func() bool { return h.webhook(t).GetWaitingCount() == 2 }, "those of the second too")
	h.calculate(t, h.system, h.account, s1, "2026-10-01", 1) // an older day has no effect
	_, err = h.client.ResumeWebhook(h.anna.ctx(t), &accountv1.ResumeWebhookRequest{Id: id})
	require.NoError(t, err)
	eventually(t, func() bool { return h.webhook(t).GetWaitingCount() == 0 }, "nothing waits")
	_, taken := rec.all()
	require.Len(t, taken, 1)
	require.EqualValues(t, 2, taken[0].data["revision"])
	list := h.deliveries(t, id)
	require.Equal(t, []string{"DELIVERED", "REPLACED"}, []string{list[0].GetState(), list[1].GetState()})
}

// H5: an erasure also removes the person from deliveries, waiting or not.
func TestDeliveriesForgetTheErased(t *testing.T) {
	h := startHooks(t)
	rec := newReceiver(t, status200)
	id, _ := h.add(t, rec.URL, "contact.unsubscribed", "contact.erased")
	h.left(t, "left-1", typev1.Channel_CHANNEL_MAILING, 3, 9)
	eventually(t, func() bool { _, taken := rec.all(); return len(taken) == 1 }, "the unsubscription")
	_, err := h.client.PauseWebhook(h.anna.ctx(t), &accountv1.PauseWebhookRequest{Id: id})
	require.NoError(t, err)
	h.left(t, "left-2", typev1.Channel_CHANNEL_SMS, 3)
	h.left(t, "left-3", typev1.Channel_CHANNEL_UNSPECIFIED, 3)
	eventually(t, func() bool { return h.webhook(t).GetWaitingCount() == 2 }, "both wait")
	rows, err := h.Admin(t).Query(t.Context(), `SELECT event || numbers::text || encode(content, 'escape')
		FROM webhook_deliveries ORDER BY position`)
	require.NoError(t, err)
	var kept []string
	for rows.Next() {
		var text string
		require.NoError(t, rows.Scan(&text))
		kept = append(kept, text)
	}
	require.NoError(t, rows.Err())
	require.Equal(t, []string{
		`contact.unsubscribed{9}{"uid":"042","channel":"mailing","cause":"ONE_CLICK"}`,
		`contact.unsubscribed{}{"uid":"042","channel":"sms","cause":"ONE_CLICK"}`, `contact.erased{3}{"uid":"042"}`,
	}, kept)
	_, err = h.client.ResumeWebhook(h.anna.ctx(t), &accountv1.ResumeWebhookRequest{Id: id})
	require.NoError(t, err)
	eventually(t, func() bool { return h.webhook(t).GetWaitingCount() == 0 }, "nothing waits")
	_, taken := rec.all()
	require.Len(t, taken, 2, "an event without contacts is not sent")
	require.Equal(t, "contact.erased", taken[1].event)
	h.Advance(31 * 24 * time.Hour)
	require.Len(t, h.deliveries(t, id), 3)
}

// TestAWebhookIsResumedWhileItSends resumes a webhook and resends its deliveries while each attempt is stored: all of
// these lock the webhook and its deliveries.
func TestAWebhookIsResumedWhileItSends(t *testing.T) {
	h := startHooks(t)
	rec := newReceiver(t, func(int, http.ResponseWriter, *http.Request) int { return http.StatusInternalServerError })
	id, _ := h.add(t, rec.URL, "contact.unsubscribed")
	for i := range int32(8) {
		h.left(t, fmt.Sprint("left-", i), typev1.Channel_CHANNEL_MAILING, i)
	}
	eventually(t, func() bool { return len(h.deliveries(t, id)) == 8 }, "the deliveries")
	deliveries, ctx := h.deliveries(t, id), h.anna.ctx(t)
	var group errgroup.Group
	for range 3 {
		group.Go(func() error {
			for i := range 100 {
				if _, err := h.client.ResumeWebhook(ctx, &accountv1.ResumeWebhookRequest{Id: id}); err != nil {
					return err
				}
				if _, err := h.client.SendWebhookDelivery(ctx, &accountv1.SendWebhookDeliveryRequest{
					Id: id, DeliveryId: deliveries[i%8].GetId(),
				}); err != nil {
					return err
				}
			}
			return nil
		})
	}
	require.NoError(t, group.Wait())
	sent, _ := rec.all()
	require.Greater(t, len(sent), 8, "attempts were stored meanwhile")
}

func TestWebhooksHaveLimitsAndOwners(t *testing.T) {
	h := startHooks(t)
	id, _ := h.add(t, "https://crm.example/hooks?key=1", "import.finished")
	h.create(t, "other@example.com")
	other := h.login(t, "other@example.com")
	calls := map[string]func(ctx context.Context, id string) error{
		"update": func(ctx context.Context, id string) error {
			_, err := h.client.UpdateWebhook(ctx, &accountv1.UpdateWebhookRequest{
				Id: id, Url: "https://other.example/", Events: everyEvent,
			})
			return err
		},
		"rotate": func(ctx context.Context, id string) error {
			_, err := h.client.RotateWebhookSecret(ctx, &accountv1.RotateWebhookSecretRequest{Id: id})
			return err
		},
		"pause": func(ctx context.Context, id string) error {
			_, err := h.client.PauseWebhook(ctx, &accountv1.PauseWebhookRequest{Id: id})
			return err
		},
		"resume": func(ctx context.Context, id string) error {
			_, err := h.client.ResumeWebhook(ctx, &accountv1.ResumeWebhookRequest{Id: id})
			return err
		},
		"test": func(ctx context.Context, id string) error {
			_, err := h.client.TestWebhook(ctx, &accountv1.TestWebhookRequest{Id: id})
			return err
		},
		"deliveries": func(ctx context.Context, id string) error {
			_, err := h.client.ListWebhookDeliveries(ctx, &accountv1.ListWebhookDeliveriesRequest{Id: id})
			return err
		},
		"send": func(ctx context.Context, id string) error {
			_, err := h.client.SendWebhookDelivery(ctx, &accountv1.SendWebhookDeliveryRequest{Id: id, DeliveryId: s1})
			return err
		},
		"delete": func(ctx context.Context, id string) error {
			_, err := h.client.DeleteWebhook(ctx, &accountv1.DeleteWebhookRequest{Id: id})
			return err
		},
	}
	for name, call := range calls {
		reason := "WEBHOOK_NOT_FOUND"
		if name == "send" {
			reason = "WEBHOOK_DELIVERY_NOT_FOUND"
		}
		servicetest.Refused(t, call(other.ctx(t), id), codes.NotFound, reason)
		servicetest.Refused(t, call(h.anna.ctx(t), s1), codes.NotFound, reason)
		if name == "deliveries" {
			continue
		}
		guest := accountv1.NewWebhookServiceClient(h.AsPerson(t, auth.Identity{Account: h.account, Home: 99, Link: 1}))
		mine := h.client
		h.client = guest
		servicetest.Refused(t, call(t.Context(), id), codes.PermissionDenied, "OWN_PEOPLE_ONLY")
		h.client = mine
	}
	servicetest.Refused(t, calls["send"](h.anna.ctx(t), id), codes.NotFound, "WEBHOOK_DELIVERY_NOT_FOUND")
	require.NoError(t, calls["update"](h.anna.ctx(t), id))
	w := h.webhook(t)
	require.Equal(t, []any{"https://other.example/", "anna@example.com"}, []any{w.GetUrl(), w.GetMadeBy()})
	require.Equal(t, everyEvent, w.GetEvents())
	for range 9 {
		h.add(t, "https://crm.example/", "import.finished")
	}
	_, err := h.client.CreateWebhook(h.anna.ctx(t), &accountv1.CreateWebhookRequest{
		Url: "https://crm.example/", Events: []string{"import.finished"},
	})
	servicetest.Refused(t, err, codes.FailedPrecondition, "WEBHOOK_LIMIT")
	require.NoError(t, calls["delete"](h.anna.ctx(t), id))
}

// H6: no webhook reaches a private network, by its address or by a name that resolves to one.
func TestAddressesOfWebhooksArePublic(t *testing.T) {
	h := startHooks(t, func(with *servicetest.Setup) { with.Settings["PULS_WEBHOOK_ANYWHERE"] = "false" })
	for url, reason := range map[string]string{
		"http://crm.example/": "WEBHOOK_URL_INVALID", "https://": "WEBHOOK_URL_INVALID",
		"https://anna:secret@crm.example/": "WEBHOOK_URL_INVALID", "https://crm.example/#a": "WEBHOOK_URL_INVALID",
		"ftp://crm.example/": "WEBHOOK_URL_INVALID", "crm.example": "WEBHOOK_URL_INVALID",
		"https://localhost/": "WEBHOOK_ADDRESS_PRIVATE", "https://127.0.0.1:8080/": "WEBHOOK_ADDRESS_PRIVATE",
		"https://[::1]/": "WEBHOOK_ADDRESS_PRIVATE", "https://169.254.169.254/latest/meta-data": "WEBHOOK_ADDRESS_PRIVATE",
		"https://[::ffff:10.0.0.1]/": "WEBHOOK_ADDRESS_PRIVATE",
	} {
		_, err := h.client.CreateWebhook(h.anna.ctx(t), &accountv1.CreateWebhookRequest{
			Url: url, Events: []string{"import.finished"},
		})
		servicetest.Refused(t, err, codes.InvalidArgument, reason)
	}
	// If a name resolves to a private address later, each attempt is refused.
	id, _ := h.add(t, "https://crm.example/", "import.finished")
	_, err := h.Admin(t).Exec(t.Context(), "UPDATE webhooks SET url = 'https://localhost/'")
	require.NoError(t, err)
	_, err = h.client.TestWebhook(h.anna.ctx(t), &accountv1.TestWebhookRequest{Id: id})
	require.NoError(t, err)
	eventually(t, func() bool { return h.deliveries(t, id)[0].GetFailure() == "ADDRESS" }, "the attempt is refused")
}
