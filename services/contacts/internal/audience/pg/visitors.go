package pg

import (
	"context"
	"encoding/binary"
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/audience"
	"puls.app/services/contacts/internal/contact"
	contactpg "puls.app/services/contacts/internal/contact/pg"
	"puls.app/services/contacts/internal/pg/db"
)

// knownVisitors returns for each visitor that is known, ascending, the contact that the latest of those claims names
// that name one. It is not sqlc's, since its rows are read in place.
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

// someVisitors is the same of some visitors; null for those who are not known.
const someVisitors = `SELECT v.visitor, k.number FROM unnest($2::int[]) AS v (visitor)
	LEFT JOIN LATERAL (
		SELECT n.number FROM (
			SELECT m.occurred_at, m.event_id, m.kind, m.address, c.number
			FROM visitor_claims m JOIN contact_addresses c ON c.database_id = m.database_id AND c.external_id = m.address
			WHERE m.database_id = $1 AND m.visitor = v.visitor AND m.kind = 0
			UNION ALL
			SELECT m.occurred_at, m.event_id, m.kind, m.address, c.number
			FROM visitor_claims m JOIN contact_addresses c ON c.database_id = m.database_id AND c.email = m.address
			WHERE m.database_id = $1 AND m.visitor = v.visitor AND m.kind = 1
			UNION ALL
			SELECT m.occurred_at, m.event_id, m.kind, m.address, c.number
			FROM visitor_claims m JOIN contact_addresses c ON c.database_id = m.database_id AND c.gsm = m.address
			WHERE m.database_id = $1 AND m.visitor = v.visitor AND m.kind = 2
		) n
		ORDER BY n.occurred_at DESC, n.event_id COLLATE "C" DESC, n.kind, n.address LIMIT 1
	) k ON true`

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
func visitorChunks(
	ctx context.Context, tx pgx.Tx, q audience.Query, database db.OwnedDatabasesRow,
	visit func(*audience.Chunk) error,
) error {
	groups, err := loadGroups(ctx, tx, database.ID, q.Groups)
	if err != nil {
		return err
	}
	known, err := readVisitors(ctx, tx, database.ID)
	if err != nil {
		return err
	}
	removed, err := removedVisitors(ctx, tx, database.ID)
	if err != nil {
		return err
	}
	for first := uint64(0); first < uint64(database.NextVisitor); first += 1 << contactpg.ChunkShift {
		last := min(first+1<<contactpg.ChunkShift, uint64(database.NextVisitor))
		chunk := &audience.Chunk{Database: contact.DatabaseID(database.ID), Chunk: uint32(first >> contactpg.ChunkShift)}
		members := roaring.New()
		members.AddRange(0, last-first)
		if gone := removed[int32(chunk.Chunk)]; gone != nil {
			members.AndNot(gone)
		}
		chunk.Members = contactpg.Words(members)
		if of := known[int32(chunk.Chunk)]; of.visitors != nil {
			chunk.Known = contactpg.Words(of.visitors)
			chunk.Groups = groupsOf(of, groups)
		}
		if err := visit(chunk); err != nil {
			return err
		}
	}
	return nil
}

// groupsOf returns which of the known visitors of a chunk are members of each group; groups without any are left out.
func groupsOf(known resolvedChunk, groups []groupMembers) (bits []audience.GroupBits) {
	visitors := known.visitors.ToArray()
	for _, group := range groups {
		var in []uint32
		for i, contact := range known.contacts {
			if at := int(contact >> 6); at < len(group.members) && group.members[at]>>(contact&63)&1 != 0 {
				in = append(in, visitors[i])
			}
		}
		if len(in) > 0 {
			bits = append(bits, audience.GroupBits{Group: group.id, Bits: contactpg.Words(roaring.BitmapOf(in...))})
		}
	}
	return bits
}

type groupMembers struct {
	id contact.GroupID
	// members are words of bits, a bit for each contact: each known visitor is looked up.
	members []uint64
}

// loadGroups reads the members of groups over all chunks.
func loadGroups(ctx context.Context, tx pgx.Tx, database int32, ids []contact.GroupID) ([]groupMembers, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	members := map[contact.GroupID]*roaring.Bitmap{}
	for _, id := range ids {
		members[id] = roaring.New()
	}
	rows, err := tx.Query(ctx, audienceBits, database, []int16{}, 1, 0, contactpg.Int32s(ids))
	if err != nil {
		return nil, fmt.Errorf("read groups: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var row contactpg.BitRow
		if err := row.Scan(rows); err != nil {
			return nil, err
		}
		bits := roaring.New()
		if err := contactpg.ReadBits(bits, row.Bits); err != nil {
			return nil, err
		}
		members[contact.GroupID(row.Ref)].Or(roaring.AddOffset64(bits, int64(row.Chunk)<<contactpg.ChunkShift))
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read groups: %w", err)
	}
	groups := make([]groupMembers, len(ids))
	for i, id := range ids {
		groups[i] = groupMembers{id, members[id].ToDense()}
	}
	return groups, nil
}

// resolveAll asks the claims who all visitors of a database are.
func resolveAll(ctx context.Context, tx pgx.Tx, database int32) (resolvedVisitors, error) {
	all := resolvedVisitors{}
	err := eachVisitor(ctx, tx, func(visitor uint32, contact []byte) {
		all.add(visitor, binary.BigEndian.Uint32(contact))
	}, knownVisitors, database)
	return all, err
}

// resolveSome asks the claims who some visitors of a database are, and puts them right in what is kept of their chunks.
func resolveSome(ctx context.Context, tx pgx.Tx, database int32, visitors []int32, kept resolvedVisitors) error {
	if len(visitors) == 0 {
		return nil
	}
	contacts := map[int32]map[uint32]uint32{} // numbers of contacts from 1 on, by chunk and visitor; 0 for none
	err := eachVisitor(ctx, tx, func(visitor uint32, contact []byte) {
		chunk := int32(visitor >> contactpg.ChunkShift)
		if contacts[chunk] == nil {
			contacts[chunk] = map[uint32]uint32{}
		}
		number := uint32(0)
		if contact != nil {
			number = binary.BigEndian.Uint32(contact) + 1
		}
		contacts[chunk][visitor&(1<<contactpg.ChunkShift-1)] = number
	}, someVisitors, database, visitors)
	for chunk, changed := range contacts {
		kept[chunk] = kept[chunk].with(changed)
	}
	return err
}

// eachVisitor reads rows of a visitor and a contact, which may be null, in place.
func eachVisitor(
	ctx context.Context, tx pgx.Tx, visit func(visitor uint32, contact []byte), query string, values ...any,
) error {
	rows, err := tx.Query(ctx, query, values...)
	if err != nil {
		return fmt.Errorf("read claims: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		columns := rows.RawValues()
		visit(binary.BigEndian.Uint32(columns[0]), columns[1])
	}
	return contactpg.Wrap("read claims", rows.Err())
}

// removedVisitors returns the numbers of removed visitors by chunk.
func removedVisitors(ctx context.Context, tx pgx.Tx, database int32) (map[int32]*roaring.Bitmap, error) {
	rows, err := queries.ListRemovedVisitors(ctx, tx, database)
	if err != nil {
		return nil, fmt.Errorf("read removed visitors: %w", err)
	}
	removed := map[int32]*roaring.Bitmap{}
	for _, row := range rows {
		removed[row.Chunk] = roaring.New()
		if err := contactpg.ReadBits(removed[row.Chunk], row.Bits); err != nil {
			return nil, err
		}
	}
	return removed, nil
}
