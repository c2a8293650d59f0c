package rpc

import (
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/bus"
	"puls.app/services/scoring-engine/internal/core"
)

var (
	calculated = bus.EventOf[*scoringenginev1.Calculated]()
	failed     = bus.EventOf[*scoringenginev1.Failed]()
)

// Events implements core.Announcer by the messages of events.proto.
type Events struct{}

// Calculated is the event of a finished calculation, with what it was made with: nothing that becomes of the scoring
// later can change that.
func (Events) Calculated(result core.Result, revision int, at time.Time) (core.Event, error) {
	event := &scoringenginev1.Calculated{
		AccountId: int32(result.Account), ScoringId: result.Key.Scoring.String(), Channel: typev1.Channel(result.Key.Channel),
		GeneratedDate: result.Key.Date.Format(time.DateOnly), DaysAgo: int32(result.Scoring.DaysAgo),
		Revision: int32(revision), CalculatedAt: at.Unix(), MadeAt: seconds(at),
		References: map[string]string{}, Samples: map[string]int32{}, Config: resultConfig(result),
	}
	for name, reference := range result.References {
		event.References[name], event.Samples[name] = reference.Value, reference.Sample
	}
	if m := result.Machines; m != nil {
		event.Machines = &scoringenginev1.MachineFigures{
			SentCount: int64(m.Sent), OpenedCount: int64(m.Opened), ClickedCount: int64(m.Clicked),
			MachineOpenedCount: int64(m.ByMachine.Opened), MachineClickedCount: int64(m.ByMachine.Clicked),
		}
	}
	for _, d := range result.Databases {
		event.Databases = append(event.Databases, figures(d))
	}
	encoded, err := calculated.Encode(event)
	return core.Event(encoded), err
}

// ReadCalculated returns what a result was made with, or core.ErrNotFound.
func (Events) ReadCalculated(kept core.Kept) (core.Basis, error) {
	event, err := announced(kept)
	if err != nil {
		return core.Basis{}, err
	}
	if event == nil {
		return core.Basis{}, core.ErrNotFound
	}
	basis := core.Basis{
		DaysAgo: int(event.GetDaysAgo()), Percentile: int(event.GetConfig().GetPercentile()), Weights: core.Weights{},
		References: core.References{}, MadeAt: event.GetMadeAt().AsTime(),
		LeaveOutMachines: event.GetConfig().GetLeaveOutMachines(),
	}
	for name, weight := range event.GetConfig().GetWeights() {
		basis.Weights[name] = int(weight)
	}
	for name, value := range event.GetReferences() {
		basis.References[name] = core.Reference{Value: value, Sample: event.GetSamples()[name]}
	}
	return basis, nil
}

func figures(d core.DatabaseFigures) *scoringenginev1.DatabaseResult {
	return &scoringenginev1.DatabaseResult{
		DatabaseId: int32(d.Database.ID), Uid: string(d.Database.UID),
		Histogram: d.Scores, NewHistogram: d.New, KnownHistogram: d.Known, Excluded: d.Excluded, Analysed: d.Analysed,
	}
}

// Failed is the event of a task that was given up.
func (Events) Failed(task core.Task, at time.Time) (core.Event, error) {
	event := &scoringenginev1.Failed{
		AccountId: int32(task.Account), Channel: typev1.Channel(task.Channel), GeneratedDate: task.Date.Format(time.DateOnly),
		FailedAt: at.Unix(), GivenUpAt: seconds(at),
	}
	for _, scoring := range task.Scorings {
		event.ScoringIds = append(event.ScoringIds, scoring.ID.String())
		event.ScoringNames = append(event.ScoringNames, scoring.Name)
	}
	encoded, err := failed.Encode(event)
	return core.Event(encoded), err
}

func seconds(at time.Time) *timestamppb.Timestamp { return &timestamppb.Timestamp{Seconds: at.Unix()} }

func resultConfig(result core.Result) *scoringenginev1.ResultConfig {
	s := result.Scoring
	config := &scoringenginev1.ResultConfig{
		Version: int32(s.Version), Name: s.Name, DaysAgo: int32(s.DaysAgo), Percentile: int32(s.Percentile),
		Weights: map[string]int32{}, LeaveOutMachines: s.LeaveOutMachines,
	}
	for name, weight := range s.Weights {
		config.Weights[name] = int32(weight)
	}
	named := func(ids []core.GroupID) []*scoringenginev1.ResultGroup {
		var list []*scoringenginev1.ResultGroup
		for _, id := range ids {
			list = append(list, &scoringenginev1.ResultGroup{Id: int32(id), Name: result.GroupNames[id]})
		}
		return list
	}
	for _, source := range s.Sources {
		config.DataSources = append(config.DataSources, &scoringenginev1.ResultSource{
			Uid: string(source.UID), IncludedAll: source.IncludedAll, IncludedGroups: named(source.Included),
			ExcludedGroups: named(source.Excluded),
		})
	}
	for _, property := range s.ExportTo {
		config.ExportTo = append(config.ExportTo, &scoringenginev1.ResultProperty{
			Uid: string(property.UID), PropertyId: property.ID,
		})
	}
	return config
}
