// Package jsonlist bounds what a list in a body unfolds to: an item of two bytes becomes a value of hundreds.
package jsonlist

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// Most is how many items a list may have: bodies of half a megabyte and of one hold fewer useful ones.
const Most = 5_000

// ErrTooMany means that a list has more than Most items.
var ErrTooMany = fmt.Errorf("a list has more than %d items", Most)

// errNoList means that there is another value, or null.
var errNoList = errors.New("no list")

// List is a JSON array of at most Most items.
type List[T any] []T

// UnmarshalJSON implements json.Unmarshaler. It fails with ErrTooMany before the item that is one too many is read.
func (l *List[T]) UnmarshalJSON(data []byte) error {
	if *l = nil; string(data) == "null" {
		return nil
	}
	items := json.NewDecoder(bytes.NewReader(data))
	if begin, err := items.Token(); err != nil || begin != json.Delim('[') {
		return errNoList
	}
	*l = List[T]{}
	for items.More() {
		if len(*l) == Most {
			return ErrTooMany
		}
		var item T
		if err := items.Decode(&item); err != nil {
			return err
		}
		*l = append(*l, item)
	}
	return nil
}
