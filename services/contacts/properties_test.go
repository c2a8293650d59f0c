package contacts_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/rpc"
)

func (s *system) addProperty(t testing.TB, uid, name, kind string) int32 {
	t.Helper()
	res, err := s.contacts.AddProperty(t.Context(), &contactsv1.AddPropertyRequest{Uid: uid, Name: name, Type: kind})
	require.NoError(t, err)
	return res.GetId()
}

func (s *system) contact(t testing.TB, uid string, number int32) *contactsv1.Contact {
	t.Helper()
	res, err := s.contacts.GetContact(t.Context(), &contactsv1.GetContactRequest{Uid: uid, Number: number})
	require.NoError(t, err)
	return res.GetContact()
}

func TestAPropertyIsRenamedByTheRulesOfItsSort(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001", "002")
	trait, text, number := s.addProperty(t, "001", "city", ""), s.addProperty(t, "001", "street", "Text"),
		s.addProperty(t, "001", "Points", "Number")
	s.addProperty(t, "002", "elsewhere", "")
	rename := func(id int32, name string) (*contactsv1.Property, error) {
		res, err := s.contacts.RenameProperty(t.Context(), &contactsv1.RenamePropertyRequest{Id: id, Name: name})
		return res.GetProperty(), err
	}
	_, err := s.contacts.AddProperty(t.Context(), &contactsv1.AddPropertyRequest{
		Uid: "001", Name: "a|b", Type: "Number", Trait: true,
	})
	require.Equal(t, "PROPERTY_NAME_INVALID", rpc.Reason(err), "a trait of numbers, too")
	require.Equal(t, "name", rpc.FailureOf(err).Fields[0].Name)
	for id, want := range map[int32]string{trait: "elsewhere Text", text: "a|b Text", number: "POINTS Number"} {
		name := want[:len(want)-len(" Text")]
		if id == number {
			name = "POINTS" // its own name in another case
		}
		got, err := rename(id, name)
		require.NoError(t, err, name)
		require.Equal(t, want, got.GetName()+" "+got.GetType())
		require.Equal(t, "001", got.GetUid())
	}
	for _, c := range []struct {
		id           int32
		name, reason string
	}{
		{trait, "a&b", "PROPERTY_NAME_INVALID"},
		{trait, "points", "PROPERTY_EXISTS"},
		{text, "ELSEWHERE", "PROPERTY_EXISTS"},
		{text, "a/b", "REQUEST_INVALID"},
		{text, "a\x00b", "REQUEST_INVALID"},
		{text, "a\u202eb", "REQUEST_INVALID"},
		{999, "fine", "PROPERTY_NOT_FOUND"},
	} {
		_, err := rename(c.id, c.name)
		require.Equal(t, c.reason, rpc.Reason(err), c.name)
	}
	list, err := s.contacts.ListProperties(t.Context(), &contactsv1.ListPropertiesRequest{})
	require.NoError(t, err)
	same, err := s.contacts.ListCharacteristics(t.Context(), &contactsv1.ListCharacteristicsRequest{})
	require.NoError(t, err)
	require.Len(t, list.GetUids()["001"].GetItems(), 3)
	for uid, all := range list.GetUids() {
		require.True(t, proto.Equal(all, same.GetUids()[uid]))
	}
}

func TestADeletedPropertyIsGoneFromEveryContact(t *testing.T) {
	t.Parallel()
	s := startAlone(t, nil) // moves the clock
	s.ensure(t, "001")
	id := s.addProperty(t, "001", "city", "Text")
	s.addProperty(t, "001", "street", "Text")
	file := []byte("email,property:city,property:street\na@x.co,Łódź,Długa\nb@x.co,Kraków,\nc@x.co,,\n")
	s.load(t, "contacts", "csv", file)
	require.Len(t, s.contact(t, "001", 0).GetProperties(), 2)
	_, err := s.contacts.DeleteProperty(t.Context(), &contactsv1.DeletePropertyRequest{Id: id})
	require.NoError(t, err)
	require.Equal(t, "Długa", s.contact(t, "001", 0).GetProperties()[0].GetValue())
	require.Len(t, s.contact(t, "001", 0).GetProperties(), 1)
	again := s.addProperty(t, "001", "city", "Text")
	require.Greater(t, again, id)
	require.Len(t, s.contact(t, "001", 0).GetProperties(), 1, "a new one of the name has no values")
	_, err = s.contacts.DeleteProperty(t.Context(), &contactsv1.DeletePropertyRequest{Id: id})
	require.Equal(t, "PROPERTY_NOT_FOUND", rpc.Reason(err))
	s.Advance(2 * time.Minute)
	require.Eventually(t, func() bool { return s.count(t, "SELECT count(*) FROM removed_properties") == 0 }, time.Minute,
		50*time.Millisecond)
	require.Zero(t, s.contactsWhere(t, "properties::text LIKE '%Łódź%' OR properties = '{}'"))
	require.Equal(t, 1, s.contactsWhere(t, "properties IS NOT NULL"))
	require.Equal(t, "Długa", s.contact(t, "001", 0).GetProperties()[0].GetValue())
}

