package contacts_test

import (
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/kit/conf"
	"puls.app/services/kit/rpc"
)

func TestAnImportMakesNoMoreGroupsThanAUIDMayHave(t *testing.T) {
	t.Parallel()
	s := startAlone(t, conf.Values{"PULS_LIMIT_GROUPS": "3"})
	s.ensure(t, "001", "042")
	got := s.load(
		t, "contacts", "csv",
		[]byte(
			"uid,email,groups\n001,a@x.co,one\n001,b@x.co,two|three\n001,c@x.co,four|one\n001,d@x.co,one\n042,e@x.co,four\n",
		),
	)
	require.Equal(t, [3]int32{5, 4, 1}, counts(got))
	require.Contains(t, got.GetErrors()[0].GetReason(), "TOO_MANY_GROUPS")
	again := s.load(t, "contacts", "csv", []byte("uid,email,groups\n001,b@x.co,two\n001,z@x.co,zzz\n"))
	require.Equal(t, [3]int32{2, 1, 1}, counts(again), "what is there goes on")
	_, err := s.contacts.CreateGroup(t.Context(), &contactsv1.CreateGroupRequest{Uid: "001", Name: "five"})
	require.Equal(t, "GROUP_LIMIT", rpc.Reason(err))
	require.Equal(t, codes.InvalidArgument, status.Code(err))
	_, err = s.contacts.CreateGroup(t.Context(), &contactsv1.CreateGroupRequest{Uid: "042", Name: "five"})
	require.NoError(t, err)
}

func TestPropertiesAndDatabasesAreLimited(t *testing.T) {
	t.Parallel()
	s := startAlone(t, conf.Values{"PULS_LIMIT_PROPERTIES": "2", "PULS_LIMIT_DATABASES": "2"})
	s.ensure(t, "001")
	for i := range 3 {
		_, err := s.contacts.AddProperty(t.Context(), &contactsv1.AddPropertyRequest{Uid: "001", Name: fmt.Sprint("p", i)})
		require.Equal(t, i == 2, rpc.Reason(err) == "PROPERTY_LIMIT", "%d: %v", i, err)
		_, err = s.contacts.CreateDatabase(t.Context(), &contactsv1.CreateDatabaseRequest{Uid: fmt.Sprint(100 + i)})
		require.Equal(t, i > 0, rpc.Reason(err) == "DATABASE_LIMIT", "%d: %v", i, err)
	}
}

func TestEachAccountCountsItsGroupsAndPropertiesItself(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	conn := s.other(t)
	other := contactsv1.NewContactsServiceClient(conn)
	_, err := other.CreateDatabase(t.Context(), &contactsv1.CreateDatabaseRequest{Uid: "001"})
	require.NoError(t, err)
	for i, client := range []contactsv1.ContactsServiceClient{s.contacts, other, s.contacts, other} {
		group, err := client.CreateGroup(t.Context(), &contactsv1.CreateGroupRequest{Uid: "001", Name: fmt.Sprint("g", i)})
		require.NoError(t, err)
		property, err := client.AddProperty(t.Context(), &contactsv1.AddPropertyRequest{Uid: "001", Name: fmt.Sprint("p", i)})
		require.NoError(t, err)
		require.Equal(t, [2]int32{int32(i/2) + 1, int32(i/2) + 1}, [2]int32{group.GetId(), property.GetId()})
	}
}

func TestNoMoreImportsWaitThanMay(t *testing.T) {
	t.Parallel()
	s := startAlone(t, conf.Values{"PULS_LIMIT_IMPORTS": "2"})
	s.ensure(t, "001")
	// The holder of the account's lock reads its imports: while the test holds it, no import is read.
	conn, err := pgx.Connect(t.Context(), s.databaseURL(t))
	require.NoError(t, err)
	_, err = conn.Exec(t.Context(), "SELECT pg_advisory_lock($1, $2)", int32(0x636f6e74), s.account)
	require.NoError(t, err)
	header := &contactsv1.UploadHeader{Kind: "contacts", Format: "csv", IdempotencyKey: "first"}
	body := contactsFile(10)
	first, err := s.send(t, header, body, int64(len(body)))
	require.NoError(t, err)
	second, err := s.upload(t, "contacts", body)
	require.NoError(t, err)
	_, err = s.upload(t, "contacts", body)
	require.Equal(t, codes.ResourceExhausted, status.Code(err))
	require.Equal(t, "IMPORT_LIMIT", rpc.Reason(err))
	draft := s.draft(t, "contacts", body)
	_, err = s.imports.StartImport(t.Context(), &contactsv1.StartImportRequest{Id: draft, Options: inDatabase(nil)})
	require.Equal(t, "IMPORT_LIMIT", rpc.Reason(err))
	again, err := s.send(t, header, body, int64(len(body)))
	require.NoError(t, err, "what was taken is taken")
	require.Equal(t, first, again)
	require.NoError(t, conn.Close(t.Context()))
	s.wait(t, first)
	s.wait(t, second)
	s.begin(t, draft, nil)
}

