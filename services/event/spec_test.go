package event_test

import (
	"encoding/hex"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/event"
	"puls.app/services/spec"
)

// Messages of the previous version: a Calculated with a ResultConfig, as outboxes and announcements store it, and a
// TaskScoring without a spec, as the queue and dead letters store it.
const (
	calculatedBefore = "5252080312094576657279626f6479181c205a2a070a0363747210192a0c0a0864656c6976657279104b32120a033030371001220908" +
		"051205537461666632090a033030381a0208063a070a0330303710034001"
	taskBefore = "101c185a2202194b2a0a0a033030371a010520012a080a033030381201063a094576657279626f6479400352070a0330303710035801"
)

// everybody returns the specification in both.
func everybody() spec.Spec {
	return spec.Spec{
		Version: 3, Name: "Everybody", DaysAgo: 28, Percentile: 90, Weights: spec.Weights{"ctr": 25, "delivery": 75},
		Sources: []spec.Source{
			{UID: "007", IncludedAll: true, Excluded: []spec.Group{{ID: 5, Name: "Staff"}}},
			{UID: "008", Included: []spec.Group{{ID: 6}}},
		},
		ExportTo: []spec.Property{{UID: "007", ID: 3}}, LeaveOutMachines: true,
	}
}

func read(t *testing.T, before string, into proto.Message) {
	t.Helper()
	payload, err := hex.DecodeString(before)
	require.NoError(t, err)
	require.NoError(t, proto.Unmarshal(payload, into))
	require.Empty(t, into.ProtoReflect().GetUnknown())
}

func TestAResultHasTheBytesOfTheVersionBefore(t *testing.T) {
	var message scoringenginev1.Calculated
	read(t, calculatedBefore, &message)
	require.Equal(t, everybody(), event.SpecOf(message.GetConfig()))
	written, err := proto.MarshalOptions{Deterministic: true}.Marshal(
		&scoringenginev1.Calculated{Config: event.SpecToProto(everybody())},
	)
	require.NoError(t, err)
	require.Equal(t, calculatedBefore, hex.EncodeToString(written))
}

func TestATaskOfTheVersionBeforeIsRead(t *testing.T) {
	var before scoringconfigv1.TaskScoring
	read(t, taskBefore, &before)
	got, err := event.SpecOfTask(spec.SMS, &before)
	require.NoError(t, err)
	require.Equal(t, everybody().Named(nil), got.Named(nil), "a task has no names of groups")
	_, err = event.SpecOfTask(spec.Mailing, &before)
	require.Error(t, err)
}

func TestATaskIsReadByBothVersions(t *testing.T) {
	var task scoringconfigv1.TaskScoring
	event.SetSpec(&task, spec.SMS, everybody())
	got, err := event.SpecOfTask(spec.SMS, &task)
	require.NoError(t, err)
	require.Equal(t, everybody(), got)
	task.Spec = nil
	written, err := proto.MarshalOptions{Deterministic: true}.Marshal(&task)
	require.NoError(t, err)
	require.Equal(t, taskBefore, hex.EncodeToString(written))
}
