package contacts_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/types/known/timestamppb"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/rpc"
	"puls.app/services/local/servicetest"
)

func TestAnIdentifiedVisitorIsKnownInEarlierEventsToo(t *testing.T) {
	t.Parallel()
	s := start(t)
	database := s.ensure(t, "001")["001"]
	s.load(t, "contacts", "csv", []byte("external_id,email,gsm\nA,a@x.co,\nB,,+48500000002\nC,c@x.co,\n"))
	key := s.website(t, "001", "shop.example.com")
	now := s.Now()
	at := now.Format(time.RFC3339Nano)
	page := func(id, visitor string) object {
		return object{"type": "page", "messageId": id, "anonymousId": visitor, "timestamp": at}
	}
	identify := func(id, visitor, user string, traits object) object {
		return object{
			"type": "identify", "messageId": id, "anonymousId": visitor, "timestamp": at, "userId": user, "traits": traits,
		}
	}
	s.batch(t, key, now, at, page("m0", "v0"), page("m1", "v1"), page("m2", "v2"), page("m3", "v3"))
	s.settle(t)
	require.Equal(t, []string{"v0:   ", "v1:   ", "v2:   ", "v3:   "},
		s.recipients(t, database, typev1.Channel_CHANNEL_WEB))
	// v0 has an id of the shop that no contact has, and the address of a contact. v1 has a phone number, v2 an address as
	// the user's id.
	s.batch(t, key, now, at, identify("i0", "v0", "4711", object{"email": " A@X.co "}),
		identify("i1", "v1", "", object{"phone": "500 000 002"}), identify("i2", "v2", "C@x.co", nil),
		identify("i4", "v4", "A", nil),
		object{"type": "track", "event": "purchase", "messageId": "m5", "userId": "A", "timestamp": at})
	s.settle(t)
	require.Equal(t, []string{
		"v0: A a@x.co ", "v1: B  +48500000002", "v2: C c@x.co ", "v3:   ", "v4: A a@x.co ", "user:A: A a@x.co ",
	}, s.recipients(t, database, typev1.Channel_CHANNEL_WEB))
	facts := s.facts(t)
	require.Len(t, facts, 5, "to say who one is makes no fact")
}

// standing returns the state of the account's websites.
func (s *system) standing(t testing.TB) []*contactsv1.WebTrackingAccount {
	t.Helper()
	tracking := contactsv1.NewTrackingServiceClient(s.person(t))
	res, err := tracking.ListWebTrackingAccounts(t.Context(), &contactsv1.ListWebTrackingAccountsRequest{})
	require.NoError(t, err)
	return res.GetItems()
}

