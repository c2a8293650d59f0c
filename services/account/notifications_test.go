package account_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/types/known/timestamppb"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/bus"
	"puls.app/services/local/servicetest"
)

// withStreams starts the service on a bus with the streams that its peers own.
func withStreams(with *servicetest.Setup) {
	with.NATS = true
	with.Streams = []bus.Stream{
		{Name: "SCORING", MaxBytes: 1 << 20},
		{Name: "CONTACTS", MaxBytes: 1 << 20},
	}
}

// Scorings of the events.
const (
	s1 = "0199d8a2-0000-7000-8000-0000000000a1"
	s3 = "0199d8a2-0000-7000-8000-0000000000a3"
	s9 = "0199d8a2-0000-7000-8000-0000000000a9"
)

func TestBackgroundEventsBecomeNotifications(t *testing.T) {
	s := start(t, withStreams)
	id := s.create(t, "anna@example.com")
	other := s.create(t, "other@example.com")
	p, stranger := s.login(t, "anna@example.com"), s.login(t, "other@example.com")
	now := time.Now().Unix()
	calculated := &scoringenginev1.Calculated{
		AccountId: id, ScoringId: s1, Channel: typev1.Channel_CHANNEL_MAILING, GeneratedDate: "2026-11-02", Revision: 1,
		CalculatedAt: now,
		Config:       &typev1.ScoringSpec{Name: "Everybody"},
	}
	failed := &scoringenginev1.Failed{
		AccountId: id, ScoringIds: []string{s1, "s2"}, Channel: typev1.Channel_CHANNEL_MAILING, GeneratedDate: "2026-11-02",
		FailedAt:     now - 60,
		ScoringNames: []string{"Everybody", "Nobody"},
	}
	imported := &contactsv1.ImportFinished{
		AccountId: id, ImportId: "i1", Kind: "contacts", State: "done", KeptCount: 7, RefusedCount: 2, FinishedAt: now,
		FileName: "klienci.csv",
	}
	list := func(p *person) *accountv1.ListNotificationsResponse {
		res, err := s.notifications.ListNotifications(p.ctx(t), &accountv1.ListNotificationsRequest{})
		require.NoError(t, err)
		return res
	}
	texts := func(p *person) map[string]bool {
		set := map[string]bool{}
		for _, n := range list(p).GetItems() {
			set[fmt.Sprint(
				n.GetKind(), " ", n.GetSubjectId(), " ", n.GetGeneratedDate(), " ", n.GetKeptCount(), "/", n.GetRefusedCount(),
			)] = true
		}
		return set
	}
	for range 3 { // delivered more than once, and in any order
		s.Publish(t, calculated)
		s.Publish(t, failed)
		s.Publish(t, imported)
	}
	calculated.Revision, calculated.CalculatedAt = 2, now+5
	s.Publish(t, calculated)
	s.Publish(t, &scoringenginev1.Calculated{
		AccountId: 4711, ScoringId: s9, GeneratedDate: "2026-11-02",
	})
	s.Publish(t, &scoringenginev1.Calculated{
		AccountId: other, ScoringId: s3, GeneratedDate: "2026-11-03", CalculatedAt: now,
	})
	s.Publish(t, &contactsv1.ImportFinished{
		AccountId: other, ImportId: "i2", State: "failed", FinishedAt: now,
	})
	s.Publish(t, &contactsv1.ImportFinished{
		AccountId: other, ImportId: "i3", State: "refused", RefusedCount: 4, FinishedAt: now,
		Reasons: []string{"BAD_EMAIL: x"},
	})
	eventually(t, func() bool {
		return len(list(p).GetItems()) == 3 && len(list(stranger).GetItems()) == 3
	}, "all are there")
	require.True(t, texts(stranger)["NOTIFICATION_KIND_IMPORT_REFUSED i3  0/4"], "%v", texts(stranger))
	var reasons []string
	for _, n := range list(stranger).GetItems() {
		reasons = append(reasons, n.GetReasons()...)
	}
	require.Equal(t, []string{"BAD_EMAIL: x"}, reasons)
	want := map[string]bool{
		"NOTIFICATION_KIND_CALCULATION_DONE " + s1 + " 2026-11-02 0/0": true,
		"NOTIFICATION_KIND_CALCULATION_FAILED s2 2026-11-02 0/0":       true,
		"NOTIFICATION_KIND_IMPORT_DONE i1  7/2":                        true,
	}
	eventually(t, func() bool {
		return fmt.Sprint(texts(p)) == fmt.Sprint(want)
	}, "one for each scoring and channel; the newest stands")

	named := map[string]string{}
	for _, n := range list(p).GetItems() {
		named[n.GetSubjectId()] = n.GetScoringType() + " " + n.GetScoringName() + n.GetFileName() + n.GetImportKind()
	}
	require.Equal(t, map[string]string{
		s1: "mailing Everybody", "s2": "mailing Nobody", "i1": " klienci.csvcontacts",
	}, named)
	var paged []int32
	for page := range int32(4) {
		request := &accountv1.ListNotificationsRequest{Page: page + 1, PageSize: 1}
		res, err := s.notifications.ListNotifications(p.ctx(t), request)
		require.NoError(t, err)
		require.Equal(t, []int32{3, 3}, []int32{res.GetTotal(), res.GetUnreadCount()})
		for _, n := range res.GetItems() {
			paged = append(paged, n.GetId())
		}
	}
	require.Len(t, paged, 3)
	require.IsDecreasing(t, paged, "each page goes on where the one before ended, newest first")
	_, err := s.notifications.ListNotifications(p.ctx(t), &accountv1.ListNotificationsRequest{PageSize: 201})
	servicetest.Refused(t, err, codes.InvalidArgument, "REQUEST_INVALID")

	for _, day := range []string{"2026-11-04", "2026-11-03"} { // an older day changes nothing
		s.Publish(t, &scoringenginev1.Calculated{
			AccountId: id, ScoringId: s1, Channel: typev1.Channel_CHANNEL_MAILING, GeneratedDate: day, Revision: 1,
			CalculatedAt: now + 10,
		})
	}
	delete(want, "NOTIFICATION_KIND_CALCULATION_DONE "+s1+" 2026-11-02 0/0")
	want["NOTIFICATION_KIND_CALCULATION_DONE "+s1+" 2026-11-04 0/0"] = true
	eventually(t, func() bool {
		return fmt.Sprint(texts(p)) == fmt.Sprint(want)
	}, "the next night's result takes the place of the last one's")

	// Another channel of the same day joins it.
	s.Publish(t, &scoringenginev1.Calculated{
		AccountId: id, ScoringId: s1, Channel: typev1.Channel_CHANNEL_SMS, GeneratedDate: "2026-11-04", Revision: 1,
		CalculatedAt: now + 11,
	})
	eventually(t, func() bool {
		for _, n := range list(p).GetItems() {
			if n.GetSubjectId() == s1 {
				return slices.Equal(n.GetScoringTypes(), []string{"mailing", "sms"}) && n.GetScoringType() == "mailing"
			}
		}
		return false
	}, "both channels")
	require.Equal(t, want, texts(p))
	require.Equal(t, int32(3), list(p).GetTotal())

	require.Equal(t, int32(3), list(p).GetUnreadCount())
	newest := list(p).GetItems()[0].GetId()
	for _, upTo := range []int32{newest - 1, newest, 1} {
		_, err := s.notifications.ReadNotifications(p.ctx(t), &accountv1.ReadNotificationsRequest{UpToId: upTo})
		require.NoError(t, err)
	}
	require.Zero(t, list(p).GetUnreadCount(), "a read position moves on only")
	require.True(t, list(p).GetItems()[0].GetRead())
	require.Equal(t, int32(3), list(stranger).GetUnreadCount())
	_, err = s.notifications.ReadNotifications(p.ctx(t), &accountv1.ReadNotificationsRequest{UpToId: 1 << 30})
	require.NoError(t, err)
	imported.ImportId = "i3"
	s.Publish(t, imported)
	for _, scoring := range []string{s1, s3} { // read events come again, before new ones
		s.Publish(t, &scoringenginev1.Calculated{
			AccountId: id, ScoringId: scoring, Channel: typev1.Channel_CHANNEL_MAILING, GeneratedDate: "2026-11-04", Revision: 1,
			CalculatedAt: now + 10,
		})
	}
	eventually(t, func() bool { return len(list(p).GetItems()) == 5 }, "both new ones are there")
	require.Equal(t, int32(2), list(p).GetUnreadCount(), "what comes later is unread, what comes again is not")
	s.Advance(91 * 24 * time.Hour)
	require.Empty(t, list(p).GetItems(), "kept for 90 days")
}

