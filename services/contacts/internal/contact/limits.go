package contact

import "puls.app/services/kit/fault"

// Limits are how much an account may have.
type Limits struct {
	// Databases of an account; Groups and Properties of each of them.
	Databases, Groups, Properties int
}

// Allow decides whether an account, or a uid of it, that has so many of something may have one more. The store calls it
// within the transaction that adds one, while nobody else does.
type Allow func(have int) error

// Under allows up to most, and fails at a field of the request.
func Under(most int, exceeded *fault.Fault, field string) Allow {
	return func(have int) error {
		if have >= most {
			return exceeded.WithField(field, exceeded.Detail)
		}
		return nil
	}
}