func TestAWebsiteHasTheStateOfItsEvents(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	s.load(t, "contacts", "csv", []byte("external_id\nA\n"))
	key := s.website(t, "001", "www.shop.example.com")
	fresh := s.standing(t)[0]
	require.Len(t, fresh.GetTypes(), 5)
	require.Empty(t, fresh.GetCompleteFrom())
	require.WithinDuration(t, time.Now(), fresh.GetCreatedAt().AsTime(), time.Minute)

	now := s.Now()
	at := now.Format(time.RFC3339Nano)
	from := func(address string) object {
		return object{
			"type": "page", "messageId": address, "anonymousId": "v", "timestamp": at,
			"context": object{"page": object{"url": address}},
		}
	}
	old := from("https://shop.example.com/old")
	old["timestamp"] = now.AddDate(0, 0, -3).Format(time.RFC3339Nano)
	s.batch(t, key, now, at, old, from("https://blog.shop.example.com:8443/a/ann@x.co/b?email=ann@x.co#c"),
		from("https://other.example.com/"), from("http://localhost:3000/"), from("https://notshop.example.com/"),
		object{"type": "track", "event": "Product Added", "messageId": "x", "anonymousId": "v", "timestamp": at},
		object{"type": "track", "event": "purchase", "messageId": "y", "anonymousId": "v", "timestamp": "yesterday"},
		object{"type": "track", "event": "purchase", "messageId": "a\x00b", "anonymousId": "v", "timestamp": at},
		object{
			"type": "track", "event": "purchase", "messageId": "z", "anonymousId": "v", "userId": "A",
			"timestamp": now.AddDate(0, 0, 2).Format(time.RFC3339Nano),
		},
		object{"type": "identify", "messageId": "i", "anonymousId": "v", "userId": "A", "timestamp": at},
	)
	s.settle(t)
	w := s.standing(t)[0]
	require.EqualValues(t, 3, w.GetDays())
	zone, err := time.LoadLocation("Europe/Warsaw")
	require.NoError(t, err)
	require.Equal(t, now.In(zone).AddDate(0, 0, 11).Format(time.DateOnly), w.GetCompleteFrom())
	require.EqualValues(t, 7, w.GetRefusedCount())
	require.EqualValues(t, 2, w.GetTypes()[0].GetTodayCount())
	require.WithinDuration(t, now, w.GetTypes()[0].GetLastAt().AsTime(), time.Millisecond)
	require.Nil(t, w.GetTypes()[4].GetLastAt())

	tracking := contactsv1.NewTrackingServiceClient(s.person(t))
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	stream, err := tracking.StreamRecentWebEvents(ctx, &contactsv1.StreamRecentWebEventsRequest{SiClientId: key})
	require.NoError(t, err)
	header, err := stream.Header()
	require.NoError(t, err)
	require.True(t, rpc.HasBegun(header))
	var got []string
	for range 10 {
		e, err := stream.Recv()
		require.NoError(t, err)
		got = append(got, fmt.Sprintf("%s %s %s %v", e.GetType(), e.GetPath(), e.GetRefused(), e.GetKnown()))
	}
	require.Equal(t, []string{
		"page_view /old  false", "page_view /a/…/b  false", "page_view / OTHER_DOMAIN false",
		"page_view / OTHER_DOMAIN false", "page_view / OTHER_DOMAIN false",
		"Product Added  TYPE_UNKNOWN false", "purchase  BAD_TIME false",
		"purchase  BAD_CHARACTER false", "purchase  FUTURE_TIME true", "identify   true",
	}, got)
	// New events are streamed, too: a sample of them when there are many.
	many := make([]object, 500)
	for i := range many {
		many[i] = object{"type": "page", "messageId": fmt.Sprint("n", i), "anonymousId": "v", "timestamp": at}
	}
	s.batch(t, key, now, at, many...)
	shown := 0
	for shown < len(many) {
		e, err := stream.Recv()
		require.NoError(t, err)
		shown += 1 + int(e.GetSkipped())
	}
	require.Len(t, many, shown)

	// Another account cannot see the website. Removing the website removes its key and its recent events.
	stranger := contactsv1.NewTrackingServiceClient(s.other(t))
	foreign, err := stranger.StreamRecentWebEvents(t.Context(), &contactsv1.StreamRecentWebEventsRequest{SiClientId: key})
	require.NoError(t, err)
	_, err = foreign.Recv()
	servicetest.Refused(t, err, codes.NotFound, "TRACKING_NOT_FOUND")
	_, err = tracking.DeleteWebTrackingAccount(t.Context(), &contactsv1.DeleteWebTrackingAccountRequest{SiClientId: key})
	require.NoError(t, err)
	_, err = s.sends(t, &contactsv1.ReceiveWebEventsRequest{
		WriteKey: key, Endpoint: "page", Body: []byte(`{}`), ReceivedAt: timestamppb.New(now),
	})
	servicetest.Refused(t, err, codes.Unauthenticated, "INTAKE_KEY_UNKNOWN")
	require.Empty(t, s.standing(t))
	require.Zero(t, s.count(t, "SELECT count(*) FROM intake_events"))
}
