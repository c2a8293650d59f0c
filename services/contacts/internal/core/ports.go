package core

import (
	"context"

	"puls.app/services/contacts/internal/engine"
)

// Database is a recipient database.
type Database struct {
	ID       int32
	UID      string
	Contacts int32
}

// Group is a set of contacts of a database; the counts are of members with an address.
type Group struct {
	ID         int32
	UID        string
	Name       string
	EmailCount int32
	SMSCount   int32
}

// Catalogue keeps databases, groups and properties. Every method is limited to one account.
type Catalogue interface {
	// Databases answers all of the account's, by uid.
	Databases(ctx context.Context, account int32) ([]Database, error)
	// EnsureDatabases adds uids that are missing.
	EnsureDatabases(ctx context.Context, account int32, uids []string) error
	// CreateDatabase fails with ErrDatabaseExists and ErrDatabaseLimit.
	CreateDatabase(ctx context.Context, account int32, uid string) error
	// Groups answers all of the account's with their counts, by name.
	Groups(ctx context.Context, account int32) ([]Group, error)
	// GroupNames answers what groups are called, by id; what the account does not have is missing.
	GroupNames(ctx context.Context, account int32, ids []int32) (map[int32]string, error)
	// CreateGroup fails with ErrGroupExists, ErrDatabaseNotFound and ErrGroupLimit.
	CreateGroup(ctx context.Context, account int32, uid, name string) (int32, error)
	// Properties answers all of the account's, by name.
	Properties(ctx context.Context, account int32) ([]Property, error)
	// CreateProperty fails with ErrPropertyExists, ErrDatabaseNotFound and ErrPropertyLimit.
	CreateProperty(ctx context.Context, account int32, uid, name string, number bool) (int32, error)
}

// Files keeps what is uploaded. Nothing of a file can be seen before Accept.
type Files interface {
	// FindByKey answers the import that an idempotency key stands for, nil if none.
	FindByKey(ctx context.Context, account int32, key string) (*Upload, error)
	// AddBlock keeps the next piece of a file.
	AddBlock(ctx context.Context, id ImportID, number int, data []byte) error
	// CheckWaiting fails with ErrImportLimit while as many of the account's imports wait as may.
	CheckWaiting(ctx context.Context, account int32) error
	// Accept makes the file an import that is read from then on. It fails with ErrKeyTaken when another upload
	// with the same idempotency key came first, and with ErrImportLimit.
	Accept(ctx context.Context, upload Upload) error
	// Discard removes the pieces of a file that was not accepted.
	Discard(ctx context.Context, id ImportID) error
}

// Imports tells about imports. Every method is limited to one account.
type Imports interface {
	// List answers a page of the imports, from 0, newest first, and how many there are.
	List(ctx context.Context, account int32, page, size int) (imports []Import, total int, err error)
	// Get fails with ErrImportNotFound.
	Get(ctx context.Context, account int32, id ImportID) (Import, error)
	// Refused hands refused rows in the order of their lines to visit until that answers false. The text of a row
	// is valid during the call only.
	Refused(ctx context.Context, account int32, id ImportID, visit func(line int, reason string, text []byte) (bool, error)) error
}

// AudienceQuery says whose bitmaps are wanted, and for what.
type AudienceQuery struct {
	Account   int32
	Channel   engine.Channel
	Day       int32
	Databases []int32
	Groups    []int32
}

// NewDays is for how many days contacts count as new.
const NewDays = 14

// AudienceChunk is the bitmaps of one chunk: little-endian words without the zero words at their end.
type AudienceChunk struct {
	Database int32
	Chunk    uint32
	Members  []byte
	// Consenting, Reachable and Created are of contacts, Known is of visitors.
	Consenting, Reachable, Created, Known []byte

	Groups []GroupBits
}

// GroupBits are the members of a group within a chunk.
type GroupBits struct {
	Group int32
	Bits  []byte
}

// Recipients are some contacts, or visitors with who they are known to be, in columns of one length.
type Recipients struct {
	Numbers     []uint32
	ExternalIDs []string
	Emails      []string
	GSMs        []string
	VisitorIDs  []string
}

// Audience reads who can be reached.
type Audience interface {
	// Chunks hands chunks to visit by database and number, all of one moment. It fails with ErrDatabaseNotFound.
	Chunks(ctx context.Context, q AudienceQuery, visit func(*AudienceChunk) error) error
	// Recipients hands contacts, or visitors, to visit by number. It fails with ErrDatabaseNotFound.
	Recipients(ctx context.Context, account, database int32, visitors bool, visit func(*Recipients) error) error
}
