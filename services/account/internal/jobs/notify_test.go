package jobs_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/account/internal/core"
	"puls.app/services/account/internal/jobs"
)

func TestTheEndOfAnImportIsReadAlikeFromThisVersionAndTheOneBefore(t *testing.T) {
	at := time.Date(2026, 11, 3, 2, 0, 0, 0, time.UTC)
	for outcome, want := range map[contactsv1.ImportOutcome]struct {
		before string
		kind   core.NotificationKind
	}{
		contactsv1.ImportOutcome_IMPORT_OUTCOME_DONE:    {"done", core.ImportDone},
		contactsv1.ImportOutcome_IMPORT_OUTCOME_REFUSED: {"refused", core.ImportRefused},
		contactsv1.ImportOutcome_IMPORT_OUTCOME_FAILED:  {"failed", core.ImportFailed},

		contactsv1.ImportOutcome_IMPORT_OUTCOME_CANCELLED: {"cancelled", core.ImportCancelled},
	} {
		for _, event := range []*contactsv1.ImportFinished{
			{
				AccountId: 1, ImportId: "i", Outcome: outcome, EndedAt: timestamppb.New(at),
				ImportKind: contactsv1.ImportKind_IMPORT_KIND_UNSUBSCRIBES,
			},
			{AccountId: 1, ImportId: "i", State: want.before, FinishedAt: at.Unix(), Kind: "unsubscribes"},
		} {
			var kept []core.Notification
			keep := func(_ context.Context, n ...core.Notification) error { kept = append(kept, n...); return nil }
			payload, err := proto.Marshal(event)
			require.NoError(t, err)
			for _, consumer := range jobs.Consumers(keep) {
				if consumer.Durable == "account-imports" {
					require.NoError(t, consumer.Handle(t.Context(), payload))
				}
			}
			require.Len(t, kept, 1)
			require.Equal(t, want.kind, kept[0].Kind)
			require.Equal(t, "unsubscribes", kept[0].ImportKind)
			require.True(t, at.Equal(kept[0].At), "%s", kept[0].At)
		}
	}
}
