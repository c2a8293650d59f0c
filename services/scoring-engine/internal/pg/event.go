package pg

import (
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/scoring-engine/internal/core"
)

// resultConfig is what a calculation was made with, in the words of its event: it is written with the result, so that
// nothing that becomes of the scoring later can change it.
func resultConfig(result core.Result) *scoringenginev1.ResultConfig {
	s := result.Scoring
	config := &scoringenginev1.ResultConfig{
		Version: int32(s.Version), Name: s.Name, DaysAgo: int32(s.DaysAgo), Percentile: int32(s.Percentile), Weights: map[string]int32{},
	}
	for i, name := range core.WeightNames(result.Key.Channel) {
		config.Weights[name] = int32(s.Weights[i])
	}
	groups := func(ids []int32) []*scoringenginev1.ResultGroup {
		var list []*scoringenginev1.ResultGroup
		for _, id := range ids {
			list = append(list, &scoringenginev1.ResultGroup{Id: id, Name: result.GroupNames[id]})
		}
		return list
	}
	for _, source := range s.Sources {
		config.DataSources = append(config.DataSources, &scoringenginev1.ResultSource{
			Uid: source.UID, IncludedAll: source.IncludedAll, IncludedGroups: groups(source.Included), ExcludedGroups: groups(source.Excluded),
		})
	}
	return config
}
