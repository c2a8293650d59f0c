package pg

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	contactpg "puls.app/services/contacts/internal/contact/pg"
	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/contacts/internal/importing"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/contacts/internal/table"
	"puls.app/services/kit/outbox"
	"puls.app/services/kit/pgdb"
)

// Waiting returns the imports that may be read next, one of each account, the longest unserved account first.
func (s *Store) Waiting(ctx context.Context) ([]importing.WaitingImport, error) {
	var imports []importing.WaitingImport
	err := s.DB.ReadAsSystem(ctx, func(q pgdb.Querier) error {
		rows, err := queries.ListWaiting(ctx, q)
		for _, row := range rows {
			imports = append(imports, importing.WaitingImport{
				ID: row.ID, Account: contact.AccountID(row.AccountID), Trace: row.Trace,
			})
		}
		return contactpg.Wrap("list waiting imports", err)
	})
	return imports, err
}

// firstErrors is how many refused rows lists and notifications show; AdvanceImport stores as many.
const firstErrors = 10

// accountLock is the class of the session locks of imports.
const accountLock = 0x636f6e74

// TryAccount takes the lock to read an account's imports. It ends with release or with the process. Release is nil when
// another worker has the lock.
func (s *Store) TryAccount(ctx context.Context, account contact.AccountID) (release func(), err error) {
	return s.DB.TryLock(ctx, accountLock, int32(account))
}

// Take counts an attempt and returns the current import; nil when it is not to be read now.
func (s *Store) Take(ctx context.Context, id importing.ID) (*importing.Import, error) {
	var taken *importing.Import
	err := s.DB.AsSystem(ctx, func(tx pgx.Tx) error {
		row, err := queries.TakeImport(ctx, tx, db.TakeImportParams{ID: id, Process: s.process})
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("take import: %w", err)
		}
		found, err := importFromRow(db.GetImportRow(row))
		if err != nil {
			return err
		}
		begun, err := queries.BegunImport(ctx, tx, id)
		found.Begun = int(begun)
		taken = &found
		return err
	})
	return taken, err
}

// SetTimezone fixes the zone of an import's days.
func (s *Store) SetTimezone(ctx context.Context, id importing.ID, zone string) error {
	return s.System(ctx, "set timezone", func(tx pgx.Tx) error {
		return queries.SetTimezone(ctx, tx, db.SetTimezoneParams{ID: id, Timezone: zone})
	})
}

// EndStep records that the step that this process began has ended.
func (s *Store) EndStep(ctx context.Context, id importing.ID) error {
	return s.System(ctx, "end step", func(tx pgx.Tx) error {
		return queries.EndStep(ctx, tx, db.EndStepParams{ID: id, Process: s.process})
	})
}

// Postpone defers an import until then. Forgiven attempts do not count.
func (s *Store) Postpone(ctx context.Context, id importing.ID, until time.Time, forgiven bool) error {
	return s.System(ctx, "postpone import", func(tx pgx.Tx) error {
		if err := queries.EndStep(ctx, tx, db.EndStepParams{ID: id, Process: s.process}); err != nil {
			return err
		}
		if forgiven {
			return queries.ForgiveAttempt(ctx, tx, db.ForgiveAttemptParams{ID: id, RetryAt: until})
		}
		return queries.PostponeImport(ctx, tx, db.PostponeImportParams{ID: id, RetryAt: until})
	})
}

// Fail gives up a pass of an import. A draft remains a draft.
func (s *Store) Fail(ctx context.Context, id importing.ID, pass int, why *file.Defect) error {
	return s.System(ctx, "fail import", func(tx pgx.Tx) error {
		fail := db.FailImportParams{
			ID: id, Pass: int32(pass), FirstLines: []int32{}, FirstReasons: []string{}, FirstColumns: []string{},
		}
		if why != nil {
			fail.FirstLines, fail.FirstReasons, fail.FirstColumns = []int32{0}, []string{why.String()}, []string{""}
		}
		draft, err := queries.FailImport(ctx, tx, fail)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil // another worker took it over
		}
		if err != nil || draft {
			return err
		}
		if err := s.announce(ctx, tx, id); err != nil {
			return err
		}
		return queries.DeleteBlocks(ctx, tx, id)
	})
}

