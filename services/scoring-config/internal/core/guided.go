package core

import (
	"fmt"
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
	defaults := PredefinedMailing()
	return derive(MailingWeights[:], shares, func(i int) []int {
		d := defaults[MailingTypes[i]]
		return []int{d.OR, d.CTR, d.Delivery}
	})
}

// DeriveSMS returns the weights that shares of the types of SMS make, in whole percent.
func DeriveSMS(shares []int) map[string]int {
	defaults := PredefinedSMS()
	return derive(SMSWeights[:], shares, func(i int) []int {
		d := defaults[SMSTypes[i]]
		return []int{d.CTR, d.Delivery}
	})
}

// derive sums the default weights times the shares, rounded half up. What is over 100 is taken from the largest weight,
// what is missing given to the smallest; among equals to the first.
func derive(names []string, shares []int, defaults func(i int) []int) map[string]int {
	sums := make([]int, len(names))
	for i, share := range shares {
		for j, weight := range defaults(i) {
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

// guide gives the channels of a guided scoring the weights that its shares make, as far as these are complete, and
// every website scoring of a single uid all its visitors.
func (c *Content) guide() {
	if web := c.Config.Web; web != nil && len(web.Sources) == 1 {
		web.Sources[0].IncludedAll = true
	}
	if !c.ByWizard || c.Predefined == nil {
		return
	}
	if part := c.Config.Mailing; part != nil &&
		checkShares("mailing", MailingTypes[:], c.Predefined.Mailing, c.Predefined.MailingTypes) == nil {
		part.Weights = DeriveMailing(c.Predefined.Mailing)
	}
	if part := c.Config.SMS; part != nil &&
		checkShares("sms", SMSTypes[:], c.Predefined.SMS, c.Predefined.SMSTypes) == nil {
		part.Weights = DeriveSMS(c.Predefined.SMS)
	}
	if part := c.Config.Web; part != nil && checkWebShares(c.Predefined.Web) == nil {
		part.Weights = map[string]int{}
		for name, share := range c.Predefined.Web {
			part.Weights[name] = share
		}
	}
}

// checkGuided holds for a guided scoring outside drafts: every channel has its shares.
func checkGuided(config Config, predefined *Predefined) error {
	if predefined == nil {
		predefined = &Predefined{}
	}
	for _, channel := range config.Channels() {
		var wrong *fault.Fault
		switch channel {
		case Mailing:
			wrong = checkShares("mailing", MailingTypes[:], predefined.Mailing, predefined.MailingTypes)
		case SMS:
			wrong = checkShares("sms", SMSTypes[:], predefined.SMS, predefined.SMSTypes)
		case Web:
			wrong = checkWebShares(predefined.Web)
		}
		if wrong != nil {
			return wrong
		}
	}
	return nil
}

// checkShares wants a number for each type, 0 for those that are not sent, together 100.
func checkShares(channel string, types []string, shares []int, enabled []string) *fault.Fault {
	field := "predefinedConfigSelection." + channel
	if len(shares) != len(types) {
		return wrongShares(field, map[string]any{"count": len(shares), "wanted": len(types)})
	}
	sum := 0
	for i, share := range shares {
		sum += share
		if share > 0 && len(enabled) > 0 && !slices.Contains(enabled, types[i]) {
			return wrongShares(fmt.Sprintf("%s[%d]", field, i), map[string]any{"type": types[i]})
		}
	}
	if sum != 100 {
		return wrongShares(field, map[string]any{"sum": sum})
	}
	return nil
}

func checkWebShares(shares map[string]int) *fault.Fault {
	sum := 0
	for _, share := range shares {
		sum += share
	}
	if sum != 100 {
		return wrongShares("predefinedConfigSelection.web", map[string]any{"sum": sum})
	}
	return nil
}

func wrongShares(field string, params map[string]any) *fault.Fault {
	return ErrShares.With(fault.Field{Name: field, Class: ErrShares.Reason, Params: params, Message: ErrShares.Detail})
}
