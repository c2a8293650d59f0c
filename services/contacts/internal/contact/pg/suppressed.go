package pg

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/kit/pgdb"
	"puls.app/services/spec"
)

const (
	// fewSuppressed is how many addresses of a list a step holds in memory, and fewSuppressedEach how many for each of its
	// rows and contacts; in a longer list it looks up its own addresses.
	fewSuppressed, fewSuppressedEach = 20_000, 100
	// suppressedUnsubscribed is the reason of an unsubscription.
	suppressedUnsubscribed = 1
)

// suppressedKind is the number under which the list stores a suppression. For the channel's own kind of address it is
// that of the kind, so that the address gets no messages whichever contact has it. Others are by channel and kind.
func suppressedKind(s contact.Suppression) int16 {
	if s.Own() {
		return int16(s.By)
	}
	return 16*int16(s.Channel) + int16(s.By)
}

type suppressedKey struct {
	kind   int16
	digest [sha256.Size]byte
}

func keyOfSuppressed(s contact.Suppression) suppressedKey {
	return suppressedKey{suppressedKind(s), sha256.Sum256([]byte(s.Address))}
}

// keysOfSuppressed returns the keys under which a suppression may be stored: first that of the normalised form, then,
// for a domain in punycode, that of the former form with Unicode letters.
func keysOfSuppressed(s contact.Suppression) []suppressedKey {
	var keys []suppressedKey
	for _, s.Address = range FormsOf(s.Address) {
		keys = append(keys, keyOfSuppressed(s))
	}
	return keys
}

// Suppressed returns a function that reports suppressed addresses; nil when there are none.
func Suppressed(
	ctx context.Context, q pgdb.Querier, database contact.DatabaseID, rows []contact.Row, contacts []contact.Contact,
) (func(contact.Suppression) bool, error) {
	few := min(fewSuppressed, fewSuppressedEach*(len(rows)+len(contacts)))
	list, err := queries.ListSuppressed(ctx, q, db.ListSuppressedParams{
		DatabaseID: int32(database), Limit: int32(few + 1),
	})
	if err != nil {
		return nil, fmt.Errorf("list suppressed addresses: %w", err)
	}
	if len(list) == 0 {
		return nil, nil // no address is suppressed
	}
	if len(list) > few {
		found, err := queries.FindSuppressed(ctx, q, wantedSuppressed(database, rows, contacts))
		if err != nil {
			return nil, fmt.Errorf("find suppressed addresses: %w", err)
		}
		list = list[:0]
		for _, row := range found {
			list = append(list, db.ListSuppressedRow(row))
		}
	}
	held, kinds := make(map[suppressedKey]bool, len(list)), map[int16]bool{}
	for _, row := range list {
		if len(row.Digest) == sha256.Size {
			held[suppressedKey{row.Kind, [sha256.Size]byte(row.Digest)}] = true
			kinds[row.Kind] = true
		}
	}
	return func(asked contact.Suppression) bool {
		return kinds[suppressedKind(asked)] &&
			slices.ContainsFunc(keysOfSuppressed(asked), func(k suppressedKey) bool { return held[k] })
	}, nil
}

// deleteSuppressed removes addresses from the suppression list.
func deleteSuppressed(
	ctx context.Context, q pgdb.Querier, database contact.DatabaseID, unlisted []contact.Suppression,
) error {
	if len(unlisted) == 0 {
		return nil
	}
	p := db.DeleteSuppressedParams{DatabaseID: int32(database)}
	for _, suppression := range unlisted {
		for _, k := range keysOfSuppressed(suppression) {
			p.Kinds, p.Digests = append(p.Kinds, k.kind), append(p.Digests, k.digest[:])
		}
	}
	return Wrap("take addresses off the list", queries.DeleteSuppressed(ctx, q, p))
}

// wantedSuppressed returns the keys of every suppression that may concern the rows or their contacts.
func wantedSuppressed(
	database contact.DatabaseID, rows []contact.Row, contacts []contact.Contact,
) db.FindSuppressedParams {
	p := db.FindSuppressedParams{DatabaseID: int32(database)}
	one := func(by fact.AddressKind, address string) {
		for _, channel := range spec.Messages() {
			for _, key := range keysOfSuppressed(contact.Suppression{Channel: channel, By: by, Address: address}) {
				p.Kinds, p.Digests = append(p.Kinds, key.kind), append(p.Digests, key.digest[:])
			}
		}
	}
	add := func(given [fact.AddressKinds]string) {
		for by, address := range given {
			if address != "" {
				one(fact.AddressKind(by), address)
			}
		}
	}
	for i := range rows {
		add([fact.AddressKinds]string{rows[i].ExternalID, rows[i].Email, rows[i].GSM})
		for _, former := range rows[i].Former {
			one(former.By, former.Address)
		}
	}
	for i := range contacts {
		add([fact.AddressKinds]string{contacts[i].ExternalID, contacts[i].Email, contacts[i].GSM})
	}
	return p
}

// ConsentsOf returns contacts with their addresses and consents.
func ConsentsOf(
	ctx context.Context, tx pgx.Tx, database contact.DatabaseID, numbers []int32,
) ([]contact.Contact, error) {
	rows, err := queries.ContactsByNumber(ctx, tx, db.ContactsByNumberParams{
		DatabaseID: int32(database), Numbers: numbers,
	})
	if err != nil {
		return nil, fmt.Errorf("find contacts: %w", err)
	}
	contacts := make([]contact.Contact, len(rows))
	for i, row := range rows {
		contacts[i] = contact.Contact{Number: row.Number, ExternalID: row.ExternalID, Email: row.Email, GSM: row.Gsm}
	}
	return contacts, complete(ctx, tx, database, contacts, nil)
}

// AddSuppressed adds addresses to the suppression list.
func AddSuppressed(
	ctx context.Context, tx pgx.Tx, database contact.DatabaseID, listed []contact.Suppression,
) error {
	if len(listed) == 0 {
		return nil
	}
	add := db.AddSuppressedParams{DatabaseID: int32(database), Reason: suppressedUnsubscribed}
	for _, suppression := range listed {
		k := keyOfSuppressed(suppression)
		add.Kinds, add.Digests = append(add.Kinds, k.kind), append(add.Digests, k.digest[:])
	}
	if err := queries.AddSuppressed(ctx, tx, add); err != nil {
		return fmt.Errorf("list addresses: %w", err)
	}
	return nil
}
