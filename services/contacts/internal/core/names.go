package core

import "context"

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
