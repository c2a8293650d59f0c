package contacts_test

import (
	"encoding/binary"
	"fmt"
	"io"
	"math/bits"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/rpc"
	"puls.app/services/local/servicetest"
)

// recipients returns the recipients of a database, by number.
func (s *system) recipients(t testing.TB, database int32, channel typev1.Channel) []string {
	t.Helper()
	stream, err := s.audience.StreamRecipients(t.Context(), &contactsv1.StreamRecipientsRequest{
		AccountId: s.account, DatabaseId: database, Channel: channel,
	})
	require.NoError(t, err)
	var all []string
	for {
		res, err := stream.Recv()
		if err == io.EOF { //nolint:errorlint // streams end with this very value
			return all
		}
		require.NoError(t, err)
		texts := strings.Split(res.GetTexts(), "\x00")
		for _, number := range res.GetNumbers() {
			if number != uint32(len(all)) {
				t.Fatalf("number %d stands at place %d", number, len(all))
			}
			text := strings.Join(texts[:3], " ")
			texts = texts[3:]
			if channel == typev1.Channel_CHANNEL_WEB {
				text, texts = texts[0]+": "+text, texts[1:]
			}
			all = append(all, text)
		}
		require.Equal(t, []string{""}, texts, "nothing is left")
	}
}

func (s *system) chunks(
	t testing.TB, req *contactsv1.StreamAudienceRequest,
) ([]*contactsv1.StreamAudienceResponse, error) {
	t.Helper()
	stream, err := s.audience.StreamAudience(t.Context(), req)
	require.NoError(t, err)
	var all []*contactsv1.StreamAudienceResponse
	for {
		res, err := stream.Recv()
		if err == io.EOF { //nolint:errorlint // streams end with this very value
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		all = append(all, res)
	}
}

// members returns the numbers in a bitmap.
func members(t testing.TB, words []byte) []int {
	t.Helper()
	require.Zero(t, len(words)%8)
	numbers := []int{}
	for i := 0; i < len(words); i += 8 {
		word := binary.LittleEndian.Uint64(words[i:])
		if word == 0 && i == len(words)-8 {
			t.Fatal("zero words at the end")
		}
		for ; word != 0; word &= word - 1 {
			numbers = append(numbers, i*8+bits.TrailingZeros64(word))
		}
	}
	return numbers
}

// requireCount is require.Len without printing the elements.
func requireCount[T any](t testing.TB, want int, list []T) {
	t.Helper()
	if len(list) != want {
		t.Fatalf("%d instead of %d", len(list), want)
	}
}

func TestBitmapsFollowTheContacts(t *testing.T) {
	t.Parallel()
	s := start(t)
	id := s.ensure(t, "001")["001"]
	s.load(t, "contacts", "csv", []byte(`external_id,email,gsm,created_at,email_consent,sms_consent,groups
A,a@x.co,+48500000000,2026-10-18T22:00:00Z,true,true,g1|g2
B,,+48500000001,2026-10-18T21:59:59Z,true,,g1
C,c@x.co,,2026-11-01,,true,
D,d@x.co,,,,,g2
E,,,2026-11-02T00:00:00Z,true,true,
`))
	day := int32(time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC).Unix() / 86400)
	req := &contactsv1.StreamAudienceRequest{
		AccountId: s.account, Channel: typev1.Channel_CHANNEL_MAILING, GeneratedDay: day, DatabaseIds: []int32{id},
		GroupIds: []int32{2, 1},
	}
	check := func(consenting, reachable, created, g1, g2 []int) {
		t.Helper()
		got, err := s.chunks(t, req)
		require.NoError(t, err)
		require.Len(t, got, 1)
		require.Equal(t, []int{0, 1, 2, 3, 4}, members(t, got[0].GetMembers()))
		require.Equal(t, consenting, members(t, got[0].GetConsenting()))
		require.Equal(t, reachable, members(t, got[0].GetReachable()))
		require.Equal(t, created, members(t, got[0].GetCreated()))
		require.Equal(t, g1, members(t, got[0].GetGroups()[0].GetBits()))
		require.Equal(t, g2, members(t, got[0].GetGroups()[1].GetBits()))
	}
	check([]int{0, 1, 4}, []int{0, 2, 3}, []int{0, 2}, []int{0, 1}, []int{0, 3})
	req.Channel = typev1.Channel_CHANNEL_SMS
	check([]int{0, 2, 4}, []int{0, 1}, []int{0, 2}, []int{0, 1}, []int{0, 3})
	s.load(
		t, "contacts", "csv",
		[]byte("external_id,gsm,created_at,sms_consent,groups\nA,,2020-01-01,false,\nD,+48500000003,2026-10-20,,g1\n"),
	)
	check([]int{2, 4}, []int{0, 1, 3}, []int{2, 3}, []int{0, 1, 3}, []int{0, 3})
}

