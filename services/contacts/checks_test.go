package contacts_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
)

func TestACheckCountsThePeopleOfAFileOnce(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("reads 25,000 rows, one file after the other")
	}
	s := start(t)
	s.ensure(t, "001")
	s.load(t, "contacts", "csv", contactsFile(1000))
	people := contactsFile(25_000)
	_, rows, _ := bytes.Cut(people, []byte("\n"))
	twice := append(bytes.Clone(people), rows...) // in other steps than the first time
	header := &contactsv1.UploadHeader{Kind: "contacts", Check: true}
	id, err := s.send(t, header, twice, int64(len(twice)))
	require.NoError(t, err)
	checked := s.waitFor(t, id, func(i *contactsv1.Import) bool { return i.GetCheck().GetState() == "done" })
	before := s.count(t, "SELECT count(*) FROM contacts")
	done := s.begin(t, id, nil)
	require.Equal(t, []int32{50_000, 50_000, 0}, []int32{
		checked.GetCheck().GetRead(), checked.GetCheck().GetKept(), checked.GetCheck().GetRefused(),
	})
	require.Equal(t, 1000, before)
	require.EqualValues(t, 24_000, done.GetEffects().GetNewCount())
	require.True(t, proto.Equal(done.GetEffects(), checked.GetCheck().GetEffects()),
		"checked %v, done %v", checked.GetCheck().GetEffects(), done.GetEffects())
}

func TestACheckCountsAsTheImportDoesWhoeverStandsInSeveralSteps(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	const head = "external_id,gsm,email_consent,sms_consent,groups\n"
	s.load(t, "contacts", "csv", []byte(head+"A,500000001,0,0,\nB,500000002,1,1,\nC,500000003,1,1,vip\n"))
	var file strings.Builder
	file.WriteString(head)
	filler := func() {
		for i := range 20_000 { // a step and no more
			fmt.Fprintf(&file, "F%d,,,,\n", i)
		}
	}
	file.WriteString("A,500000011,1,,\nB,,,,\nC,,,,new\nN,,0,0,\n")
	filler()
	file.WriteString("A,500000012,1,1,\nB,,0,,\nC,,,,vip|new\nN,500000099,1,1,vip\n")
	filler()
	file.WriteString("A,500000013,0,1,\nB,,0,0,vip\nC,,0,0,\nN,500000099,0,1,\n")
	id := s.draft(t, "contacts", []byte(file.String()))
	checked := s.check(t, id, nil).GetCheck().GetEffects()
	done := s.begin(t, id, nil).GetEffects()
	require.True(t, proto.Equal(done, checked), "checked %v, done %v", checked, done)
	require.True(t, proto.Equal(&contactsv1.ImportEffects{
		NewCount: 20_001, ChangedCount: 3, UnchangedCount: 20_008, EmailConsentsGiven: 2, EmailConsentsWithdrawn: 4,
		SmsConsentsGiven: 2, SmsConsentsWithdrawn: 2, NewGroups: []string{"new"}, NewEmailConsents: 1, NewSmsConsents: 1,
	}, done), "%v", done)
}

func TestTwoPeopleOfOneAddressInDifferentStepsAreSeenByACheck(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	var file strings.Builder
	file.WriteString("external_id,email\nA,same@example.com\n")
	for range 20_000 {
		file.WriteString("B,b@example.com\n")
	}
	file.WriteString("C,same@example.com\n")
	id := s.draft(t, "contacts", []byte(file.String()))
	checked := s.check(t, id, nil)
	require.EqualValues(t, 1, checked.GetCheck().GetRefused())
	require.Equal(t, "ADDRESS_TAKEN", checked.GetReasons()[0].GetReason())
	require.EqualValues(t, 2, checked.GetCheck().GetEffects().GetNewCount())
}

func TestTheFirstRowIsWhatItSeemsToBeUnlessSomebodySays(t *testing.T) {
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
