package doctor_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/puls/internal/doctor"
)

func TestTheWorstFindingCountsWhereverItStands(t *testing.T) {
	fine, warning := doctor.Finding{Level: doctor.OK}, doctor.Finding{Level: doctor.Warning}
	problem := doctor.Finding{Level: doctor.Problem}
	require.Equal(t, doctor.OK, doctor.Worst(nil))
	require.Equal(t, doctor.OK, doctor.Worst([]doctor.Finding{fine, fine}))
	require.Equal(t, doctor.Warning, doctor.Worst([]doctor.Finding{fine, warning, fine}))
	require.Equal(t, doctor.Problem, doctor.Worst([]doctor.Finding{warning, problem, fine}))
	require.Equal(t, doctor.Problem, doctor.Worst([]doctor.Finding{problem, warning, fine}))
}
