package rpc

import (
	"context"

	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	"puls.app/services/scoring-config/internal/core"
)

// GetPredefinedWeights returns the choices and defaults for a scoring.
func (s *Server) GetPredefinedWeights(
	context.Context, *scoringconfigv1.GetPredefinedWeightsRequest,
) (*scoringconfigv1.GetPredefinedWeightsResponse, error) {
	res := &scoringconfigv1.GetPredefinedWeightsResponse{
		Percentiles: numbers(core.Percentiles[:]), DefaultPercentile: core.DefaultPercentile,
		DayRanges: numbers(core.DayRanges[:]), DefaultDayRange: core.DefaultDayRange, WebEvents: core.Web.Weights(),
	}
	setDefaults(res)
	return res, nil
}

func numbers(from []int) []int32 {
	var list []int32
	for _, n := range from {
		list = append(list, int32(n))
	}
	return list
}
