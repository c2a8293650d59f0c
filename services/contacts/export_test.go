package contacts

import (
	"puls.app/services/contacts/internal/intake"
	"puls.app/services/kit/host"
)

// ServiceWith is the service with another client of Amazon.
func ServiceWith(sns intake.Amazon) host.Service { return service(sns) }
