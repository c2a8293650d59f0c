package flags_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	flagsv1 "puls.app/proto/gen/go/puls/flags/v1"
	"puls.app/services/flags"
	"puls.app/services/kit/auth"
	"puls.app/services/kit/rpc"
	"puls.app/services/local/servicetest"
)

type payload struct {
	Status   int
	Features map[string]struct {
		DefaultValue any
		Rules        []map[string]any
	}
	Experiments []any
	DateUpdated time.Time
}

// read returns the payload and its entity tag, without a session.
func read(t *testing.T, s *servicetest.System) (payload, string) {
	t.Helper()
	var header metadata.MD
	body, err := flagsv1.NewFlagServiceClient(s.Unauthenticated(t)).GetPayload(t.Context(), &flagsv1.GetPayloadRequest{},
		grpc.Header(&header))
	require.NoError(t, err)
	require.Equal(t, "application/json", body.GetContentType())
	var p payload
	require.NoError(t, json.Unmarshal(body.GetData(), &p))
	require.Len(t, header.Get("etag"), 1)
	return p, header.Get("etag")[0]
}

func TestTheFlagsOfTheSpecificationAreOnFromTheStart(t *testing.T) {
	p, _ := read(t, servicetest.Start(t, flags.Service(), servicetest.Setup{}))
	require.Equal(t, 200, p.Status)
	require.Len(t, p.Features, 4)
	for _, name := range []string{"ff_3377", "ff_2235", "ff_scoring", "ff_api_key"} {
		require.Equal(t, true, p.Features[name].DefaultValue, name)
	}
	require.NotNil(t, p.Experiments)
	require.False(t, p.DateUpdated.IsZero())
}

func TestAChangeIsSeenAndTheTagChangesExactlyThen(t *testing.T) {
	s := servicetest.Start(t, flags.Service(), servicetest.Setup{})
	admin := flagsv1.NewFlagAdminServiceClient(s.AsService(t))
	before, tag := read(t, s)
	changed := &flagsv1.Flag{
		Name: "ff_2235", DefaultValue: "false", Description: "for some",
		Rules: []string{`{"condition": {"accountId": {"$in": [7]}}, "force": true}`},
	}
	for range 2 {
		_, err := admin.SetFlag(t.Context(), &flagsv1.SetFlagRequest{Flag: changed})
		require.NoError(t, err)
	}
	after, newTag := read(t, s)
	require.NotEqual(t, tag, newTag)
	require.True(t, after.DateUpdated.After(before.DateUpdated))
	require.Equal(t, false, after.Features["ff_2235"].DefaultValue)
	require.Equal(t, true, after.Features["ff_2235"].Rules[0]["force"])
	_, same := read(t, s)
	require.Equal(t, newTag, same)
	_, err := admin.SetFlag(t.Context(), &flagsv1.SetFlagRequest{Flag: changed})
	require.NoError(t, err)
	_, same = read(t, s)
	require.Equal(t, newTag, same, "the same flag again is no change")

	for _, change := range []func(){ // of one field alone
		func() { changed.Rules = nil },
		func() { changed.DefaultValue = "true" },
	} {
		change()
		_, err = admin.SetFlag(t.Context(), &flagsv1.SetFlagRequest{Flag: changed})
		require.NoError(t, err)
		last := newTag
		_, newTag = read(t, s)
		require.NotEqual(t, last, newTag)
	}

	list, err := admin.ListFlags(t.Context(), &flagsv1.ListFlagsRequest{})
	require.NoError(t, err)
	require.Len(t, list.GetFlags(), 4)
	require.Equal(t, "for some", list.GetFlags()[0].GetDescription())
	_, err = admin.DeleteFlag(t.Context(), &flagsv1.DeleteFlagRequest{Name: "ff_2235"})
	require.NoError(t, err)
	_, err = admin.DeleteFlag(t.Context(), &flagsv1.DeleteFlagRequest{Name: "ff_2235"})
	require.Equal(t, "FLAG_NOT_FOUND", rpc.Reason(err))
	gone, lastTag := read(t, s)
	require.NotContains(t, gone.Features, "ff_2235")
	require.NotEqual(t, newTag, lastTag)
	_, err = admin.SetFlag(t.Context(), &flagsv1.SetFlagRequest{Flag: &flagsv1.Flag{
		Name: "a", DefaultValue: "true", Rules: []string{`{"froce":1}`},
	}})
	require.Equal(t, "FLAG_RULE_INVALID", rpc.Reason(err))
	_, err = admin.SetFlag(t.Context(), &flagsv1.SetFlagRequest{Flag: &flagsv1.Flag{Name: "FF_A", DefaultValue: "true"}})
	require.Equal(t, "REQUEST_INVALID", rpc.Reason(err))
}

func TestOnlyServicesChangeFlags(t *testing.T) {
	s := servicetest.Start(t, flags.Service(), servicetest.Setup{})
	for code, conn := range map[codes.Code]grpc.ClientConnInterface{
		codes.Unauthenticated: s.Unauthenticated(t), codes.PermissionDenied: s.AsPerson(t, auth.Identity{Account: 1}),
	} {
		admin := flagsv1.NewFlagAdminServiceClient(conn)
		_, err := admin.DeleteFlag(t.Context(), &flagsv1.DeleteFlagRequest{Name: "ff_2235"})
		require.Equal(t, code, status.Code(err))
	}
	p, _ := read(t, s)
	require.Len(t, p.Features, 4)
}
