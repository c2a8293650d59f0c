package contacts_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
)

func TestGroupsAndPropertiesSayWhichScoringsUseThem(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001", "002")
	group, err := s.contacts.CreateGroup(t.Context(), &contactsv1.CreateGroupRequest{Uid: "001", Name: "used"})
	require.NoError(t, err)
	_, err = s.contacts.CreateGroup(t.Context(), &contactsv1.CreateGroupRequest{Uid: "001", Name: "free"})
	require.NoError(t, err)
	property := s.property(t, "002", "score")
	use := func(id int32, name string, channel typev1.Channel) *scoringconfigv1.Usage {
		return &scoringconfigv1.Usage{Id: id, ScoringId: scoringID, ScoringName: name, Channel: channel}
	}
	s.uses(&scoringconfigv1.ListUsageResponse{
		Groups: []*scoringconfigv1.Usage{
			use(group.GetId(), "A", typev1.Channel_CHANNEL_MAILING), use(group.GetId(), "B", typev1.Channel_CHANNEL_SMS),
		},
		Properties: []*scoringconfigv1.Usage{use(property, "C", typev1.Channel_CHANNEL_WEB)},
	})
	groups, err := s.contacts.ListGroups(t.Context(), &contactsv1.ListGroupsRequest{})
	require.NoError(t, err)
	free, used := groups.GetUids()["001"].GetItems()[0], groups.GetUids()["001"].GetItems()[1]
	require.False(t, free.GetUsedInScoring())
	require.True(t, used.GetUsedInScoring())
	first := &contactsv1.UsedBy{ScoringId: scoringID, Name: "A", ScoringType: "mailing"}
	require.True(t, proto.Equal(first, used.GetUsedBy()[0]))
	require.Equal(t, "sms", used.GetUsedBy()[1].GetScoringType())
	properties, err := s.contacts.ListProperties(t.Context(), &contactsv1.ListPropertiesRequest{})
	require.NoError(t, err)
	filled := properties.GetUids()["002"].GetItems()[0]
	require.True(t, filled.GetUsedInScoring())
	require.Equal(t, "C web", filled.GetUsedBy()[0].GetName()+" "+filled.GetUsedBy()[0].GetScoringType())
}

// BenchmarkListGroups lists 5,000 groups in 20 uids of 1,000 contacts each, with every contact in five groups.
func BenchmarkListGroups(b *testing.B) {
	s := start(b)
	const uids, perUID, contacts = 20, 250, 1000
	usage := &scoringconfigv1.ListUsageResponse{}
	for uid := range uids {
		name := fmt.Sprintf("%03d", uid+100)
		s.ensure(b, name)
		body := []byte("uid,email,groups\n")
		for n := range contacts {
			body = fmt.Appendf(body, "%s,c%d@x.co,", name, n)
			for g := range 5 {
				body = fmt.Appendf(body, "group number %d|", (n*5+g)%perUID)
			}
			body = append(body, '\n')
		}
		done := s.load(b, "contacts", "csv", body)
		require.Equal(b, int32(contacts), done.GetKept(), done)
	}
	for id := range int32(200) {
		usage.Groups = append(usage.Groups, &scoringconfigv1.Usage{
			Id: id*20 + 1, ScoringId: scoringID, ScoringName: "One of five", Channel: typev1.Channel_CHANNEL_MAILING,
		})
	}
	s.uses(usage)
	var res *contactsv1.ListGroupsResponse
	for b.Loop() {
		var err error
		res, err = s.contacts.ListGroups(b.Context(), &contactsv1.ListGroupsRequest{})
		require.NoError(b, err)
	}
	groups := 0
	for _, list := range res.GetUids() {
		groups += len(list.GetItems())
	}
	require.Equal(b, uids*perUID, groups)
	json, err := protojson.Marshal(res)
	require.NoError(b, err)
	b.ReportMetric(float64(len(json)), "jsonbytes")
	b.ReportMetric(float64(proto.Size(res)), "bytes")
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/1000, "ms/list")
}
