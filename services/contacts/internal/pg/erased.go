package pg

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/core"
	"puls.app/services/contacts/internal/pg/db"
)

// keyIDSize is how much of the SHA-256 of the key stands with each erased address.
const keyIDSize = 8

// errErasureKey means that addresses were erased under another key: they would not be known again.
var errErasureKey = errors.New(
	"addresses were erased under another PULS_ERASURE_SECRET (or, where that is not set, another PULS_SECRET): set it as it was",
)

// CheckErasureKey fails when addresses were erased under another key than the store's.
func (s *Store) CheckErasureKey(ctx context.Context) error {
	return s.system(ctx, "check key of erased addresses", func(tx pgx.Tx) error {
		ids, err := s.q.ErasedKeys(ctx, tx)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if !bytes.Equal(id, s.erasureKeyID()) {
				return errErasureKey
			}
		}
		return nil
	})
}

func (s *Store) erasureKeyID() []byte {
	sum := sha256.Sum256(s.erasureKey)
	return sum[:keyIDSize]
}

// eraser returns what an address of an account is kept as once it is erased, whatever kind of address it is.
//
//nolint:unused // as erased
func (s *Store) eraser(account core.AccountID) func(address string) [sha256.Size]byte {
	mac, of := hmac.New(sha256.New, s.erasureKey), strconv.AppendInt(nil, int64(account), 10)
	return func(address string) (digest [sha256.Size]byte) {
		mac.Reset()
		mac.Write(of)
		mac.Write([]byte{0})
		mac.Write([]byte(address))
		mac.Sum(digest[:0])
		return digest
	}
}

// erased returns which of the addresses, of any kind, were erased from an account; nil when none was.
//
//nolint:unused // the steps of imports refuse rows by it, in the change after this one
func (s *Store) erased(
	ctx context.Context, tx pgx.Tx, account core.AccountID, addresses []string,
) (map[string]bool, error) {
	any, err := s.q.AnyErased(ctx, tx, int32(account))
	if err != nil || !any {
		return nil, wrap("look for erased addresses", err)
	}
	byDigest := make(map[[sha256.Size]byte]string, len(addresses))
	find := db.FindErasedParams{AccountID: int32(account), Digests: make([][]byte, 0, len(addresses))}
	digestOf := s.eraser(account)
	for _, address := range addresses {
		digest := digestOf(address)
		byDigest[digest] = address
		find.Digests = append(find.Digests, digest[:])
	}
	found, err := s.q.FindErased(ctx, tx, find)
	if err != nil {
		return nil, fmt.Errorf("find erased addresses: %w", err)
	}
	erased := map[string]bool{}
	for _, digest := range found {
		erased[byDigest[[sha256.Size]byte(digest)]] = true
	}
	return erased, nil
}
