package contact

import (
	"context"
	"slices"
	"strings"
	"time"

	"puls.app/services/contacts/internal/spelling"
)

// PropertyStore stores properties. Every method but ClearProperty is limited to one account; those that change a
// property fail with ErrPropertyNotFound.
type PropertyStore interface {
	// Properties returns all properties of the account, by uid and name.
	Properties(ctx context.Context, account AccountID) ([]Property, error)
	// CreateProperty adds a property to its uid if allow permits it, given the names of the uid's properties. It fails
	// with ErrDatabaseNotFound.
	CreateProperty(
		ctx context.Context, account AccountID, p Property, allow func(taken []string) error,
	) (PropertyID, error)
	// RenameProperty renames a property if allow permits it, given the names of the uid's other properties.
	RenameProperty(
		ctx context.Context, account AccountID, id PropertyID, name string, allow func(p Property, taken []string) error,
	) (Property, error)
	// RemoveProperty deletes a property with its scores. Its values stay until they are cleared.
	RemoveProperty(ctx context.Context, account AccountID, id PropertyID, now time.Time) error
	// ClearProperty deletes the values of the property that was removed first before a moment, and reports whether there
	// was one.
	ClearProperty(ctx context.Context, before time.Time) (more bool, err error)
}

// mayBeCalled fails unless a name is valid and, ignoring case, differs from the taken ones.
func (p Property) mayBeCalled(name string, taken []string) error {
	if p.Trait && strings.ContainsAny(name, "|&%") { // only characteristics may have these characters
		return ErrPropertyName.WithField("name", ErrPropertyName.Detail)
	}
	if slices.ContainsFunc(taken, func(other string) bool { return strings.EqualFold(other, name) }) {
		return ErrPropertyExists.WithField("name", ErrPropertyExists.Detail)
	}
	return nil
}

// RenameProperty renames a property. It fails with ErrPropertyName, ErrPropertyNotFound and ErrPropertyExists.
func (a *App) RenameProperty(ctx context.Context, account AccountID, id PropertyID, name string) (Property, error) {
	usage, err := a.Scorings.Usage(ctx, account)
	if err != nil {
		return Property{}, err
	}
	name = spelling.Name(name)
	property, err := a.PropertyStore.RenameProperty(ctx, account, id, name, func(p Property, taken []string) error {
		return p.mayBeCalled(name, taken)
	})
	property.UsedBy = usage.Properties[id]
	return property, err
}

// DeleteProperty removes a property that no scoring fills. It fails with ErrPropertyNotFound and ErrPropertyInUse. When
// a scoring begins to fill it meanwhile, the scoring's receipt says that it is gone.
func (a *App) DeleteProperty(ctx context.Context, account AccountID, id PropertyID) error {
	usage, err := a.Scorings.Usage(ctx, account)
	if err != nil {
		return err
	}
	if uses := usage.Properties[id]; len(uses) > 0 {
		return ErrPropertyInUse.Withf("the scoring %q fills the property", uses[0].Name)
	}
	return a.PropertyStore.RemoveProperty(ctx, account, id, a.Now())
}

// ClearProperties deletes the values of properties that were deleted at least SettleAfter ago. It calls hold before
// each, which may wait.
func (a *App) ClearProperties(ctx context.Context, hold func(context.Context)) error {
	for more := true; more && ctx.Err() == nil; {
		hold(ctx)
		var err error
		if more, err = a.PropertyStore.ClearProperty(ctx, a.Now().Add(-SettleAfter)); err != nil {
			return err
		}
	}
	return nil
}

// MaxScore is the greatest score; the least is 0.
const MaxScore = 100
