// Package jsonlist bounds the length of lists in JSON bodies: an item of two bytes becomes a value of hundreds.
package jsonlist

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// Most is how many items a list may have. A body of half a megabyte, or of one, has fewer useful items.
const Most = 5_000

// ErrTooMany means that a list has more than Most items.
var ErrTooMany = fmt.Errorf("a list has more than %d items", Most)

// errNoList means that the value is not a list.
var errNoList = errors.New("no list")

// List is a JSON array of at most Most items.
type List[T any] []T

// UnmarshalJSON implements json.Unmarshaler. It fails with ErrTooMany before it reads the item over the limit.
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