func TestLargeDatabasesComeChunkByChunk(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("loads 70,000 contacts, one file after the other")
	}
	s := start(t)
	ids := s.ensure(t, "001", "002")
	s.load(t, "contacts", "csv", contactsFile(70_000))
	s.load(t, "contacts", "csv", []byte("uid,email,email_consent\n002,a@x.co,true\n"))
	got, err := s.chunks(t, &contactsv1.StreamAudienceRequest{
		AccountId: s.account, Channel: typev1.Channel_CHANNEL_MAILING, DatabaseIds: []int32{ids["002"], ids["001"]},
		GeneratedDay: 20000,
	})
	require.NoError(t, err)
	require.Len(t, got, 3)
	sizes := []int{65_536, 70_000 - 65_536, 1}
	for i, c := range got {
		requireCount(t, sizes[i], members(t, c.GetMembers()))
		requireCount(t, sizes[i], members(t, c.GetConsenting()))
		require.Equal(t, uint32(i%2), c.GetChunk())
	}
	requireCount(t, 70_000, s.recipients(t, ids["001"], typev1.Channel_CHANNEL_MAILING))
	list, err := s.contacts.ListDatabases(t.Context(), &contactsv1.ListDatabasesRequest{})
	require.NoError(t, err)
	require.Equal(t, int32(70_000), list.GetItems()[0].GetContactCount())
	groups, err := s.contacts.ListGroups(t.Context(), &contactsv1.ListGroupsRequest{})
	require.NoError(t, err)
	total := int32(0)
	for _, g := range groups.GetUids()["001"].GetItems() {
		total += g.GetEmailValue()
	}
	require.Equal(t, int32(70_000), total)
	require.NotNil(t, groups.GetUids()["002"])
}

func TestAVisitorIsKnownByTheLatestClaimThatNamesAContact(t *testing.T) {
	t.Parallel()
	s := start(t)
	id := s.ensure(t, "001")["001"]
	s.load(t, "contacts", "csv", []byte("external_id,email,groups\nA,a@x.co,g\nB,b@x.co,\n"))
	header := "event_id,occurred_at,type,external_id,email,visitor_id\n"
	visit := func(rows string) { s.load(t, "engagement", "csv", []byte(header+rows)) }
	visit(`e1,2026-10-01T10:00:00Z,web.page_view,A,,v0
e2,2026-10-02T10:00:00Z,web.page_view,,LATER@x.co,v0
e3,2026-10-02T10:00:00Z,web.page_view,,,v1
e4,2026-10-02T10:00:00Z,web.page_view,A,,v2
e5,2026-10-02T10:00:00Z,web.page_view,B,,v2
`)
	require.Equal(t, []string{"v0: A a@x.co ", "v1:   ", "v2: B b@x.co "}, s.recipients(t, id, typev1.Channel_CHANNEL_WEB))
	known := func() (known, inGroup []int) {
		t.Helper()
		got, err := s.chunks(t, &contactsv1.StreamAudienceRequest{
			AccountId: s.account, Channel: typev1.Channel_CHANNEL_WEB, DatabaseIds: []int32{id}, GroupIds: []int32{1},
		})
		require.NoError(t, err)
		require.Equal(t, []int{0, 1, 2}, members(t, got[0].GetMembers()))
		if len(got[0].GetGroups()) > 0 {
			inGroup = members(t, got[0].GetGroups()[0].GetBits())
		}
		return members(t, got[0].GetKnown()), inGroup
	}
	all, inGroup := known()
	require.Equal(t, []int{0, 2}, all)
	require.Equal(t, []int{0}, inGroup)
	// A contact created later, and an earlier event that arrives late.
	s.load(t, "contacts", "csv", []byte("external_id,email\nL,later@x.co\n"))
	visit("e0,2026-10-01T09:00:00Z,web.page_view,B,,v0\ne6,2026-10-03T10:00:00Z,web.page_view,A,,v1\n")
	require.Equal(
		t, []string{"v0: L later@x.co ", "v1: A a@x.co ", "v2: B b@x.co "}, s.recipients(t, id, typev1.Channel_CHANNEL_WEB),
	)
	all, inGroup = known()
	require.Equal(t, []int{0, 1, 2}, all)
	require.Equal(t, []int{1}, inGroup)
}

