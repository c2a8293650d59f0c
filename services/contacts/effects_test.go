package contacts_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
)

func TestAnImportCountsTheEffectsOfItsRows(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	for _, c := range []struct {
		what, kind, file string
		want             *contactsv1.ImportEffects
	}{
		{
			"three new contacts and two groups", "contacts",
			"email,gsm,email_consent,sms_consent,groups\n" +
				"ada@example.com,500000001,true,true,vip\nbob@example.com,,true,,vip|shop\neve@example.com,,,,\n",
			&contactsv1.ImportEffects{
				NewCount: 3, EmailConsentsGiven: 2, SmsConsentsGiven: 1, NewGroups: []string{"vip", "shop"}, NewGroupCount: 2,
				NewEmailConsents: 2, NewSmsConsents: 1,
			},
		},
		{
			"a group makes a change unless one was in it already", "contacts",
			"email,groups\nada@example.com,vip\nbob@example.com,vip\neve@example.com,vip\n",
			&contactsv1.ImportEffects{ChangedCount: 1, UnchangedCount: 2},
		},
		{
			"consents come and go, a refused row does nothing", "contacts",
			"email,email_consent,sms_consent,groups\n" +
				"ada@example.com,true,0,\nbob@example.com,false,,new\neve@example.com,1,,\nnobody,1,,\n",
			&contactsv1.ImportEffects{
				ChangedCount: 3, EmailConsentsGiven: 1, EmailConsentsWithdrawn: 1, SmsConsentsWithdrawn: 1,
				NewGroups: []string{"new"}, NewGroupCount: 1,
			},
		},
		{
			"an unsubscription by event withdraws", "engagement",
			"occurred_at,type,message_id,email\n2026-11-01T10:00:00Z,mailing.unsubscribed,m,ada@example.com\n",
			&contactsv1.ImportEffects{ChangedCount: 1, EmailConsentsWithdrawn: 1},
		},
		{
			"what is unsubscribed stays so, once for each contact", "contacts",
			"email,email_consent\nada@example.com,true\nada@example.com,true\nbob@example.com,true\n",
			&contactsv1.ImportEffects{ChangedCount: 1, UnchangedCount: 1, EmailConsentsGiven: 1, UnsubscribedKept: 1},
		},
	} {
		got := s.load(t, c.kind, "csv", []byte(c.file)).GetEffects()
		require.True(t, proto.Equal(c.want, got), "%s: %v", c.what, got)
	}
}

func TestEffectsOfTheStepsOfAnImportAreSummedUp(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	people := contactsFile(25_000) // three steps
	first := s.load(t, "contacts", "csv", people).GetEffects()
	require.EqualValues(t, 25_000, first.GetNewCount())
	require.EqualValues(t, 25_000, first.GetEmailConsentsGiven())
	require.EqualValues(t, (25_000+2)/3, first.GetSmsConsentsGiven())
	require.Len(t, first.GetNewGroups(), 5)
	again := s.load(t, "contacts", "csv", people).GetEffects()
	require.True(t, proto.Equal(&contactsv1.ImportEffects{UnchangedCount: 25_000}, again), "%v", again)
}

func TestTheReasonsOfTheStepsOfAnImportAreSummedUp(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	var file strings.Builder
	file.WriteString("email\n")
	for i := range 12_000 { // two steps
		if i%1000 == 0 {
			file.WriteString("nobody\n")
		} else {
			fmt.Fprintf(&file, "p%d@x.co\n", i)
		}
	}
	done := s.load(t, "contacts", "csv", []byte(file.String()))
	require.Equal(t, [3]int32{12_000, 11_988, 12}, counts(done))
	require.Len(t, done.GetReasons(), 1)
	require.EqualValues(t, 12, done.GetReasons()[0].GetCount())
	require.EqualValues(t, 2, done.GetReasons()[0].GetFirstLine())
}
