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
	res := &scoringconfigv1.GetPredefinedWeightsResponse{
		Mailing: map[string]*scoringconfigv1.MailingPercents{}, Sms: map[string]*scoringconfigv1.SmsPercents{},
		MailingCategories: core.MailingTypes[:], SmsCategories: core.SMSTypes[:],
		CustomMailing: mailingToProto(core.CustomMailing), CustomSms: smsToProto(core.CustomSMS),
		Percentiles: numbers(core.Percentiles[:]), DefaultPercentile: core.DefaultPercentile,
		DayRanges: numbers(core.DayRanges[:]), DefaultDayRange: core.DefaultDayRange, WebEvents: core.Web.Weights(),
	}
	for i, category := range core.MailingTypes {
		res.Mailing[category] = mailingToProto(core.PredefinedMailing[i])
	}
	for i, category := range core.SMSTypes {
		res.Sms[category] = smsToProto(core.PredefinedSMS[i])
	}
	return res, nil
}

func mailingToProto(w core.MailingDefault) *scoringconfigv1.MailingPercents {
	return &scoringconfigv1.MailingPercents{Or: int32(w.OR), Ctr: int32(w.CTR), Delivery: int32(w.Delivery)}
}

func smsToProto(w core.SMSDefault) *scoringconfigv1.SmsPercents {
	return &scoringconfigv1.SmsPercents{Ctr: int32(w.CTR), Delivery: int32(w.Delivery)}
}

func numbers(from []int) []int32 {
	var list []int32
	for _, n := range from {
		list = append(list, int32(n))
	}
	return list
}
