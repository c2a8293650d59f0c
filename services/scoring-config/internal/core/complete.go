package core

import (
	"fmt"
	"slices"

	"puls.app/services/kit/fault"
	"puls.app/services/reason"
)

// Errors that a caller may act on.
var (
	ErrNotFound        = fault.New(fault.NotFound, reason.ScoringNotFound, "there is no such scoring")
	ErrVersionConflict = fault.New(
		fault.Stale, reason.ScoringVersionConflict, "the scoring was changed in the meantime; read it again",
	)
	ErrActive = fault.New(
		fault.Precondition, reason.ScoringActive, "an active scoring changes only its name and its export properties",
	)
	ErrNotActive = fault.New(
		fault.Precondition, reason.ScoringNotActive, "the scoring is not active; save it whole",
	)
	ErrNotDraft = fault.New(fault.Precondition, reason.ScoringNotDraft, "only a draft can be deleted")
	ErrIsDraft  = fault.New(
		fault.Precondition, reason.ScoringIsDraft, "a draft cannot be calculated; finish it first",
	)
	ErrDateInFuture = fault.New(
		fault.Invalid, reason.DateInFuture, "the day has not begun in the account's timezone yet",
	)
	ErrBackToDraft = fault.New(
		fault.Precondition, reason.ScoringBackToDraft, "a saved scoring cannot become a draft again",
	)
	ErrChannelMissing  = fault.New(fault.Invalid, reason.ScoringChannelMissing, "choose at least one channel")
	ErrWeightsSum      = fault.New(fault.Invalid, reason.ScoringWeightsSum, "the sum of values must be 100%")
	ErrWeightsMissing  = fault.New(fault.Invalid, reason.ScoringWeightsMissing, "not all parameters have been specified")
	ErrPercentile      = fault.New(fault.Invalid, reason.ScoringPercentileMissing, "choose a percentile")
	ErrSourcesMissing  = fault.New(fault.Invalid, reason.ScoringDataSourcesMissing, "choose the contacts to analyse")
	ErrUIDUnknown      = fault.New(fault.Invalid, reason.ScoringUIDUnknown, "the account has no such uid")
	ErrGroupUnknown    = fault.New(fault.Invalid, reason.ScoringGroupUnknown, "the group does not belong to its uid")
	ErrPropertyUnknown = fault.New(
		fault.Invalid, reason.ScoringPropertyUnknown, "the property does not belong to its uid",
	)
	ErrPropertyUnusable = fault.New(fault.Invalid, reason.ScoringPropertyUnusable,
		"scores go into a property of type Number, of a uid that is scored, which no other channel or scoring fills")
	ErrShares = fault.New(
		fault.Invalid, reason.ScoringSharesInvalid, "each type that is sent needs a share, together 100",
	)
	ErrWebsitesMissing = fault.New(
		fault.Invalid, reason.ScoringWebsitesMissing, "lead scoring needs a website whose visitors are tracked",
	)
	ErrEventsMissing  = fault.New(fault.Invalid, reason.ScoringEventsMissing, "lead scoring needs a tracked event type")
	ErrEventUntracked = fault.New(fault.Invalid, reason.ScoringEventNotTracked, "only tracked event types have a weight")
	ErrBackToGuided   = fault.New(
		fault.Precondition, reason.ScoringBackToGuided, "a scoring with weights of its own never becomes a guided one",
	)
	ErrStatus = fault.New(
		fault.Precondition, reason.ScoringSwitchOnByStatus, "a scoring is switched on with :setStatus",
	)
	ErrLimit = fault.New(
		fault.Precondition, reason.ScoringLimit, "the account has as many scorings as it may; delete drafts first",
	)
	ErrTooManyNew = fault.New(fault.Busy, reason.ScoringTooManyNew, "too many scorings were made within an hour")
	ErrUIDTwice   = fault.New(fault.Invalid, reason.ScoringUIDTwice, "a uid may be named once in a channel")
)

func (c Channel) String() string {
	switch c {
	case Mailing:
		return "mailing"
	case SMS:
		return "sms"
	case Web:
		return "web"
	default:
		return "unknown"
	}
}

// checkShape holds in every status: no uid twice, no property twice for a uid.
func (c Config) checkShape() error {
	for _, channel := range c.Channels() {
		part := c.Channel(channel)
		seen := map[string]bool{}
		for i, source := range part.Sources {
			if seen[source.UID] {
				return ErrUIDTwice.WithField(fmt.Sprintf("config.%s.dataSources[%d].uid", channel, i), ErrUIDTwice.Detail)
			}
			seen[source.UID] = true
		}
		clear(seen)
		for i, property := range part.ExportTo {
			if seen[property.UID] {
				return ErrUIDTwice.WithField(
					fmt.Sprintf("config.%s.exportToProperty.properties[%d].uid", channel, i), ErrUIDTwice.Detail,
				)
			}
			seen[property.UID] = true
		}
	}
	return nil
}

// checkComplete holds for every scoring that is not a draft.
func (c Config) checkComplete() error {
	channels := c.Channels()
	if len(channels) == 0 {
		return ErrChannelMissing.WithField("config", ErrChannelMissing.Detail)
	}
	for _, channel := range channels {
		if err := c.Channel(channel).checkComplete(channel); err != nil {
			return err
		}
	}
	return nil
}

func (c *ChannelConfig) checkComplete(channel Channel) error {
	field := "config." + channel.String()
	sum := 0
	for _, name := range WeightNames(channel) {
		weight, set := c.Weights[name]
		if !set && channel != Web { // web lists the tracked types only
			return ErrWeightsMissing.WithField(field+".weights."+name, ErrWeightsMissing.Detail)
		}
		sum += weight
	}
	if sum != 100 {
		return ErrWeightsSum.With(fault.Field{
			Name: field + ".weights", Class: ErrWeightsSum.Reason, Params: map[string]any{"sum": sum},
			Message: ErrWeightsSum.Detail,
		})
	}
	if !slices.Contains([]int{80, 85, 90, 95}, c.Percentile) {
		return ErrPercentile.WithField(field+".percentile", ErrPercentile.Detail)
	}
	if len(c.Sources) == 0 {
		return ErrSourcesMissing.WithField(field+".dataSources", ErrSourcesMissing.Detail)
	}
	for i, source := range c.Sources {
		if !source.IncludedAll && len(source.Included) == 0 {
			return ErrSourcesMissing.WithField(
				fmt.Sprintf("%s.dataSources[%d].includedGroupIds", field, i), ErrSourcesMissing.Detail,
			)
		}
	}
	return nil
}
