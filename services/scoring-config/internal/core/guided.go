package core

import (
	"fmt"
	"maps"
	"slices"

	"puls.app/services/kit/fault"
)

// Derive returns the weights, in whole percent, that follow from shares of a channel's categories. The sums of default
// weights times shares are rounded half up. An excess over 100 is taken from the largest weight, a lack is added to the
// smallest; among equals the first one changes.
func Derive(channel Channel, shares []int) map[string]int {
	names := channel.Weights()
	sums := make([]int, len(names))
	for i, share := range shares {
		for j, weight := range defaults[channel].ByCategory[i] {
			sums[j] += weight * share
		}
	}
	total := 0
	for j := range sums {
		sums[j] = (sums[j] + 50) / 100
		total += sums[j]
	}
	adjust := slices.Index(sums, slices.Max(sums))
	if total < 100 {
		adjust = slices.Index(sums, slices.Min(sums))
	}
	sums[adjust] += 100 - total
	weights := make(map[string]int, len(names))
	for j, name := range names {
		weights[name] = sums[j]
	}
	return weights
}

// weights returns the weights that follow from complete shares.
func (p *Predefined) weights(channel Channel) map[string]int {
	if channel == Web {
		return maps.Clone(p.Web)
	}
	shares, _ := p.shares(channel)
	return Derive(channel, shares)
}

// wrongShares requires that a guided scoring has a share for each type of a channel, 0 for types that are not sent,
// with the sum 100.
func (c *Content) wrongShares(channel Channel) []fault.Field {
	if !c.ByWizard {
		return nil
	}
	p := c.Predefined
	if p == nil {
		p = &Predefined{}
	}
	if channel == Web {
		return wrongSum(channel, slices.Collect(maps.Values(p.Web)))
	}
	shares, enabled := p.shares(channel)
	return wrongTypes(channel, shares, enabled)
}

func wrongTypes(channel Channel, shares []int, enabled []string) []fault.Field {
	path, types := "predefinedConfigSelection."+channel.String(), channel.Categories()
	if len(shares) != len(types) {
		return []fault.Field{wrong(ErrShares, path, map[string]any{"count": len(shares), "wanted": len(types)})}
	}
	var fields []fault.Field
	for i, share := range shares {
		if share > 0 && len(enabled) > 0 && !slices.Contains(enabled, types[i]) {
			fields = append(fields, wrong(ErrShares, fmt.Sprintf("%s[%d]", path, i), map[string]any{"type": types[i]}))
		}
	}
	return append(fields, wrongSum(channel, shares)...)
}

func wrongSum(channel Channel, shares []int) []fault.Field {
	sum := 0
	for _, share := range shares {
		sum += share
	}
	if sum == 100 {
		return nil
	}
	return []fault.Field{wrong(ErrShares, "predefinedConfigSelection."+channel.String(), map[string]any{"sum": sum})}
}
