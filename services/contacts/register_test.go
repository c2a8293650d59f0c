package contacts_test

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"google.golang.org/genproto/googleapis/api/httpbody"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/auth"
	"puls.app/services/local/servicetest"
)

// register returns a client of data protection for a user with an e-mail address.
func (s *system) register(t testing.TB) contactsv1.DataProtectionServiceClient {
	t.Helper()
	return contactsv1.NewDataProtectionServiceClient(
		s.AsPerson(t, auth.Identity{User: 1, Account: s.account, Email: "owner@puls.example"}),
	)
}

// entries returns the entries of the log in a short form, oldest first, and their ids.
func (s *system) entries(t testing.TB) (short []string, ids []string) {
	t.Helper()
	res, err := s.register(t).ListEntries(t.Context(), &contactsv1.ListEntriesRequest{})
	require.NoError(t, err)
	require.EqualValues(t, len(res.GetItems()), res.GetTotal())
	for i := len(res.GetItems()) - 1; i >= 0; i-- {
		e := res.GetItems()[i]
		short = append(short, fmt.Sprintf("%s %q %s %d %d %d %v", e.GetKind(), e.GetSource(), e.GetWho(),
			e.GetContactCount(), e.GetEmailCount(), e.GetGsmCount(), e.GetUids()))
		ids = append(ids, e.GetId())
	}
	return short, ids
}

// whole reads a streamed file.
func whole(t testing.TB, stream grpc.ServerStreamingClient[httpbody.HttpBody], err error) (string, error) {
	t.Helper()
	require.NoError(t, err)
	var file strings.Builder
	for {
		part, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return file.String(), nil
		}
		if err != nil {
			return "", err
		}
		file.Write(part.GetData())
	}
}

func (s *system) addresses(t testing.TB, entry, delimiter string) (string, error) {
	t.Helper()
	stream, err := s.register(t).DownloadAddresses(t.Context(), &contactsv1.DownloadAddressesRequest{
		Id: entry, Delimiter: delimiter,
	})
	return whole(t, stream, err)
}

func TestEveryActIsOneEntryOfTheEventLog(t *testing.T) {
	t.Parallel()
	s := startAlone(t, nil) // reads events
	databases := s.ensure(t, "001", "002")
	property := s.property(t, "001", "score")
	s.load(t, "contacts", "csv", []byte("uid,external_id,email,gsm,email_consent\n"+
		"001,A,a@x.co,+48500000001,true\n001,B,,+48500000002,true\n002,C,c@x.co,,true\n"))
	s.load(t, "engagement", "csv", []byte(unsubscribeHeader+unsubscribe("mailing", "A", "", "")))
	s.result(scoringID, typev1.Channel_CHANNEL_MAILING, 5, databases, map[string][]byte{"001": {90, 10}})
	export, err := s.exports.ExportToGroups(t.Context(), &contactsv1.ExportToGroupsRequest{
		Id: scoringID, Targets: []*contactsv1.BandTarget{band(81, 100, 0, "Best")},
	})
	require.NoError(t, err)
	_, err = s.exports.UndoGroupExport(t.Context(), &contactsv1.UndoGroupExportRequest{Id: export.GetExport().GetId()})
	require.NoError(t, err)
	event := s.calculated(scoringID, typev1.Channel_CHANNEL_MAILING, 5, 1, databases["001"], property, 90, 10)
	event.Config.Name = "Everybody"
	written := servicetest.Events[*contactsv1.ScoresWritten](t, s.System)
	s.Publish(t, event)
	servicetest.Next(t, written)
	s.export(t, "001", ",")
	recorded := contactsv1.NewRegisterServiceClient(s.AsService(t))
	numbers, err := roaring.BitmapOf(0, 7).MarshalBinary()
	require.NoError(t, err)
	download := &contactsv1.RecordDownloadRequest{
		AccountId: s.account, Id: uuid.NewString(), Source: "Everybody", Who: "x@puls.example",
		Sets: []*contactsv1.NumberSet{{DatabaseId: databases["001"], Numbers: numbers}},
	}
	for range 3 { // repeated, it is one entry
		_, err := recorded.RecordDownload(t.Context(), download)
		require.NoError(t, err)
	}

	short, ids := s.entries(t)
	require.Equal(t, []string{
		`CONTACTS_IMPORT "WWW" user 1 3 2 2 [001 002]`,
		`ENGAGEMENT_IMPORT "WWW" user 1 1 1 1 [001]`,
		`UNSUBSCRIBE_EVENT "WWW" user 1 1 1 1 [001]`,
		`GROUP_EXPORT "WWW" user 1 1 1 1 [001]`,
		`GROUP_EXPORT_UNDO "WWW" user 1 1 1 1 [001]`,
		`PROPERTY_EXPORT "Everybody"  2 1 2 [001]`,
		`CSV_DOWNLOAD "WWW" user 1 2 1 2 [001]`,
		`CSV_DOWNLOAD "Everybody" x@puls.example 1 1 1 [001]`,
	}, sortedEntries(short))

	file, err := s.addresses(t, ids[0], ";")
	require.NoError(t, err)
	require.Equal(t, "\xef\xbb\xbfuid;external_id;email;gsm\r\n001;A;a@x.co;+48500000001\r\n001;B;;+48500000002\r\n"+
		"002;C;c@x.co;\r\n", file)
	short, _ = s.entries(t)
	require.Equal(t, `CSV_DOWNLOAD "WWW" owner@puls.example 3 2 2 [001 002]`, short[len(short)-1])
}

