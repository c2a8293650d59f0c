package rpc

import (
	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	"puls.app/services/scoring-config/internal/core"
)

// Only this file names the fields of the contracts that belong to one channel.

func configToProto(c core.Config) *scoringconfigv1.Config {
	p := &scoringconfigv1.Config{DaysAgo: int32(c.DaysAgo), GenerateHistorical: c.GenerateHistorical}
	if m := c.Mailing; m != nil {
		p.Mailing = &scoringconfigv1.MailingConfig{
			Weights: &scoringconfigv1.MailingWeights{
				Or: decimal(m.Weights, "or"), Ctr: decimal(m.Weights, "ctr"), Delivery: decimal(m.Weights, "delivery"),
			},
			Percentile: fraction(m.Percentile), DataSources: sourcesToProto(m.Sources), ExportToProperty: exportToProto(m),
			LeaveOutMachines: m.LeaveOutMachines,
		}
	}
	if m := c.SMS; m != nil {
		p.Sms = &scoringconfigv1.SmsConfig{
			Weights:    &scoringconfigv1.SmsWeights{Ctr: decimal(m.Weights, "ctr"), Delivery: decimal(m.Weights, "delivery")},
			Percentile: fraction(m.Percentile), DataSources: sourcesToProto(m.Sources), ExportToProperty: exportToProto(m),
		}
	}
	if w := c.Web; w != nil {
		p.Web = &scoringconfigv1.WebConfig{
			Weights: map[string]string{}, Percentile: fraction(w.Percentile), DataSources: sourcesToProto(w.Sources),
			ExportToProperty: exportToProto(w),
		}
		for name := range w.Weights {
			p.Web.Weights[name] = decimal(w.Weights, name)
		}
	}
	return p
}

func configFromProto(p *scoringconfigv1.Config) core.Config {
	c := core.Config{DaysAgo: daysAgo(p), GenerateHistorical: p.GetGenerateHistorical()}
	if m := p.GetMailing(); m != nil {
		weights := percents(
			map[string]string{
				"or": m.GetWeights().GetOr(), "ctr": m.GetWeights().GetCtr(), "delivery": m.GetWeights().GetDelivery(),
			},
		)
		c.Mailing = channelFromProto(weights, m.GetPercentile(), m.GetDataSources(), m.GetExportToProperty())
		c.Mailing.LeaveOutMachines = m.GetLeaveOutMachines()
	}
	if m := p.GetSms(); m != nil {
		weights := percents(map[string]string{"ctr": m.GetWeights().GetCtr(), "delivery": m.GetWeights().GetDelivery()})
		c.SMS = channelFromProto(weights, m.GetPercentile(), m.GetDataSources(), m.GetExportToProperty())
	}
	if w := p.GetWeb(); w != nil {
		c.Web = channelFromProto(percents(w.GetWeights()), w.GetPercentile(), w.GetDataSources(), w.GetExportToProperty())
	}
	return c
}

func predefinedToProto(p *core.Predefined) *scoringconfigv1.PredefinedSelection {
	if p == nil {
		return nil
	}
	out := &scoringconfigv1.PredefinedSelection{
		Mailing: numbers(p.Mailing), Sms: numbers(p.SMS), Web: map[string]int32{}, MailingTypes: p.MailingTypes,
		SmsTypes: p.SMSTypes,
	}
	for name, percent := range p.Web {
		out.Web[name] = int32(percent)
	}
	return out
}

func predefinedFromProto(p *scoringconfigv1.PredefinedSelection) *core.Predefined {
	if p == nil {
		return nil
	}
	list := func(values []int32) []int {
		var out []int
		for _, v := range values {
			out = append(out, int(v))
		}
		return out
	}
	out := &core.Predefined{
		Mailing: list(p.GetMailing()), SMS: list(p.GetSms()), MailingTypes: p.GetMailingTypes(), SMSTypes: p.GetSmsTypes(),
	}
	for name, percent := range p.GetWeb() {
		if out.Web == nil {
			out.Web = map[string]int{}
		}
		out.Web[name] = int(percent)
	}
	return out
}

func setDefaults(res *scoringconfigv1.GetPredefinedWeightsResponse) {
	mailing, sms := core.DefaultsOf(core.Mailing), core.DefaultsOf(core.SMS)
	res.MailingCategories, res.CustomMailing = core.Mailing.Categories(), mailingToProto(mailing.Custom)
	res.Mailing = map[string]*scoringconfigv1.MailingPercents{}
	for i, category := range res.GetMailingCategories() {
		res.Mailing[category] = mailingToProto(mailing.ByCategory[i])
	}
	res.SmsCategories, res.CustomSms = core.SMS.Categories(), smsToProto(sms.Custom)
	res.Sms = map[string]*scoringconfigv1.SmsPercents{}
	for i, category := range res.GetSmsCategories() {
		res.Sms[category] = smsToProto(sms.ByCategory[i])
	}
}

func mailingToProto(weights []int) *scoringconfigv1.MailingPercents {
	return &scoringconfigv1.MailingPercents{Or: int32(weights[0]), Ctr: int32(weights[1]), Delivery: int32(weights[2])}
}

func smsToProto(weights []int) *scoringconfigv1.SmsPercents {
	return &scoringconfigv1.SmsPercents{Ctr: int32(weights[0]), Delivery: int32(weights[1])}
}

func activeParts(p *scoringconfigv1.ActiveConfig) map[core.Channel]*scoringconfigv1.ActiveChannel {
	return map[core.Channel]*scoringconfigv1.ActiveChannel{
		core.Mailing: p.GetMailing(), core.SMS: p.GetSms(), core.Web: p.GetWeb(),
	}
}

func fileParts(of func(core.Channel) *scoringconfigv1.FileChannel) *scoringconfigv1.FileConfig {
	return &scoringconfigv1.FileConfig{Mailing: of(core.Mailing), Sms: of(core.SMS), Web: of(core.Web)}
}

func partsOfFile(p *scoringconfigv1.FileConfig) map[core.Channel]*scoringconfigv1.FileChannel {
	return map[core.Channel]*scoringconfigv1.FileChannel{
		core.Mailing: p.GetMailing(), core.SMS: p.GetSms(), core.Web: p.GetWeb(),
	}
}
