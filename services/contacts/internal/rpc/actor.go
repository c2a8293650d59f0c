package rpc

import (
	"cmp"
	"context"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/kit/auth"
)

// actor returns who calls, as the event log names them, and from where: the name of a file or a scoring, where there is
// one.
func actor(ctx context.Context, name string) contact.Actor {
	id := auth.From(ctx)
	from := "WWW"
	if id.Key != "" {
		from = "API"
	}
	return contact.Actor{Who: id.Who(), From: cmp.Or(name, from)}
}
