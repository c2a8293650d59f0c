package contacts_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cespare/xxhash/v2"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/conf"
	"puls.app/services/kit/rpc"
	"puls.app/services/reason"
)

// object is a JSON object of a website.
type object = map[string]any

// website adds a website and returns its key.
func (s *system) website(t testing.TB, uid, domain string) string {
	t.Helper()
	tracking := contactsv1.NewTrackingServiceClient(s.person(t))
	res, err := tracking.CreateWebTrackingAccount(t.Context(), &contactsv1.CreateWebTrackingAccountRequest{
		Uid: uid, Domain: domain,
	})
	require.NoError(t, err)
	return res.GetSiClientId()
}

// sends sends a request of a website.
func (s *system) sends(t testing.TB, req *contactsv1.ReceiveWebEventsRequest) (int32, error) {
	t.Helper()
	intake := contactsv1.NewIntakeServiceClient(s.AsService(t))
	res, err := intake.ReceiveWebEvents(t.Context(), req)
	return res.GetEventCount(), err
}

// batch sends messages and requires that they are accepted.
func (s *system) batch(t testing.TB, key string, received time.Time, sentAt string, messages ...object) {
	t.Helper()
	body, err := json.Marshal(object{"batch": messages, "sentAt": sentAt})
	require.NoError(t, err)
	n, err := s.sends(t, &contactsv1.ReceiveWebEventsRequest{
		WriteKey: key, Endpoint: "batch", Body: body, ReceivedAt: timestamppb.New(received),
	})
	require.NoError(t, err)
	require.EqualValues(t, len(messages), n)
}

// bodies counts the waiting bodies of the account.
func (s *system) bodies(t testing.TB) int {
	t.Helper()
	return s.countAll(t, "SELECT count(*) FROM intake_bodies WHERE account_id = $1", s.account)
}

// settle waits until no body of the account waits, its departures are published and the engine has taken its batches.
func (s *system) settle(t testing.TB) {
	t.Helper()
	untold := "SELECT count(*) FROM departures WHERE account_id = $1"
	require.Eventually(t, func() bool { return s.bodies(t) == 0 && s.countAll(t, untold, s.account) == 0 },
		time.Minute, 20*time.Millisecond)
	own := s.databases(t)
	var payloads [][]byte
	s.past(t, "puls_contacts_system", func(tx pgx.Tx) error {
		rows, err := tx.Query(t.Context(), "SELECT payload FROM outbox WHERE subject = 'engagement.batch' AND id > $1", s.since)
		if err != nil {
			return err
		}
		payloads, err = pgx.CollectRows(rows, pgx.RowTo[[]byte])
		return err
	})
	for _, payload := range payloads {
		batch := &contactsv1.EngagementBatch{}
		require.NoError(t, proto.Unmarshal(payload, batch))
		if !slices.Contains(own, batch.GetDatabaseId()) {
			continue
		}
		require.Eventually(t, func() bool { return s.peers.taken.has(batch.GetBatchId()) }, time.Minute, 20*time.Millisecond)
	}
}

func web(database int32, visitor uint32, day string, kind contactsv1.EngagementKind, event string) fact {
	at, _ := time.Parse(time.DateOnly, day)
	return fact{
		database: database, channel: typev1.Channel_CHANNEL_WEB, number: visitor, day: uint32(at.Unix() / 86400), kind: kind,
		event: xxhash.Sum64String(event),
	}
}

func TestEventsOfAWebsiteBecomeFacts(t *testing.T) {
	t.Parallel()
	s := start(t)
	database := s.ensure(t, "001")["001"]
	key := s.website(t, "001", "shop.example.com")
	received := time.Date(2026, 10, 20, 12, 0, 0, 0, time.UTC)
	track := func(id, event string) object {
		return object{
			"type": "track", "event": event, "messageId": id, "anonymousId": "v0", "timestamp": "2026-10-20T10:00:00.123Z",
			"properties": object{"price": 1},
		}
	}
	s.batch(t, key, received, "2026-10-20T12:00:00Z",
		object{"type": "page", "messageId": "m0", "anonymousId": "v0", "timestamp": "2026-10-19T23:00:00Z"},
		track("m1", "Product Viewed"), track("m2", "view_item"), track("m3", "web.product_view"),
		track("m4", "Checkout Started"), track("m5", "begin_checkout"), track("m6", " checkout  STARTED"),
		track("m7", "Payment Info Entered"), track("m8", "add_payment_info"), track("m9", "Order Completed"),
		track("m10", "purchase"), track("m11", "Product Added"), object{"type": "group", "anonymousId": "v0"},
	)
	s.settle(t)
	day := "2026-10-20"
	want := map[fact]int{web(database, 0, day, contactsv1.EngagementKind_ENGAGEMENT_KIND_PAGE_VIEW, "m0"): 1}
	for i, kind := range []contactsv1.EngagementKind{12, 12, 12, 13, 13, 13, 14, 14, 15, 15} {
		want[web(database, 0, day, kind, fmt.Sprint("m", i+1))] = 1
	}
	require.Equal(t, want, s.facts(t))
}

