package contacts_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/rpc"
	"puls.app/services/local/servicetest"
)

func TestBadExportsAreRefusedAndChangeNothing(t *testing.T) {
	t.Parallel()
	s := startAlone(t, map[string]string{"PULS_LIMIT_GROUPS": "3"})
	databases := s.ensure(t, "001", "002", "003")
	s.people(t, "001", 3)
	s.people(t, "002", 3)
	mine, elsewhere := s.group(t, "001", "mine"), s.group(t, "003", "elsewhere")
	const replaced = "0199d8a2-0000-7000-8000-00000000000b"
	cells := map[string][]byte{"001": {1, 2, 3}, "002": {1, 2, 3}}
	s.result(scoringID, typev1.Channel_CHANNEL_MAILING, 2, databases, cells)
	s.result(replaced, typev1.Channel_CHANNEL_MAILING, 2, databases, map[string][]byte{"001": {1, 2, 3}})
	s.peers.engine.revise(s.account, replaced, 2)
	long := strings.Repeat("ż", 101)
	for name, c := range map[string]struct {
		change func(r *contactsv1.ExportToGroupsRequest)
		code   codes.Code
		reason string
		field  string
	}{
		"overlap": {
			func(r *contactsv1.ExportToGroupsRequest) { r.Targets = append(r.Targets, band(50, 100, mine, "")) },
			codes.InvalidArgument, "EXPORT_TARGETS_OVERLAP", "targets[1].scoringMin",
		},
		"band": {
			func(r *contactsv1.ExportToGroupsRequest) { r.Targets[0] = band(50, 40, mine, "") },
			codes.InvalidArgument, "EXPORT_BAND_INVALID", "targets[0].scoringMin",
		},
		"neither": {
			func(r *contactsv1.ExportToGroupsRequest) { r.Targets[0] = band(0, 40, 0, "") },
			codes.InvalidArgument, "EXPORT_GROUP_MISSING", "targets[0].groupId",
		},
		"both": {
			func(r *contactsv1.ExportToGroupsRequest) { r.Targets[0] = band(0, 40, mine, "x") },
			codes.InvalidArgument, "EXPORT_GROUP_MISSING", "targets[0].groupId",
		},
		"another uid's group": {
			func(r *contactsv1.ExportToGroupsRequest) { r.Targets[0] = band(0, 40, elsewhere, "") },
			codes.InvalidArgument, "GROUP_NOT_FOUND", "targets[0].groupId",
		},
		"group of a uid that was not chosen": {
			func(r *contactsv1.ExportToGroupsRequest) { r.Uids = []string{"002"} },
			codes.InvalidArgument, "GROUP_NOT_FOUND", "targets[0].groupId",
		},
		"no group": {
			func(r *contactsv1.ExportToGroupsRequest) { r.Targets[0] = band(0, 40, 777, "") },
			codes.InvalidArgument, "GROUP_NOT_FOUND", "targets[0].groupId",
		},
		"uid": {
			func(r *contactsv1.ExportToGroupsRequest) { r.Uids = []string{"001", "003"} },
			codes.InvalidArgument, "REPORT_UID_UNKNOWN", "uids",
		},
		"visitors of a mailing": {
			func(r *contactsv1.ExportToGroupsRequest) { r.UserFilter = "known" },
			codes.InvalidArgument, "REQUEST_INVALID", "userFilter",
		},
		"no such filter": {
			func(r *contactsv1.ExportToGroupsRequest) { r.UserFilter = "some" },
			codes.InvalidArgument, "REQUEST_INVALID", "userFilter",
		},
		"1,001 uids": {
			func(r *contactsv1.ExportToGroupsRequest) { r.Uids = slices.Repeat([]string{"001"}, 1_001) },
			codes.InvalidArgument, "REQUEST_INVALID", "uids",
		},
		"bar in the name": {
			func(r *contactsv1.ExportToGroupsRequest) { r.Targets[0] = band(0, 40, 0, "a|b") },
			codes.InvalidArgument, "GROUP_NAME_INVALID", "targets[0].newGroupName",
		},
		"blank name": {
			func(r *contactsv1.ExportToGroupsRequest) { r.Targets[0] = band(0, 40, 0, " \u00a0") },
			codes.InvalidArgument, "REQUEST_INVALID", "targets[0].newGroupName",
		},
		"NUL in the name": {
			func(r *contactsv1.ExportToGroupsRequest) { r.Targets[0] = band(0, 40, 0, "a\x00b") },
			codes.InvalidArgument, "REQUEST_INVALID", "targets[0].newGroupName",
		},
		"long name": {
			func(r *contactsv1.ExportToGroupsRequest) { r.Targets[0] = band(0, 40, 0, long) },
			codes.InvalidArgument, "REQUEST_INVALID", "targets[0].newGroupName",
		},
		"name that is there": {func(r *contactsv1.ExportToGroupsRequest) {
			r.Targets = []*contactsv1.BandTarget{band(9, 9, 0, "mine"), band(1, 1, 0, "x"), band(2, 2, 0, " mine ")}
		}, codes.AlreadyExists, "GROUP_EXISTS", "targets[2].newGroupName"},
		"too many groups": {func(r *contactsv1.ExportToGroupsRequest) {
			r.Targets = []*contactsv1.BandTarget{band(1, 1, 0, "a"), band(2, 2, 0, "b"), band(3, 3, 0, "c")}
		}, codes.InvalidArgument, "GROUP_LIMIT", "targets[2].newGroupName"},
		"no result that day": {
			func(r *contactsv1.ExportToGroupsRequest) { r.GeneratedDate = "2026-11-01" },
			codes.NotFound, "REPORT_NOT_FOUND", "",
		},
		"no such day": {
			func(r *contactsv1.ExportToGroupsRequest) { r.GeneratedDate = "2026-02-30" },
			codes.InvalidArgument, "DATE_INVALID", "generatedDate",
		},
		"no result of the channel": {
			func(r *contactsv1.ExportToGroupsRequest) { r.ScoringType = "web" },
			codes.NotFound, "REPORT_NOT_FOUND", "",
		},
		"no scoring": {
			func(r *contactsv1.ExportToGroupsRequest) { r.Id = "0199d8a2-0000-7000-8000-0000000000ff" },
			codes.NotFound, "REPORT_NOT_FOUND", "",
		},
		"calculated again": {
			func(r *contactsv1.ExportToGroupsRequest) { r.Id = replaced },
			codes.Aborted, "REPORT_REPLACED", "",
		},
	} {
		t.Run(name, func(t *testing.T) {
			req := &contactsv1.ExportToGroupsRequest{Id: scoringID, Targets: []*contactsv1.BandTarget{band(0, 100, mine, "")}}
			c.change(req)
			_, err := s.exports.ExportToGroups(t.Context(), req)
			servicetest.Refused(t, err, c.code, c.reason)
			var fields []string
			for _, f := range rpc.FailureOf(err).Fields {
				fields = append(fields, f.Name)
			}
			require.Equal(t, c.field, strings.Join(fields, " "))
		})
	}
	for _, targets := range [][]*contactsv1.ReasonTarget{
		{{Reason: "NO_SENDING", GroupId: mine}, {Reason: "NO_SENDING", NewGroupName: "twice"}},
		{{Reason: "NO_GSM", GroupId: mine}},
		{{Reason: "NEW", GroupId: mine}},
	} {
		_, err := s.exports.ExportExcludedToGroups(t.Context(), &contactsv1.ExportExcludedToGroupsRequest{
			Id: scoringID, Targets: targets,
		})
		require.Equal(t, fmt.Sprintf("targets[%d].reason", len(targets)-1), rpc.FailureOf(err).Fields[0].Name, err)
	}
	_, err := s.exports.ExportExcludedToGroups(t.Context(), &contactsv1.ExportExcludedToGroupsRequest{
		Id: scoringID, Targets: []*contactsv1.ReasonTarget{{Reason: "NO_SENDING", GroupId: mine}},
		Uids: slices.Repeat([]string{"001"}, 1_001),
	})
	servicetest.Refused(t, err, codes.InvalidArgument, "REQUEST_INVALID")
	groups, err := s.contacts.ListGroups(t.Context(), &contactsv1.ListGroupsRequest{})
	require.NoError(t, err)
	require.Len(t, groups.GetUids()["001"].GetItems(), 1)
	require.Empty(t, groups.GetUids()["002"].GetItems())
	require.Empty(t, s.members(t, databases["001"], mine))
	list, err := s.exports.ListGroupExports(t.Context(), &contactsv1.ListGroupExportsRequest{Id: scoringID})
	require.NoError(t, err)
	require.Empty(t, list.GetItems())
	_, err = s.exports.GetGroupExport(t.Context(), &contactsv1.GetGroupExportRequest{Id: scoringID})
	servicetest.Refused(t, err, codes.NotFound, "EXPORT_NOT_FOUND")
	_, err = s.exports.UndoGroupExport(t.Context(), &contactsv1.UndoGroupExportRequest{Id: scoringID})
	servicetest.Refused(t, err, codes.NotFound, "EXPORT_NOT_FOUND")
}
