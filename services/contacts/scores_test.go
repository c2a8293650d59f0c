package contacts_test

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/local/servicetest"
)

const scoringID = "0199d8a2-0000-7000-8000-00000000000a"

// property adds a property of numbers.
func (s *system) property(t testing.TB, uid, name string) int32 {
	t.Helper()
	res, err := s.contacts.AddProperty(t.Context(), &contactsv1.AddPropertyRequest{Uid: uid, Name: name, Type: "Number"})
	require.NoError(t, err)
	return res.GetId()
}

// calculated returns the event of a calculation of a day of November, and makes its cells the current ones.
func (s *system) calculated(
	scoring string, channel typev1.Channel, day int, revision int32, database int32, property int32, cells ...byte,
) *scoringenginev1.Calculated {
	s.peers.engine.mu.Lock()
	defer s.peers.engine.mu.Unlock()
	at := time.Date(2026, 11, day, 3, 0, int(revision), 0, time.UTC)
	s.peers.engine.results[stored{s.account, scoring, at.Format(time.DateOnly)}] = []*scoringenginev1.StreamScoresResponse{
		{DatabaseId: database, Cells: cells},
	}
	s.peers.engine.revisions[stored{account: s.account, scoring: scoring}] = revision
	histogram := make([]int32, 101)
	for _, cell := range cells {
		if cell <= 100 {
			histogram[cell]++
		}
	}
	return &scoringenginev1.Calculated{
		AccountId: s.account, ScoringId: scoring, Channel: channel, GeneratedDate: at.Format(time.DateOnly),
		Revision: revision, MadeAt: timestamppb.New(at),
		Databases: []*scoringenginev1.DatabaseResult{{DatabaseId: database, Uid: "001", Histogram: histogram}},
		Config: &typev1.ScoringSpec{
			ExportTo: []*typev1.ScoringProperty{{Uid: "001", PropertyId: property}},
		},
	}
}

// values returns the values of a property by contact number; absent ones are empty.
func (s *system) values(t testing.TB, property int32, contacts int) []string {
	t.Helper()
	list := make([]string, contacts)
	for number := range list {
		res, err := s.contacts.GetContact(t.Context(), &contactsv1.GetContactRequest{Uid: "001", Number: int32(number)})
		require.NoError(t, err)
		for _, p := range res.GetContact().GetProperties() {
			if p.GetId() == property {
				list[number] = p.GetValue()
			}
		}
	}
	return list
}

