package importing

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/contacts/internal/table"
)

const (
	// importPage is the default size of a page of imports.
	importPage = 100
	// shownRefused is how many refused rows an import lists; the download has all of them.
	shownRefused = 1000
)

// State of an import:
//
//	draft ──▶ reading                         inspected, checked, and started
//	reading ──▶ done                          contacts, unsubscriptions
//	reading ──▶ settling ──▶ done             engagement, until the engine has taken its batches
//	reading ──▶ failed                        repeated failures without progress, no text, or two program crashes
//	draft, reading ──▶ cancelled
//
// Imports uploaded by the previous version are running instead of reading.
type State string

// The states.
const (
	StateDraft     State = "draft"
	StateRunning   State = "running"
	StateReading   State = "reading"
	StateSettling  State = "settling"
	StateDone      State = "done"
	StateFailed    State = "failed"
	StateCancelled State = "cancelled"
	// StateRefused is an outcome only: it is never stored.
	StateRefused State = "refused"
)

// Outcome is the state that clients see: an import that is settling still runs, and one whose rows were all refused is
// refused rather than done.
func (s State) Outcome(kept, refused int) State {
	switch {
	case s == StateSettling, s == StateReading:
		return StateRunning
	case s == StateDone && kept == 0 && refused > 0:
		return StateRefused
	default:
		return s
	}
}

// Import is an accepted file and the result of its rows. The counts of a draft are those of its check.
type Import struct {
	ID      ID
	Account contact.AccountID
	Kind    table.FileKind
	Format  table.Format
	// Compression is "gzip", "zip" or empty.
	Compression string
	Encoding    file.Encoding
	Options     table.ReadOptions
	FileName    string
	State       State
	// Timezone is fixed when the reading begins, so that the whole file has the same local days.
	Timezone string
	// Size is that of the file as it was sent, in bytes.
	Size int64
	// Folded files must be converted to text before they are read. TextSize is the size of that text, nil until it is
	// made.
	Folded   bool
	TextSize *int64
	// Delimiter of the text, one character; empty for NDJSON and for imports of the previous version.
	Delimiter string
	// Names of the columns in the file.
	Names []string
	// Position up to which rows took effect, in bytes of the text; Lines up to there.
	Position int64
	Lines    int
	// Pass is incremented whenever the reading starts over.
	Pass     int
	Read     int
	Kept     int
	Refused  int
	LeftOut  LeftOut
	Attempts int
	// Begun is how often the next step was begun without an end, including now. Only Take sets it.
	Begun int
	// Effects of the rows that were kept so far.
	Effects contact.Effects
	// Values are those of its columns, in the rows read so far.
	Values []table.ColumnValues
	// First are the first refused rows, without their text.
	First []contact.RefusedRow
	// Actor sent it.
	contact.Actor
	// Reasons count refused rows, the most frequent first. Only GetImport sets them.
	Reasons []RefusedReason

	StartedAt  time.Time
	FinishedAt *time.Time
	// DraftUntil is when a draft is removed; nil for an import that was never a draft.
	DraftUntil *time.Time
	Check      CheckState
	CheckedAt  *time.Time
	// Steps is how many steps of the present pass have read rows.
	Steps int
}

// LeftOut counts rows that are neither kept nor refused: titles above the header, and totals of other rows.
type LeftOut struct{ Titles, Totals int }

// Text returns the size of the text that is read, in bytes; 0 while it has to be made.
func (i *Import) Text() int64 {
	switch {
	case !i.Folded:
		return i.Size
	case i.TextSize != nil:
		return *i.TextSize
	default:
		return 0
	}
}

// Percent returns how much of the file has been read.
func (i *Import) Percent() int {
	switch {
	case i.State == StateDone || i.State == StateSettling || i.Check == CheckDone:
		return 100
	case i.Text() == 0:
		return 0
	default:
		return int(i.Position * 100 / i.Text())
	}
}

// RefusedReason counts the refused rows of one defect and shows the first of them.
type RefusedReason struct {
	// Code of the defect.
	Code  string
	Count int
	Line  int
	// Column is its name in the file, empty when the defect is of the whole row. Value is the cell's content.
	Column, Value string
}

// Entry returns the entry of the import in the event log: one act for all its steps.
func (i *Import) Entry() contact.Entry {
	e := contact.Entry{
		ID: i.ID, Account: i.Account, At: i.StartedAt, Kind: contact.EntryContactsImport, Actor: i.Actor,
		Cause: contact.CauseImport,
	}
	switch i.Kind {
	case table.KindEngagement:
		e.Kind, e.Cause = contact.EntryEngagementImport, contact.CauseEvent
	case table.KindUnsubscribes:
		e.Kind, e.Cause = contact.EntryUnsubscribeImport, contact.CauseUnsubscribeImport
	default:
	}
	return e
}

// Unsubscriptions returns the event log entry for the consents that rows of engagement withdraw.
func (i *Import) Unsubscriptions() contact.Entry {
	e := i.Entry()
	e.ID, e.Kind, e.Cause = uuid.NewSHA1(i.ID, []byte("unsubscribed")), contact.EntryUnsubscribeEvent, contact.CauseEvent
	return e
}

// Finished describes an import that ended.
type Finished struct {
	ID            ID
	Account       contact.AccountID
	Kind          table.FileKind
	State         State
	Kept, Refused int
	// First are the first refused rows, without their text.
	First []contact.RefusedRow
	At    time.Time
	// FileName may be empty.
	FileName string
}

// Store reads imports. Every method is limited to one account.
type Store interface {
	// ListImports returns a page of the imports, from 0, newest first, and their total number.
	ListImports(ctx context.Context, account contact.AccountID, page, size int) (imports []Import, total int, err error)
	// GetImport returns an import with its reasons. It fails with ErrImportNotFound.
	GetImport(ctx context.Context, account contact.AccountID, id ID) (Import, error)
	// VisitRefused calls visit with the refused rows in the order of their lines until it returns false. The text of a row
	// is valid during the call only. No transaction is open during a call. It fails with ErrImportNotFound.
	VisitRefused(
		ctx context.Context, account contact.AccountID, id ID, visit func(contact.RefusedRow) (more bool, err error),
	) error
}

// Imports returns a page of the account's imports, from 1, newest first, and their total number. Page 0 is the first;
// size 0 is a hundred.
func (a *App) Imports(
	ctx context.Context, account contact.AccountID, page, size int,
) (imports []Import, total int, err error) {
	if size == 0 {
		size = importPage
	}
	return a.ImportStore.ListImports(ctx, account, max(page, 1)-1, size)
}

// Import returns an import with its first thousand refused rows. It fails with ErrImportNotFound.
func (a *App) Import(ctx context.Context, account contact.AccountID, id ID) (Import, error) {
	found, err := a.ImportStore.GetImport(ctx, account, id)
	if err != nil || found.Refused <= len(found.First) {
		return found, err
	}
	// Line 0 is the reason why the whole import failed.
	found.First = slices.DeleteFunc(found.First, func(row contact.RefusedRow) bool { return row.Line > 0 })
	err = a.ImportStore.VisitRefused(ctx, account, id, func(row contact.RefusedRow) (bool, error) {
		first := contact.RefusedRow{Line: row.Line, Defect: row.Defect}
		if row.Column > 0 && row.Column <= len(found.Names) {
			first.Name = found.Names[row.Column-1]
		}
		found.First = append(found.First, first)
		return len(found.First) < shownRefused, nil
	})
	return found, err
}
