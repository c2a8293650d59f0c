package rpc

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/event"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/scoring"
)

// MeasureLift measures the lift of a result.
func (s *Results) MeasureLift(
	ctx context.Context, req *scoringenginev1.MeasureLiftRequest,
) (*scoringenginev1.MeasureLiftResponse, error) {
	key := calculation.Key{Channel: calculation.Channel(req.GetChannel())}
	var err error
	if key.Scoring, err = uuid.Parse(req.GetScoringId()); err != nil {
		return nil, calculation.ErrNotFound
	}
	if key.Date, err = time.Parse(time.DateOnly, req.GetResult().GetGeneratedDate()); err != nil {
		return nil, calculation.ErrNotFound
	}
	owner, revision := calculation.AccountID(req.GetAccountId()), int(req.GetResult().GetRevision())
	made := event.SpecOf(req.GetSpec())
	made.LeaveOutMachines = made.LeaveOutMachines || req.GetLeaveOutMachines()
	lift, err := s.lifts.Measure(ctx, owner, key, revision, databasesOf(req.GetDatabaseIds()), made)
	if err != nil {
		return nil, fmt.Errorf("measure lift: %w", err)
	}
	return &scoringenginev1.MeasureLiftResponse{Bands: bandLifts(key.Channel, &lift)}, nil
}

func bandLifts(channel calculation.Channel, lift *scoring.Lift) []*scoringenginev1.BandLift {
	var bands []*scoringenginev1.BandLift
	for i := range lift {
		bands = append(bands, bandLift(channel, &lift[i]))
	}
	return bands
}

func bandLift(channel calculation.Channel, l *scoring.BandLift) *scoringenginev1.BandLift {
	band := &scoringenginev1.BandLift{
		Scored: int32(l.Scored), Reached: int32(l.Reached), Opened: int32(l.Opened), Clicked: int32(l.Clicked),
	}
	if channel == calculation.Web {
		band.Events = map[string]int32{}
		for kind, name := range calculation.Web.Weights() {
			if n := l.Events[kind]; n > 0 {
				band.Events[name] = int32(n)
			}
		}
	}
	return band
}

func channelsOf(list []typev1.Channel) []calculation.Channel {
	channels := make([]calculation.Channel, 0, len(list))
	for _, channel := range list {
		channels = append(channels, calculation.Channel(channel))
	}
	return channels
}

func databasesOf(ids []int32) []calculation.DatabaseID {
	databases := make([]calculation.DatabaseID, 0, len(ids))
	for _, id := range ids {
		databases = append(databases, calculation.DatabaseID(id))
	}
	return databases
}
