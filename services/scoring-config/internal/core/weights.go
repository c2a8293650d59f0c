package core

// What a scoring is chosen from, in the order of the interface.
var (
	// Percentiles are the places of the reference, in percent.
	Percentiles = [...]int{80, 85, 90, 95}
	// DayRanges are the analysis periods, in days.
	DayRanges = [...]int{14, 28, 42, 63, 91}
)

// What a scoring begins with.
const (
	DefaultPercentile = 90
	DefaultDayRange   = 14
)

// Custom weights begin with these.
var (
	CustomMailing = MailingDefault{OR: 45, CTR: 30, Delivery: 25}
	CustomSMS     = SMSDefault{CTR: 25, Delivery: 75}
)

// MailingDefault are the weights of one type of e-mail in whole percent.
type MailingDefault struct{ OR, CTR, Delivery int }

// SMSDefault are the weights of one type of SMS in whole percent.
type SMSDefault struct{ CTR, Delivery int }

// PredefinedMailing are the default weights by type of e-mail, in the order of MailingTypes. Equal shares of all types
// give the custom defaults.
var PredefinedMailing = [len(MailingTypes)]MailingDefault{
	{OR: 40, CTR: 45, Delivery: 15},
	{OR: 55, CTR: 20, Delivery: 25},
	{OR: 40, CTR: 45, Delivery: 15},
	{OR: 50, CTR: 15, Delivery: 35},
	{OR: 40, CTR: 25, Delivery: 35},
}

// PredefinedSMS are the default weights by type of SMS, in the order of SMSTypes. Equal shares of all types give the
// custom defaults.
var PredefinedSMS = [len(SMSTypes)]SMSDefault{
	{CTR: 20, Delivery: 80},
	{CTR: 25, Delivery: 75},
	{CTR: 45, Delivery: 55},
	{CTR: 10, Delivery: 90},
}