func TestAPropertyThatAScoringFillsIsNotDeletedAndAFilledOneGoesWithItsScores(t *testing.T) {
	t.Parallel()
	s := start(t)
	database := s.ensure(t, "001")["001"]
	s.people(t, "001", 3)
	id := s.property(t, "001", "score")
	s.uses(&scoringconfigv1.ListUsageResponse{Properties: []*scoringconfigv1.Usage{{
		Id: id, ScoringId: scoringID, ScoringName: "Newsletter", Channel: typev1.Channel_CHANNEL_MAILING,
	}}})
	_, err := s.contacts.DeleteProperty(t.Context(), &contactsv1.DeletePropertyRequest{Id: id})
	require.Equal(t, "PROPERTY_IN_USE", rpc.Reason(err))
	require.Equal(t, codes.FailedPrecondition, status.Code(err))
	s.uses(nil)
	s.exec(t, "INSERT INTO contacts.property_fills VALUES ($1, $2, $3, 1, '2026-11-02', 1, now())", database, id, scoringID)
	s.exec(t, "INSERT INTO contacts.property_cells VALUES ($1, $2, 0, '\\x010203')", database, id)
	require.Equal(t, "2", s.contact(t, "001", 1).GetProperties()[0].GetValue())
	_, err = s.contacts.DeleteProperty(t.Context(), &contactsv1.DeletePropertyRequest{Id: id})
	require.NoError(t, err)
	require.Empty(t, s.contact(t, "001", 1).GetProperties())
	require.Zero(t, s.count(t, "SELECT (SELECT count(*) FROM property_fills) + (SELECT count(*) FROM property_cells)"))
}

func TestAForeignPropertyIsLikeAnUnknownOne(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	id := s.addProperty(t, "001", "city", "Text")
	other := contactsv1.NewContactsServiceClient(s.other(t))
	for _, id := range []int32{id, 999} {
		_, err := other.RenameProperty(t.Context(), &contactsv1.RenamePropertyRequest{Id: id, Name: "mine"})
		require.Equal(t, "PROPERTY_NOT_FOUND", rpc.Reason(err))
		_, err = other.DeleteProperty(t.Context(), &contactsv1.DeletePropertyRequest{Id: id})
		require.Equal(t, "PROPERTY_NOT_FOUND", rpc.Reason(err))
	}
}

// S24: of fifty concurrent calls that create or rename a property to one name, ignoring case, one succeeds.
func TestOneOfFiftyCallersCreatesAProperty(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	var made atomic.Int32
	var all sync.WaitGroup
	for i := range 50 {
		id := int32(0)
		if i%2 == 0 {
			id = s.addProperty(t, "001", fmt.Sprint("p", i), "Text")
		}
		all.Go(func() {
			var err error
			if id == 0 {
				request := &contactsv1.AddPropertyRequest{Uid: "001", Name: []string{"One", "oNE"}[i/2%2], Type: "Text"}
				_, err = s.contacts.AddProperty(t.Context(), request)
			} else {
				_, err = s.contacts.RenameProperty(t.Context(), &contactsv1.RenamePropertyRequest{Id: id, Name: "ONE"})
			}
			if err == nil {
				made.Add(1)
			} else if rpc.Reason(err) != "PROPERTY_EXISTS" {
				t.Error(err)
			}
		})
	}
	all.Wait()
	require.Equal(t, int32(1), made.Load())
	require.Equal(t, 1, s.count(t, "SELECT count(*) FROM properties WHERE lower(name) = 'one'"))
}

func TestDatabasesSayWhichIsTheirOwnAndWhenTheLastFileCame(t *testing.T) {
	t.Parallel()
	s := start(t)
	own := fmt.Sprintf("%03d", s.account)
	s.ensure(t, "001", "002", "003", own)
	s.group(t, "002", "VIP")
	before := time.Now().Add(-time.Second)
	s.load(t, "contacts", "csv", []byte("uid,email\n002,a@x.co\n"))
	s.load(t, "engagement", "csv",
		[]byte("uid,occurred_at,type,message_id,email\n002,2026-11-01T10:00:00Z,mailing.sent,m,a@x.co\n"))
	events := "event_id,occurred_at,uid,type,visitor_id,domain\ne,2026-11-01T10:00:00Z,003,web.page_view,v,x.co\n"
	s.load(t, "engagement", "csv", []byte(events))
	res, err := s.contacts.ListDatabases(t.Context(), &contactsv1.ListDatabasesRequest{})
	require.NoError(t, err)
	require.Len(t, res.GetItems(), 4)
	for i, want := range []*contactsv1.Database{
		{Uid: "001"}, {Uid: "002", ContactCount: 1, GroupCount: 1}, {Uid: "003"}, {Uid: own, Own: true},
	} {
		got := res.GetItems()[i]
		if i == 1 || i == 2 {
			require.True(t, got.GetImportedAt().AsTime().After(before), "%v", got)
		} else {
			require.Nil(t, got.GetImportedAt())
		}
		got.ImportedAt = nil
		require.True(t, proto.Equal(want, got), "%v", got)
	}
}
