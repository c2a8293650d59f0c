package contacts_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/conf"
	"puls.app/services/local/servicetest"
)

// sender is a service whose destinations call the test's fake providers.
type sender struct {
	*system
	*listProviders
	calls     contactsv1.DestinationServiceClient
	databases map[string]int32
	day       int
}

// highBands are the bands of the destinations in these tests: the two highest.
var highBands = []int32{3, 4}

func startSender(t *testing.T) *sender {
	t.Helper()
	p := newListProviders(t)
	s := &sender{system: startAlone(t, conf.Values{"PULS_DESTINATION_URL": p.URL}), listProviders: p, day: 1}
	s.calls = contactsv1.NewDestinationServiceClient(s.person(t))
	s.databases = s.ensure(t, "001", "002")
	return s
}

func (s *sender) destination(t *testing.T, provider string) string {
	t.Helper()
	list, key, tag, field := listAt(provider)
	res, err := s.calls.CreateDestination(t.Context(), &contactsv1.CreateDestinationRequest{
		Name: "Best at " + provider, Provider: provider, Key: key, List: list, Tag: tag, Field: field,
		Selection: &contactsv1.DestinationSelection{ScoringId: scoringID, ScoringType: "mailing", Bands: highBands},
	})
	require.NoError(t, err)
	return res.GetDestination().GetId()
}

// scores stores the newest result, cells by uid, without publishing it: publishing starts the runs of destinations.
func (s *sender) scores(cells map[string][]byte) {
	s.day++
	s.result(scoringID, typev1.Channel_CHANNEL_MAILING, s.day, s.databases, cells)
}

// run requests runs until one ends without a failure of the provider, and returns the receipts, newest first.
func (s *sender) run(t *testing.T, id string) []*contactsv1.DestinationRun {
	t.Helper()
	for range 100 {
		runs := s.once(t, id)
		if f := runs[0].GetFailure(); f != "PROVIDER" && f != "LIMIT" {
			return runs
		}
	}
	t.Fatal("no run comes to its end")
	return nil
}

// once runs a destination until it ends or fails.
func (s *sender) once(t *testing.T, id string) []*contactsv1.DestinationRun {
	t.Helper()
	asked := s.Now()
	_, err := s.calls.RunDestination(t.Context(), &contactsv1.RunDestinationRequest{Id: id})
	require.NoError(t, err)
	return s.ended(t, id, asked)
}

// ended waits for the end of a run after a moment.
func (s *sender) ended(t *testing.T, id string, after time.Time) (runs []*contactsv1.DestinationRun) {
	t.Helper()
	require.Eventually(t, func() bool {
		res, err := s.calls.ListDestinationRuns(t.Context(), &contactsv1.ListDestinationRunsRequest{Id: id})
		require.NoError(t, err)
		runs = res.GetItems()
		return len(runs) > 0 && runs[0].GetEndedAt() != nil && runs[0].GetEndedAt().AsTime().After(after)
	}, time.Minute, 20*time.Millisecond)
	return runs
}

func (s *sender) erase(t *testing.T, address string) {
	t.Helper()
	protection := contactsv1.NewDataProtectionServiceClient(s.person(t))
	_, err := protection.ErasePerson(t.Context(), &contactsv1.ErasePersonRequest{Address: address})
	require.NoError(t, err)
}

func (s *sender) only(t *testing.T, id string) *contactsv1.Destination {
	t.Helper()
	res, err := s.calls.ListDestinations(t.Context(), &contactsv1.ListDestinationsRequest{})
	require.NoError(t, err)
	for _, d := range res.GetItems() {
		if d.GetId() == id {
			return d
		}
	}
	t.Fatal("the destination is gone")
	return nil
}

// told returns a receipt in a short form.
func told(r *contactsv1.DestinationRun) string {
	var refused []string
	for _, one := range r.GetRefused() {
		refused = append(refused, fmt.Sprintf("%s %d", one.GetReason(), one.GetCount()))
	}
	return fmt.Sprintf("%s +%d ~%d -%d left out %d refused %v %s", r.GetGeneratedDate(), r.GetAddedCount(),
		r.GetChangedCount(), r.GetRemovedCount(), r.GetLeftOutCount(), refused, r.GetFailure())
}

