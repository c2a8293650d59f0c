package core

import (
	"context"
	"io"
	"strconv"
	"time"

	"github.com/google/uuid"

	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/kit/sheet"
)

const (
	// importPage is how many imports a page has when nobody says.
	importPage = 100
	// shownRefused is how many refused rows an import names; the rest is in the download.
	shownRefused = 1000
)

// FileKind is what a file's rows are.
type FileKind string

// The kinds of files.
const (
	KindContacts   FileKind = "contacts"
	KindEngagement FileKind = "engagement"
)

// Format is how rows are written.
type Format string

// The formats.
const (
	FormatCSV    Format = "csv"
	FormatNDJSON Format = "ndjson"
)

// State of an import:
//
//	running ──▶ done                          contacts
//	running ──▶ settling ──▶ done             engagement, until its batches have been taken in
//	running ──▶ failed                        no progress time after time
type State string

// The states.
const (
	StateRunning  State = "running"
	StateSettling State = "settling"
	StateDone     State = "done"
	StateFailed   State = "failed"
	// StateRefused is an outcome only: nothing keeps it.
	StateRefused State = "refused"
)

// Outcome is what an import came to for the outside: one that is settling still runs, and one of which nothing could be
// used is refused rather than done.
func (s State) Outcome(kept, refused int) State {
	switch {
	case s == StateSettling:
		return StateRunning
	case s == StateDone && kept == 0 && refused > 0:
		return StateRefused
	default:
		return s
	}
}

// Import is a file that was taken and what became of its rows.
type Import struct {
	ID          ImportID
	Account     AccountID
	Kind        FileKind
	Format      Format
	Encoding    file.Encoding
	KeepConsent bool
	State       State
	// Timezone is fixed when the reading begins, so that all of a file has the same days.
	Timezone string
	// Size of the file and Position up to which its rows took effect, in bytes as sent; Lines up to there.
	Size     int64
	Position int64
	Lines    int
	Read     int
	Kept     int
	Refused  int
	Attempts int
	// Effects of the rows that were kept so far.
	Effects Effects
	// First are the first refused rows, without their text.
	First []RefusedRow
	// Actor sent it.
	Actor

	StartedAt  time.Time
	FinishedAt *time.Time
}

// Entry returns what the event log says of the import: one act, whatever its steps.
func (i *Import) Entry() Entry {
	e := Entry{
		ID: i.ID, Account: i.Account, At: i.StartedAt, Kind: EntryContactsImport, Actor: i.Actor, Cause: CauseImport,
	}
	if i.Kind == KindEngagement {
		e.Kind, e.Cause = EntryEngagementImport, ""
	}
	return e
}

// Unsubscriptions returns what the event log says of the consents that rows of engagement withdraw.
func (i *Import) Unsubscriptions() Entry {
	e := i.Entry()
	e.ID, e.Kind, e.Cause = uuid.NewSHA1(i.ID, []byte("unsubscribed")), EntryUnsubscribeEvent, CauseEvent
	return e
}

// Finished is how an import ended.
type Finished struct {
	ID            ImportID
	Account       AccountID
	Kind          FileKind
	State         State
	Kept, Refused int
	// First are the first refused rows, without their text.
	First []RefusedRow
	At    time.Time
}

// ImportStore finds imports. Every method is limited to one account.
type ImportStore interface {
	// ListImports returns a page of the imports, from 0, newest first, and how many there are.
	ListImports(ctx context.Context, account AccountID, page, size int) (imports []Import, total int, err error)
	// GetImport fails with ErrImportNotFound.
	GetImport(ctx context.Context, account AccountID, id ImportID) (Import, error)
	// VisitRefused hands refused rows in the order of their lines to visit until that returns false. The text of a row
	// is valid during the call only, and no transaction waits for it. It fails with ErrImportNotFound.
	VisitRefused(ctx context.Context, account AccountID, id ImportID, visit func(RefusedRow) (more bool, err error)) error
}

// Imports returns a page of the account's imports, from 1, newest first, and how many there are. Page 0 is the first;
// size 0 is a hundred.
func (a *App) Imports(ctx context.Context, account AccountID, page, size int) (imports []Import, total int, err error) {
	if size == 0 {
		size = importPage
	}
	return a.store.ListImports(ctx, account, max(page, 1)-1, size)
}

// Import returns an import with its first thousand refused rows. It fails with ErrImportNotFound.
func (a *App) Import(ctx context.Context, account AccountID, id ImportID) (Import, error) {
	found, err := a.store.GetImport(ctx, account, id)
	if err != nil || found.Refused == 0 {
		return found, err
	}
	found.First = nil
	err = a.store.VisitRefused(ctx, account, id, func(row RefusedRow) (bool, error) {
		found.First = append(found.First, RefusedRow{Line: row.Line, Defect: row.Defect})
		return len(found.First) < shownRefused, nil
	})
	return found, err
}

// WriteRefused writes the refused rows of an import as CSV: line, reason, row. It fails with ErrImportNotFound, before
// it writes anything.
func (a *App) WriteRefused(ctx context.Context, account AccountID, id ImportID, to io.Writer) error {
	if _, err := a.store.GetImport(ctx, account, id); err != nil {
		return err
	}
	row := sheet.AppendRow(nil, ',', "line", "reason", "row")
	if _, err := to.Write(row); err != nil {
		return err
	}
	return a.store.VisitRefused(ctx, account, id, func(r RefusedRow) (bool, error) {
		row = sheet.AppendRow(row[:0], ',', strconv.Itoa(r.Line), r.Defect.String(), sheet.Harmless(string(r.Text)))
		_, err := to.Write(row)
		return true, err
	})
}
