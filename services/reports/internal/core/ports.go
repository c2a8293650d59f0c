package core

import (
	"context"
	"time"

	"github.com/google/uuid"
)

// Writer stores results. Every method is limited to one account unless stated otherwise.
type Writer interface {
	// Put stores calculations, of any accounts, all or none; a stored later or equal revision remains.
	Put(ctx context.Context, replacements ...Replacement) error
	// Remove deletes one revision of a result; other revisions remain.
	Remove(ctx context.Context, account AccountID, revision Revision) error
	// Accounts returns all accounts that have results.
	Accounts(ctx context.Context) ([]AccountID, error)
	// Revisions returns the stored revision of each result.
	Revisions(ctx context.Context, account AccountID) ([]Revision, error)
	// PutReceipts stores the receipts of filling properties with one revision's scores, in place of an older revision's. A
	// repeat changes nothing.
	PutReceipts(ctx context.Context, account AccountID, key Key, revision int, receipts []Receipt) error
}

// Store reads the stored results of one account.
type Store interface {
	// Dates returns the days with results, newest first; channel 0 means any.
	Dates(ctx context.Context, account AccountID, scoring uuid.UUID, channel Channel) ([]time.Time, error)
	// Newest returns the latest day with a result, up to the key's date if that is not zero, or ErrNotFound.
	Newest(ctx context.Context, account AccountID, upTo Key) (time.Time, error)
	// Oldest returns the first day with a result, or ErrNotFound.
	Oldest(ctx context.Context, account AccountID, scoring uuid.UUID, channel Channel) (time.Time, error)
	// Result returns one result, or ErrNotFound. A key without a date selects the newest.
	Result(ctx context.Context, account AccountID, key Key) (*Result, error)
	// Shown returns one result with the data that a report shows beside it, or ErrNotFound. A key without a date selects
	// the newest.
	Shown(ctx context.Context, account AccountID, key Key) (Shown, error)
	// NewestResults returns the figures of the newest result of every scoring on some channels.
	NewestResults(ctx context.Context, account AccountID, channels []Channel) ([]Newest, error)
	// Weeks returns the sums of every scoring on some channels by ISO week from one Monday to another, oldest first.
	Weeks(ctx context.Context, account AccountID, channels []Channel, mondays Days) ([]Week, error)
	// Periods returns the sums of one scoring's channel by week or month, oldest first; no uids means all.
	Periods(ctx context.Context, account AccountID, of Key, days Days, by Unit, uids []UID) ([]Period, error)
	// UIDs returns the uids of all results of a scoring's channel.
	UIDs(ctx context.Context, account AccountID, scoring uuid.UUID, channel Channel) ([]UID, error)
	// Configs returns the first day with a result, and those whose configuration may differ from that of the previous
	// result, oldest first.
	Configs(ctx context.Context, account AccountID, of Key, days Days) ([]DatedConfig, error)
}

// Scorings reads scorings.
type Scorings interface {
	// Get returns the present state of the scoring, or an error with the reason SCORING_NOT_FOUND if the caller's account
	// has none with that id.
	Get(ctx context.Context, id uuid.UUID) (Scoring, error)
}

// Engine reads the cells of results, and the facts that they are made from.
type Engine interface {
	Cells
	Results
	Movements
	SendingCounts
	Standing
}

// Accounts reads the settings of accounts.
type Accounts interface {
	// Zone returns the account's timezone.
	Zone(ctx context.Context, account AccountID) (*time.Location, error)
}
