package pg

import (
	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/pg/db"
)

// Only this file names the columns of an import that belong to one channel.

func effectsFromRow(row db.GetImportRow) contact.Effects {
	return contact.Effects{
		New: int(row.NewContacts), Changed: int(row.ChangedContacts), Unchanged: int(row.UnchangedContacts),
		Given:            contact.ByChannel[int]{int(row.EmailGiven), int(row.SmsGiven)},
		Withdrawn:        contact.ByChannel[int]{int(row.EmailWithdrawn), int(row.SmsWithdrawn)},
		NewGiven:         contact.ByChannel[int]{int(row.NewEmailGiven), int(row.NewSmsGiven)},
		Without:          contact.ByChannel[int]{int(row.WithoutEmail), int(row.WithoutSms)},
		UnsubscribedKept: int(row.UnsubscribedKept), NewGroups: row.NewGroups,
		MoreGroups: int(row.GroupsMade) - len(row.NewGroups),
	}
}

func setEffects(params *db.AdvanceImportParams, e contact.Effects) {
	params.NewContacts, params.ChangedContacts = int32(e.New), int32(e.Changed)
	params.UnchangedContacts, params.UnsubscribedKept = int32(e.Unchanged), int32(e.UnsubscribedKept)
	params.EmailGiven, params.EmailWithdrawn = int32(e.Given[0]), int32(e.Withdrawn[0])
	params.SmsGiven, params.SmsWithdrawn = int32(e.Given[1]), int32(e.Withdrawn[1])
	params.NewEmailGiven, params.NewSmsGiven = int32(e.NewGiven[0]), int32(e.NewGiven[1])
	params.WithoutEmail, params.WithoutSms = int32(e.Without[0]), int32(e.Without[1])
	params.NewGroups = e.NewGroups
}
