package event

import (
	"fmt"

	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/spec"
)

// SpecToProto encodes the specification of a channel.
func SpecToProto(s spec.Spec) *typev1.ScoringSpec {
	p := &typev1.ScoringSpec{
		Version: int32(s.Version), Name: s.Name, DaysAgo: int32(s.DaysAgo), Percentile: int32(s.Percentile),
		Weights: map[string]int32{}, LeaveOutMachines: s.LeaveOutMachines,
	}
	for name, weight := range s.Weights {
		p.Weights[name] = int32(weight)
	}
	groups := func(from []spec.Group) []*typev1.ScoringGroup {
		var list []*typev1.ScoringGroup
		for _, g := range from {
			list = append(list, &typev1.ScoringGroup{Id: g.ID, Name: g.Name})
		}
		return list
	}
	for _, source := range s.Sources {
		p.Sources = append(p.Sources, &typev1.ScoringSource{
			Uid: source.UID, IncludedAll: source.IncludedAll,
			IncludedGroups: groups(source.Included), ExcludedGroups: groups(source.Excluded),
		})
	}
	for _, property := range s.ExportTo {
		p.ExportTo = append(p.ExportTo, &typev1.ScoringProperty{Uid: property.UID, PropertyId: property.ID})
	}
	return p
}

// SpecOf is the reverse of SpecToProto.
func SpecOf(p *typev1.ScoringSpec) spec.Spec {
	s := spec.Spec{
		Version: int(p.GetVersion()), Name: p.GetName(), DaysAgo: int(p.GetDaysAgo()), Percentile: int(p.GetPercentile()),
		Weights: map[string]int{}, LeaveOutMachines: p.GetLeaveOutMachines(),
	}
	for name, weight := range p.GetWeights() {
		s.Weights[name] = int(weight)
	}
	groups := func(from []*typev1.ScoringGroup) []spec.Group {
		var list []spec.Group
		for _, g := range from {
			list = append(list, spec.Group{ID: g.GetId(), Name: g.GetName()})
		}
		return list
	}
	for _, source := range p.GetSources() {
		s.Sources = append(s.Sources, spec.Source{
			UID: source.GetUid(), IncludedAll: source.GetIncludedAll(),
			Included: groups(source.GetIncludedGroups()), Excluded: groups(source.GetExcludedGroups()),
		})
	}
	for _, property := range p.GetExportTo() {
		s.ExportTo = append(s.ExportTo, spec.Property{UID: property.GetUid(), ID: property.GetPropertyId()})
	}
	return s
}

// SetSpec writes the specification of a task's scoring, also in the fields of the previous version, which does not read
// spec. Fields of new options are in the spec alone.
func SetSpec(to *scoringconfigv1.TaskScoring, channel spec.Channel, s spec.Spec) {
	to.Spec = SpecToProto(s)
	to.Name, to.Version, to.DaysAgo, to.Percentile = s.Name, int32(s.Version), int32(s.DaysAgo), int32(s.Percentile)
	to.LeaveOutMachines = s.LeaveOutMachines
	for _, name := range channel.Weights() {
		to.Weights = append(to.Weights, int32(s.Weights[name]))
	}
	for _, source := range s.Sources {
		to.DataSources = append(to.DataSources, &scoringconfigv1.DataSource{
			Uid: source.UID, IncludedAll: source.IncludedAll,
			IncludedGroupIds: spec.IDs(source.Included), ExcludedGroupIds: spec.IDs(source.Excluded),
		})
	}
	for _, property := range s.ExportTo {
		to.ExportTo = append(to.ExportTo, &scoringconfigv1.PropertyRef{Uid: property.UID, PropertyId: property.ID})
	}
}

// SpecOfTask reads the specification of a task's scoring, also from a task of the previous version. It returns an error
// if such a task has weights, but not one for each name of the channel.
func SpecOfTask(channel spec.Channel, from *scoringconfigv1.TaskScoring) (spec.Spec, error) {
	if from.GetSpec() != nil {
		return SpecOf(from.GetSpec()), nil
	}
	s := spec.Spec{
		Version: int(from.GetVersion()), Name: from.GetName(), DaysAgo: int(from.GetDaysAgo()),
		Percentile: int(from.GetPercentile()), Weights: map[string]int{}, LeaveOutMachines: from.GetLeaveOutMachines(),
	}
	names := channel.Weights()
	if n := len(from.GetWeights()); n > 0 && n != len(names) {
		return spec.Spec{}, fmt.Errorf("%d weights on channel %d", n, channel)
	}
	for i, weight := range from.GetWeights() {
		s.Weights[names[i]] = int(weight)
	}
	for _, source := range from.GetDataSources() {
		s.Sources = append(s.Sources, spec.Source{
			UID: source.GetUid(), IncludedAll: source.GetIncludedAll(),
			Included: spec.Groups(source.GetIncludedGroupIds()), Excluded: spec.Groups(source.GetExcludedGroupIds()),
		})
	}
	for _, property := range from.GetExportTo() {
		s.ExportTo = append(s.ExportTo, spec.Property{UID: property.GetUid(), ID: property.GetPropertyId()})
	}
	return s, nil
}
