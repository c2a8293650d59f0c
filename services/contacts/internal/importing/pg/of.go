package pg

import "puls.app/services/contacts/internal/contact"

// of returns the unsubscriptions of one database.
func of(all []contact.Unsubscription, database contact.DatabaseID) []contact.Unsubscription {
	var found []contact.Unsubscription
	for _, u := range all {
		if u.Database == database {
			found = append(found, u)
		}
	}
	return found
}
