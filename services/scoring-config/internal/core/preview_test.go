package core_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/scoring-config/internal/core"
)

func TestMarksBecomeDataSources(t *testing.T) {
	counts := map[string]int{"007": 2, "042": 3}
	whole := []core.DataSource{{UID: "007", IncludedAll: true}}
	for name, c := range map[string]struct {
		channel     core.Channel
		marks, want []core.DataSource
	}{
		"nothing":           {core.Mailing, nil, whole},
		"uids without mark": {core.Mailing, []core.DataSource{{UID: "042"}, {UID: "007"}}, whole},
		"some groups": {
			core.Mailing,
			[]core.DataSource{{UID: "042", Included: []int32{4, 5}, Excluded: []int32{6}}},
			[]core.DataSource{{UID: "042", Included: []int32{4, 5}, Excluded: []int32{6}}},
		},
		"all groups": {
			core.SMS,
			[]core.DataSource{{UID: "042", Included: []int32{4, 5, 6}, Excluded: []int32{6}}},
			[]core.DataSource{{UID: "042", IncludedAll: true, Excluded: []int32{6}}},
		},
		"a group twice is no group more": {
			core.SMS,
			[]core.DataSource{{UID: "042", Included: []int32{4, 5, 5}}},
			[]core.DataSource{{UID: "042", Included: []int32{4, 5, 5}}},
		},
		"no inclusion at all": {core.Mailing, []core.DataSource{{UID: "042", Excluded: []int32{4}}}, nil},
		"an inclusion elsewhere": {
			core.Mailing,
			[]core.DataSource{{UID: "042", Excluded: []int32{4}}, {UID: "007", IncludedAll: true}},
			[]core.DataSource{{UID: "042", Excluded: []int32{4}}, {UID: "007", IncludedAll: true}},
		},
		"a website of one uid": {
			core.Web,
			[]core.DataSource{{UID: "042", Excluded: []int32{4}}},
			[]core.DataSource{{UID: "042", Excluded: []int32{4}, IncludedAll: true}},
		},
		"a website of one uid without mark": {
			core.Web, []core.DataSource{{UID: "042"}}, []core.DataSource{{UID: "042", IncludedAll: true}},
		},
		"a website of two": {
			core.Web,
			[]core.DataSource{{UID: "042", Included: []int32{4}}, {UID: "007", Excluded: []int32{1}}},
			[]core.DataSource{{UID: "042", Included: []int32{4}}, {UID: "007", Excluded: []int32{1}}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, c.want, core.BuildSources(c.channel, c.marks, core.AccountID(7).OwnUID(), counts))
		})
	}
}
