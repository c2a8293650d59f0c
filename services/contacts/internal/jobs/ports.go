package jobs

import (
	"context"
	"time"

	"puls.app/services/contacts/internal/core"
	"puls.app/services/contacts/internal/engine"
)

// Store is what the worker needs kept.
type Store interface {
	// Waiting answers one import of each account that may be read next, the longest unserved account first.
	Waiting(ctx context.Context) ([]core.Import, error)
	// TryAccount takes the right to read an account's imports; release is nil when another worker has it.
	TryAccount(ctx context.Context, account int32) (release func(), err error)
	// Take counts an attempt and answers the import as it stands; nil when it is not to be read now.
	Take(ctx context.Context, id core.ImportID) (*core.Import, error)
	SetTimezone(ctx context.Context, id core.ImportID, zone string) error
	// Postpone leaves an import alone until then. Forgiven attempts do not count.
	Postpone(ctx context.Context, id core.ImportID, until time.Time, forgiven bool) error
	Fail(ctx context.Context, id core.ImportID) error

	// Block adds a piece of a file to text and answers the result; false behind the last one.
	Block(ctx context.Context, id core.ImportID, number int, text []byte) ([]byte, bool, error)
	Databases(ctx context.Context, account int32) ([]core.Database, error)
	Properties(ctx context.Context, account int32) ([]core.Property, error)
	// CleanUploads removes the pieces of files that never ended and got no piece since before.
	CleanUploads(ctx context.Context, before time.Time) (int64, error)

	// ApplyContacts applies rows and moves their import on. It fails with core.ErrMoved.
	ApplyContacts(ctx context.Context, account int32, progress core.Progress, rows []core.Row) error
	// CommitEngagement publishes batches and moves their import on. It fails with core.ErrMoved and
	// core.ErrDictionaryChanged.
	CommitEngagement(ctx context.Context, step EngagementStep) error
	// FinishSettled ends the imports whose batches have all been taken in, and answers whether others wait for that.
	FinishSettled(ctx context.Context) (left bool, err error)
	Dictionary
}

// Dictionary finds contacts by address.
type Dictionary interface {
	// DictionaryState answers how many contacts a database has had and the version of its addresses.
	DictionaryState(ctx context.Context, account, database int32) (contacts int32, version int64, err error)
	// LoadBook makes a book of all addresses of some kinds.
	LoadBook(ctx context.Context, account, database int32, kinds []engine.AddressKind) (*engine.Book, error)
	// LookUp makes a book of the contacts that have one of the addresses, by kind.
	LookUp(ctx context.Context, account, database int32, addresses [3][]string) (*engine.Book, error)
}

// EngagementStep is what rows of engagement say.
type EngagementStep = core.EngagementStep

// Accounts tells the timezone of an account.
type Accounts interface {
	Timezone(ctx context.Context, account int32) (string, error)
}

// Encode makes a batch what is published under an id.
type Encode func(id [16]byte, batch *engine.Batch) ([]byte, error)
