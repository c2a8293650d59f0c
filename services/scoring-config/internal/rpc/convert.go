package rpc

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	"puls.app/services/scoring-config/internal/core"
)

func toProto(s core.View) *scoringconfigv1.Scoring {
	p := &scoringconfigv1.Scoring{
		Id: s.ID.String(), Name: s.Name, Status: int32(s.Status), LastDraftStep: int32(s.LastDraftStep),
		CreatedAt: timestamppb.New(s.CreatedAt), UpdatedAt: timestamppb.New(s.UpdatedAt), IsCreatedByWizard: s.ByWizard,
		PredefinedConfigSelection: predefinedToProto(s.Predefined), Config: configToProto(s.Config),
		Version: int32(s.Version),
		State:   stateToProto(s.State),
	}
	if s.History != nil {
		p.History = &scoringconfigv1.ScoringHistory{Done: int32(s.History.Done), Total: int32(s.History.Total)}
	}
	if !s.NextAt.IsZero() {
		p.NextAt = timestamppb.New(s.NextAt)
	}
	if g := s.LastGenerated; g != nil {
		p.LastGeneratedAt = timestamppb.New(g.At)
		p.LastGeneratedDateRange = &scoringconfigv1.DateRange{
			Start: timestamppb.New(midnight(g.Date.AddDate(0, 0, -g.DaysAgo), s.Clock.Zone)),
			End:   timestamppb.New(midnight(g.Date, s.Clock.Zone).Add(-time.Second)),
		}
	}
	return p
}

func stateToProto(s *core.State) *scoringconfigv1.ScoringState {
	if s == nil {
		return nil
	}
	p := &scoringconfigv1.ScoringState{
		Stage: string(s.Stage), Done: s.Done, Reason: s.Reason, PossibleFrom: s.PossibleFrom,
	}
	for _, c := range s.Channels {
		p.Channels = append(p.Channels, &scoringconfigv1.ChannelState{
			ScoringType: c.Channel.String(), Stage: string(c.Stage), Done: c.Done, Reason: c.Reason,
			PossibleFrom: c.PossibleFrom,
		})
	}
	return p
}

// midnight returns the beginning of a day in a timezone.
func midnight(date time.Time, zone *time.Location) time.Time {
	year, month, day := date.Date()
	return time.Date(year, month, day, 0, 0, 0, 0, zone)
}

// daysAgo returns the window of a configuration in days, or the default.
func daysAgo(from interface{ GetDaysAgo() int32 }) int {
	return cmp.Or(int(from.GetDaysAgo()), core.DefaultDayRange)
}

func channelFromProto(
	weights map[string]int, percentile float64, sources []*scoringconfigv1.DataSource,
	export *scoringconfigv1.ExportToProperty,
) *core.ChannelConfig {
	c := &core.ChannelConfig{Weights: weights, Percentile: int(math.Round(percentile * 100)), HasExportTo: export != nil}
	for _, source := range sources {
		c.Sources = append(c.Sources, core.DataSource{
			UID: source.GetUid(), Included: source.GetIncludedGroupIds(), Excluded: source.GetExcludedGroupIds(),
			IncludedAll: source.GetIncludedAll(),
		})
	}
	c.ExportTo = propertiesFromProto(export)
	return c
}

func propertiesFromProto(export *scoringconfigv1.ExportToProperty) []core.PropertyRef {
	var refs []core.PropertyRef
	for _, p := range export.GetProperties() {
		refs = append(refs, core.PropertyRef{UID: p.GetUid(), ID: p.GetPropertyId()})
	}
	return refs
}

func sourcesToProto(sources []core.DataSource) []*scoringconfigv1.DataSource {
	list := make([]*scoringconfigv1.DataSource, 0, len(sources))
	for _, source := range sources {
		list = append(list, &scoringconfigv1.DataSource{
			Uid: source.UID, IncludedGroupIds: source.Included, ExcludedGroupIds: source.Excluded,
			IncludedAll: source.IncludedAll,
		})
	}
	return list
}

func exportToProto(c *core.ChannelConfig) *scoringconfigv1.ExportToProperty {
	if !c.HasExportTo {
		return nil
	}
	p := &scoringconfigv1.ExportToProperty{}
	for _, ref := range c.ExportTo {
		p.Properties = append(p.Properties, &scoringconfigv1.PropertyRef{Uid: ref.UID, PropertyId: ref.ID})
	}
	return p
}

// decimal formats a whole percent for the API: 45 is "0.45". A weight that is not set is "".
func decimal(weights map[string]int, name string) string {
	percent, set := weights[name]
	if !set {
		return ""
	}
	return fmt.Sprintf("%d.%02d", percent/100, percent%100)
}

// percents parses decimals that the proto rules have checked.
func percents(decimals map[string]string) map[string]int {
	weights := map[string]int{}
	for name, text := range decimals {
		if text == "" {
			continue
		}
		percent, err := strconv.Atoi(strings.Replace(text, ".", "", 1))
		if err == nil {
			weights[name] = percent
		}
	}
	return weights
}

func fraction(percentile int) float64 { return float64(percentile) / 100 }