var listProviderNames = []string{"sendgrid", "mailgun", "mailchimp", "brevo"}

// Each provider: contacts are added once, changed when they move, removed when they unsubscribe or are erased, and
// never sent without consent. An unchanged result costs no call.
func TestAListIsKeptInStepWithBands(t *testing.T) {
	t.Parallel()
	for _, provider := range listProviderNames {
		t.Run(provider, func(t *testing.T) {
			t.Parallel()
			s := startSender(t)
			s.people(t, "001", 8)
			s.load(t, "contacts", "csv", []byte("uid,email,email_consent,email_blocked\n"+
				"002,c0@x.co,true,false\n002,d1@x.co,false,false\n002,d2@x.co,true,true\n002,d3@x.co,true,false\n"))
			// c0 is in both uids; d1 has no consent, d2 is blocked; numbers 6 and 7 of 001 were left out of the result.
			s.scores(map[string][]byte{"001": {95, 90, 70, 50, 20, 10, 201, 203}, "002": {85, 99, 99, 61}})
			id := s.destination(t, provider)
			runs := s.ended(t, id, time.Time{})
			require.Equal(t, "2026-11-02 +4 ~0 -0 left out 2 refused [] ", told(runs[0]))
			named := func(low string) string { // Mailgun's lists have no field
				return map[bool]string{true: "", false: low}[provider == "mailgun"]
			}
			want := map[string]string{
				"c0@x.co": named("81-100"), "c1@x.co": named("81-100"), "c2@x.co": named("61-80"), "d3@x.co": named("61-80"),
			}
			require.Equal(t, want, s.on(provider))
			require.Equal(t, []any{"ACTIVE", int32(4)}, []any{s.only(t, id).GetState(), s.only(t, id).GetMemberCount()})

			s.asked(provider)
			require.Equal(t, "2026-11-02 +0 ~0 -0 left out 2 refused [] ", told(s.run(t, id)[0]))
			s.scores(map[string][]byte{"001": {95, 90, 70, 50, 20, 10, 201, 203}, "002": {85, 99, 99, 61}})
			require.Equal(t, "2026-11-03 +0 ~0 -0 left out 2 refused [] ", told(s.run(t, id)[0]))
			require.Zero(t, s.asked(provider), "an unchanged result costs no call")

			// c1 moves within the selection, c2 out of it, c3 into it.
			s.scores(map[string][]byte{"001": {95, 61, 60, 81, 20, 10, 201, 203}, "002": {85, 99, 99, 61}})
			moved := map[bool]string{true: "~0", false: "~1"}[provider == "mailgun"]
			require.Equal(t, "2026-11-04 +1 "+moved+" -1 left out 2 refused [] ", told(s.run(t, id)[0]))
			want["c1@x.co"], want["c3@x.co"] = named("61-80"), named("81-100")
			delete(want, "c2@x.co")
			require.Equal(t, want, s.on(provider))

			// c1 unsubscribes, d3 is erased, the address of c3 changes: a run is due by itself.
			s.load(t, "unsubscribes", "csv", []byte("uid,email\n001,c1@x.co\n"))
			s.erase(t, "d3@x.co")
			s.update(t, &contactsv1.UpdateContactRequest{Uid: "001", Number: 3, Email: proto.String("new@x.co")})
			require.Eventually(t, func() bool {
				next := s.only(t, id).GetNextAt()
				return next != nil && next.AsTime().Before(s.Now().Add(2*time.Minute))
			}, time.Minute, 20*time.Millisecond)
			s.Advance(2 * time.Minute)
			s.ended(t, id, s.Now().Add(-time.Minute))
			delete(want, "c1@x.co")
			delete(want, "d3@x.co")
			want["new@x.co"] = want["c3@x.co"]
			delete(want, "c3@x.co")
			require.Equal(t, want, s.on(provider))
			s.Advance(15 * time.Minute) // nothing that was sent can take effect any more
			s.run(t, id)
			require.Equal(t, len(want), s.countAll(t, "SELECT count(*) FROM destination_members"))
			require.Equal(t, want, s.on(provider))

			entries, _ := s.entries(t)
			require.Contains(t, strings.Join(entries, "\n"), "DESTINATION_SEND \"Best at "+provider+"\"")
		})
	}
}

