package pg

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/pg/db"
)

// changingVisitors is a worker that changes a database of visitors.
type changingVisitors struct {
	*visiting
	r      *rand.Rand
	events int
}

func (c *changingVisitors) address() string { return fmt.Sprint("a", c.r.IntN(12)) }

// change makes random changes to the database as the store does, while it locks its row; now and then it rolls back.
func (c *changingVisitors) change(ctx context.Context) error {
	errUndone := errors.New("undone")
	err := c.System(ctx, "change", func(tx pgx.Tx) error {
		state, err := queries.LockDatabase(ctx, tx, db.LockDatabaseParams{AccountID: 1, ID: c.id})
		if err != nil {
			return err
		}
		changes := []func(context.Context, pgx.Tx, db.LockDatabaseRow) error{
			c.claim, c.claim, c.insert, c.swap, c.swap, c.give, c.erase,
		}
		for range 1 + c.r.IntN(2) {
			if err := changes[c.r.IntN(len(changes))](ctx, tx, state); err != nil {
				return err
			}
			if state, err = queries.LockDatabase(ctx, tx, db.LockDatabaseParams{AccountID: 1, ID: c.id}); err != nil {
				return err
			}
		}
		if c.r.IntN(10) == 0 {
			return errUndone
		}
		return nil
	})
	if errors.Is(err, errUndone) {
		return nil
	}
	return err
}

func (c *changingVisitors) claim(ctx context.Context, tx pgx.Tx, _ db.LockDatabaseRow) error {
	put := db.PutClaimsParams{DatabaseID: c.id}
	for _, visitor := range c.r.Perm(30)[:1+c.r.IntN(3)] {
		c.events++
		put.Visitors = append(put.Visitors, int32(visitor)*2300)
		put.Kinds = append(put.Kinds, int16(c.r.IntN(3)))
		put.Addresses = append(put.Addresses, c.address())
		put.OccurredAts = append(put.OccurredAts, int64(c.r.IntN(50))*1e6)
		put.EventIds = append(put.EventIds, fmt.Sprintf("%x-%d", c.r.IntN(256), c.events))
	}
	return queries.PutClaims(ctx, tx, put)
}

// free returns an address of each kind, empty when a contact has it.
func (c *changingVisitors) free(ctx context.Context, tx pgx.Tx) (addresses [3]string, err error) {
	for kind, of := range []string{"external_id", "email", "gsm"} {
		address, taken := c.address(), false
		err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT FROM contact_addresses WHERE database_id = $1 AND "+of+" = $2)",
			c.id, address).Scan(&taken)
		if err != nil {
			return addresses, err
		}
		if !taken {
			addresses[kind] = address
		}
	}
	return addresses, nil
}

// give replaces the addresses of a contact by ones that no contact has.
func (c *changingVisitors) give(ctx context.Context, tx pgx.Tx, _ db.LockDatabaseRow) error {
	some, err := c.some(ctx, tx, 1)
	if err != nil || len(some) == 0 {
		return err
	}
	addresses, err := c.free(ctx, tx)
	if err != nil {
		return err
	}
	return queries.UpdateContacts(ctx, tx, db.UpdateContactsParams{
		DatabaseID: c.id, Numbers: []int32{some[0].Number}, ExternalIds: addresses[:1], Emails: addresses[1:2],
		Gsms: addresses[2:], HasCreated: []bool{false}, CreatedAt: []int64{0}, CreatedDays: []int32{0},
	})
}

// insert adds a contact with addresses that no contact has.
func (c *changingVisitors) insert(ctx context.Context, tx pgx.Tx, state db.LockDatabaseRow) error {
	addresses, err := c.free(ctx, tx)
	if err != nil {
		return err
	}
	err = queries.InsertContacts(ctx, tx, db.InsertContactsParams{
		DatabaseID: c.id, Numbers: []int32{state.NextNumber}, ExternalIds: addresses[:1], Emails: addresses[1:2],
		Gsms: addresses[2:], HasCreated: []bool{false}, CreatedAt: []int64{0}, CreatedDays: []int32{0},
	})
	if err != nil {
		return err
	}
	return queries.AdvanceDatabase(ctx, tx, db.AdvanceDatabaseParams{
		AccountID: 1, ID: c.id, NextNumber: state.NextNumber + 1, AddressesChanged: 1,
	})
}

func (c *changingVisitors) some(ctx context.Context, tx pgx.Tx, n int) ([]db.ContactsByNumberRow, error) {
	rows, err := tx.Query(ctx, "SELECT number FROM contact_addresses WHERE database_id = $1 ORDER BY number", c.id)
	if err != nil {
		return nil, err
	}
	all, err := pgx.CollectRows(rows, pgx.RowTo[int32])
	if err != nil {
		return nil, err
	}
	c.r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	all = all[:min(n, len(all))]
	return queries.ContactsByNumber(ctx, tx, db.ContactsByNumberParams{DatabaseID: c.id, Numbers: all})
}

// swap exchanges addresses of two contacts, or removes them.
func (c *changingVisitors) swap(ctx context.Context, tx pgx.Tx, _ db.LockDatabaseRow) error {
	some, err := c.some(ctx, tx, 2)
	if err != nil || len(some) < 2 {
		return err
	}
	clearing := db.ClearAddressesParams{DatabaseID: c.id}
	update := db.UpdateContactsParams{DatabaseID: c.id}
	external, email, gsm := c.r.IntN(2) == 0, c.r.IntN(2) == 0, c.r.IntN(2) == 0
	other := slices.Clone(some)
	slices.Reverse(other)
	taken := c.r.IntN(3) == 0
	for i, row := range some {
		clearing.Numbers = append(clearing.Numbers, row.Number)
		clearing.ExternalIds = append(clearing.ExternalIds, external)
		clearing.Emails, clearing.Gsms = append(clearing.Emails, email), append(clearing.Gsms, gsm)
		for swapped, addresses := range map[*bool][2]*string{
			&external: {&row.ExternalID, &other[i].ExternalID}, &email: {&row.Email, &other[i].Email},
			&gsm: {&row.Gsm, &other[i].Gsm},
		} {
			if *swapped {
				if *addresses[0] = *addresses[1]; taken {
					*addresses[0] = ""
				}
			}
		}
		update.Numbers, update.ExternalIds = append(update.Numbers, row.Number), append(update.ExternalIds, row.ExternalID)
		update.Emails, update.Gsms = append(update.Emails, row.Email), append(update.Gsms, row.Gsm)
		update.HasCreated, update.CreatedAt = append(update.HasCreated, false), append(update.CreatedAt, 0)
		update.CreatedDays = append(update.CreatedDays, 0)
	}
	if err := queries.ClearAddresses(ctx, tx, clearing); err != nil {
		return err
	}
	return queries.UpdateContacts(ctx, tx, update)
}

// erase deletes a contact, or the claims of an address.
func (c *changingVisitors) erase(ctx context.Context, tx pgx.Tx, _ db.LockDatabaseRow) error {
	if c.r.IntN(2) == 0 {
		return queries.DeleteClaims(ctx, tx, db.DeleteClaimsParams{DatabaseID: c.id, Addresses: []string{c.address()}})
	}
	some, err := c.some(ctx, tx, 1)
	if err != nil || len(some) == 0 {
		return err
	}
	return queries.DeleteContacts(ctx, tx, db.DeleteContactsParams{DatabaseID: c.id, Numbers: []int32{some[0].Number}})
}
