package contacts_test

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/rpc"
)

func (s *system) add(t testing.TB, req *contactsv1.AddContactRequest) *contactsv1.Contact {
	t.Helper()
	res, err := s.contacts.AddContact(t.Context(), req)
	require.NoError(t, err)
	return res.GetContact()
}

func (s *system) update(t testing.TB, req *contactsv1.UpdateContactRequest) *contactsv1.Contact {
	t.Helper()
	res, err := s.contacts.UpdateContact(t.Context(), req)
	require.NoError(t, err)
	return res.GetContact()
}

// fieldsOf returns the fields that an error names.
func fieldsOf(err error) string {
	var names []string
	for _, field := range rpc.FailureOf(err).Fields {
		names = append(names, field.Name)
	}
	return strings.Join(names, " ")
}

// history returns the changes of a contact's consents, newest first.
func history(c *contactsv1.Contact) (list []string) {
	for _, change := range c.GetConsentChanges() {
		sign := "-"
		if change.GetGiven() {
			sign = "+"
		}
		list = append(list, fmt.Sprintf(
			"%s%s %s %s %s", sign, change.GetScoringType(), change.GetSource(), change.GetWho(), change.GetDetail(),
		))
	}
	return list
}

func TestAContactIsAddedByTheRulesOfFiles(t *testing.T) {
	t.Parallel()
	s := start(t)
	ids := s.ensure(t, "001", "002")
	group, city, points := s.group(t, "001", "VIP"), s.addProperty(t, "001", "city", ""), s.property(t, "001", "points")
	added := s.add(t, &contactsv1.AddContactRequest{
		Uid: "001", ExternalId: " A-1 ", Email: " Jan@X.co ", Gsm: "500 600 700", EmailConsent: true,
		ConsentNote: " paper form ", GroupIds: []int32{group}, Properties: []*contactsv1.PropertyChange{
			{PropertyId: city, Value: " Łódź "}, {PropertyId: points, Value: "-1.5e3"},
		},
	})
	require.Equal(t, []string{"001", "A-1", "jan@x.co", "+48500600700"},
		[]string{added.GetUid(), added.GetExternalId(), added.GetEmail(), added.GetGsm()})
	require.True(t, added.GetEmailConsent())
	require.False(t, added.GetSmsConsent())
	require.Equal(t, []string{"+mailing PERSON user 1 paper form"}, history(added))
	require.Equal(t, "VIP", added.GetGroups()[0].GetName())
	require.Equal(t, []string{"Łódź", "-1.5e3"},
		[]string{added.GetProperties()[0].GetValue(), added.GetProperties()[1].GetValue()})
	require.WithinDuration(t, s.Now(), added.GetCreatedAt().AsTime(), 1e10)
	require.True(t, proto.Equal(added, s.contact(t, "001", 0)))
	require.Equal(t, []int{0}, s.consenting(t, ids["001"], typev1.Channel_CHANNEL_MAILING))
	require.Equal(t, []int{0}, s.members(t, ids["001"], group))
	second := s.add(t, &contactsv1.AddContactRequest{Uid: "001", ExternalId: "A-2"})
	require.Equal(t, int32(1), second.GetNumber())
	require.Equal(t, [3]int32{2, 2, 0}, counts(s.load(t, "contacts", "csv",
		[]byte("external_id,email\nA-2,second@x.co\n,jan@x.co\n"))), "a file finds them")
	found, _ := s.search(t, &contactsv1.SearchContactsRequest{Query: "A-1"})
	require.Equal(t, "001/0", found)
	require.Equal(t, 1, s.count(t, "SELECT count(*) FROM log_entries WHERE kind = 'CONSENT_CHANGE' AND note = 'paper form'"))
	require.Equal(t, 1, s.count(t, "SELECT count(*) FROM log_entries WHERE kind = 'CONTACT_CHANGE'"))
}