// An announced result starts a run.
func TestAResultBringsItsListsInStep(t *testing.T) {
	t.Parallel()
	s := startSender(t)
	s.people(t, "001", 2)
	s.scores(map[string][]byte{"001": {95, 10}})
	id := s.destination(t, "mailgun")
	s.ended(t, id, time.Time{})
	s.scores(map[string][]byte{"001": {10, 95}})
	before := s.Now()
	s.peers.engine.mu.Lock()
	event := s.peers.engine.announced[len(s.peers.engine.announced)-1]
	s.peers.engine.mu.Unlock()
	s.Publish(t, proto.CloneOf[*scoringenginev1.Calculated](event))
	require.Equal(t, "2026-11-03 +1 ~0 -1 left out 0 refused [] ", told(s.ended(t, id, before)[0]))
	require.Equal(t, map[string]string{"c1@x.co": ""}, s.on("mailgun"))
}

// After 50 faults of each provider, at any call and before or after it took effect, both sides have the same members.
func TestFaultsOfProvidersLeaveBothSidesEqual(t *testing.T) {
	t.Parallel()
	for _, provider := range listProviderNames {
		t.Run(provider, func(t *testing.T) {
			t.Parallel()
			s := startSender(t)
			const people = 240
			s.people(t, "001", people)
			chance := rand.New(rand.NewPCG(7, 7))
			cells := make([]byte, people)
			shuffle := func() {
				for i := range cells {
					if chance.IntN(3) == 0 {
						cells[i] = byte(chance.IntN(101))
					}
				}
				s.scores(map[string][]byte{"001": slices.Clone(cells)})
			}
			shuffle()
			id := s.destination(t, provider)
			s.ended(t, id, time.Time{})
			s.mu.Lock()
			s.faults[provider] = 50
			s.refuses = func(address string) bool { return strings.HasPrefix(address, "c7") }
			s.mu.Unlock()
			rounds, gone := 0, map[int]bool{}
			for left := 50; left > 0; rounds++ {
				shuffle()
				if out := chance.IntN(people); rounds%4 == 0 {
					s.load(t, "unsubscribes", "csv", fmt.Appendf(nil, "email\nc%d@x.co\n", out))
					gone[out] = true
				}
				s.once(t, id) // it may fail, and the next is about another result
				s.mu.Lock()
				left = s.faults[provider]
				s.mu.Unlock()
			}
			s.mu.Lock()
			s.refuses = nil
			s.mu.Unlock()
			s.run(t, id)
			require.Eventually(t, s.settled, time.Minute, 10*time.Millisecond, "calls without a response have ended")
			s.Advance(time.Hour)
			s.run(t, id)
			want := map[string]string{}
			for i, cell := range cells {
				if cell > 60 && !gone[i] {
					want[fmt.Sprintf("c%d@x.co", i)] = ""
				}
			}
			require.ElementsMatch(t, slices.Collect(maps.Keys(want)), slices.Collect(maps.Keys(s.on(provider))))
			require.Equal(t, len(want), s.countAll(t, "SELECT count(*) FROM destination_members"))
			s.asked(provider)
			s.run(t, id)
			require.Zero(t, s.asked(provider))
			t.Logf("%s: 50 faults in %d rounds, %d of %d on the list", provider, rounds, len(want), people)
		})
	}
}

// A removal may take effect though its call fails. A contact that belongs on the list again afterwards is added again.
func TestAMemberIsAddedAgainAfterAnUnansweredRemoval(t *testing.T) {
	t.Parallel()
	for _, provider := range []string{"sendgrid", "mailgun", "brevo"} {
		t.Run(provider, func(t *testing.T) {
			t.Parallel()
			s := startSender(t)
			s.people(t, "001", 2)
			s.scores(map[string][]byte{"001": {99, 99}})
			id := s.destination(t, provider)
			s.ended(t, id, time.Time{})
			s.mu.Lock()
			s.unanswered = true
			s.mu.Unlock()
			s.scores(map[string][]byte{"001": {99, 10}})
			failed := s.once(t, id)[0]
			require.Equal(t, "PROVIDER", failed.GetFailure())
			require.Equal(t, int32(1), failed.GetRemovedCount(), "its removal began")
			require.Len(t, s.on(provider), 1)
			s.mu.Lock()
			s.unanswered = false
			s.mu.Unlock()
			s.scores(map[string][]byte{"001": {99, 99}})
			require.Equal(t, int32(1), s.run(t, id)[0].GetChangedCount(), "its state was unknown")
			require.Len(t, s.on(provider), 2)
			s.asked(provider)
			s.run(t, id)
			require.Zero(t, s.asked(provider))
		})
	}
}

