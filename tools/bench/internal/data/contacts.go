package data

import (
	"encoding/base32"
	"encoding/binary"
	"strconv"
	"strings"
	"time"
)

// Contact is a contact as the program and the references know it.
type Contact struct {
	Consent, Excluded, Address bool
	// Created is a local day.
	Created int
}

// Contact generates a contact.
func (s *Set) Contact(i int) Contact {
	h := mix(s.draw(i) + 1)
	return Contact{
		Consent: below(h, 92), Excluded: below(h>>16, 5), Address: s.EveryAddress || !below(h>>32, 2),
		Created: s.First + s.Days - 1 - int(h>>48)%2000,
	}
}

var letters = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// Email is the address of a contact that has one.
func (s *Set) Email(i int) string { return s.name(i) + "@example.com" }

// name returns random letters. Names are in no order, as in real data.
func (s *Set) name(i int) string {
	var h [8]byte
	binary.BigEndian.PutUint64(h[:], mix(uint64(i+1)*0xd1342543de82ef95^s.Seed)) // a bijection: names are unique
	return letters.EncodeToString(h[:])
}

// ExternalID is the number of a contact without an address.
func ExternalID(i int) string { return "customer-" + strconv.Itoa(i) }

// Names returns the external id and the e-mail address of a contact; one of them is empty.
func (s *Set) Names(i int) (external, email string) {
	if s.Contact(i).Address {
		return "", s.Email(i)
	}
	return ExternalID(i), ""
}

// Date writes a local day as YYYY-MM-DD.
func Date(day int) string { return time.Unix(int64(day)*86_400, 0).UTC().Format(time.DateOnly) }

// Day reads a local day.
func Day(date string) (int, error) {
	t, err := time.Parse(time.DateOnly, strings.TrimSpace(date))
	if err != nil {
		return 0, err
	}
	return int(t.Unix() / 86_400), nil
}
