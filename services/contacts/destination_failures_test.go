package contacts_test

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/local/servicetest"
)

// A failure that only a user can end is reported at its first run, a temporary one after three days; each once, until
// a run is complete.
func TestAFailingDestinationIsReportedOnceUntilARunIsComplete(t *testing.T) {
	t.Parallel()
	s := startSender(t)
	events := servicetest.Events[*contactsv1.DestinationReported](t, s.System)
	s.people(t, "001", 3)
	s.scores(map[string][]byte{"001": {99, 10, 10}})
	id := s.destination(t, "mailgun")
	s.ended(t, id, time.Time{})
	next := func() string {
		e := servicetest.Next(t, events)
		require.Equal(t, []any{s.account, id, "Best at mailgun"}, []any{e.GetAccountId(), e.GetDestinationId(), e.GetName()})
		require.WithinDuration(t, s.Now(), e.GetReportedAt().AsTime(), time.Hour)
		return e.GetFailure()
	}
	failing := func(want string, runs int) {
		for range runs {
			require.Equal(t, want, s.once(t, id)[0].GetFailure())
		}
	}

	s.scores(map[string][]byte{"001": {99, 99, 10}})
	s.fail(true, false)
	failing("KEY", 3)
	require.Equal(t, "KEY", next())
	s.fail(false, false)
	s.run(t, id)
	require.Empty(t, next(), "the run was complete")

	s.scores(map[string][]byte{"001": {99, 99, 99}})
	s.fail(false, true)
	failing("PROVIDER", 2)
	s.Advance(71 * time.Hour)
	failing("PROVIDER", 1)
	require.Empty(t, events, "for less than three days")
	s.Advance(2 * time.Hour)
	failing("PROVIDER", 2)
	require.Equal(t, "PROVIDER", next())
	s.fail(true, false)
	failing("KEY", 2)
	require.Equal(t, "KEY", next(), "another failure")
	s.fail(false, true)
	failing("PROVIDER", 1)
	s.fail(false, false)
	s.run(t, id)
	require.Empty(t, next())
	s.fail(true, false)
	s.scores(map[string][]byte{"001": {10, 99, 99}})
	failing("KEY", 1)
	require.Equal(t, "KEY", next(), "the next failure; there was none in between")
}

// A scoring without a result is not reported: users expect it of a new scoring.
func TestAMissingResultIsNotReported(t *testing.T) {
	t.Parallel()
	s := startSender(t)
	events := servicetest.Events[*contactsv1.DestinationReported](t, s.System)
	s.people(t, "001", 1)
	id := s.destination(t, "brevo")
	require.Equal(t, "NO_RESULT", s.ended(t, id, time.Time{})[0].GetFailure())
	s.scores(map[string][]byte{"001": {99}})
	s.run(t, id)
	s.scores(map[string][]byte{"001": {9}})
	s.fail(true, false)
	s.once(t, id)
	require.Equal(t, "KEY", servicetest.Next(t, events).GetFailure(), "the first event")
}

// The sealed address of an erased contact is stored for three days while the provider fails. Then it is deleted, and
// users are told how many contacts they have to remove by hand.
func TestTheAddressOfAnErasedContactIsForgottenWhileItsProviderFails(t *testing.T) {
	t.Parallel()
	s := startSender(t)
	events := servicetest.Events[*contactsv1.DestinationForgotten](t, s.System)
	s.people(t, "001", 5)
	s.scores(map[string][]byte{"001": {99, 99, 99, 99, 99}})
	id := s.destination(t, "mailgun")
	s.ended(t, id, time.Time{})
	s.Advance(time.Hour)
	stored := func() int { return s.countAll(t, "SELECT count(*) FROM destination_members") }

	s.erase(t, "c0@x.co")
	s.run(t, id)
	require.Equal(t, 4, stored(), "the provider removed the first one")

	s.fail(false, true)
	s.erase(t, "c1@x.co")
	s.erase(t, "c2@x.co")
	s.load(t, "unsubscribes", "csv", []byte("uid,email\n001,c3@x.co\n"))
	s.once(t, id)
	s.Advance(71 * time.Hour)
	require.Zero(t, s.once(t, id)[0].GetForgottenCount())
	require.Equal(t, 4, stored())
	s.Advance(2 * time.Hour)
	require.Equal(t, int32(2), s.once(t, id)[0].GetForgottenCount())
	require.Equal(t, 2, stored(), "the contact that unsubscribed stays, since it still has to be removed")
	e := servicetest.Next(t, events)
	require.Equal(t, []any{s.account, id, "Best at mailgun", int32(2)},
		[]any{e.GetAccountId(), e.GetDestinationId(), e.GetName(), e.GetContactCount()})
	require.Equal(t, int32(2), s.once(t, id)[0].GetForgottenCount(), "each is counted once")

	s.fail(false, false)
	run := s.run(t, id)[0]
	require.Equal(t, []any{int32(1), int32(2), ""},
		[]any{run.GetRemovedCount(), run.GetForgottenCount(), run.GetFailure()})
	require.Equal(t, []string{"c1@x.co", "c2@x.co", "c4@x.co"}, slices.Sorted(maps.Keys(s.on("mailgun"))))
	require.Zero(t, s.run(t, id)[0].GetForgottenCount(), "a receipt of its own")
	require.Empty(t, events)
}

