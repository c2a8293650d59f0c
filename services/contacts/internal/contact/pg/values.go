package pg

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/kit/pgdb"
)

// A row has the values of a property of 128 consecutive numbers. A file that changes every contact changes a hundredth
// as many rows, and an unsorted file rewrites few other values with them.
const (
	valueShift = 7
	valueBlock = 1 << valueShift
	// valuesAtOnce is how many rows of values are in memory at once, regardless of the number that a step changes.
	valuesAtOnce = 2048
)

// valuesKey identifies a row of values.
type valuesKey struct {
	block    int32
	property contact.PropertyID
}

func compareValuesKeys(a, b valuesKey) int {
	return cmp.Or(cmp.Compare(a.block, b.block), cmp.Compare(a.property, b.property))
}

// value is the new value of one contact of a row; an empty text removes the value.
type value struct {
	place uint32
	text  string
}

func valuePlace(number int32) uint32 { return uint32(number) & (valueBlock - 1) }

const valuesOfBlocks = `SELECT block, property_id, texts FROM property_values
	WHERE database_id = $1 AND block = ANY ($2) AND ($3::int[] IS NULL OR property_id = ANY ($3))`

// eachValues calls visit with rows of values in their binary form; ids are the properties, nil for all.
func eachValues(
	ctx context.Context, q pgdb.Querier, database contact.DatabaseID, blocks []int32, ids []int32,
	visit func(key valuesKey, texts []byte) error,
) error {
	rows, err := q.Query(ctx, valuesOfBlocks, int32(database), blocks, ids)
	if err != nil {
		return fmt.Errorf("read values of properties: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		columns := rows.RawValues()
		key := valuesKey{
			int32(binary.BigEndian.Uint32(columns[0])), contact.PropertyID(binary.BigEndian.Uint32(columns[1])),
		}
		if err := visit(key, columns[2]); err != nil {
			return err
		}
	}
	return Wrap("read values of properties", rows.Err())
}

var errNoTexts = errors.New("not an array of texts")

// eachText calls visit with the position of each text of an array in its binary form, and skips nulls.
func eachText(array []byte, visit func(place int, from, to int)) error {
	const header = 20 // number of dimensions, null flag, type, length, first index
	if len(array) < header {
		if len(array) == header-8 { // no dimension, no texts
			return nil
		}
		return errNoTexts
	}
	at := header
	for place := range int(binary.BigEndian.Uint32(array[12:])) {
		if place == valueBlock || len(array) < at+4 {
			return errNoTexts
		}
		length := int(int32(binary.BigEndian.Uint32(array[at:])))
		if at += 4; length < 0 {
			continue
		}
		if len(array) < at+length {
			return errNoTexts
		}
		visit(place, at, at+length)
		at += length
	}
	return nil
}

// fillValues adds the values of some properties, nil for all, to n contacts.
func fillValues(
	ctx context.Context, q pgdb.Querier, database contact.DatabaseID, ids []contact.PropertyID, n int,
	at func(int) *contact.Contact,
) error {
	blocks := map[int32]*[valueBlock]*contact.Contact{}
	for i := range n {
		c := at(i)
		if blocks[c.Number>>valueShift] == nil {
			blocks[c.Number>>valueShift] = &[valueBlock]*contact.Contact{}
		}
		blocks[c.Number>>valueShift][valuePlace(c.Number)] = c
	}
	var wanted []int32
	if ids != nil {
		wanted = Int32s(ids)
	}
	for some := range slices.Chunk(slices.Sorted(maps.Keys(blocks)), valuesAtOnce) {
		err := eachValues(ctx, q, database, some, wanted, func(key valuesKey, array []byte) error {
			contacts := blocks[key.block]
			return eachText(array, func(place int, from, to int) {
				c := contacts[place]
				if c == nil {
					return
				}
				if c.Properties == nil {
					c.Properties = map[contact.PropertyID]string{}
				}
				c.Properties[key.property] = string(array[from:to])
			})
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// writeValues stores the values that changes set and remove.
func writeValues(ctx context.Context, q pgdb.Querier, database contact.DatabaseID, changes contact.Changes) error {
	rows := map[valuesKey][]value{}
	for i := range changes.New {
		addValues(rows, nil, &changes.New[i])
	}
	for i := range changes.Changed {
		addValues(rows, changes.Changed[i].Before.Properties, &changes.Changed[i].After)
	}
	keys := slices.SortedFunc(maps.Keys(rows), compareValuesKeys)
	for some := range slices.Chunk(keys, valuesAtOnce) {
		if err := putValues(ctx, q, database, some, rows); err != nil {
			return err
		}
	}
	return nil
}

func addValues(rows map[valuesKey][]value, before map[contact.PropertyID]string, after *contact.Contact) {
	block, at := after.Number>>valueShift, valuePlace(after.Number)
	for id, text := range after.Properties {
		if old, had := before[id]; !had || old != text {
			rows[valuesKey{block, id}] = append(rows[valuesKey{block, id}], value{at, text})
		}
	}
	for id := range before {
		if _, has := after.Properties[id]; !has {
			rows[valuesKey{block, id}] = append(rows[valuesKey{block, id}], value{at, ""})
		}
	}
}

// putValues changes some rows of values. The caller has locked the database since the rows were read.
func putValues(
	ctx context.Context, q pgdb.Querier, database contact.DatabaseID, keys []valuesKey, changes map[valuesKey][]value,
) error {
	var blocks, ids []int32
	rows := make(map[valuesKey]*[valueBlock]string, len(keys))
	for _, key := range keys {
		blocks, ids, rows[key] = append(blocks, key.block), append(ids, int32(key.property)), &[valueBlock]string{}
	}
	slices.Sort(ids)
	blocks, ids = slices.Compact(blocks), slices.Compact(ids)
	err := eachValues(ctx, q, database, blocks, ids, func(key valuesKey, array []byte) error {
		texts, wanted := rows[key]
		if !wanted {
			return nil
		}
		whole := string(array)
		return eachText(array, func(place int, from, to int) { texts[place] = whole[from:to] })
	})
	if err != nil {
		return err
	}
	put := db.PutValuesParams{DatabaseID: int32(database)}
	for _, key := range keys {
		for _, v := range changes[key] {
			rows[key][v.place] = v.text
		}
		put.Blocks, put.PropertyIds = append(put.Blocks, key.block), append(put.PropertyIds, int32(key.property))
		put.Texts = append(put.Texts, arrayOf(rows[key]))
	}
	return Wrap("keep values of properties", queries.PutValues(ctx, q, put))
}

var escaped = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// arrayOf formats texts as an array literal of Postgres: empty texts are null, and those at the end are left out.
func arrayOf(texts *[valueBlock]string) string {
	array, end := make([]byte, 1, 16*len(texts)), 1
	array[0] = '{'
	for i, text := range texts {
		if i > 0 {
			array = append(array, ',')
		}
		if text == "" {
			array = append(array, "NULL"...)
			continue
		}
		if strings.ContainsAny(text, `"\`) {
			text = escaped.Replace(text)
		}
		if !utf8.ValidString(text) {
			text = strings.ToValidUTF8(text, "\ufffd")
		}
		array = append(append(append(array, '"'), text...), '"')
		end = len(array)
	}
	return string(append(array[:end], '}'))
}