// A refused address is counted with the reason, does not affect others, and is retried by the next run.
func TestRefusedAddressesAreCountedAndTriedAgain(t *testing.T) {
	t.Parallel()
	s := startSender(t)
	s.people(t, "001", 5)
	s.scores(map[string][]byte{"001": {99, 99, 99, 99, 99}})
	s.refuses = func(address string) bool { return address == "c2@x.co" }
	s.known["mailchimp"]["c4@x.co"] = "unsubscribed" // known to the provider as unsubscribed
	for _, provider := range listProviderNames {
		id := s.destination(t, provider)
		refused, added := "INVALID 1", 4
		if provider == "mailchimp" {
			refused, added = "INVALID 1 UNSUBSCRIBED 1", 3
		}
		want := fmt.Sprintf("2026-11-02 +%d ~0 -0 left out 0 refused [%s] ", added, refused)
		require.Equal(t, want, told(s.ended(t, id, time.Time{})[0]), provider)
		require.Len(t, s.on(provider), added)
		s.mu.Lock()
		s.refuses = nil
		s.mu.Unlock()
		runs := s.run(t, id)
		require.Equal(t, int32(1), runs[0].GetAddedCount(), provider)
		require.Contains(t, s.on(provider), "c2@x.co")
		s.mu.Lock()
		s.refuses = func(address string) bool { return address == "c2@x.co" }
		s.mu.Unlock()
	}
	require.Equal(t, "unsubscribed", s.known["mailchimp"]["c4@x.co"])
}

// An interrupted run continues where it was: no contact is sent twice, and its receipt counts all.
func TestARunThatWasCutOffGoesOn(t *testing.T) {
	t.Parallel()
	s := startSender(t)
	const people = 350
	s.people(t, "001", people)
	s.scores(map[string][]byte{"001": slices.Repeat([]byte{99}, people)})
	adds, reached, once := 0, make(chan struct{}), sync.Once{}
	s.before = func(string) {
		if adds++; adds == 3 {
			once.Do(func() { close(reached) })
			time.Sleep(300 * time.Millisecond)
		}
	}
	id := s.destination(t, "mailgun")
	<-reached
	s.Stop()
	s.System = s.Replica(t)
	s.calls = contactsv1.NewDestinationServiceClient(s.person(t))
	runs := s.ended(t, id, time.Time{})
	require.Len(t, runs, 1)
	require.Len(t, s.on("mailgun"), people)
	require.Equal(t, int32(people), runs[0].GetAddedCount()+runs[0].GetChangedCount())
	require.LessOrEqual(t, s.asked("mailgun"), 8, "three looks at the list; four batches, one of them twice")
}

// A paused destination adds no contacts, and still removes contacts that lost their consent.
func TestAPausedDestinationOnlyRemovesDepartedContacts(t *testing.T) {
	t.Parallel()
	s := startSender(t)
	s.people(t, "001", 4)
	s.scores(map[string][]byte{"001": {99, 99, 10, 10}})
	id := s.destination(t, "brevo")
	s.ended(t, id, time.Time{})
	_, err := s.calls.PauseDestination(t.Context(), &contactsv1.PauseDestinationRequest{Id: id})
	require.NoError(t, err)
	s.scores(map[string][]byte{"001": {99, 10, 99, 10}})
	s.load(t, "unsubscribes", "csv", []byte("email\nc0@x.co\n"))
	require.Equal(t, " +0 ~0 -1 left out 0 refused [] ", told(s.run(t, id)[0]))
	require.Equal(t, []string{"c1@x.co"}, slices.Collect(maps.Keys(s.on("brevo"))))
	require.Equal(t, "PAUSED", s.only(t, id).GetState())
	before := s.Now()
	_, err = s.calls.ResumeDestination(t.Context(), &contactsv1.ResumeDestinationRequest{Id: id})
	require.NoError(t, err)
	s.ended(t, id, before)
	require.Equal(t, []string{"c2@x.co"}, slices.Collect(maps.Keys(s.on("brevo"))))
}

