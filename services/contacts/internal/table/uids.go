package table

import "puls.app/services/contacts/internal/contact"

// UIDs maps the uids in rows to the databases of an account.
type UIDs map[string]contact.DatabaseID

// UidsOf returns the UIDs of databases. Rows without a uid belong to usual.
func UidsOf(usual string, databases []contact.Database) UIDs {
	u := make(UIDs, len(databases)+1)
	for _, d := range databases {
		u[d.UID] = d.ID
		if d.UID == usual {
			u[""] = d.ID
		}
	}
	return u
}

// find restores leading zeros, which spreadsheets cut off.
func (u UIDs) find(uid []byte) (contact.DatabaseID, bool) {
	id, ok := u[string(uid)]
	if !ok && len(uid) > 0 && len(uid) < 3 {
		id, ok = u["000"[len(uid):]+string(uid)]
	}
	return id, ok
}
