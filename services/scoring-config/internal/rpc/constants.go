package rpc

import (
	"context"

	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	"puls.app/services/scoring-config/internal/core"
)

// GetPredefinedWeights returns what a scoring is chosen from.
func (s *Server) GetPredefinedWeights(
	context.Context, *scoringconfigv1.GetPredefinedWeightsRequest,
) (*scoringconfigv1.GetPredefinedWeightsResponse, error) {
	mailing, sms := core.DefaultsOf(core.Mailing), core.DefaultsOf(core.SMS)
	res := &scoringconfigv1.GetPredefinedWeightsResponse{
		Mailing: map[string]*scoringconfigv1.MailingPercents{}, Sms: map[string]*scoringconfigv1.SmsPercents{},
		MailingCategories: core.Mailing.Categories(), SmsCategories: core.SMS.Categories(),
		CustomMailing: mailingToProto(mailing.Custom), CustomSms: smsToProto(sms.Custom),
		Percentiles: numbers(core.Percentiles[:]), DefaultPercentile: core.DefaultPercentile,
		DayRanges: numbers(core.DayRanges[:]), DefaultDayRange: core.DefaultDayRange, WebEvents: core.Web.Weights(),
	}
	for i, category := range res.GetMailingCategories() {
		res.Mailing[category] = mailingToProto(mailing.ByCategory[i])
	}
	for i, category := range res.GetSmsCategories() {
		res.Sms[category] = smsToProto(sms.ByCategory[i])
	}
	return res, nil
}

func mailingToProto(weights []int) *scoringconfigv1.MailingPercents {
	return &scoringconfigv1.MailingPercents{Or: int32(weights[0]), Ctr: int32(weights[1]), Delivery: int32(weights[2])}
}

func smsToProto(weights []int) *scoringconfigv1.SmsPercents {
	return &scoringconfigv1.SmsPercents{Ctr: int32(weights[0]), Delivery: int32(weights[1])}
}

func numbers(from []int) []int32 {
	var list []int32
	for _, n := range from {
		list = append(list, int32(n))
	}
	return list
}
