package pg

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	contactpg "puls.app/services/contacts/internal/contact/pg"
	"puls.app/services/contacts/internal/packed"
	"puls.app/services/contacts/internal/pg/db"
)

// ForgetInImports removes texts from imports and from the learned mappings.
func ForgetInImports(ctx context.Context, tx pgx.Tx, account contact.AccountID, texts []string) error {
	in := db.ForgetInImportsParams{AccountID: int32(account), Addresses: texts}
	if err := queries.ForgetInImports(ctx, tx, in); err != nil {
		return fmt.Errorf("forget in imports: %w", err)
	}
	if err := queries.ForgetSources(ctx, tx, db.ForgetSourcesParams(in)); err != nil {
		return fmt.Errorf("forget names of files: %w", err)
	}
	return contactpg.Wrap("forget mappings", queries.ForgetMappings(ctx, tx, db.ForgetMappingsParams(in)))
}

// ForgetRefusedRows empties refused rows that contain one of the addresses, but keeps their lines and defects. It also
// removes drafts, whose files may contain the addresses.
func ForgetRefusedRows(ctx context.Context, tx pgx.Tx, account contact.AccountID, addresses []string) error {
	kept, err := queries.ListAllRefused(ctx, tx, int32(account))
	if err != nil {
		return fmt.Errorf("list refused rows: %w", err)
	}
	if err := queries.ForgetReasons(ctx, tx, int32(account)); err != nil {
		return fmt.Errorf("empty reasons: %w", err)
	}
	if err := queries.DeleteBlocksOfDrafts(ctx, tx, int32(account)); err != nil {
		return fmt.Errorf("delete files of drafts: %w", err)
	}
	if err := queries.CancelDrafts(ctx, tx, int32(account)); err != nil {
		return fmt.Errorf("cancel drafts: %w", err)
	}
	for _, row := range kept {
		body, err := queries.GetRefused(ctx, tx, db.GetRefusedParams(row))
		if err != nil {
			return fmt.Errorf("read refused rows: %w", err)
		}
		body, emptied, err := emptied(body, addresses)
		if err != nil {
			return err
		}
		if !emptied {
			continue
		}
		err = queries.SetRefused(ctx, tx, db.SetRefusedParams{ImportID: row.ImportID, Position: row.Position, Body: body})
		if err != nil {
			return fmt.Errorf("empty refused rows: %w", err)
		}
	}
	return nil
}

// emptied returns refused rows without the texts that contain one of the addresses, and whether there were any.
func emptied(body []byte, addresses []string) (without []byte, any bool, err error) {
	text, err := packed.Unpack(body, nil)
	if err != nil {
		return nil, false, fmt.Errorf("unpack refused rows: %w", err)
	}
	var rows []contact.RefusedRow
	_, err = visitRefused(text, nil, func(r contact.RefusedRow) (bool, error) {
		if r.Names(addresses) {
			r.Text, any = nil, true
		}
		rows = append(rows, r)
		return true, nil
	})
	if err != nil || !any {
		return nil, false, err
	}
	return packed.Pack(appendRefused(nil, rows)), true, nil
}
