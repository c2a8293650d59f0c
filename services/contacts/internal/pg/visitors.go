package pg

import (
	"context"
	"encoding/binary"
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/core"
	"puls.app/services/contacts/internal/pg/db"
)

// knownVisitors returns for each visitor that is known the contact that the latest of those claims names that
// name one. It is not sqlc's, since its rows are read in place.
const knownVisitors = `SELECT DISTINCT ON (m.visitor) m.visitor, m.number
	FROM (
		SELECT m.visitor, m.occurred_at, m.event_id, m.kind, m.address, c.number FROM visitor_claims m
			JOIN contact_addresses c ON m.kind = 0 AND c.database_id = m.database_id AND c.external_id = m.address
			WHERE m.database_id = $1
		UNION ALL
		SELECT m.visitor, m.occurred_at, m.event_id, m.kind, m.address, c.number FROM visitor_claims m
			JOIN contact_addresses c ON m.kind = 1 AND c.database_id = m.database_id AND c.email = m.address
			WHERE m.database_id = $1
		UNION ALL
		SELECT m.visitor, m.occurred_at, m.event_id, m.kind, m.address, c.number FROM visitor_claims m
			JOIN contact_addresses c ON m.kind = 2 AND c.database_id = m.database_id AND c.gsm = m.address
			WHERE m.database_id = $1
	) m
	ORDER BY m.visitor, m.occurred_at DESC, m.event_id COLLATE "C" DESC, m.kind, m.address`

// pageOfVisitors is, of some visitors, who they are by the same rule.
const pageOfVisitors = `SELECT v.number, k.external_id, k.email, k.gsm, v.visitor_id
	FROM (SELECT p.number, p.visitor_id FROM visitors p WHERE p.database_id = $1 AND p.number > $2
		ORDER BY p.number LIMIT $3) v
	LEFT JOIN LATERAL (
		SELECT n.external_id, n.email, n.gsm FROM (
			SELECT m.occurred_at, m.event_id, m.kind, m.address, c.external_id, c.email, c.gsm
			FROM visitor_claims m JOIN contact_addresses c ON c.database_id = m.database_id AND c.external_id = m.address
			WHERE m.database_id = $1 AND m.visitor = v.number AND m.kind = 0
			UNION ALL
			SELECT m.occurred_at, m.event_id, m.kind, m.address, c.external_id, c.email, c.gsm
			FROM visitor_claims m JOIN contact_addresses c ON c.database_id = m.database_id AND c.email = m.address
			WHERE m.database_id = $1 AND m.visitor = v.number AND m.kind = 1
			UNION ALL
			SELECT m.occurred_at, m.event_id, m.kind, m.address, c.external_id, c.email, c.gsm
			FROM visitor_claims m JOIN contact_addresses c ON c.database_id = m.database_id AND c.gsm = m.address
			WHERE m.database_id = $1 AND m.visitor = v.number AND m.kind = 2
		) n
		ORDER BY n.occurred_at DESC, n.event_id COLLATE "C" DESC, n.kind, n.address LIMIT 1
	) k ON true
	ORDER BY v.number`

// visitorChunks hands the chunks of a database's visitors to visit.
func (s *Store) visitorChunks(
	ctx context.Context, tx pgx.Tx, q core.AudienceQuery, database db.OwnedDatabasesRow,
	visit func(*core.AudienceChunk) error,
) error {
	groups, err := s.loadGroups(ctx, tx, database.ID, q.Groups)
	if err != nil {
		return err
	}
	known, in, err := s.knownVisitors(ctx, tx, database.ID, groups)
	if err != nil {
		return err
	}
	for first := uint64(0); first < uint64(database.NextVisitor); first += 1 << chunkShift {
		last := min(first+1<<chunkShift, uint64(database.NextVisitor))
		chunk := &core.AudienceChunk{Database: core.DatabaseID(database.ID), Chunk: uint32(first >> chunkShift)}
		members := roaring.New()
		members.AddRange(0, last-first)
		chunk.Members = words(members)
		chunk.Known = words(cut(known, first))
		for i, group := range groups {
			if bits := words(cut(in[i], first)); len(bits) > 0 {
				chunk.Groups = append(chunk.Groups, core.GroupBits{Group: group.id, Bits: bits})
			}
		}
		if err := visit(chunk); err != nil {
			return err
		}
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

type groupMembers struct {
	id      core.GroupID
	members *roaring.Bitmap
}

// loadGroups reads the members of groups over all chunks.
func (s *Store) loadGroups(ctx context.Context, tx pgx.Tx, database int32, ids []core.GroupID) ([]groupMembers, error) {
	groups := make([]groupMembers, len(ids))
	index := map[core.GroupID]int{}
	for i, id := range ids {
		groups[i] = groupMembers{id: id, members: roaring.New()}
		index[id] = i
	}
	if len(ids) == 0 {
		return groups, nil
	}
	rows, err := tx.Query(ctx, audienceBits, database, []int16{}, 1, 0, int32s(ids))
	if err != nil {
		return nil, fmt.Errorf("read groups: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var row bitRow
		if err := row.scan(rows); err != nil {
			return nil, err
		}
		bits := roaring.New()
		if err := readBits(bits, row.bits); err != nil {
			return nil, err
		}
		groups[index[core.GroupID(row.ref)]].members.Or(roaring.AddOffset64(bits, int64(row.chunk)<<chunkShift))
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read groups: %w", err)
	}
	return groups, nil
}

// knownVisitors returns the visitors that are contacts, and those that are members of each group.
func (s *Store) knownVisitors(
	ctx context.Context, tx pgx.Tx, database int32, groups []groupMembers,
) (known *roaring.Bitmap, in []*roaring.Bitmap, err error) {
	known, in = roaring.New(), make([]*roaring.Bitmap, len(groups))
	for i := range in {
		in[i] = roaring.New()
	}
	rows, err := tx.Query(ctx, knownVisitors, database)
	if err != nil {
		return nil, nil, fmt.Errorf("read known visitors: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		values := rows.RawValues()
		visitor, contact := binary.BigEndian.Uint32(values[0]), binary.BigEndian.Uint32(values[1])
		known.Add(visitor)
		for i, group := range groups {
			if group.members.Contains(contact) {
				in[i].Add(visitor)
			}
		}
	}
	if err := rows.Err(); err != nil {
		return nil, nil, fmt.Errorf("read known visitors: %w", err)
	}
	return known, in, nil
}