func TestScoresAreWrittenToThePropertyOfEveryEligibleContact(t *testing.T) {
	t.Parallel()
	s := startAlone(t, nil) // reads events
	written := servicetest.Events[*contactsv1.ScoresWritten](t, s.System)
	database := s.ensure(t, "001")["001"]
	property := s.property(t, "001", "score")
	s.load(t, "contacts", "csv", []byte(
		"email,gsm,email_blocked,gsm_blocked,property:score\na@x.co,500000001,,true,7\nb@x.co,500000002,true,,7\n"+
			"c@x.co,500000003,,,7\nd@x.co,500000004,,,7\n"))
	require.Equal(t, []string{"7", "7", "7", "7"}, s.values(t, property, 4))

	// The last cell belongs to a number without a contact; the fourth contact is excluded.
	mail := s.calculated(scoringID, typev1.Channel_CHANNEL_MAILING, 2, 1, database, property, 90, 80, 0, 203, 70)
	s.Publish(t, mail)
	receipt := servicetest.Next(t, written)
	require.Equal(t, "2026-11-02", receipt.GetGeneratedDate())
	require.True(t, proto.Equal(&contactsv1.PropertyReceipt{
		Uid: "001", PropertyId: property, PropertyName: "score", WrittenCount: 2,
		Skipped: map[string]int32{"BLOCKED": 1, "ERASED": 1},
	}, receipt.GetReceipts()[0]), receipt)
	require.Equal(t, []string{"90", "", "0", ""}, s.values(t, property, 4))

	// For SMS the blocks of phone numbers count. A contact that the newer calculation excludes loses its score.
	s.Publish(t, s.calculated(scoringID, typev1.Channel_CHANNEL_SMS, 3, 1, database, property, 55, 44, 201, 33))
	require.Equal(t, map[string]int32{"BLOCKED": 1}, servicetest.Next(t, written).GetReceipts()[0].GetSkipped())
	require.Equal(t, []string{"", "44", "", "33"}, s.values(t, property, 4))

	// An older or repeated calculation changes nothing, nor does a replaced revision or an import.
	s.Publish(t, s.calculated(scoringID, typev1.Channel_CHANNEL_SMS, 3, 1, database, property, 1, 1, 1, 1))
	s.Publish(t, s.calculated(scoringID, typev1.Channel_CHANNEL_MAILING, 2, 9, database, property, 1, 1, 1, 1))
	replaced := s.calculated(scoringID, typev1.Channel_CHANNEL_MAILING, 4, 1, database, property, 1, 1, 1, 1)
	s.peers.engine.revise(s.account, scoringID, 2)
	s.Publish(t, replaced)
	gone := s.calculated(uuid.NewString(), typev1.Channel_CHANNEL_MAILING, 5, 1, database, property+1, 1, 1, 203)
	gone.Config.ExportTo = append(gone.Config.ExportTo, &typev1.ScoringProperty{Uid: "777", PropertyId: 9})
	s.Publish(t, gone)
	last := servicetest.Next(t, written)
	require.Equal(t, gone.GetScoringId(), last.GetScoringId(), "nothing was published of the others")
	for _, r := range last.GetReceipts() {
		scored := map[string]int32{"001": 2, "777": 0}[r.GetUid()]
		require.Equal(t, map[string]int32{"PROPERTY_GONE": scored}, r.GetSkipped())
		require.Empty(t, r.GetPropertyName())
	}
	require.Len(t, last.GetReceipts(), 2)
	s.load(t, "contacts", "csv", []byte("email,property:score\na@x.co,99\n"))
	require.Equal(t, []string{"", "44", "", "33"}, s.values(t, property, 4))
}

func TestAContactHasTheHighestScoreOfItsVisitors(t *testing.T) {
	t.Parallel()
	s := startAlone(t, nil) // reads events
	written := servicetest.Events[*contactsv1.ScoresWritten](t, s.System)
	database := s.ensure(t, "001")["001"]
	property := s.property(t, "001", "score")
	s.load(t, "contacts", "csv", []byte("email,email_blocked\na@x.co,\nb@x.co,true\nc@x.co,\n"))
	done := s.load(t, "engagement", "csv", []byte("event_id,occurred_at,type,visitor_id,email,domain\n"+
		"1,2026-10-01T10:00:00Z,web.page_view,v1,a@x.co,x.co\n2,2026-10-01T10:00:00Z,web.page_view,v2,a@x.co,x.co\n"+
		"3,2026-10-01T10:00:00Z,web.page_view,v3,b@x.co,x.co\n4,2026-10-01T10:00:00Z,web.page_view,v4,,x.co\n"))
	require.Equal(t, "done", done.GetState(), done)
	const known = 128
	s.Publish(t, s.calculated(scoringID, typev1.Channel_CHANNEL_WEB, 2, 1, database, property,
		known|30, known|60, known|90, 40, 255))
	receipt := servicetest.Next(t, written).GetReceipts()[0]
	require.Equal(t, map[string]int32{"BLOCKED": 1, "UNKNOWN": 1}, receipt.GetSkipped())
	require.Equal(t, int32(1), receipt.GetWrittenCount())
	require.Equal(t, []string{"60", "", ""}, s.values(t, property, 3))
}

func (s *system) export(t testing.TB, uid, delimiter string) []byte {
	t.Helper()
	return s.exportSome(t, &contactsv1.ExportContactsRequest{Uid: uid, Delimiter: delimiter})
}

func (s *system) exportSome(t testing.TB, req *contactsv1.ExportContactsRequest) []byte {
	t.Helper()
	stream, err := s.contacts.ExportContacts(t.Context(), req)
	require.NoError(t, err)
	var file []byte
	for {
		part, err := stream.Recv()
		if err == io.EOF { //nolint:errorlint // streams end with this very value
			return file
		}
		require.NoError(t, err)
		file = append(file, part.GetData()...)
	}
}

