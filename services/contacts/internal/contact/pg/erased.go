package pg

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/contacts/internal/spelling"
	"puls.app/services/kit/pgdb"
)

// keyIDSize is how many bytes of the SHA-256 of the key are stored with each erased address.
const keyIDSize = 8

// errErasureKey means that addresses were erased with another key, and would not be recognised.
var errErasureKey = errors.New(
	"addresses were erased under another PULS_ERASURE_SECRET (or, where that is not set, another PULS_SECRET): set it as it was",
)

// CheckErasureKey fails when addresses were erased with another key than the store's.
func (s *Store) CheckErasureKey(ctx context.Context) error {
	return s.System(ctx, "check key of erased addresses", func(tx pgx.Tx) error {
		ids, err := queries.ErasedKeys(ctx, tx)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if !bytes.Equal(id, s.ErasureKeyID()) {
				return errErasureKey
			}
		}
		return nil
	})
}

// ErasureKeyID identifies the key of erased addresses; it is stored with each of them.
func (s *Store) ErasureKeyID() []byte {
	sum := sha256.Sum256(s.ErasureKey)
	return sum[:keyIDSize]
}

// IsShared reports whether an address identifies the same person in every uid, as e-mail addresses and phone numbers
// do. An external id is valid in one uid: 17 may be another person in another uid.
func IsShared(address string) bool {
	return strings.Contains(address, "@") || strings.HasPrefix(address, "+")
}

// Eraser returns the function that hashes the erased addresses of an account and database.
func (s *Store) Eraser(account contact.AccountID, database contact.DatabaseID) func(address string) [sha256.Size]byte {
	mac := hmac.New(sha256.New, s.ErasureKey)
	all, one := fmt.Appendf(nil, "%d\x00", account), fmt.Appendf(nil, "%d\x00%d\x00", account, database)
	return func(address string) (digest [sha256.Size]byte) {
		mac.Reset()
		if IsShared(address) {
			mac.Write(all)
		} else {
			mac.Write(one)
		}
		mac.Write([]byte(address))
		mac.Sum(digest[:0])
		return digest
	}
}

// FormsOf returns an address and, when its domain is in punycode, its former form with Unicode letters in the domain.
func FormsOf(address string) []string {
	if letters := spelling.UnicodeEmail(address); letters != address {
		return []string{address, letters}
	}
	return []string{address}
}

// Erased returns which of the addresses of any kind were erased from a database; nil when none was.
func (s *Store) Erased(
	ctx context.Context, q pgdb.Querier, account contact.AccountID, database contact.DatabaseID, addresses []string,
) (map[string]bool, error) {
	if any, err := AnyErased(ctx, q, account); err != nil || !any || len(addresses) == 0 {
		return nil, err
	}
	byDigest := make(map[[sha256.Size]byte]string, len(addresses))
	find := db.FindErasedParams{AccountID: int32(account), Digests: make([][]byte, 0, len(addresses))}
	digestOf := s.Eraser(account, database)
	for _, address := range addresses {
		for _, form := range FormsOf(address) {
			digest := digestOf(form)
			byDigest[digest] = address
			find.Digests = append(find.Digests, digest[:])
		}
	}
	found, err := queries.FindErased(ctx, q, find)
	if err != nil {
		return nil, fmt.Errorf("find erased addresses: %w", err)
	}
	erased := map[string]bool{}
	for _, digest := range found {
		erased[byDigest[[sha256.Size]byte(digest)]] = true
	}
	return erased, nil
}

// AnyErased reports whether any address of an account was erased. Most accounts have none and need no other query.
func AnyErased(ctx context.Context, q pgdb.Querier, account contact.AccountID) (bool, error) {
	any, err := queries.AnyErased(ctx, q, int32(account))
	return any, Wrap("look for erased addresses", err)
}

// erasedAmong returns which of the addresses of rows were erased. It does not look up addresses of existing contacts.
func (s *Store) erasedAmong(
	ctx context.Context, tx pgx.Tx, account contact.AccountID, database contact.DatabaseID,
	given [fact.AddressKinds][]string, contacts []contact.Contact,
) (map[string]bool, error) {
	if any, err := AnyErased(ctx, tx, account); err != nil || !any {
		return nil, err
	}
	had := map[string]bool{}
	for i := range contacts {
		had[contacts[i].ExternalID], had[contacts[i].Email], had[contacts[i].GSM] = true, true, true
	}
	var unknown []string
	for _, addresses := range given {
		for _, address := range addresses {
			if !had[address] {
				unknown = append(unknown, address)
			}
		}
	}
	return s.Erased(ctx, tx, account, database, unknown)
}