func TestAContactThatCannotBeIsRefusedAtItsField(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001", "002")
	elsewhere, far, points := s.group(t, "002", "VIP"), s.property(t, "002", "far"), s.property(t, "001", "points")
	s.add(t, &contactsv1.AddContactRequest{Uid: "001", ExternalId: "A", Email: "a@x.co", Gsm: "+48500600700"})
	value := func(id int32, text string) []*contactsv1.PropertyChange {
		return []*contactsv1.PropertyChange{{PropertyId: points, Value: "1"}, {PropertyId: id, Value: text}}
	}
	for want, req := range map[string]*contactsv1.AddContactRequest{
		"DATABASE_NOT_FOUND uid":                      {Uid: "003", Email: "b@x.co"},
		"CONTACT_ADDRESS_MISSING email":               {Uid: "001", Email: "  "},
		"CONTACT_EMAIL_INVALID email":                 {Uid: "001", Email: "nobody"},
		"CONTACT_GSM_INVALID gsm":                     {Uid: "001", Gsm: "12345"},
		"CONTACT_GSM_INVALID gsm ":                    {Uid: "001", Gsm: "4.85E+10"},
		"CONTACT_EXTERNAL_ID_INVALID externalId":      {Uid: "001", ExternalId: strings.Repeat("ż", 200)},
		"REQUEST_INVALID externalId":                  {Uid: "001", ExternalId: "a\x00b"},
		"REQUEST_INVALID email":                       {Uid: "001", Email: "a\u202eb@x.co"},
		"CONTACT_EXISTS email":                        {Uid: "001", Email: "A@x.co"},
		"CONTACT_EXISTS externalId email gsm":         {Uid: "001", ExternalId: "A", Email: "a@x.co", Gsm: "500600700"},
		"CONSENT_NOTE_MISSING consentNote":            {Uid: "001", Email: "b@x.co", SmsConsent: true, ConsentNote: " "},
		"PROPERTY_NOT_FOUND properties[1].propertyId": {Uid: "001", Email: "b@x.co", Properties: value(far, "1")},
		"PROPERTY_VALUE_INVALID properties[1].value":  {Uid: "001", Email: "b@x.co", Properties: value(points, "one")},
		"GROUP_NOT_FOUND groupIds[0]":                 {Uid: "001", Email: "b@x.co", GroupIds: []int32{elsewhere}},
	} {
		_, err := s.contacts.AddContact(t.Context(), req)
		require.Equal(t, strings.TrimSpace(want), rpc.Reason(err)+" "+fieldsOf(err), "%v: %v", req, err)
		wanted := codes.InvalidArgument
		if strings.HasPrefix(want, "CONTACT_EXISTS") {
			wanted = codes.AlreadyExists
		}
		require.Equal(t, wanted, status.Code(err))
	}
	require.Equal(t, 1, s.contactsWhere(t, "true"))
	require.Equal(t, 1, s.count(t, "SELECT next_number FROM databases WHERE uid = '001'"))
	for _, number := range []int32{1, 2147483647} {
		_, err := s.contacts.UpdateContact(t.Context(), &contactsv1.UpdateContactRequest{Uid: "001", Number: number})
		require.Equal(t, "CONTACT_NOT_FOUND", rpc.Reason(err))
	}
	other := contactsv1.NewContactsServiceClient(s.other(t))
	_, err := other.UpdateContact(t.Context(), &contactsv1.UpdateContactRequest{Uid: "001", Number: 0})
	require.Equal(t, "CONTACT_NOT_FOUND", rpc.Reason(err))
	_, err = other.AddContact(t.Context(), &contactsv1.AddContactRequest{Uid: "001", Email: "b@x.co"})
	require.Equal(t, "DATABASE_NOT_FOUND", rpc.Reason(err))
}