func TestDestinationsHaveLimitsAndOwners(t *testing.T) {
	t.Parallel()
	s := startSender(t)
	s.people(t, "001", 1)
	s.scores(map[string][]byte{"001": {99}})
	list, key, _, _ := listAt("mailgun")
	ask := func(change func(*contactsv1.CreateDestinationRequest)) error {
		req := &contactsv1.CreateDestinationRequest{
			Name: "Best", Provider: "mailgun", Key: key, List: list,
			Selection: &contactsv1.DestinationSelection{ScoringId: scoringID, ScoringType: "mailing", Bands: highBands},
		}
		change(req)
		_, err := s.calls.CreateDestination(t.Context(), req)
		return err
	}
	type request = contactsv1.CreateDestinationRequest
	for _, c := range []struct {
		change func(*request)
		code   codes.Code
		reason string
	}{
		{func(r *request) { r.Key = "wrong" }, codes.InvalidArgument, "DESTINATION_KEY_REFUSED"},
		{func(r *request) { r.Provider, r.Tag = "mailchimp", "Best" }, codes.InvalidArgument, "DESTINATION_KEY_REFUSED"},
		{func(r *request) { r.List = "other@lists.example.com" }, codes.InvalidArgument, "DESTINATION_LIST_NOT_FOUND"},
		{func(r *request) { r.Provider, r.List = "brevo", "name" }, codes.InvalidArgument, "DESTINATION_LIST_NOT_FOUND"},
		{func(r *request) { r.Field = "PULS" }, codes.InvalidArgument, "DESTINATION_SELECTION_INVALID"},
		{func(r *request) { r.Tag = "Best" }, codes.InvalidArgument, "DESTINATION_SELECTION_INVALID"},
		{func(r *request) { r.Selection.Bands = nil }, codes.InvalidArgument, "DESTINATION_SELECTION_INVALID"},
		{
			func(r *request) { r.Selection.Reasons = []string{"NO_GSM"} }, codes.InvalidArgument,
			"DESTINATION_SELECTION_INVALID",
		},
		{func(r *request) { r.Selection.Reasons = []string{"NO_CONSENT"} }, codes.InvalidArgument, "REQUEST_INVALID"},
		{func(r *request) { r.Field = "lower" }, codes.InvalidArgument, "REQUEST_INVALID"},
	} {
		servicetest.Refused(t, ask(c.change), c.code, c.reason)
	}
	require.NoError(t, ask(func(*request) {}))
	servicetest.Refused(t, ask(func(*request) {}), codes.FailedPrecondition, "DESTINATION_LIST_TAKEN")

	// Another account does not find it.
	all, err := s.calls.ListDestinations(t.Context(), &contactsv1.ListDestinationsRequest{})
	require.NoError(t, err)
	id := all.GetItems()[0].GetId()
	stranger := contactsv1.NewDestinationServiceClient(s.other(t))
	_, err = stranger.RunDestination(t.Context(), &contactsv1.RunDestinationRequest{Id: id})
	servicetest.Refused(t, err, codes.NotFound, "DESTINATION_NOT_FOUND")
	_, err = stranger.ListDestinationRuns(t.Context(), &contactsv1.ListDestinationRunsRequest{Id: id})
	servicetest.Refused(t, err, codes.NotFound, "DESTINATION_NOT_FOUND")

	// Neither the key nor an address is stored in plain text.
	s.ended(t, id, time.Time{})
	require.Zero(t, s.countAll(
		t, "SELECT count(*) FROM destinations WHERE position(convert_to($1, 'UTF8') IN secret) > 0", key,
	))
	require.Zero(t, s.countAll(
		t, "SELECT count(*) FROM destination_members WHERE position(convert_to('c0@x.co', 'UTF8') IN address) > 0",
	))
	require.NotContains(t, s.Logged(), key)
	_, err = s.calls.DeleteDestination(t.Context(), &contactsv1.DeleteDestinationRequest{Id: id})
	require.NoError(t, err)
	require.Zero(t, s.countAll(t, "SELECT count(*) FROM destination_members"))
	require.Len(t, s.on("mailgun"), 1, "the list stays as it is")
}

