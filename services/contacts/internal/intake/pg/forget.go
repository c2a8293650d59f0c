package pg

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	contactpg "puls.app/services/contacts/internal/contact/pg"
	"puls.app/services/contacts/internal/pg/db"
)

// ForgetVisitors renames visitors whose id is one of the addresses, and deletes the claims of the addresses.
func ForgetVisitors(ctx context.Context, tx pgx.Tx, database contact.DatabaseID, addresses []string) error {
	of := db.RenameUsersParams{DatabaseID: int32(database), Addresses: addresses}
	if err := queries.RenameUsers(ctx, tx, of); err != nil {
		return fmt.Errorf("rename users: %w", err)
	}
	if err := queries.DeleteClaims(ctx, tx, db.DeleteClaimsParams(of)); err != nil {
		return fmt.Errorf("delete claims: %w", err)
	}
	return contactpg.Wrap("rename visitors", queries.RenameVisitors(ctx, tx, db.RenameVisitorsParams(of)))
}

// ForgetRecentEvents removes the recent events that contain one of the texts.
func ForgetRecentEvents(ctx context.Context, tx pgx.Tx, account contact.AccountID, texts []string) error {
	return contactpg.Wrap("forget recent events", queries.ForgetRecentEvents(ctx, tx, db.ForgetRecentEventsParams{
		AccountID: int32(account), Addresses: texts,
	}))
}
