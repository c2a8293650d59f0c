package rpc

import (
	"cmp"
	"context"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/kit/auth"
)

// actor returns the caller and origin for the event log. The origin is name, if there is one, such as that of a file;
// else it is "API" or "WWW".
func actor(ctx context.Context, name string) contact.Actor {
	id := auth.From(ctx)
	from := "WWW"
	if id.Key != "" {
		from = "API"
	}
	return contact.Actor{Who: id.Name(), From: cmp.Or(name, from)}
}
