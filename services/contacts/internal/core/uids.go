package core

// uids finds the databases of an account by what rows call them.
type uids map[string]DatabaseID

// uidsOf makes rows without a uid mean one.
func uidsOf(usual string, databases []Database) uids {
	u := make(uids, len(databases)+1)
	for _, d := range databases {
		u[d.UID] = d.ID
		if d.UID == usual {
			u[""] = d.ID
		}
	}
	return u
}

// find puts leading zeros back, which spreadsheets cut off.
func (u uids) find(uid []byte) (DatabaseID, bool) {
	id, ok := u[string(uid)]
	if !ok && len(uid) > 0 && len(uid) < 3 {
		id, ok = u["000"[len(uid):]+string(uid)]
	}
	return id, ok
}