func TestAnUpdateChangesTheGivenFieldsOnly(t *testing.T) {
	t.Parallel()
	s := start(t)
	database := s.ensure(t, "001")["001"]
	in, out := s.group(t, "001", "in"), s.group(t, "001", "out")
	city, street := s.addProperty(t, "001", "city", ""), s.addProperty(t, "001", "street", "")
	s.load(t, "contacts", "csv", []byte("external_id,email,gsm,email_consent,property:city,property:street,groups\n"+
		"A,a@x.co,500600700,true,Łódź,Długa,out\nB,b@x.co,,,,,\n"))
	version := s.count(t, "SELECT dictionary_version FROM databases")
	same := s.contact(t, "001", 0)
	again := s.update(t, &contactsv1.UpdateContactRequest{Uid: "001", Email: proto.String("A@x.co")})
	require.True(t, proto.Equal(same, again))
	require.Equal(t, version, s.count(t, "SELECT dictionary_version FROM databases"))
	require.Equal(t, 1, s.count(t, "SELECT count(*) FROM log_entries"), "nothing was done")
	changed := s.update(t, &contactsv1.UpdateContactRequest{
		Uid: "001", Email: proto.String("new@x.co"), Gsm: proto.String(""), EmailBlocked: proto.Bool(true),
		Properties:  []*contactsv1.PropertyChange{{PropertyId: city, Value: ""}, {PropertyId: street, Value: "Krótka"}},
		AddGroupIds: []int32{in}, RemoveGroupIds: []int32{out},
	})
	require.Equal(t, []string{"A", "new@x.co", ""}, []string{changed.GetExternalId(), changed.GetEmail(), changed.GetGsm()})
	require.True(t, changed.GetEmailConsent() && changed.GetEmailBlocked() && !changed.GetGsmBlocked())
	require.Len(t, changed.GetProperties(), 1)
	require.Equal(t, "Krótka", changed.GetProperties()[0].GetValue())
	require.Equal(t, "in", changed.GetGroups()[0].GetName())
	require.Len(t, changed.GetGroups(), 1)
	require.Greater(t, s.count(t, "SELECT dictionary_version FROM databases"), version)
	require.Zero(t, s.contactsWhere(t, "properties ? '"+fmt.Sprint(city)+"'"))
	require.Empty(t, s.members(t, database, out))
	res, err := s.contacts.SearchContacts(t.Context(), &contactsv1.SearchContactsRequest{Query: "new@x.co"})
	require.NoError(t, err)
	require.True(t, res.GetItems()[0].GetEmailBlocked())
	groups := s.groups(t, "001")["in"]
	require.Equal(t, []int32{1, 1, 0}, []int32{groups.GetContactCount(), groups.GetEmailValue(), groups.GetSmsValue()})
	s.add(t, &contactsv1.AddContactRequest{Uid: "001", Email: "a@x.co"}) // the address is free

	_, err = s.contacts.UpdateContact(t.Context(), &contactsv1.UpdateContactRequest{
		Uid: "001", ExternalId: proto.String(""), Email: proto.String(" "),
	})
	require.Equal(t, "CONTACT_ADDRESS_MISSING", rpc.Reason(err))
	_, err = s.contacts.UpdateContact(t.Context(), &contactsv1.UpdateContactRequest{
		Uid: "001", ExternalId: proto.String("B"), Email: proto.String("b@x.co"),
	})
	require.Equal(t, "CONTACT_EXISTS externalId email", rpc.Reason(err)+" "+fieldsOf(err))
	require.Equal(t, "new@x.co", s.contact(t, "001", 0).GetEmail())
}

