package contacts

import (
	"puls.app/services/contacts/internal/intake"
	"puls.app/services/kit/host"
)

// ServiceWith is the service with somebody else in the place of Amazon.
func ServiceWith(sns intake.Amazon) host.Service { return service(sns) }
