package reports_test

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/timestamppb"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	reportsv1 "puls.app/proto/gen/go/puls/reports/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
)

func written(revision int32, uid string, count int32) *contactsv1.ScoresWritten {
	return &contactsv1.ScoresWritten{
		AccountId: account, ScoringId: scoringID, Channel: typev1.Channel_CHANNEL_MAILING, GeneratedDate: "2026-11-02",
		Revision: revision, WrittenAt: timestamppb.New(time.Date(2026, 11, 2, 3, 0, 0, 0, time.UTC)),
		Receipts: []*contactsv1.PropertyReceipt{{
			Uid: uid, PropertyId: 3, PropertyName: "score", WrittenCount: count, Skipped: map[string]int32{"BLOCKED": 1},
		}},
	}
}

func TestAReportHasItsSamplesAndReceipts(t *testing.T) {
	t.Parallel()
	s := start(t)
	ask := func(uids ...string) *reportsv1.GetPartitionSummaryResponse {
		res, err := s.own.GetPartitionSummary(t.Context(), &reportsv1.GetPartitionSummaryRequest{
			Id: scoringID, ScoringType: "mailing", GeneratedDate: "2026-11-02", Uids: uids,
		})
		if err != nil {
			return &reportsv1.GetPartitionSummaryResponse{}
		}
		return res
	}
	// The receipt of the second revision arrives before its result, that of the first after both.
	s.Publish(t, written(2, "007", 22))
	event := calculated("2026-11-02", 2)
	event.References = map[string]string{"or": "4/5", "delivery": "1/1"}
	event.Samples = map[string]int32{"or": 12, "delivery": 40}
	event.Machines = &scoringenginev1.MachineFigures{
		SentCount: 5_000_000_000, OpenedCount: 300, ClickedCount: 8, MachineOpenedCount: 100, MachineClickedCount: 1,
	}
	event.Config.LeaveOutMachines = true
	s.Publish(t, event)
	require.Eventually(t, func() bool { return len(ask().GetPropertyReceipts()) == 1 }, time.Minute, 10*time.Millisecond)
	s.Publish(t, written(1, "007", 11))
	s.Publish(t, written(2, "007", 22))
	s.Publish(t, written(2, "008", 33))
	require.Eventually(t, func() bool { return len(ask().GetPropertyReceipts()) == 2 }, time.Minute, 10*time.Millisecond)
	res := ask("007")
	require.Equal(t, map[string]int32{"or": 12, "delivery": 40}, res.GetSamples())
	require.Equal(t, []string{"delivery"}, res.GetSaturated())
	require.Equal(t, []any{int32(math.MaxInt32), 33.33, 12.5}, []any{
		res.GetMachines().GetSent(), res.GetMachines().GetMachineOpenedPercent(),
		res.GetMachines().GetMachineClickedPercent(),
	})
	require.True(t, res.GetConfig().GetLeaveOutMachines())
	require.True(t, res.GetChangedSince(), "the scoring counts machines today")
	require.Len(t, res.GetPropertyReceipts(), 1, "of the uids that were asked for")
	receipt := res.GetPropertyReceipts()[0]
	require.Equal(t, int32(22), receipt.GetWritten())
	require.Equal(t, "score", receipt.GetPropertyName())
	require.Equal(t, map[string]int32{"BLOCKED": 1}, receipt.GetSkipped())

	s.Publish(t, calculated("2026-11-02", 3))
	require.Eventually(t, func() bool {
		res := ask()
		return len(res.GetPropertyReceipts()) == 0 && len(res.GetSamples()) == 0 && len(res.GetItems()) > 0 &&
			res.GetMachines() == nil
	}, time.Minute, 10*time.Millisecond, "nothing is written of the third revision yet")
}
