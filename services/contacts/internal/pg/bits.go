package pg

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/core"
	"puls.app/services/contacts/internal/pg/db"
)

const (
	chunkShift = 16
	// lastChunk holds the greatest number that a contact can have.
	lastChunk = math.MaxInt32 >> chunkShift
)

// bitRow is a row of audience_bits; bits are valid until the next row.
type bitRow struct {
	chunk int32
	kind  core.BitKind
	ref   int32
	bits  []byte
}

// scan reads the four columns in their binary form, which is eight times faster than through the type map and
// copies nothing.
func (b *bitRow) scan(rows pgx.Rows) error {
	values := rows.RawValues()
	if len(values) < 4 || len(values[0]) != 4 || len(values[1]) != 2 || len(values[2]) != 4 {
		return fmt.Errorf("read bitmap: unexpected columns")
	}
	b.chunk = int32(binary.BigEndian.Uint32(values[0]))
	b.kind = core.BitKind(binary.BigEndian.Uint16(values[1]))
	b.ref = int32(binary.BigEndian.Uint32(values[2]))
	b.bits = values[3]
	return nil
}

func readBits(into *roaring.Bitmap, bits []byte) error {
	into.Clear()
	if err := into.UnmarshalBinary(bits); err != nil {
		return fmt.Errorf("read bitmap: %w", err)
	}
	return nil
}

type bitsKey struct {
	chunk int32
	kind  core.BitKind
	ref   int32
}

func compareKeys(a, b bitsKey) int {
	return cmp.Or(cmp.Compare(a.chunk, b.chunk), cmp.Compare(a.kind, b.kind), cmp.Compare(a.ref, b.ref))
}

// changeBits puts contacts into bitmaps and takes them out, rows locked in ascending order of chunks. It returns who
// came into a group or left one by that.
func (s *Store) changeBits(
	ctx context.Context, tx pgx.Tx, database core.DatabaseID, changes []core.Bit,
) (moved *roaring.Bitmap, err error) {
	moved = roaring.New()
	if len(changes) == 0 {
		return moved, nil
	}
	maps := map[bitsKey]*roaring.Bitmap{}
	for _, c := range changes {
		maps[keyOf(c)] = nil
	}
	if err := s.lockBits(ctx, tx, database, maps); err != nil {
		return nil, err
	}
	changed := map[bitsKey]*roaring.Bitmap{}
	for _, c := range changes {
		key := keyOf(c)
		bit := uint32(c.Day)<<chunkShift | uint32(c.Number)&(1<<chunkShift-1)
		bits := maps[key]
		if c.Set && bits.CheckedAdd(bit) || !c.Set && bits.CheckedRemove(bit) {
			changed[key] = bits
			if c.Kind == core.BitGroup {
				moved.Add(uint32(c.Number))
			}
		}
	}
	return moved, s.putBits(ctx, tx, database, changed)
}

// lockBits locks bitmaps and puts them at their keys; what is not kept is empty.
func (s *Store) lockBits(
	ctx context.Context, tx pgx.Tx, database core.DatabaseID, maps map[bitsKey]*roaring.Bitmap,
) error {
	lock := db.LockBitsParams{DatabaseID: int32(database)}
	for _, key := range sortedKeys(maps) {
		lock.Chunks = append(lock.Chunks, key.chunk)
		lock.Kinds = append(lock.Kinds, int16(key.kind))
		lock.Refs = append(lock.Refs, key.ref)
		maps[key] = roaring.New()
	}
	rows, err := s.q.LockBits(ctx, tx, lock)
	if err != nil {
		return fmt.Errorf("lock bitmaps: %w", err)
	}
	for _, row := range rows {
		if err := readBits(maps[bitsKey{row.Chunk, core.BitKind(row.Kind), row.Ref}], row.Bits); err != nil {
			return err
		}
	}
	return nil
}

func keyOf(c core.Bit) bitsKey { return bitsKey{c.Number >> chunkShift, c.Kind, c.Ref} }

func sortedKeys(maps map[bitsKey]*roaring.Bitmap) []bitsKey {
	keys := make([]bitsKey, 0, len(maps))
	for key := range maps {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, compareKeys)
	return keys
}

func (s *Store) putBits(
	ctx context.Context, tx pgx.Tx, database core.DatabaseID, changed map[bitsKey]*roaring.Bitmap,
) error {
	if len(changed) == 0 {
		return nil
	}
	put := db.PutBitsParams{DatabaseID: int32(database)}
	for _, key := range sortedKeys(changed) {
		bits := changed[key]
		bits.RunOptimize()
		body, err := bits.MarshalBinary()
		if err != nil {
			return fmt.Errorf("write bitmap: %w", err)
		}
		put.Chunks = append(put.Chunks, key.chunk)
		put.Kinds = append(put.Kinds, int16(key.kind))
		put.Refs = append(put.Refs, key.ref)
		put.Bits = append(put.Bits, body)
	}
	if err := s.q.PutBits(ctx, tx, put); err != nil {
		return fmt.Errorf("keep bitmaps: %w", err)
	}
	return nil
}

// cut returns the numbers within the chunk that begins at first.
func cut(bits *roaring.Bitmap, first uint64) *roaring.Bitmap {
	part := roaring.New()
	part.AddRange(first, first+1<<chunkShift)
	part.And(bits)
	return roaring.AddOffset64(part, -int64(first))
}

// words returns a bitmap as little-endian words without the zero words at its end.
func words(bits *roaring.Bitmap) []byte {
	if bits.IsEmpty() {
		return nil
	}
	dense := bits.ToDense()
	for len(dense) > 0 && dense[len(dense)-1] == 0 {
		dense = dense[:len(dense)-1]
	}
	out := make([]byte, 8*len(dense))
	for i, word := range dense {
		binary.LittleEndian.PutUint64(out[8*i:], word)
	}
	return out
}