// A destination has one notification of its state, and one for each time that erased contacts may be on its list for
// ever.
func TestDestinationsHaveOneNotificationOfTheirState(t *testing.T) {
	s := start(t, withStreams)
	id := s.create(t, "anna@example.com")
	p := s.login(t, "anna@example.com")
	begin := time.Now()
	report := func(destination, failure string, minute int) {
		s.Publish(t, &contactsv1.DestinationReported{
			AccountId: id, DestinationId: destination, Name: "Best", Failure: failure,
			ReportedAt: timestamppb.New(begin.Add(time.Duration(minute) * time.Minute)),
		})
	}
	shows := func(want ...string) {
		var got []string
		eventually(t, func() bool {
			res, err := s.notifications.ListNotifications(p.ctx(t), &accountv1.ListNotificationsRequest{})
			require.NoError(t, err)
			got = nil
			for _, n := range res.GetItems() {
				got = append(got, fmt.Sprint(
					strings.TrimPrefix(n.GetKind().String(), "NOTIFICATION_KIND_DESTINATION_"), " ", n.GetSubjectId(), " ",
					n.GetFileName(), " ", n.GetReasons(), " ", n.GetRefusedCount(),
				))
			}
			slices.Sort(got)
			return slices.Equal(want, got)
		}, "the notifications")
	}
	report(s1, "PROVIDER", 1)
	report(s1, "PROVIDER", 1) // delivered again
	shows("FAILED " + s1 + " Best [PROVIDER] 0")
	report(s3, "KEY", 1)
	report(s1, "KEY", 3)
	report(s1, "PROVIDER", 2) // late
	shows("FAILED "+s1+" Best [KEY] 0", "FAILED "+s3+" Best [KEY] 0")
	for minute := range 2 {
		for range 2 {
			s.Publish(t, &contactsv1.DestinationForgotten{
				AccountId: id, DestinationId: s1, Name: "Best", ContactCount: int32(2 + minute),
				ForgottenAt: timestamppb.New(begin.Add(time.Duration(minute) * time.Minute)),
			})
		}
	}
	report(s1, "", 4)
	shows("FAILED "+s3+" Best [KEY] 0", "FORGOTTEN "+s1+" Best [] 2", "FORGOTTEN "+s1+" Best [] 3",
		"RECOVERED "+s1+" Best [] 0")
}
