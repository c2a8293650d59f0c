package pg

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/core"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/contacts/internal/spelling"
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

// isShared reports whether an address means the same person in every uid, as e-mail addresses and phone numbers do. An
// external id is its uid's own: 17 may be another person in another one.
func isShared(address string) bool {
	return strings.Contains(address, "@") || strings.HasPrefix(address, "+")
}

// eraser returns what an address of an account, or of one of its databases, is kept as once it is erased.
func (s *Store) eraser(account core.AccountID, database core.DatabaseID) func(address string) [sha256.Size]byte {
	mac := hmac.New(sha256.New, s.erasureKey)
	all, one := fmt.Appendf(nil, "%d\x00", account), fmt.Appendf(nil, "%d\x00%d\x00", account, database)
	return func(address string) (digest [sha256.Size]byte) {
		mac.Reset()
		if isShared(address) {
			mac.Write(all)
		} else {
			mac.Write(one)
		}
		mac.Write([]byte(address))
		mac.Sum(digest[:0])
		return digest
	}
}

// formsOf returns an address and, where the canonical form tells that, how it was kept before addresses had one: with
// letters in its domain.
func formsOf(address string) []string {
	if letters := spelling.UnicodeEmail(address); letters != address {
		return []string{address, letters}
	}
	return []string{address}
}

// erased returns which of the addresses that rows of a database have, of any kind, were erased; nil when none was.
func (s *Store) erased(
	ctx context.Context, tx pgx.Tx, account core.AccountID, database core.DatabaseID, addresses []string,
) (map[string]bool, error) {
	if any, err := s.anyErased(ctx, tx, account); err != nil || !any || len(addresses) == 0 {
		return nil, err
	}
	byDigest := make(map[[sha256.Size]byte]string, len(addresses))
	find := db.FindErasedParams{AccountID: int32(account), Digests: make([][]byte, 0, len(addresses))}
	digestOf := s.eraser(account, database)
	for _, address := range addresses {
		for _, form := range formsOf(address) {
			digest := digestOf(form)
			byDigest[digest] = address
			find.Digests = append(find.Digests, digest[:])
		}
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

// anyErased reports whether addresses of an account were erased: of most none was, which costs one look.
func (s *Store) anyErased(ctx context.Context, tx pgx.Tx, account core.AccountID) (bool, error) {
	any, err := s.q.AnyErased(ctx, tx, int32(account))
	return any, wrap("look for erased addresses", err)
}

// erasedAmong returns which of the addresses of rows were erased. Those that contacts have were not.
func (s *Store) erasedAmong(
	ctx context.Context, tx pgx.Tx, account core.AccountID, database core.DatabaseID,
	given [fact.AddressKinds][]string, contacts []core.Contact,
) (map[string]bool, error) {
	if any, err := s.anyErased(ctx, tx, account); err != nil || !any {
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
	return s.erased(ctx, tx, account, database, unknown)
}

// withoutErased takes addresses that were erased out of what a step of engagement would keep.
func (s *Store) withoutErased(ctx context.Context, tx pgx.Tx, step *core.EngagementStep) error {
	if any, err := s.anyErased(ctx, tx, step.Account); err != nil || !any {
		return err
	}
	named := map[core.DatabaseID][]string{}
	for _, part := range step.Web {
		for _, claim := range part.Claims {
			named[part.Database] = append(named[part.Database], claim.Address)
		}
	}
	for _, u := range step.Unsubscribed {
		named[u.Database] = append(named[u.Database], u.Address)
	}
	for _, r := range step.Progress.Refused {
		named[r.Database] = append(named[r.Database], r.Unknown)
	}
	gone := map[core.DatabaseID]map[string]bool{}
	for database, addresses := range named {
		var err error
		if gone[database], err = s.erased(ctx, tx, step.Account, database, addresses); err != nil {
			return err
		}
	}
	for i := range step.Web {
		part := &step.Web[i]
		part.Claims = slices.DeleteFunc(part.Claims, func(c fact.Claim) bool { return gone[part.Database][c.Address] })
	}
	step.Unsubscribed = slices.DeleteFunc(step.Unsubscribed, func(u core.Unsubscription) bool {
		return gone[u.Database][u.Address]
	})
	for i := range step.Progress.Refused {
		if r := &step.Progress.Refused[i]; gone[r.Database][r.Unknown] {
			r.Erased()
		}
	}
	return nil
}

// emptyErased takes the text from refused rows that hold an e-mail address or phone number that was erased.
func (s *Store) emptyErased(ctx context.Context, tx pgx.Tx, account core.AccountID, refused []core.RefusedRow) error {
	if len(refused) == 0 {
		return nil
	}
	if any, err := s.anyErased(ctx, tx, account); err != nil || !any {
		return err
	}
	var cells []string
	of := make([]int, len(refused)) // where the cells of each row end
	for i := range refused {
		cells = append(cells, refused[i].Cells()...)
		of[i] = len(cells)
	}
	gone, err := s.erased(ctx, tx, account, 0, cells)
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