func TestForeignImportsAndContactsAreNotFound(t *testing.T) {
	t.Parallel()
	s := start(t)
	id := s.ensure(t, "001")["001"]
	mine := s.load(t, "contacts", "csv", []byte("email,groups\na@x.co,g\nb,\n"))
	conn := s.other(t)
	imports, contacts := contactsv1.NewImportServiceClient(conn), contactsv1.NewContactsServiceClient(conn)
	_, err := imports.GetImport(t.Context(), &contactsv1.GetImportRequest{Id: mine.GetId()})
	foreign := status.Convert(err).Proto()
	_, err = imports.GetImport(t.Context(), &contactsv1.GetImportRequest{Id: "01890000-0000-7000-8000-000000000000"})
	require.Equal(t, status.Convert(err).Proto().String(), foreign.String())
	require.Equal(t, codes.NotFound, status.Code(err))
	stream, err := imports.DownloadRefused(t.Context(), &contactsv1.DownloadRefusedRequest{Id: mine.GetId()})
	require.NoError(t, err)
	_, err = stream.Recv()
	require.Equal(t, "IMPORT_NOT_FOUND", rpc.Reason(err))
	list, err := imports.ListImports(t.Context(), &contactsv1.ListImportsRequest{})
	require.NoError(t, err)
	require.Empty(t, list.GetItems())
	groups, err := contacts.ListGroups(t.Context(), &contactsv1.ListGroupsRequest{})
	require.NoError(t, err)
	require.Empty(t, groups.GetUids())
	_, err = contacts.CreateGroup(t.Context(), &contactsv1.CreateGroupRequest{Uid: "001", Name: "g"})
	require.Equal(t, "DATABASE_NOT_FOUND", rpc.Reason(err))

	_, err = s.chunks(
		t, &contactsv1.StreamAudienceRequest{
			AccountId: s.stranger, Channel: typev1.Channel_CHANNEL_MAILING, DatabaseIds: []int32{id},
		},
	)
	require.Equal(t, "DATABASE_NOT_FOUND", rpc.Reason(err))
	check := &contactsv1.CheckNamesRequest{
		AccountId: s.account, Uids: []string{"001"}, Groups: []*contactsv1.Reference{{Uid: "001", Id: 1}},
	}
	names, err := s.sources.CheckNames(t.Context(), check)
	require.NoError(t, err)
	require.Empty(t, names.GetUnknownUids())
	require.Empty(t, names.GetUnknownGroups())
	require.NotZero(t, names.GetGroupCounts()["001"])
	sources := &contactsv1.ListSourcesRequest{AccountId: s.account, Uids: []string{"001", "009"}}
	named, err := s.sources.ListSources(t.Context(), sources)
	require.NoError(t, err)
	require.Len(t, named.GetItems(), 1)
	require.Equal(t, "001", named.GetItems()[0].GetUid())
	require.Len(t, named.GetItems()[0].GetGroups(), int(names.GetGroupCounts()["001"]))
	require.NotEmpty(t, named.GetItems()[0].GetGroups()[0].GetName())
	sources.AccountId = 2
	named, err = s.sources.ListSources(t.Context(), sources)
	require.NoError(t, err)
	require.Empty(t, named.GetItems())
	check.AccountId = 2
	names, err = s.sources.CheckNames(t.Context(), check)
	require.NoError(t, err)
	require.Len(t, names.GetUnknownUids(), 1)
	require.Len(t, names.GetUnknownGroups(), 1)
	_, err = s.audience.ResolveDatabases(
		t.Context(), &contactsv1.ResolveDatabasesRequest{AccountId: s.account, Uids: []string{"001", "009"}},
	)
	require.Equal(t, "DATABASE_NOT_FOUND", rpc.Reason(err))
	_, err = contactsv1.NewAudienceServiceClient(conn).ResolveDatabases(
		t.Context(), &contactsv1.ResolveDatabasesRequest{AccountId: s.account},
	)
	require.Equal(t, codes.PermissionDenied, status.Code(err)) // users may not call it
}

