package measure

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAFigureOverItsLimitFails(t *testing.T) {
	for name, test := range map[string]struct {
		hold func(*Report)
		want string
	}{
		"within": {func(r *Report) { r.Most("a", 1, 1); r.Least("b", 1, 1) }, ""},
		"over":   {func(r *Report) { r.Most("a", 1.01, 1); r.Least("b", 1, 1) }, `not within limits: ["a"]`},
		"under":  {func(r *Report) { r.Most("a", 1, 1); r.Least("b", 0.99, 1) }, `not within limits: ["b"]`},
		"no numbers": {func(r *Report) {
			r.Most("a", math.NaN(), 1)
			r.Least("b", math.NaN(), 1)
		}, `not within limits: ["a" "b"]`},
	} {
		t.Run(name, func(t *testing.T) {
			var r Report
			test.hold(&r)
			require.Len(t, r.Figures, 2)
			if test.want == "" {
				require.NoError(t, r.Err())
				return
			}
			require.EqualError(t, r.Err(), test.want)
		})
	}
}
