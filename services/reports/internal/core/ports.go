package core

import (
	"context"
	"time"

	"github.com/google/uuid"
)

// Writer keeps results. Every method is limited to one account unless it says otherwise.
type Writer interface {
	// Put keeps calculations, of whatever accounts, all or none; a later one stands, and the same one.
	Put(ctx context.Context, replacements ...Replacement) error
	// Remove takes away one revision of a result; another one stands.
	Remove(ctx context.Context, account AccountID, revision Revision) error
	// Accounts returns all that have results.
	Accounts(ctx context.Context) ([]AccountID, error)
	// Revisions returns which revision is kept of each result.
	Revisions(ctx context.Context, account AccountID) ([]Revision, error)
	// PutReceipts keeps what came of writing one revision's scores, in place of an older one's. A repeat changes nothing.
	PutReceipts(ctx context.Context, account AccountID, key Key, revision int, receipts []Receipt) error
}

// Store reads the kept results of one account.
type Store interface {
	// Dates returns the days with results, newest first; channel 0 means any.
	Dates(ctx context.Context, account AccountID, scoring uuid.UUID, channel Channel) ([]time.Time, error)
	// Newest returns the latest day with a result up to the key's, a zero one being any, or ErrNotFound.
	Newest(ctx context.Context, account AccountID, upTo Key) (time.Time, error)
	// Oldest returns the first day with a result, or ErrNotFound.
	Oldest(ctx context.Context, account AccountID, scoring uuid.UUID, channel Channel) (time.Time, error)
	// Result returns one result, the newest without a date, or ErrNotFound.
	Result(ctx context.Context, account AccountID, key Key) (*Result, error)
	// Shown returns one result, the newest without a date, with what a report shows beside it, or ErrNotFound.
	Shown(ctx context.Context, account AccountID, key Key) (Shown, error)
	// NewestResults returns the figures of the newest result of every scoring on some channels.
	NewestResults(ctx context.Context, account AccountID, channels []Channel) ([]Newest, error)
	// Weeks returns the sums of every scoring on some channels by ISO week from one Monday to another, oldest first.
	Weeks(ctx context.Context, account AccountID, channels []Channel, mondays Days) ([]Week, error)
	// Periods returns the sums of one scoring's channel by week or month, oldest first; no uids are all.
	Periods(ctx context.Context, account AccountID, of Key, days Days, by Unit, uids []UID) ([]Period, error)
	// UIDs returns all that any result of a scoring's channel has.
	UIDs(ctx context.Context, account AccountID, scoring uuid.UUID, channel Channel) ([]UID, error)
	// Configs returns the days with a result whose configuration may differ from that of the one before, and the first,
	// oldest first.
	Configs(ctx context.Context, account AccountID, of Key, days Days) ([]DatedConfig, error)
}

// Scorings proves that a scoring exists.
type Scorings interface {
	// Get returns what the scoring is today, or an error with the reason SCORING_NOT_FOUND when the caller's account has
	// none of that id.
	Get(ctx context.Context, id uuid.UUID) (Scoring, error)
}

// Engine has the cells of results, and the facts that they come from.
type Engine interface {
	Cells
	Results
	Movements
	SendingCounts
	Standing
}

// Accounts knows what accounts have set.
type Accounts interface {
	// Zone returns the account's timezone.
	Zone(ctx context.Context, account AccountID) (*time.Location, error)
}
