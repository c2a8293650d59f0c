package rpc

import (
	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
)

// Only the functions in this file name the fields of the contracts that belong to one channel.

func setChannels(to *contactsv1.Contact, card *contact.FullCard, withLinks bool) {
	to.EmailConsent, to.SmsConsent = card.Consents.Of(fact.Mailing), card.Consents.Of(fact.SMS)
	to.EmailBlocked, to.GsmBlocked = card.Blocked.Of(fact.Mailing), card.Blocked.Of(fact.SMS)
	if withLinks {
		to.EmailUnsubscribeUrl, to.SmsUnsubscribeUrl = card.Links.Of(fact.Mailing), card.Links.Of(fact.SMS)
	}
}

func setFoundChannels(to *contactsv1.FoundContact, c contact.FoundContact) {
	to.EmailConsent, to.SmsConsent = c.Consents.Of(fact.Mailing), c.Consents.Of(fact.SMS)
	to.EmailBlocked, to.GsmBlocked = c.Blocked.Of(fact.Mailing), c.Blocked.Of(fact.SMS)
}

func setReached(to *contactsv1.Group, reached contact.ByChannel[int32]) {
	to.EmailValue, to.SmsValue = reached.Of(fact.Mailing), reached.Of(fact.SMS)
}

func consentsOfNew(req *contactsv1.AddContactRequest) contact.ByChannel[*bool] {
	email, sms := req.GetEmailConsent(), req.GetSmsConsent()
	return contact.ByChannel[*bool]{&email, &sms}
}

func changedConsents(req *contactsv1.UpdateContactRequest) contact.ByChannel[*bool] {
	return contact.ByChannel[*bool]{req.EmailConsent, req.SmsConsent}
}

func changedBlocks(req *contactsv1.UpdateContactRequest) contact.ByChannel[*bool] {
	return contact.ByChannel[*bool]{req.EmailBlocked, req.GsmBlocked}
}

func withoutConsent(without contact.ByChannel[int]) *contactsv1.WithoutConsent {
	return &contactsv1.WithoutConsent{Email: int32(without.Of(fact.Mailing)), Sms: int32(without.Of(fact.SMS))}
}

func effectsToProto(e contact.Effects) *contactsv1.ImportEffects {
	return &contactsv1.ImportEffects{
		NewCount: int32(e.New), ChangedCount: int32(e.Changed), UnchangedCount: int32(e.Unchanged),
		EmailConsentsGiven: int32(e.Given.Of(fact.Mailing)), EmailConsentsWithdrawn: int32(e.Withdrawn.Of(fact.Mailing)),
		SmsConsentsGiven: int32(e.Given.Of(fact.SMS)), SmsConsentsWithdrawn: int32(e.Withdrawn.Of(fact.SMS)),
		UnsubscribedKept: int32(e.UnsubscribedKept), NewGroups: e.NewGroups,
		NewGroupCount:    int32(len(e.NewGroups) + e.MoreGroups),
		NewEmailConsents: int32(e.NewGiven.Of(fact.Mailing)), NewSmsConsents: int32(e.NewGiven.Of(fact.SMS)),
	}
}
