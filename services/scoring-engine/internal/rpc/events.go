package rpc

import (
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/event"
	"puls.app/services/kit/bus"
	"puls.app/services/scoring-engine/internal/calculating"
	"puls.app/services/scoring-engine/internal/calculation"
)

var (
	calculated = bus.EventOf[*scoringenginev1.Calculated]()
	failed     = bus.EventOf[*scoringenginev1.Failed]()
)

// Events implements calculating.Announcer with the messages of events.proto.
type Events struct{}

// Calculated is the event of a finished calculation. It includes the spec that the calculation was made with, so later
// changes of the scoring do not alter it.
func (Events) Calculated(result calculation.Result, revision int, at time.Time) (calculating.Event, error) {
	message := &scoringenginev1.Calculated{
		AccountId: int32(result.Account), ScoringId: result.Key.Scoring.String(), Channel: typev1.Channel(result.Key.Channel),
		GeneratedDate: result.Key.Date.Format(time.DateOnly), DaysAgo: int32(result.Scoring.DaysAgo),
		Revision: int32(revision), CalculatedAt: at.Unix(), MadeAt: seconds(at),
		References: map[string]string{}, Samples: map[string]int32{}, Config: event.SpecToProto(result.Scoring.Spec),
	}
	for name, reference := range result.References {
		message.References[name], message.Samples[name] = reference.Value, reference.Sample
	}
	if m := result.Machines; m != nil {
		message.Machines = &scoringenginev1.MachineFigures{
			SentCount: int64(m.Sent), OpenedCount: int64(m.Opened), ClickedCount: int64(m.Clicked),
			MachineOpenedCount: int64(m.ByMachine.Opened), MachineClickedCount: int64(m.ByMachine.Clicked),
		}
	}
	for _, d := range result.Databases {
		message.Databases = append(message.Databases, figures(d))
	}
	encoded, err := calculated.Encode(message)
	return calculating.Event(encoded), err
}

// ReadCalculated returns the basis of a result, or calculation.ErrNotFound.
func (Events) ReadCalculated(kept calculation.Kept) (calculation.Basis, error) {
	made, err := announced(kept)
	if err != nil {
		return calculation.Basis{}, err
	}
	if made == nil {
		return calculation.Basis{}, calculation.ErrNotFound
	}
	basis := calculation.Basis{
		Spec: event.SpecOf(made.GetConfig()), References: calculation.References{}, MadeAt: made.GetMadeAt().AsTime(),
	}
	basis.DaysAgo = int(made.GetDaysAgo()) // set also in results that did not store the rest
	for name, value := range made.GetReferences() {
		basis.References[name] = calculation.Reference{Value: value, Sample: made.GetSamples()[name]}
	}
	return basis, nil
}

func figures(d calculation.DatabaseFigures) *scoringenginev1.DatabaseResult {
	return &scoringenginev1.DatabaseResult{
		DatabaseId: int32(d.Database.ID), Uid: string(d.Database.UID),
		Histogram: d.Scores, NewHistogram: d.New, KnownHistogram: d.Known, Excluded: d.Excluded, Analysed: d.Analysed,
	}
}

// Failed is the event of a task that was given up.
func (Events) Failed(task calculation.Task, at time.Time) (calculating.Event, error) {
	message := &scoringenginev1.Failed{
		AccountId: int32(task.Account), Channel: typev1.Channel(task.Channel), GeneratedDate: task.Date.Format(time.DateOnly),
		FailedAt: at.Unix(), GivenUpAt: seconds(at),
	}
	for _, scoring := range task.Scorings {
		message.ScoringIds = append(message.ScoringIds, scoring.ID.String())
		message.ScoringNames = append(message.ScoringNames, scoring.Name)
	}
	encoded, err := failed.Encode(message)
	return calculating.Event(encoded), err
}

func seconds(at time.Time) *timestamppb.Timestamp { return &timestamppb.Timestamp{Seconds: at.Unix()} }
