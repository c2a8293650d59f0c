package pg

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"puls.app/services/contacts/internal/contact"
	contactpg "puls.app/services/contacts/internal/contact/pg"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/importing"
	"puls.app/services/contacts/internal/pg/db"
)

// withoutErased removes erased addresses from a step of engagement before it is stored.
func (s *Store) withoutErased(
	ctx context.Context, tx pgx.Tx, step *importing.FactsStep, refused []contact.RefusedRow,
) error {
	if any, err := contactpg.AnyErased(ctx, tx, step.Account); err != nil || !any {
		return err
	}
	named := map[contact.DatabaseID][]string{}
	for _, part := range step.Web {
		for _, claim := range part.Claims {
			named[part.Database] = append(named[part.Database], claim.Address)
		}
	}
	for _, u := range step.Unsubscribed {
		named[u.Database] = append(named[u.Database], u.Address)
	}
	for _, r := range refused {
		named[r.Database] = append(named[r.Database], r.Unknown)
	}
	gone := map[contact.DatabaseID]map[string]bool{}
	for database, addresses := range named {
		var err error
		if gone[database], err = s.contacts.Erased(ctx, tx, step.Account, database, addresses); err != nil {
			return err
		}
	}
	for i := range step.Web {
		part := &step.Web[i]
		part.Claims = slices.DeleteFunc(part.Claims, func(c fact.Claim) bool { return gone[part.Database][c.Address] })
	}
	step.Unsubscribed = slices.DeleteFunc(step.Unsubscribed, func(u contact.Unsubscription) bool {
		return gone[u.Database][u.Address]
	})
	for i := range refused {
		if r := &refused[i]; gone[r.Database][r.Unknown] {
			r.Erased()
		}
	}
	return nil
}

// emptyErased removes the text of refused rows that contain an erased e-mail address or phone number.
func (s *Store) emptyErased(
	ctx context.Context, tx pgx.Tx, account contact.AccountID, refused []contact.RefusedRow,
) error {
	if len(refused) == 0 {
		return nil
	}
	if any, err := contactpg.AnyErased(ctx, tx, account); err != nil || !any {
		return err
	}
	var cells []string
	of := make([]int, len(refused)) // the end of each row's cells
	for i := range refused {
		cells = append(cells, refused[i].Cells()...)
		of[i] = len(cells)
	}
	gone, err := s.contacts.Erased(ctx, tx, account, 0, cells)
	if err != nil || len(gone) == 0 {
		return err
	}
	from := 0
	for i, end := range of {
		if slices.ContainsFunc(cells[from:end], func(cell string) bool { return gone[cell] }) {
			refused[i].Forget()
		}
		from = end
	}
	return nil
}

// noteImport records the last import with rows of a database. It must precede any other lock of the database.
func noteImport(
	ctx context.Context, tx pgx.Tx, account contact.AccountID, database contact.DatabaseID, id importing.ID,
) error {
	return contactpg.Wrap("note import", queries.NoteImport(ctx, tx, db.NoteImportParams{
		AccountID: int32(account), ID: int32(database), ImportID: id,
	}))
}

func countRows(ctx context.Context, kept, refused int) {
	rows.Add(ctx, int64(kept), metric.WithAttributes(attribute.String("puls.outcome", "kept")))
	rows.Add(ctx, int64(refused), metric.WithAttributes(attribute.String("puls.outcome", "refused")))
}

// rows delegates to a no-op meter until the program sets the provider of metrics, which reports errors of its creation.
var rows, _ = otel.Meter("puls.app/services/contacts").Int64Counter(
	"puls.import.rows", metric.WithUnit("{row}"), metric.WithDescription("rows of files that were kept or refused"),
)

// seeWebsites records the websites that web events came from: their data proves that they are tracked. by sent them.
func seeWebsites(
	ctx context.Context, tx pgx.Tx, account contact.AccountID, by contact.Actor, part fact.WebPart,
) error {
	if len(part.Domains) == 0 {
		return nil
	}
	see := db.SeeWebsitesParams{
		AccountID: int32(account), DatabaseID: int32(part.Database), Most: importing.MaxWebsites, MadeBy: by.Who,
	}
	for _, domain := range slices.Sorted(maps.Keys(part.Domains)) {
		see.Domains = append(see.Domains, domain)
		see.Times = append(see.Times, time.Unix(part.Domains[domain], 0))
	}
	if err := queries.SeeWebsites(ctx, tx, see); err != nil {
		return fmt.Errorf("note websites: %w", err)
	}
	return nil
}
