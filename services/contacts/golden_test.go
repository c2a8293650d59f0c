package contacts_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
)

func golden(t testing.TB, name, file string) []byte {
	t.Helper()
	body, err := os.ReadFile(filepath.Join("..", "testdata", "golden", name, file))
	require.NoError(t, err)
	return body
}

func TestTheEdgesOfTheGoldenCasesAreTaken(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001", "042")
	people := s.load(t, "contacts", "csv", golden(t, "edges", "contacts.csv"))
	require.Empty(t, people.GetErrors())
	require.Equal(t, []int32{15, 15, 0}, []int32{people.GetRead(), people.GetKept(), people.GetRefused()})
	facts := s.load(t, "engagement", "csv", golden(t, "edges", "events.csv"))
	require.Equal(t, "done", facts.GetState())
	require.Len(t, facts.GetErrors(), 1)
	require.Contains(t, facts.GetErrors()[0].GetReason(), "UNKNOWN_RECIPIENT")
	ids := s.ensure(t)
	groups, err := s.contacts.ListGroups(t.Context(), &contactsv1.ListGroupsRequest{})
	require.NoError(t, err)
	var names []string
	for _, g := range groups.GetUids()["001"].GetItems() {
		names = append(names, g.GetName())
	}
	require.Equal(t, []string{"keep", "out", "vip"}, names)
	got, err := s.chunks(t, &contactsv1.StreamAudienceRequest{
		AccountId: s.account, Channel: typev1.Channel_CHANNEL_MAILING, GeneratedDay: 20759,
		DatabaseIds: []int32{ids["001"], ids["042"]},
	})
	require.NoError(t, err)
	// B1 and B3; A5 is created in the future, B2 a second too early
	require.Equal(t, []int{9, 11}, members(t, got[0].GetCreated()))
	require.Equal(t, []int{0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11}, members(t, got[0].GetConsenting()))
	require.Equal(t, []int{0, 1}, members(t, got[1].GetMembers()))
	got, err = s.chunks(t, &contactsv1.StreamAudienceRequest{
		AccountId: s.account, Channel: typev1.Channel_CHANNEL_WEB, GeneratedDay: 20759, DatabaseIds: []int32{ids["001"]},
	})
	require.NoError(t, err)
	require.Equal(t, []int{0, 1, 4, 5}, members(t, got[0].GetKnown())) // v3 names an unknown address, v4 none
}
