package core

import (
	"context"
	"errors"
	"strings"
)

// CheckPropertyName holds for a trait, a property without a type: the signs that only characteristics have are none of
// its name.
func CheckPropertyName(name, kind string) error {
	if kind == "" && strings.ContainsAny(name, "|&%") {
		return ErrPropertyName.WithField("name", ErrPropertyName.Detail)
	}
	return nil
}

// NamedInBody answers an error for a call whose body names a uid.
func NamedInBody(err error) error {
	if errors.Is(err, ErrDatabaseNotFound) {
		return ErrUIDUnknown.WithField("uid", ErrUIDUnknown.Detail)
	}
	return err
}

// Reference names a group or property with the uid that it must belong to.
type Reference struct {
	UID string
	ID  int32
}

// Names are what somebody outside wants to name of an account.
type Names struct {
	UIDs               []string
	Groups, Properties []Reference
}

// BadNames are those of the names that cannot be used.
type BadNames struct {
	UIDs               []string
	Groups, Properties []Reference
	// Texts are properties that hold no numbers.
	Texts []Reference
}

// NameStore knows which names an account has.
type NameStore interface {
	CheckNames(ctx context.Context, account int32, names Names) (BadNames, error)
}