func TestConsentByHandNeedsANoteAndEndsAnUnsubscription(t *testing.T) {
	t.Parallel()
	s := start(t)
	database := s.ensure(t, "001")["001"]
	people := []byte("external_id,email,email_consent\nA,a@x.co,true\n")
	s.load(t, "contacts", "csv", people)
	s.load(t, "engagement", "csv", []byte(unsubscribeHeader+unsubscribe("mailing", "A", "", "")))
	s.load(t, "contacts", "csv", people)
	require.Empty(t, s.consenting(t, database, typev1.Channel_CHANNEL_MAILING))
	give := &contactsv1.UpdateContactRequest{Uid: "001", EmailConsent: proto.Bool(true)}
	_, err := s.contacts.UpdateContact(t.Context(), give)
	require.Equal(t, "CONSENT_NOTE_MISSING consentNote", rpc.Reason(err)+" "+fieldsOf(err))
	give.ConsentNote = "called us"
	require.True(t, s.update(t, give).GetEmailConsent())
	require.Equal(t, []int{0}, s.consenting(t, database, typev1.Channel_CHANNEL_MAILING))
	require.Zero(t, s.count(t, "SELECT count(*) FROM suppressed_addresses"))
	withdrawn := s.update(t, &contactsv1.UpdateContactRequest{Uid: "001", EmailConsent: proto.Bool(false)})
	require.Empty(t, s.consenting(t, database, typev1.Channel_CHANNEL_MAILING))
	require.Equal(t, "-mailing PERSON user 1 ", history(withdrawn)[0])
	require.Equal(t, "+mailing PERSON user 1 called us", history(withdrawn)[1])
	s.load(t, "contacts", "csv", people)
	require.Equal(t, []int{0}, s.consenting(t, database, typev1.Channel_CHANNEL_MAILING), "it is on no list")
}

func TestAnUnsubscribedAddressWithdrawsTheConsentOfAContactThatGetsItByHand(t *testing.T) {
	t.Parallel()
	for _, others := range []int{0, 500} { // a short suppression list is read whole, in a long one addresses are looked up
		s := start(t)
		database := s.ensure(t, "001")["001"]
		s.load(t, "contacts", "csv", []byte("external_id,email,email_consent\nA,a@x.co,true\nB,b@x.co,true\n"))
		list := unsubscribeHeader + unsubscribe("mailing", "A", "", "")
		for i := range others {
			list += unsubscribe("mailing", "", fmt.Sprintf("other%d@x.co", i), "")
		}
		s.load(t, "engagement", "csv", []byte(list))
		s.update(t, &contactsv1.UpdateContactRequest{Uid: "001", Number: 0, Email: proto.String("")})
		changed := s.update(t, &contactsv1.UpdateContactRequest{Uid: "001", Number: 1, Email: proto.String("a@x.co")})
		require.False(t, changed.GetEmailConsent(), "beside %d others", others)
		require.Empty(t, s.consenting(t, database, typev1.Channel_CHANNEL_MAILING))
	}
}

func TestAContactIsAddedOnceForAKey(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	ctx := metadata.AppendToOutgoingContext(t.Context(), "idempotency-key", "one")
	req := &contactsv1.AddContactRequest{Uid: "001", Email: "a@x.co", EmailConsent: true, ConsentNote: "form"}
	first, err := s.contacts.AddContact(ctx, req)
	require.NoError(t, err)
	again, err := s.contacts.AddContact(ctx, req)
	require.NoError(t, err)
	require.True(t, proto.Equal(first, again))
	_, err = s.contacts.AddContact(t.Context(), req)
	require.Equal(t, "CONTACT_EXISTS", rpc.Reason(err))
	require.Equal(t, 1, s.contactsWhere(t, "true"))
	require.Equal(t, 1, s.count(t, "SELECT count(*) FROM log_entries"))
}

func TestOneOfFiftyCallersAddsAnAddressAndNumbersStayDense(t *testing.T) {
	t.Parallel()
	s := start(t)
	database := s.ensure(t, "001")["001"]
	var made atomic.Int32
	var all sync.WaitGroup
	for i := range 50 {
		all.Go(func() {
			address := "one@x.co"
			if i%5 == 0 {
				address = fmt.Sprintf("other%d@x.co", i)
			}
			_, err := s.contacts.AddContact(t.Context(), &contactsv1.AddContactRequest{
				Uid: "001", Email: address, EmailConsent: true, ConsentNote: "form",
			})
			if err == nil {
				made.Add(1)
			} else if rpc.Reason(err) != "CONTACT_EXISTS" {
				t.Error(err)
			}
		})
	}
	all.Wait()
	require.Equal(t, int32(11), made.Load())
	require.Len(t, s.consenting(t, database, typev1.Channel_CHANNEL_MAILING), 11)
	require.Equal(t, 11, s.count(t, "SELECT next_number FROM databases"))
}
