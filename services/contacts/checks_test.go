package contacts_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
)

func TestACheckOfOneStepCountsAsTheImportDoes(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001", "042")
	const head = "uid,external_id,gsm,email_consent,sms_consent,groups\n"
	s.load(t, "contacts", "csv", []byte(head+
		"001,A,500000001,0,0,\n001,B,500000002,1,1,\n001,C,500000003,1,1,vip\n042,D,,1,,\n"))
	id := s.draft(t, "contacts", []byte(head+
		"001,A,500000011,1,,\n001,B,,,,\n001,C,,,,new\n001,N,,0,0,\n042,D,,0,,vip\n"+ // then the same contacts again
		"001,A,500000012,1,1,\n001,B,,0,,\n001,C,,,,VIP|New\n001,N,500000099,1,1,vip\n042,D,,0,,\n"+
		"001,M,500000099,1,1,\n042,E,,,,vip\n"))
	checked := s.check(t, id, nil).GetCheck()
	require.False(t, checked.GetApproximate())
	require.EqualValues(t, 1, checked.GetRefused(), "the phone of another row")
	before := s.contactsWhere(t, "true")
	require.Equal(t, 4, before, "nothing is kept")
	done := s.begin(t, id, nil)
	require.True(t, proto.Equal(done.GetEffects(), checked.GetEffects()), "checked %v, done %v", checked, done)
	require.Equal(t, []int32{done.GetKept(), done.GetRefused()}, []int32{checked.GetKept(), checked.GetRefused()})
	require.True(t, proto.Equal(&contactsv1.ImportEffects{
		NewCount: 2, ChangedCount: 4, EmailConsentsGiven: 2, EmailConsentsWithdrawn: 2, SmsConsentsGiven: 2,
		NewGroups: []string{"new", "vip"}, NewGroupCount: 2, NewEmailConsents: 1, NewSmsConsents: 1,
	}, done.GetEffects()), "%v", done)
}

func TestEachStepOfACheckCountsByItself(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	s.load(t, "contacts", "csv", contactsFile(1000))
	people := contactsFile(10_000)
	_, rows, _ := bytes.Cut(people, []byte("\n"))
	id := s.draft(t, "contacts", append(bytes.Clone(people), rows...))
	checked := s.check(t, id, nil).GetCheck()
	require.True(t, checked.GetApproximate())
	require.Equal(t, []int32{20_000, 20_000, 0}, []int32{checked.GetRead(), checked.GetKept(), checked.GetRefused()})
	require.Equal(t, []int32{18_000, 0, 2000}, counted(checked.GetEffects()))
	require.Empty(t, checked.GetEffects().GetNewGroups())
	require.Equal(t, 1000, s.contactsWhere(t, "true"))
	require.Equal(t, []int32{9000, 0, 11_000}, counted(s.begin(t, id, nil).GetEffects()), "the import knows them")
}

func TestStepsOfACheckDoNotSeeEachOther(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	var file strings.Builder
	file.WriteString("external_id,email,groups\nA,same@example.com,vip|shop\n")
	for range 10_000 { // more than one step
		file.WriteString("B,b@example.com,\n")
	}
	file.WriteString("C,same@example.com,\nA,,shop|other\n")
	id := s.draft(t, "contacts", []byte(file.String()))
	checked := s.check(t, id, nil).GetCheck()
	require.True(t, checked.GetApproximate())
	require.Zero(t, checked.GetRefused(), "the address of a contact that an earlier step would make")
	require.Equal(t, []int32{5, 0, 0}, counted(checked.GetEffects()))
	require.Equal(t, []string{"vip", "shop", "other"}, checked.GetEffects().GetNewGroups(), "each once")
	done := s.begin(t, id, nil)
	require.EqualValues(t, 1, done.GetRefused())
	require.Equal(t, "ADDRESS_TAKEN", done.GetReasons()[0].GetReason())
	require.Equal(t, []int32{2, 0, 2}, counted(done.GetEffects()))
}

// counted returns how many contacts are new, changed and unchanged.
func counted(e *contactsv1.ImportEffects) []int32 {
	return []int32{e.GetNewCount(), e.GetChangedCount(), e.GetUnchangedCount()}
}

func TestTheFirstRowIsGuessedUnlessAnOptionSaysIt(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	id := s.draft(t, "contacts", []byte("jan@x.co;Jan\nada@x.co;Ada\n"))
	for _, c := range []struct {
		said     *bool
		noHeader bool
		rows     int
	}{{nil, true, 2}, {proto.Bool(false), false, 1}, {proto.Bool(true), true, 2}} {
		seen := s.inspect(t, id, &contactsv1.ReadOptions{NoHeader: c.said})
		require.Equal(t, c.noHeader, seen.GetNoHeader())
		require.Len(t, seen.GetRows(), c.rows)
	}
	checked := s.check(t, id, &contactsv1.ReadOptions{NoHeader: proto.Bool(false), Mapping: []string{"email", ""}})
	require.EqualValues(t, 1, checked.GetCheck().GetKept())
	require.Equal(t, proto.Bool(false), checked.GetOptions().NoHeader, "what was said is kept")
}

// The last row of a file without a final line break is read in a window of its own, but belongs to the same step.
func TestASmallFileIsCheckedExactlyThoughItsLastLineHasNoEnd(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	s.load(t, "contacts", "csv", []byte("email,email_consent\na@example.com,1\n"))
	for kind, file := range map[string]string{
		"unsubscribes": "email\nnobody@example.com\na@example.com", "contacts": "email\nb@example.com\na@example.com",
	} {
		checked := s.check(t, s.draft(t, kind, []byte(file)), nil).GetCheck()
		require.Equal(t, int32(2), checked.GetKept(), kind)
		require.False(t, checked.GetApproximate(), kind)
	}
}
