package core

import (
	"context"
	"slices"
	"strings"
	"time"

	"puls.app/services/contacts/internal/spelling"
)

// PropertyStore changes properties. Its methods fail with ErrPropertyNotFound.
type PropertyStore interface {
	// RenameProperty gives a property another name if allow, told the names of the uid's others, does.
	RenameProperty(
		ctx context.Context, account AccountID, id PropertyID, name string, allow func(p Property, taken []string) error,
	) (Property, error)
	// RemoveProperty deletes a property with its scores. Its values stay until they are cleared.
	RemoveProperty(ctx context.Context, account AccountID, id PropertyID, now time.Time) error
	// ClearProperty deletes the values of the property that was removed first, before a moment, and reports whether there
	// was one.
	ClearProperty(ctx context.Context, before time.Time) (more bool, err error)
}

// mayBeCalled allows a name that no other property of the uid has, letter case apart.
func (p Property) mayBeCalled(name string, taken []string) error {
	if p.Trait && strings.ContainsAny(name, "|&%") { // signs that only characteristics have
		return ErrPropertyName.WithField("name", ErrPropertyName.Detail)
	}
	if slices.ContainsFunc(taken, func(other string) bool { return strings.EqualFold(other, name) }) {
		return ErrPropertyExists.WithField("name", ErrPropertyExists.Detail)
	}
	return nil
}

// RenameProperty gives a property another name. It fails with ErrPropertyName, ErrPropertyNotFound and
// ErrPropertyExists.
func (a *App) RenameProperty(ctx context.Context, account AccountID, id PropertyID, name string) (Property, error) {
	usage, err := a.scorings.Usage(ctx, account)
	if err != nil {
		return Property{}, err
	}
	name = spelling.Name(name)
	property, err := a.store.RenameProperty(ctx, account, id, name, func(p Property, taken []string) error {
		return p.mayBeCalled(name, taken)
	})
	property.UsedBy = usage.Properties[id]
	return property, err
}

// DeleteProperty removes a property that no scoring fills. It fails with ErrPropertyNotFound and ErrPropertyInUse. A
// scoring that begins to fill it meanwhile says in its receipt that it is gone.
func (a *App) DeleteProperty(ctx context.Context, account AccountID, id PropertyID) error {
	usage, err := a.scorings.Usage(ctx, account)
	if err != nil {
		return err
	}
	if uses := usage.Properties[id]; len(uses) > 0 {
		return ErrPropertyInUse.Withf("the scoring %q fills the property", uses[0].Name)
	}
	return a.store.RemoveProperty(ctx, account, id, a.now())
}

// ClearProperties deletes the values of properties that were deleted a while ago. It waits while hold does.
func (a *App) ClearProperties(ctx context.Context, hold func(context.Context)) error {
	for more := true; more && ctx.Err() == nil; {
		hold(ctx)
		var err error
		if more, err = a.store.ClearProperty(ctx, a.now().Add(-settleAfter)); err != nil {
			return err
		}
	}
	return nil
}