func TestARepeatedEventIsOneFactAtAnyTime(t *testing.T) {
	t.Parallel()
	s := start(t)
	database := s.ensure(t, "001")["001"]
	key := s.website(t, "001", "shop.example.com")
	// Midnight in Warsaw.
	midnight := time.Date(2026, 10, 20, 22, 0, 0, 0, time.UTC)
	event := func(id string, at time.Time) object {
		return object{"type": "page", "messageId": id, "anonymousId": "v0", "timestamp": at.Format(time.RFC3339Nano)}
	}
	text := func(at time.Time) string { return at.Format(time.RFC3339Nano) }
	// An event right before midnight, then sent again with another delay.
	before, sent := event("a", midnight.Add(-time.Millisecond)), midnight.Add(8*time.Second)
	s.batch(t, key, midnight.Add(time.Second), text(midnight.Add(time.Second)), before)
	s.batch(t, key, sent.Add(time.Second), text(sent), before)
	// A clock that is three hours slow, and corrected before the event is sent again. The third request comes after the
	// first was read.
	slow := midnight.Add(-2 * time.Hour)
	s.batch(t, key, slow.Add(3*time.Hour), text(slow), event("b", slow))
	s.batch(t, key, slow.Add(3*time.Hour), text(slow.Add(3*time.Hour)), event("b", slow))
	s.settle(t)
	s.batch(t, key, slow.Add(4*time.Hour), text(slow.Add(4*time.Hour)), event("b", slow))
	// An event without a time gets the time of its arrival.
	noon := time.Date(2026, 10, 18, 10, 0, 0, 0, time.UTC)
	untimed := object{"type": "page", "messageId": "c", "anonymousId": "v0"}
	s.batch(t, key, noon, "", untimed)
	s.batch(t, key, noon.Add(48*time.Hour), "", untimed)
	s.settle(t)
	page := contactsv1.EngagementKind_ENGAGEMENT_KIND_PAGE_VIEW
	require.Equal(t, map[fact]int{
		web(database, 0, "2026-10-20", page, "a"): 1,
		web(database, 0, "2026-10-21", page, "b"): 1,
		web(database, 0, "2026-10-18", page, "c"): 1,
	}, distinct(s.facts(t)))
}

// distinct ignores how often a fact was published: for the engine the same fact twice is one.
func distinct(facts map[fact]int) map[fact]int {
	once := map[fact]int{}
	for f := range facts {
		once[f] = 1
	}
	return once
}

func TestBodiesThatCannotBeUsedAreRefused(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	key := s.website(t, "001", "shop.example.com")
	for name, c := range map[string]struct {
		key, endpoint, body string
		want                reason.Reason
		code                codes.Code
	}{
		"no JSON":        {key, "batch", `{"batch": [`, reason.IntakeBodyInvalid, codes.InvalidArgument},
		"no object":      {key, "track", `[]`, reason.IntakeBodyInvalid, codes.InvalidArgument},
		"no batch":       {key, "batch", `{"event": "x"}`, reason.IntakeBodyInvalid, codes.InvalidArgument},
		"batch of text":  {key, "batch", `{"batch": "x"}`, reason.IntakeBodyInvalid, codes.InvalidArgument},
		"nothing":        {key, "track", ``, reason.IntakeBodyInvalid, codes.InvalidArgument},
		"deeply nested":  {key, "track", `{"a":` + strings.Repeat("[", 10_001) + strings.Repeat("]", 10_001) + `}`, reason.IntakeBodyInvalid, codes.InvalidArgument},
		"too many":       {key, "batch", `{"batch":[0` + strings.Repeat(",0", 5_000) + `]}`, reason.IntakeBodyInvalid, codes.InvalidArgument},
		"no key":         {"", "track", `{"event": "x"}`, reason.IntakeKeyUnknown, codes.Unauthenticated},
		"no such key":    {"0199d8a2-0000-7000-8000-00000000000a", "track", `{}`, reason.IntakeKeyUnknown, codes.Unauthenticated},
		"key of no form": {"x", "track", `{}`, reason.IntakeKeyUnknown, codes.Unauthenticated},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := s.sends(t, &contactsv1.ReceiveWebEventsRequest{
				WriteKey: c.key, Endpoint: c.endpoint, Body: []byte(c.body),
			})
			require.Equal(t, c.code, status.Code(err), err)
			require.Equal(t, c.want.String(), rpc.Reason(err))
			if name == "too many" {
				require.Contains(t, err.Error(), "up to 5000 events, this one has more")
			}
		})
	}
	require.Zero(t, s.bodies(t))
	n, err := s.sends(t, &contactsv1.ReceiveWebEventsRequest{
		Endpoint: "page", Body: []byte(`{"writeKey":"` + key + `","anonymousId":"v"}`),
	})
	require.NoError(t, err)
	require.EqualValues(t, 1, n)
}

func TestIntakesHoldBackWhenTheSystemIsBehind(t *testing.T) {
	t.Parallel()
	s := startAlone(t, conf.Values{"PULS_LIMIT_INTAKE_EVENTS": "250"})
	s.ensure(t, "001")
	key := s.website(t, "001", "shop.example.com")
	held, err := s.Admin(t).Acquire(t.Context())
	require.NoError(t, err)
	_, err = held.Exec(t.Context(), "SELECT pg_advisory_lock(x'696e7461'::int, $1)", s.account) // blocks workers
	require.NoError(t, err)
	send := func() error {
		body := `{"batch":[{}` + strings.Repeat(",{}", 99) + `]}`
		_, err := s.sends(t, &contactsv1.ReceiveWebEventsRequest{WriteKey: key, Endpoint: "batch", Body: []byte(body)})
		return err
	}
	require.NoError(t, send())
	require.NoError(t, send())
	err = send()
	require.Equal(t, codes.ResourceExhausted, status.Code(err))
	require.Equal(t, reason.IntakeBusy.String(), rpc.Reason(err))
	require.Positive(t, rpc.FailureOf(err).Wait)
	require.Equal(t, 2, s.bodies(t))
	_, err = held.Exec(t.Context(), "SELECT pg_advisory_unlock_all()")
	require.NoError(t, err)
	held.Release()
	require.Eventually(t, func() bool { return send() == nil }, time.Minute, 50*time.Millisecond)
}
