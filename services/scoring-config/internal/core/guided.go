package core

import (
	"fmt"
	"maps"
	"slices"

	"puls.app/services/kit/fault"
)

// The types of messages, in the order of their shares.
var (
	MailingTypes = [...]string{"sales", "info", "advertising", "internal", "education"}
	SMSTypes     = [...]string{"automatic", "info", "advertising", "mandatory"}
)

// DeriveMailing returns the weights that shares of the types of e-mail make, in whole percent.
func DeriveMailing(shares []int) map[string]int {
	var sums [3]int
	for i, share := range shares {
		sums[0] += PredefinedMailing[i].OR * share
		sums[1] += PredefinedMailing[i].CTR * share
		sums[2] += PredefinedMailing[i].Delivery * share
	}
	return derive(Mailing.Weights(), sums[:])
}

// DeriveSMS returns the weights that shares of the types of SMS make, in whole percent.
func DeriveSMS(shares []int) map[string]int {
	var sums [2]int
	for i, share := range shares {
		sums[0] += PredefinedSMS[i].CTR * share
		sums[1] += PredefinedSMS[i].Delivery * share
	}
	return derive(SMS.Weights(), sums[:])
}

// derive rounds sums of default weights times shares, half up. What is over 100 is taken from the largest weight, what
// is missing given to the smallest; among equals to the first.
func derive(names []string, sums []int) map[string]int {
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

// weights returns what complete shares make.
func (p *Predefined) weights(channel Channel) map[string]int {
	switch channel {
	case Mailing:
		return DeriveMailing(p.Mailing)
	case SMS:
		return DeriveSMS(p.SMS)
	default:
		return maps.Clone(p.Web)
	}
}

// wrongShares wants of a guided scoring a number for each type of a channel, 0 for those that are not sent, together
// 100.
func (c *Content) wrongShares(channel Channel) []fault.Field {
	if !c.ByWizard {
		return nil
	}
	p := c.Predefined
	if p == nil {
		p = &Predefined{}
	}
	switch channel {
	case Mailing:
		return wrongTypes("mailing", MailingTypes[:], p.Mailing, p.MailingTypes)
	case SMS:
		return wrongTypes("sms", SMSTypes[:], p.SMS, p.SMSTypes)
	default:
		return wrongSum("web", slices.Collect(maps.Values(p.Web)))
	}
}

func wrongTypes(channel string, types []string, shares []int, enabled []string) []fault.Field {
	path := "predefinedConfigSelection." + channel
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

func wrongSum(channel string, shares []int) []fault.Field {
	sum := 0
	for _, share := range shares {
		sum += share
	}
	if sum == 100 {
		return nil
	}
	return []fault.Field{wrong(ErrShares, "predefinedConfigSelection."+channel, map[string]any{"sum": sum})}
}