// advance moves an import on within the transaction of a step's effects. It fails with importing.ErrMoved when the
// import is not where the step began.
func (s *Store) advance(
	ctx context.Context, tx pgx.Tx, account contact.AccountID, p importing.Progress, end importing.State,
) error {
	if err := s.emptyErased(ctx, tx, account, p.Refused); err != nil {
		return err
	}
	params, err := advanceParams(p)
	if err != nil {
		return err
	}
	if p.Done && !p.Check {
		params.State = string(end)
		last, err := queries.LastOutbox(ctx, tx, s.events.BatchSubject())
		if err != nil {
			return fmt.Errorf("look at outbox: %w", err)
		}
		params.OutboxID = last
	}
	n, err := queries.AdvanceImport(ctx, tx, params)
	if err != nil {
		return fmt.Errorf("advance import: %w", err)
	}
	if n == 0 {
		return importing.ErrMoved
	}
	if !p.Check {
		countRows(ctx, p.Kept, len(p.Refused)) // a failed commit is counted too; the counts of the import are exact
	}
	if len(p.Refused) > 0 {
		if err := addRefused(ctx, tx, p); err != nil {
			return err
		}
	}
	if !p.Done || p.Check {
		return nil
	}
	if err := queries.DeleteBlocks(ctx, tx, p.Import); err != nil {
		return fmt.Errorf("delete blocks: %w", err)
	}
	if end == importing.StateDone {
		return s.announce(ctx, tx, p.Import)
	}
	return nil
}

// advanceParams returns the changes of a step to its import.
func advanceParams(p importing.Progress) (params db.AdvanceImportParams, err error) {
	values, err := json.Marshal(p.Values)
	if err != nil {
		return params, fmt.Errorf("write values: %w", err)
	}
	first := []byte("{}")
	if len(p.First) > 0 {
		if first, err = json.Marshal(p.First); err != nil {
			return params, fmt.Errorf("write first numbers: %w", err)
		}
	}
	params = db.AdvanceImportParams{
		ID: p.Import, OldPosition: p.From, Position: p.To, Lines: int32(p.Lines), Read: int32(p.Read),
		Kept: int32(p.Kept), Refused: int32(len(p.Refused)), Pass: int32(p.Pass), Done: p.Done,
		ColumnValues: values, FirstNumbers: first,
		Titles: int32(p.LeftOut.Titles), Totals: int32(p.LeftOut.Totals),
	}
	setEffects(&params, p.Effects)
	for _, r := range p.Refused[:min(len(p.Refused), firstErrors)] {
		params.FirstLines = append(params.FirstLines, int32(r.Line))
		params.FirstReasons = append(params.FirstReasons, r.Defect.String())
		params.FirstColumns = append(params.FirstColumns, nameOf(p.Names, r.Column))
	}
	return params, nil
}

// announce publishes the end of an import, in the transaction.
func (s *Store) announce(ctx context.Context, tx pgx.Tx, id importing.ID) error {
	row, err := queries.GetFinished(ctx, tx, id)
	if err != nil {
		return fmt.Errorf("read finished import: %w", err)
	}
	finished := importing.Finished{
		ID: id, Account: contact.AccountID(row.AccountID), Kind: table.FileKind(row.Kind), State: importing.State(row.State),
		Kept: int(row.Kept), Refused: int(row.Refused), First: firstRefused(row.FirstLines, row.FirstReasons, nil),
		FileName: row.FileName,
	}
	if row.FinishedAt != nil {
		finished.At = *row.FinishedAt
	}
	event, err := s.events.Finished(finished)
	if err != nil {
		return err
	}
	return outbox.Put(ctx, tx, event.Subject, event.Payload)
}

// FirstSettling returns the last batch that the first settling import waits for.
func (s *Store) FirstSettling(ctx context.Context) (batch int64, found bool, err error) {
	err = s.System(ctx, "find settling import", func(tx pgx.Tx) (err error) {
		batch, err = queries.FirstSettling(ctx, tx)
		return err
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, false, nil
	}
	return batch, err == nil, err
}

// Taken reports whether the engine has taken all batches up to one.
func (s *Store) Taken(ctx context.Context, batch int64) (bool, error) {
	return outbox.Settled(ctx, s.DB.Pool, s.bus, s.events.BatchSubject(), batch)
}

// FinishSettled ends the imports that wait for batches up to one.
func (s *Store) FinishSettled(ctx context.Context, batch int64) error {
	return s.System(ctx, "finish imports", func(tx pgx.Tx) error {
		ids, err := queries.FinishSettled(ctx, tx, batch)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if err := s.announce(ctx, tx, id); err != nil {
				return err
			}
		}
		return nil
	})
}
