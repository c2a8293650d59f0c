package contact

import "puls.app/services/kit/fault"

// Limits are the limits of an account.
type Limits struct {
	// Databases limits an account, Groups and Properties each of its uids.
	Databases, Groups, Properties int
}

// Allow decides whether an account or uid that has so many of a thing may have one more. The store calls it within the
// transaction that adds the thing, while no other transaction can add one.
type Allow func(have int) error

// Under allows up to most, and otherwise fails with exceeded at a field of the request.
func Under(most int, exceeded *fault.Fault, field string) Allow {
	return func(have int) error {
		if have >= most {
			return exceeded.WithField(field, exceeded.Detail)
		}
		return nil
	}
}
