package spec_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/spec"
)

func TestACellHoldsAScoreOrAReason(t *testing.T) {
	for cell := range 256 {
		_, scored := spec.CellScore(byte(cell), false)
		require.Equal(t, cell <= spec.MaxScore, scored)
		reason := spec.SMS.Reason(byte(cell))
		require.Equal(t, cell >= spec.CellNoConsent && cell <= spec.CellNoAddress, reason != "", cell)
		if reason != "" {
			require.Contains(t, spec.SMS.Reasons(), reason)
		}
	}
	for _, channel := range spec.Messages() {
		for _, reason := range channel.Reasons() {
			cell, known := channel.ReasonCell(reason)
			require.True(t, known, reason)
			require.Equal(t, reason, channel.Reason(cell))
		}
	}
	for channel, reason := range map[spec.Channel]string{
		spec.SMS: "NO_EMAIL", spec.Mailing: "NO_GSM", spec.Web: "NO_EMAIL", 0: "",
	} {
		_, known := channel.ReasonCell(reason)
		require.False(t, known, "%s of %s", reason, channel)
	}
	score, scored := spec.CellScore(spec.CellKnown|70, true)
	require.True(t, scored)
	require.Equal(t, 70, score)
}

func TestAChangeIsAnotherBandOrReasonOrAScoreByAMinimum(t *testing.T) {
	for _, c := range []struct {
		before, after byte
		visits        bool
		minimum       int
		changed       bool
	}{
		{20, 21, false, 0, true},
		{21, 40, false, 0, false},
		{21, 40, false, 19, true},
		{40, 21, false, 20, false},
		{20, 21, false, 2, false},
		{50, 50, false, 1, false},
		{50, spec.CellNoConsent, false, 100, true},
		{spec.CellNoConsent, spec.CellNoSending, false, 0, true},
		{spec.CellAbsent, 50, false, 0, true},
		{spec.CellAbsent, spec.CellAbsent, true, 1, false},
		{50, 50 + spec.CellKnown, true, 100, true},
		{20 + spec.CellKnown, 21 + spec.CellKnown, true, 0, true},
		{21 + spec.CellKnown, 40 + spec.CellKnown, true, 20, false},
	} {
		require.Equal(t, c.changed, spec.Changed(c.before, c.after, c.visits, c.minimum), c)
	}
}