func TestGroupsPropertiesAndDatabasesAreMadeOnceForAKey(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	for method, call := range map[string]func(key, name string) (int32, error){
		"group": func(key, name string) (int32, error) {
			res, err := s.contacts.CreateGroup(
				metadata.AppendToOutgoingContext(t.Context(), "idempotency-key", key),
				&contactsv1.CreateGroupRequest{Uid: "001", Name: name},
			)
			return res.GetId(), err
		},
		"property": func(key, name string) (int32, error) {
			res, err := s.contacts.AddProperty(
				metadata.AppendToOutgoingContext(t.Context(), "idempotency-key", key),
				&contactsv1.AddPropertyRequest{Uid: "001", Name: name},
			)
			return res.GetId(), err
		},
		"database": func(key, name string) (int32, error) {
			_, err := s.contacts.CreateDatabase(
				metadata.AppendToOutgoingContext(t.Context(), "idempotency-key", key),
				&contactsv1.CreateDatabaseRequest{Uid: fmt.Sprint(500 + len(name))},
			)
			return 0, err
		},
	} {
		first, err := call(method, "one")
		require.NoError(t, err, method)
		again, err := call(method, "one")
		require.NoError(t, err, method)
		require.Equal(t, first, again)
		_, err = call(method, "other")
		require.Equal(t, "IDEMPOTENCY_KEY_REUSED", rpc.Reason(err), method)
	}
}

func TestAnImportOfWhichNothingCouldBeUsedIsRefusedAndSaysWhy(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	bad := []byte("email\n")
	for i := range 30 {
		bad = fmt.Appendf(bad, "nonsense%d\n", i)
	}
	require.Equal(t, "refused", s.load(t, "contacts", "csv", bad).GetState())
	require.Equal(t, "done", s.load(t, "contacts", "csv", append(bad, "good@x.co\n"...)).GetState())
	require.Equal(t, "done", s.load(t, "contacts", "csv", []byte("email\n")).GetState(), "nothing in it, nothing refused")
	list := func(page, size int32) *contactsv1.ListImportsResponse {
		res, err := s.imports.ListImports(t.Context(), &contactsv1.ListImportsRequest{Page: page, PageSize: size})
		require.NoError(t, err)
		return res
	}
	all := list(0, 0)
	require.Equal(t, int32(3), all.GetTotal())
	require.Len(t, all.GetItems(), 3)
	require.Empty(t, all.GetItems()[0].GetErrors())
	refused := all.GetItems()[2]
	require.Len(t, refused.GetErrors(), 10)
	require.Equal(t, int32(2), refused.GetErrors()[0].GetLine())
	require.Contains(t, refused.GetErrors()[0].GetReason(), "BAD_EMAIL")
	second := list(2, 2)
	require.Equal(t, int32(3), second.GetTotal())
	require.Len(t, second.GetItems(), 1)
	require.Equal(t, refused.GetId(), second.GetItems()[0].GetId())
	_, err := s.imports.ListImports(t.Context(), &contactsv1.ListImportsRequest{PageSize: 201})
	require.Equal(t, codes.InvalidArgument, status.Code(err))
}

func TestAFileWithoutAHeaderIsRefusedWithoutItsContents(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	for _, first := range []string{
		"person@example.com,Kowalska", "email,person@example.com", "email,property:person@example.com",
		"\"person@example.com",
	} {
		_, err := s.upload(t, "contacts", []byte(first+"\n"))
		require.Equal(t, "IMPORT_HEADER_INVALID", rpc.Reason(err), first)
		require.NotContains(t, err.Error(), "example.com", first)
		require.NotContains(t, err.Error(), "Kowalska", first)
	}
}