func TestNamesAreTakenOnce(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	created := make(chan error, 50)
	for range 50 {
		go func() {
			_, err := s.contacts.AddProperty(
				t.Context(), &contactsv1.AddPropertyRequest{Uid: "001", Name: "Miasto", Type: "Text"},
			)
			created <- err
		}()
	}
	done := 0
	for range 50 {
		if err := <-created; err == nil {
			done++
		} else {
			require.Equal(t, "PROPERTY_EXISTS", rpc.Reason(err))
		}
	}
	require.Equal(t, 1, done)
	_, err := s.contacts.CreateGroup(t.Context(), &contactsv1.CreateGroupRequest{Uid: "001", Name: " a  b "})
	require.NoError(t, err)
	_, err = s.contacts.CreateGroup(t.Context(), &contactsv1.CreateGroupRequest{Uid: "001", Name: "a b"})
	require.Equal(t, "GROUP_EXISTS", rpc.Reason(err))
	_, err = s.contacts.CreateDatabase(t.Context(), &contactsv1.CreateDatabaseRequest{Uid: "001"})
	require.Equal(t, "DATABASE_EXISTS", rpc.Reason(err))
	_, err = s.contacts.CreateDatabase(t.Context(), &contactsv1.CreateDatabaseRequest{Uid: fmt.Sprint("00", 7)})
	require.NoError(t, err)
}

func TestDatabasesHaveNames(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	_, err := s.contacts.CreateDatabase(t.Context(), &contactsv1.CreateDatabaseRequest{
		Uid: "042", Name: "  Sklep   online ",
	})
	require.NoError(t, err)
	renamed, err := s.contacts.RenameDatabase(t.Context(), &contactsv1.RenameDatabaseRequest{
		Uid: "001", Name: " Newsletter",
	})
	require.NoError(t, err)
	require.Equal(t, "Newsletter", renamed.GetName())
	names := func() string {
		res, err := s.contacts.ListDatabases(t.Context(), &contactsv1.ListDatabasesRequest{})
		require.NoError(t, err)
		var list string
		for _, d := range res.GetItems() {
			list += fmt.Sprintf("%s %s, ", d.GetUid(), d.GetName())
		}
		return list
	}
	require.Equal(t, "001 Newsletter, 042 Sklep online, ", names())
	_, err = s.contacts.RenameDatabase(t.Context(), &contactsv1.RenameDatabaseRequest{Uid: "001"})
	require.NoError(t, err)
	require.Equal(t, "001 , 042 Sklep online, ", names())
	for _, name := range []string{"a\nb", "x\u200b" + strings.Repeat("x", 70), "a\u202eb"} {
		_, err = s.contacts.RenameDatabase(t.Context(), &contactsv1.RenameDatabaseRequest{Uid: "001", Name: name})
		servicetest.Refused(t, err, codes.InvalidArgument, "REQUEST_INVALID")
	}
	other := contactsv1.NewContactsServiceClient(s.other(t))
	_, err = other.RenameDatabase(t.Context(), &contactsv1.RenameDatabaseRequest{Uid: "042", Name: "Mine"})
	servicetest.Refused(t, err, codes.NotFound, "DATABASE_NOT_FOUND")
}