// sortedEntries sorts the entries of an import, which have the same time.
func sortedEntries(short []string) []string {
	if strings.HasPrefix(short[1], "UNSUBSCRIBE_EVENT") {
		short[1], short[2] = short[2], short[1]
	}
	return short
}

func TestAnEntryIsCountedOnceHoweverManyStepsNameAContact(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	file := []byte("external_id,email\n")
	for i := range 25_000 { // more than two steps
		file = fmt.Appendf(file, "%d,c%d-%d@x.co\n", i%12_000, i%12_000, i/12_000)
	}
	s.load(t, "contacts", "csv", file)
	short, _ := s.entries(t)
	require.Equal(t, []string{`CONTACTS_IMPORT "WWW" user 1 12000 12000 0 [001]`}, short)
}

func TestAddressesOfAnEntryAreNoFormulas(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	s.load(t, "contacts", "csv", []byte("external_id,email\n=1+1,\"=c@x.co\"\n@SUM(A1),\n"))
	_, ids := s.entries(t)
	for _, delimiter := range []string{",", ";"} {
		text, err := s.addresses(t, ids[0], delimiter)
		require.NoError(t, err)
		reader := csv.NewReader(strings.NewReader(strings.TrimPrefix(text, "\xef\xbb\xbf")))
		reader.Comma = rune(delimiter[0])
		rows, err := reader.ReadAll()
		require.NoError(t, err)
		require.Equal(t, [][]string{
			{"uid", "external_id", "email", "gsm"}, {"001", "'=1+1", "'=c@x.co", ""}, {"001", "'@SUM(A1)", "", ""},
		}, rows)
	}
	stream, err := s.register(t).DownloadEntry(t.Context(), &contactsv1.DownloadEntryRequest{Id: ids[0]})
	text, err := whole(t, stream, err)
	require.NoError(t, err)
	require.Contains(t, text, ids[0]+",")
	require.Contains(t, text, ",CONTACTS_IMPORT,WWW,user 1,001,2,1,0\r\n")
}

func TestEntriesAreFoundByTheirLocalDay(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	s.load(t, "contacts", "csv", []byte("external_id\nA\n"))
	_, ids := s.entries(t)
	entry, err := uuid.Parse(ids[0])
	require.NoError(t, err)
	// Half past midnight in Warsaw is the day before in UTC.
	_, err = s.Admin(t).Exec(t.Context(), "UPDATE log_entries SET occurred_at = '2026-11-02 23:30+00' WHERE id = $1", entry)
	require.NoError(t, err)
	for days, want := range map[[2]string]int32{
		{"", ""}: 1, {"2026-11-03", "2026-11-03"}: 1, {"2026-11-03", ""}: 1, {"", "2026-11-02"}: 0, {"2026-11-04", ""}: 0,
	} {
		res, err := s.register(t).ListEntries(t.Context(), &contactsv1.ListEntriesRequest{Start: days[0], End: days[1]})
		require.NoError(t, err)
		require.Equal(t, want, res.GetTotal(), days)
		require.Len(t, res.GetItems(), int(want), days)
	}
	_, err = s.register(t).ListEntries(t.Context(), &contactsv1.ListEntriesRequest{Start: "2026-02-30"})
	servicetest.Refused(t, err, codes.InvalidArgument, "DATE_INVALID")
}

func TestEntriesOfAnotherAccountAreNotThere(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	s.load(t, "contacts", "csv", []byte("external_id\nA\n"))
	_, ids := s.entries(t)
	stranger := contactsv1.NewDataProtectionServiceClient(s.other(t))
	res, err := stranger.ListEntries(t.Context(), &contactsv1.ListEntriesRequest{})
	require.NoError(t, err)
	require.Empty(t, res.GetItems())
	for _, id := range []string{ids[0], uuid.NewString()} {
		entry, err := stranger.DownloadEntry(t.Context(), &contactsv1.DownloadEntryRequest{Id: id})
		_, err = whole(t, entry, err)
		servicetest.Refused(t, err, codes.NotFound, "ENTRY_NOT_FOUND")
		addresses, err := stranger.DownloadAddresses(t.Context(), &contactsv1.DownloadAddressesRequest{Id: id})
		_, err = whole(t, addresses, err)
		servicetest.Refused(t, err, codes.NotFound, "ENTRY_NOT_FOUND")
	}
	_, total := s.entries(t)
	require.Len(t, total, 1, "what was refused is no entry")
	one, err := s.register(t).ListEntries(t.Context(), &contactsv1.ListEntriesRequest{Kind: "ERASURE"})
	require.NoError(t, err)
	require.Zero(t, one.GetTotal())
}