func TestAnExportImportedAgainChangesNothing(t *testing.T) {
	t.Parallel()
	s := startAlone(t, nil) // reads events
	written := servicetest.Events[*contactsv1.ScoresWritten](t, s.System)
	database := s.ensure(t, "001", "002")["001"]
	property := s.property(t, "001", "score")
	_, err := s.contacts.AddProperty(t.Context(), &contactsv1.AddPropertyRequest{Uid: "001", Name: "note", Type: "Text"})
	require.NoError(t, err)
	var rows bytes.Buffer
	rows.WriteString("external_id,email,gsm,created_at,email_consent,email_blocked,groups,property:note\n" +
		"=1+1,=a@x.co,,2026-01-02T03:04:05.000006Z,true,,-vip|b,\"@x;=y\"\n'=2,,500000001,,,true,b,\n")
	for range 2500 { // three pages
		rows.WriteString(uuid.NewString() + ",,,,,,b,\n")
	}
	require.Equal(t, "done", s.load(t, "contacts", "csv", rows.Bytes()).GetState())
	s.Publish(t, s.calculated(scoringID, typev1.Channel_CHANNEL_MAILING, 2, 1, database, property, 90, 80, 7))
	servicetest.Next(t, written)

	card, err := s.contacts.GetContact(t.Context(), &contactsv1.GetContactRequest{Uid: "001", Number: 0})
	require.NoError(t, err)
	require.Equal(t, "=1+1", card.GetContact().GetExternalId())
	require.Equal(t, []string{"-vip", "b"}, []string{
		card.GetContact().GetGroups()[0].GetName(), card.GetContact().GetGroups()[1].GetName(),
	})
	require.Equal(t, "@x;=y", card.GetContact().GetProperties()[0].GetValue())
	score := card.GetContact().GetProperties()[1]
	require.Equal(t, "90 2026-11-02", score.GetValue()+" "+score.GetGeneratedDate())

	for _, delimiter := range []string{",", ";"} {
		file := s.export(t, "001", delimiter)
		lines := bytes.Split(bytes.TrimPrefix(file, []byte("\xef\xbb\xbf")), []byte("\r\n"))
		require.Equal(t, "uid,external_id,email,gsm,created_at,email_consent,sms_consent,email_blocked,gsm_blocked,groups,"+
			"email_unsubscribe_url,sms_unsubscribe_url,"+
			"property:note,property:score", string(bytes.ReplaceAll(lines[0], []byte(delimiter), []byte(","))))
		require.Len(t, lines, 2504)
		require.Contains(t, string(lines[1]), `"'=1+1"`+delimiter+`"'=a@x.co"`, "no spreadsheet runs it")
		again := s.load(t, "contacts", "csv", file)
		require.Equal(t, int32(2502), again.GetKept(), again)
		require.Equal(t, file, s.export(t, "001", delimiter))
	}
	require.Empty(t, slices.Collect(bytes.Lines(s.export(t, "002", "")))[1:], "a uid without contacts has a header")

	for _, of := range []*contactsv1.GetContactRequest{{Uid: "001", Number: 2502}, {Uid: "002"}, {Uid: "777"}} {
		_, err := s.contacts.GetContact(t.Context(), of)
		servicetest.Refused(t, err, codes.NotFound, "CONTACT_NOT_FOUND")
	}
}

// BenchmarkExportContacts exports 50,000 contacts, each in five of 250 groups.
func BenchmarkExportContacts(b *testing.B) {
	s := start(b)
	s.ensure(b, "001")
	const contacts = 50_000
	body := []byte("email,gsm,groups\n")
	for n := range contacts {
		body = fmt.Appendf(body, "c%d@example.com,+485%08d,", n, n)
		for g := range 5 {
			body = fmt.Appendf(body, "group number %d|", (n*5+g)%250)
		}
		body = append(body, '\n')
	}
	require.Equal(b, int32(contacts), s.load(b, "contacts", "csv", body).GetKept())
	for b.Loop() {
		require.Equal(b, contacts+1, bytes.Count(s.export(b, "001", ","), []byte("\n")))
	}
	b.ReportMetric(contacts*float64(b.N)/b.Elapsed().Seconds(), "contacts/s")
}
