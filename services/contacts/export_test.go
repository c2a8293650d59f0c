package contacts

import (
	"puls.app/services/contacts/internal/core"
	"puls.app/services/kit/host"
)

// ServiceWith is the service with somebody else in the place of Amazon.
func ServiceWith(sns core.Amazon) host.Service { return service(sns) }
