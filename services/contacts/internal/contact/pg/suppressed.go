package pg

import (
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/spec"
)

const (
	// fewSuppressed is how many addresses of a list a step holds in memory; in a longer list it looks up its own
	// addresses.
	fewSuppressed = 20_000
	// suppressedUnsubscribed is the reason of an unsubscription.
	suppressedUnsubscribed = 1
	// WithdrawPage bounds how many contacts one statement reads.
	WithdrawPage = 20_000
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
	ctx context.Context, tx pgx.Tx, database contact.DatabaseID, rows []contact.Row, contacts []contact.Contact,
) (func(contact.Suppression) bool, error) {
	list, err := queries.ListSuppressed(ctx, tx, db.ListSuppressedParams{
		DatabaseID: int32(database), Limit: fewSuppressed + 1,
	})
	if err != nil {
		return nil, fmt.Errorf("list suppressed addresses: %w", err)
	}
	if len(list) == 0 {
		return nil, nil // no address is suppressed
	}
	if len(list) > fewSuppressed {
		found, err := queries.FindSuppressed(ctx, tx, wantedSuppressed(database, rows, contacts))
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

// withdrawn holds the unsubscriptions from one channel of one database.
type withdrawn struct {
	numbers []int32
	listed  []contact.Suppression
}

type withdrawnKey struct {
	database contact.DatabaseID
	channel  fact.Channel
}

// Withdrawing is the entry of the event log for withdrawn consents, and the sequence of its step.
type Withdrawing struct {
	contact.Entry
	Sequence int64
}

// Withdraw withdraws consents within the transaction of an import's step, which holds the locks of the databases: the
// numbers belong to the contacts that have the addresses now. It logs the unsubscribed contacts and those that lost a
// consent, and returns them by database.
func Withdraw(
	ctx context.Context, tx pgx.Tx, unsubscribed []contact.Unsubscription, by Withdrawing,
) (map[contact.DatabaseID]*contact.Concerned, error) {
	if _, err := AddEntry(ctx, tx, by.Entry); err != nil {
		return nil, err
	}
	parts := map[withdrawnKey]*withdrawn{}
	var keys []withdrawnKey
	for _, u := range unsubscribed {
		key := withdrawnKey{u.Database, u.Channel}
		if parts[key] == nil {
			parts[key] = &withdrawn{}
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
		if _, err := AddEntrySets(ctx, tx, by.ID, by.Sequence, database, SetsOf(*logged[database])); err != nil {
			return nil, err
		}
	}
	return logged, nil
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

// addTwins adds the twins of unsubscribed contacts by the channel's own address: both forms are one mailbox.
func addTwins(ctx context.Context, tx pgx.Tx, key withdrawnKey, part *withdrawn) error {
	if len(part.numbers) == 0 {
		return nil
	}
	twins, err := TwinsOf(ctx, tx, key.database, part.numbers)
	for _, twin := range twins {
		if (contact.Suppression{Channel: key.channel, By: twin.By}).Own() {
			part.numbers = append(part.numbers, twin.Number, twin.Of)
		}
	}
	return err
}

func withdrawPart(
	ctx context.Context, tx pgx.Tx, key withdrawnKey, part *withdrawn, logged *contact.Concerned,
) error {
	if err := addTwins(ctx, tx, key, part); err != nil {
		return err
	}
	slices.Sort(part.numbers)
	logged.Subjects = append(logged.Subjects, part.numbers...)
	listed := part.listed
	var bits []contact.Bit
	for page := range slices.Chunk(slices.Compact(part.numbers), WithdrawPage) {
		contacts, err := ConsentsOf(ctx, tx, key.database, page)
		if err != nil {
			return err
		}
		w := contact.Withdraw(key.channel, contacts)
		listed, bits = append(listed, w.Listed...), append(bits, w.Bits...)
		lost := &logged.Withdrawn[key.channel.Index()]
		*lost = append(*lost, w.Numbers...)
	}
	if _, err := ChangeBits(ctx, tx, key.database, bits); err != nil {
		return err
	}
	return AddSuppressed(ctx, tx, key.database, listed)
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
