package core

import (
	"fmt"
	"slices"

	"puls.app/services/kit/fault"
)

// wrong returns a value that breaks a rule; the rule's reason becomes the field's class.
func wrong(rule *fault.Fault, field string, params map[string]any) fault.Field {
	return fault.Field{Name: field, Class: rule.Reason, Params: params, Message: rule.Detail}
}

// refusal returns the error of a call with wrong values, with the reason of the first one; nil without any.
func refusal(fields []fault.Field) error {
	if len(fields) == 0 {
		return nil
	}
	return &fault.Fault{Kind: fault.Invalid, Reason: fields[0].Class, Detail: fields[0].Message, Fields: fields}
}

// settle turns user input into the form that is saved, previewed and backtested: marks become data sources, and the
// complete shares of a guided scoring its weights. It refuses impossible values and, unless the status is draft,
// missing ones.
func (c *Content) settle(facts Facts) error {
	fields := c.Config.impossible(facts.Bad)
	for _, channel := range c.Config.Channels() {
		part := c.Config.Channel(channel)
		part.Sources = BuildSources(channel, part.Sources, facts.Own, facts.Bad.GroupCounts)
		if c.ByWizard && len(c.wrongShares(channel)) == 0 {
			part.Weights = c.Predefined.weights(channel)
		}
	}
	if c.Status != Draft {
		fields = append(fields, c.missing(facts)...)
	}
	return refusal(fields)
}

// impossible returns the values that not even a draft may have: a uid twice in a channel, and names that do not exist.
func (c Config) impossible(bad BadNames) []fault.Field {
	var fields []fault.Field
	for _, channel := range c.Channels() {
		part, path := c.Channel(channel), "config."+channel.String()
		seen := map[string]bool{}
		for i, source := range part.Sources {
			at := fmt.Sprintf("%s.dataSources[%d]", path, i)
			switch {
			case seen[source.UID]:
				fields = append(fields, wrong(ErrUIDTwice, at+".uid", nil))
			case bad.UIDs[source.UID]:
				fields = append(fields, wrong(ErrUIDUnknown, at+".uid", nil))
			default:
				fields = append(fields, source.unknownGroups(at, bad)...)
			}
			seen[source.UID] = true
		}
		clear(seen)
		for i, property := range part.ExportTo {
			at := fmt.Sprintf("%s.exportToProperty.properties[%d]", path, i)
			switch {
			case seen[property.UID]:
				fields = append(fields, wrong(ErrUIDTwice, at+".uid", nil))
			case bad.Properties[property]:
				fields = append(fields, wrong(ErrPropertyUnknown, at, nil))
			}
			seen[property.UID] = true
		}
	}
	return fields
}

func (s DataSource) unknownGroups(path string, bad BadNames) []fault.Field {
	var fields []fault.Field
	look := func(list string, ids []int32) {
		for i, id := range ids {
			if bad.Groups[GroupRef{s.UID, id}] {
				fields = append(fields, wrong(ErrGroupUnknown, fmt.Sprintf("%s.%s[%d]", path, list, i), nil))
			}
		}
	}
	look("includedGroupIds", s.Included)
	look("excludedGroupIds", s.Excluded)
	return fields
}

// missing returns the reasons why a scoring must stay a draft, in the order of the interface: channels, shares, groups,
// weights, percentile, requirements of website scorings, properties.
func (c *Content) missing(facts Facts) []fault.Field {
	channels := c.Config.Channels()
	if len(channels) == 0 {
		return []fault.Field{wrong(ErrChannelMissing, "config", nil)}
	}
	var fields []fault.Field
	rules := []func(Channel) []fault.Field{c.wrongShares, c.Config.wrongSources, c.wrongWeights, c.Config.wrongPercentile}
	for _, rule := range rules {
		for _, channel := range channels {
			fields = append(fields, rule(channel)...)
		}
	}
	fields = append(fields, c.Config.wrongLead(facts.Lead)...)
	return append(fields, c.Config.wrongExports(facts.Bad, facts.Others)...)
}

// unscored returns the reasons why one channel cannot be scored, in the order of the interface.
func (c *Content) unscored(channel Channel) []fault.Field {
	fields := append(c.wrongShares(channel), c.Config.wrongSources(channel)...)
	fields = append(fields, c.wrongWeights(channel)...)
	return append(fields, c.Config.wrongPercentile(channel)...)
}

// wrongSources requires contacts to score in every uid.
func (c Config) wrongSources(channel Channel) []fault.Field {
	path := "config." + channel.String() + ".dataSources"
	sources := c.Channel(channel).Sources
	if len(sources) == 0 {
		return []fault.Field{wrong(ErrSourcesMissing, path, nil)}
	}
	var fields []fault.Field
	for i, source := range sources {
		if !source.includes() {
			fields = append(fields, wrong(ErrSourcesMissing, fmt.Sprintf("%s[%d].includedGroupIds", path, i), nil))
		}
	}
	return fields
}

// wrongWeights requires every weight of a channel, with the sum 100. The weights of a guided scoring follow from its
// shares.
func (c *Content) wrongWeights(channel Channel) []fault.Field {
	if c.ByWizard && len(c.wrongShares(channel)) > 0 {
		return nil
	}
	weights, path := c.Config.Channel(channel).Weights, "config."+channel.String()+".weights"
	var fields []fault.Field
	sum := 0
	for _, name := range channel.Weights() {
		weight, set := weights[name]
		if !set && channel != Web { // web has only the tracked types
			fields = append(fields, wrong(ErrWeightsMissing, path+"."+name, nil))
		}
		sum += weight
	}
	if len(fields) == 0 && sum != 100 {
		fields = append(fields, wrong(ErrWeightsSum, path, map[string]any{"sum": sum}))
	}
	return fields
}

func (c Config) wrongPercentile(channel Channel) []fault.Field {
	if slices.Contains(Percentiles[:], c.Channel(channel).Percentile) {
		return nil
	}
	return []fault.Field{wrong(ErrPercentile, "config."+channel.String()+".percentile", nil)}
}
