package core

// MailingDefault are the weights of one type of e-mail in whole percent.
type MailingDefault struct{ OR, CTR, Delivery int }

// SMSDefault are the weights of one type of SMS in whole percent.
type SMSDefault struct{ CTR, Delivery int }

// PredefinedMailing returns the default weights by type of e-mail. Equal shares of all types give the custom
// defaults 45, 30, 25.
func PredefinedMailing() map[string]MailingDefault {
	return map[string]MailingDefault{
		"sales":       {OR: 40, CTR: 45, Delivery: 15},
		"info":        {OR: 55, CTR: 20, Delivery: 25},
		"advertising": {OR: 40, CTR: 45, Delivery: 15},
		"internal":    {OR: 50, CTR: 15, Delivery: 35},
		"education":   {OR: 40, CTR: 25, Delivery: 35},
	}
}

// PredefinedSMS returns the default weights by type of SMS. Equal shares of all types give the custom defaults
// 25, 75.
func PredefinedSMS() map[string]SMSDefault {
	return map[string]SMSDefault{
		"automatic":   {CTR: 20, Delivery: 80},
		"info":        {CTR: 25, Delivery: 75},
		"advertising": {CTR: 45, Delivery: 55},
		"mandatory":   {CTR: 10, Delivery: 90},
	}
}
