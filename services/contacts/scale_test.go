package contacts_test

import (
	"math/rand/v2"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
)

// BenchmarkAudience streams the bitmaps of ten million contacts: members, consent, addresses, two groups and the
// newest.
func BenchmarkAudience(b *testing.B) {
	s := start(b)
	id := s.ensure(b, "001")["001"]
	conn, err := pgx.Connect(b.Context(), s.databaseURL(b))
	require.NoError(b, err)
	defer conn.Close(b.Context())
	_, err = conn.Exec(b.Context(), "SET search_path TO contacts")
	require.NoError(b, err)
	r := rand.New(rand.NewPCG(1, 1))
	const chunks, day = 153, 20759
	for chunk := range chunks {
		for _, bit := range []struct{ kind, ref, share int }{
			{1, 0, 100}, {2, 0, 90}, {3, 0, 60}, {4, 0, 95}, {5, 0, 50}, {8, (day - 5) >> 5, 2}, {9, 1, 5}, {9, 2, 40},
		} {
			bits := roaring.New()
			for n := range uint32(1 << 16) {
				if r.IntN(100) < bit.share {
					bits.Add(n)
				}
			}
			bits.RunOptimize()
			body, err := bits.MarshalBinary()
			require.NoError(b, err)
			_, err = conn.Exec(
				b.Context(), "INSERT INTO audience_bits VALUES ($1, $2, $3, $4, $5)", id, chunk, bit.kind, bit.ref, body,
			)
			require.NoError(b, err)
		}
	}
	b.ResetTimer()
	for b.Loop() {
		got, err := s.chunks(b, &contactsv1.StreamAudienceRequest{
			AccountId: s.account, Channel: typev1.Channel_CHANNEL_MAILING, GeneratedDay: day, DatabaseIds: []int32{id},
			GroupIds: []int32{1, 2},
		})
		require.NoError(b, err)
		requireCount(b, chunks, got)
	}
}
