// Package withdrawal stores the withdrawals of consents in Postgres.
package withdrawal

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/contact/pg"
	"puls.app/services/contacts/internal/engine/fact"
)

// PageSize bounds how many contacts one statement reads.
const PageSize = 20_000

// part holds the unsubscriptions from one channel of one database.
type part struct {
	numbers []int32
	listed  []contact.Suppression
}

type partKey struct {
	database contact.DatabaseID
	channel  fact.Channel
}

// Step is the entry of the event log for withdrawn consents, and the sequence of its step.
type Step struct {
	contact.Entry
	Sequence int64
}

// Apply withdraws consents within the transaction of an import's step, which holds the locks of the databases: the
// numbers belong to the contacts that have the addresses now. It logs the unsubscribed contacts and those that lost a
// consent, and returns them by database.
func Apply(
	ctx context.Context, tx pgx.Tx, unsubscribed []contact.Unsubscription, by Step,
) (map[contact.DatabaseID]*contact.Concerned, error) {
	if _, err := pg.AddEntry(ctx, tx, by.Entry); err != nil {
		return nil, err
	}
	parts := map[partKey]*part{}
	var keys []partKey
	for _, u := range unsubscribed {
		key := partKey{u.Database, u.Channel}
		if parts[key] == nil {
			parts[key] = &part{}
			keys = append(keys, key)
		}
		if p := parts[key]; u.Number >= 0 {
			p.numbers = append(p.numbers, u.Number)
		} else {
			p.listed = append(p.listed, contact.Suppression{Channel: u.Channel, By: u.By, Address: u.Address})
		}
	}
	logged := map[contact.DatabaseID]*contact.Concerned{}
	for _, key := range keys {
		if logged[key.database] == nil {
			logged[key.database] = &contact.Concerned{}
		}
		if err := withdrawPart(ctx, tx, key, parts[key], logged[key.database]); err != nil {
			return nil, fmt.Errorf("withdraw consents in database %d: %w", key.database, err)
		}
	}
	for _, database := range slices.Sorted(maps.Keys(logged)) {
		if _, err := pg.AddEntrySets(ctx, tx, by.ID, by.Sequence, database, pg.SetsOf(*logged[database])); err != nil {
			return nil, err
		}
	}
	return logged, nil
}

// addTwins adds the twins of unsubscribed contacts by the channel's own address: both forms are one mailbox.
func addTwins(ctx context.Context, tx pgx.Tx, key partKey, p *part) error {
	if len(p.numbers) == 0 {
		return nil
	}
	twins, err := pg.TwinsOf(ctx, tx, key.database, p.numbers)
	for _, twin := range twins {
		if (contact.Suppression{Channel: key.channel, By: twin.By}).Own() {
			p.numbers = append(p.numbers, twin.Number, twin.Of)
		}
	}
	return err
}

func withdrawPart(
	ctx context.Context, tx pgx.Tx, key partKey, p *part, logged *contact.Concerned,
) error {
	if err := addTwins(ctx, tx, key, p); err != nil {
		return err
	}
	slices.Sort(p.numbers)
	logged.Subjects = append(logged.Subjects, p.numbers...)
	listed := p.listed
	var bits []contact.Bit
	for page := range slices.Chunk(slices.Compact(p.numbers), PageSize) {
		contacts, err := pg.ConsentsOf(ctx, tx, key.database, page)
		if err != nil {
			return err
		}
		w := contact.Withdraw(key.channel, contacts)
		listed, bits = append(listed, w.Listed...), append(bits, w.Bits...)
		lost := &logged.Withdrawn[key.channel.Index()]
		*lost = append(*lost, w.Numbers...)
	}
	if _, err := pg.ChangeBits(ctx, tx, key.database, bits); err != nil {
		return err
	}
	return pg.AddSuppressed(ctx, tx, key.database, listed)
}