// The run has read the contact before it leaves, so another one removes it.
func TestAContactThatLeavesDuringARunIsRemovedByTheNext(t *testing.T) {
	t.Parallel()
	s := startSender(t)
	s.people(t, "001", 3)
	s.scores(map[string][]byte{"001": {99, 99, 99}})
	sending, left := make(chan struct{}), make(chan struct{})
	once := sync.Once{}
	s.before = func(string) {
		once.Do(func() { close(sending) })
		<-left
	}
	id := s.destination(t, "mailgun")
	<-sending
	s.load(t, "unsubscribes", "csv", []byte("email\nc0@x.co\n"))
	require.Eventually(t, func() bool {
		return s.countAll(t, "SELECT count(*) FROM departures") == 0
	}, time.Minute, 10*time.Millisecond)
	close(left)
	s.ended(t, id, time.Time{})
	require.Len(t, s.on("mailgun"), 3)
	begun := s.Now()
	s.Advance(2 * time.Minute)
	require.Equal(t, int32(1), s.ended(t, id, begun)[0].GetRemovedCount())
	require.Len(t, s.on("mailgun"), 2)
}

// A contact that is erased between the selection and its batch is not sent, and no address of it stays behind.
func TestAContactErasedDuringARunIsNotSent(t *testing.T) {
	t.Parallel()
	for provider, batch := range map[string]int{"mailgun": 100, "mailchimp": 500} {
		t.Run(provider, func(t *testing.T) {
			t.Parallel()
			s := startSender(t)
			s.people(t, "001", batch+1)
			s.scores(map[string][]byte{"001": slices.Repeat([]byte{70}, batch+1)})
			id, last, forgotten := "", fmt.Sprintf("c%d@x.co", batch), int32(0)
			if provider == "mailchimp" { // the contact is on the list already and changes its band
				id = s.destination(t, provider)
				s.ended(t, id, time.Time{})
				s.scores(map[string][]byte{"001": slices.Repeat([]byte{99}, batch+1)})
				forgotten = 1
			}
			once := sync.Once{}
			s.mu.Lock()
			s.before = func(string) {
				once.Do(func() { s.erase(t, last) })
			}
			s.mu.Unlock()
			if id == "" {
				id = s.destination(t, provider)
				s.ended(t, id, time.Time{})
			} else {
				s.once(t, id)
			}
			require.Len(t, s.on(provider), batch+int(forgotten))
			s.fail(false, true)
			s.Advance(73 * time.Hour)
			require.Equal(t, forgotten, s.once(t, id)[0].GetForgottenCount())
			require.Equal(t, batch, s.countAll(t, "SELECT count(*) FROM destination_members"))
		})
	}
}

// Of contacts with the same address one is the member. The erasure of another finds the address too, and that of the
// member leaves it to the other.
func TestAnAddressOfSeveralContactsIsForgottenWithTheLast(t *testing.T) {
	t.Parallel()
	s := startSender(t)
	s.load(t, "contacts", "csv", []byte("uid,external_id,email,email_consent\n"+
		"001,x0,c0@x.co,true\n002,y0,c0@x.co,true\n001,x1,c1@x.co,true\n002,y1,c1@x.co,true\n"))
	s.scores(map[string][]byte{"001": {99, 99}, "002": {99, 99}})
	id := s.destination(t, "mailgun")
	s.ended(t, id, time.Time{})
	s.Advance(time.Hour)

	s.erase(t, "x1")
	s.once(t, id)
	s.Advance(73 * time.Hour)
	require.Zero(t, s.once(t, id)[0].GetForgottenCount())
	require.Equal(t, []string{"c0@x.co", "c1@x.co"}, slices.Sorted(maps.Keys(s.on("mailgun"))))

	s.fail(false, true)
	s.update(t, &contactsv1.UpdateContactRequest{Uid: "001", Number: 0, Email: proto.String("new@x.co")})
	s.erase(t, "c0@x.co")
	s.once(t, id)
	s.Advance(73 * time.Hour)
	require.Equal(t, int32(1), s.once(t, id)[0].GetForgottenCount())
	require.Equal(t, 1, s.countAll(t, "SELECT count(*) FROM destination_members"))
}