// A revoked key, a deleted list and a scoring without a result are reported until their cause has ended.
func TestARunSaysWhyItEnded(t *testing.T) {
	t.Parallel()
	s := startSender(t)
	s.people(t, "001", 1)
	id := s.destination(t, "sendgrid")
	require.Equal(t, " +0 ~0 -0 left out 0 refused [] NO_RESULT", told(s.ended(t, id, time.Time{})[0]))
	require.Equal(t, "FAILING", s.only(t, id).GetState())
	s.scores(map[string][]byte{"001": {99}})
	require.Equal(t, "2026-11-02 +1 ~0 -0 left out 0 refused [] ", told(s.run(t, id)[0]))
	require.Equal(t, "ACTIVE", s.only(t, id).GetState())
	require.Len(t, s.run(t, id), 2, "a run that failed goes on as itself")
	s.execAll(t, "UPDATE destinations SET list = 'gone'")
	s.scores(map[string][]byte{"001": {9}})
	require.Equal(t, "2026-11-03 +0 ~0 -0 left out 0 refused [] LIST", told(s.run(t, id)[0]))
	s.execAll(t, "UPDATE destinations SET secret = 'x'")
	require.Equal(t, "2026-11-03 +0 ~0 -0 left out 0 refused [] SECRET", told(s.run(t, id)[0]))
	require.NotNil(t, s.only(t, id).GetNextAt(), "it is tried again")
}

// A changed selection is sent at once: reasons, other bands, and website visitors as their contacts.
func TestAnotherSelectionIsSentAtOnce(t *testing.T) {
	t.Parallel()
	s := startSender(t)
	s.people(t, "001", 4)
	s.load(t, "engagement", "csv", []byte("event_id,occurred_at,type,visitor_id,email,domain\n"+
		"1,2026-10-01T10:00:00Z,web.page_view,v1,c1@x.co,x.co\n2,2026-10-01T10:00:00Z,web.page_view,v2,c1@x.co,x.co\n"+
		"3,2026-10-01T10:00:00Z,web.page_view,v3,,x.co\n"))
	const known = 128
	s.result(scoringID, typev1.Channel_CHANNEL_WEB, 2, s.databases, map[string][]byte{"001": {known | 30, known | 90, 95}})
	s.scores(map[string][]byte{"001": {99, 10, 203, 202}})
	id := s.destination(t, "brevo")
	s.ended(t, id, time.Time{})
	require.Equal(t, map[string]string{"c0@x.co": "81-100"}, s.on("brevo"))
	change := func(who, key string, selection *contactsv1.DestinationSelection) *contactsv1.Destination {
		before := s.Now()
		selection.ScoringId = scoringID
		calls := contactsv1.NewDestinationServiceClient(s.AsPerson(t, s.by(who)))
		res, err := calls.UpdateDestination(t.Context(), &contactsv1.UpdateDestinationRequest{
			Id: id, Name: " Others ", Key: key, Selection: selection,
		})
		require.NoError(t, err)
		s.ended(t, id, before)
		return res.GetDestination()
	}
	changed := change("anna@example.com", "", &contactsv1.DestinationSelection{
		ScoringType: "mailing", Bands: []int32{0}, Reasons: []string{"NO_SENDING"},
	})
	require.Equal(t, []any{"Others", "user 1"}, []any{changed.GetName(), changed.GetMadeBy()})
	require.Equal(t, map[string]string{"c1@x.co": "0-20", "c2@x.co": "NO_SENDING"}, s.on("brevo"))
	changed = change("anna@example.com", listKey, &contactsv1.DestinationSelection{ScoringType: "web", Bands: []int32{4}})
	require.Equal(t, "anna@example.com", changed.GetMadeBy(), "who gave the key that it has now")
	require.Equal(t, map[string]string{"c1@x.co": "81-100"}, s.on("brevo"))
	_, err := s.calls.UpdateDestination(t.Context(), &contactsv1.UpdateDestinationRequest{
		Id: id, Name: "Others", Key: "wrong", Selection: &contactsv1.DestinationSelection{
			ScoringId: scoringID, ScoringType: "web", Bands: []int32{4},
		},
	})
	servicetest.Refused(t, err, codes.InvalidArgument, "DESTINATION_KEY_REFUSED")
}
