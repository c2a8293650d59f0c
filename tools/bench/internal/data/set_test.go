package data

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
)

func newSet(t *testing.T, contacts, days int, shape Shape) *Set {
	t.Helper()
	set, err := New(1, contacts, days, 20_000, shape)
	require.NoError(t, err)
	return set
}

func all(set *Set) []Sending {
	var out []Sending
	for day := range set.Days {
		for chunk := range set.Chunks() {
			out = set.Chunk(out, day, chunk)
		}
	}
	return out
}

func TestSendingsHaveTheSharesOfThePlan(t *testing.T) {
	for _, shape := range []Shape{Daily, Many, Own} {
		t.Run(string(shape), func(t *testing.T) {
			set := newSet(t, 10_000, 70, shape)
			var opened, clicked, delivered, late, tail, own float64
			keys := map[[2]int32]bool{}
			people := map[int32]int{}
			sendings := all(set)
			for _, s := range sendings {
				key := [2]int32{s.Contact, s.Message}
				require.False(t, keys[key], "a contact gets a message once")
				keys[key] = true
				people[s.Contact]++
				if s.Opened|s.Clicked != 0 {
					opened++
				}
				if s.Clicked != 0 {
					clicked++
				}
				if s.Delivered|s.Opened|s.Clicked != 0 {
					delivered++
				}
				if after := s.Opened - s.Sent; s.Opened != 0 && s.Sent != 0 && after > 0 && after < 5 {
					late++
				} else if s.Opened != 0 && s.Sent != 0 && after >= 5 {
					require.LessOrEqual(t, after, int16(60))
					tail++
				}
				if set.OneContact(s.Message) {
					own++
				}
				require.Less(t, int(max(s.Opened, s.Clicked)), set.First+set.Days, "nobody knows the future")
			}
			n := float64(len(sendings))
			require.InDelta(t, 0.3, n/10_000/70, 0.005)
			require.InDelta(t, 0.194+0.04*0.79, opened/n, 0.005, "people and machines")
			require.InDelta(t, 0.029, clicked/n, 0.002)
			require.InDelta(t, 0.98, delivered/n, 0.002)
			require.InDelta(t, 0.15*0.83, late/opened, 0.02)
			require.InDelta(t, 0.01*0.83*0.55, tail/opened, 0.002, "what has come of one in a hundred")
			if shape == Own {
				require.InDelta(t, 0.5, own/n, 0.01)
			} else {
				require.Zero(t, own)
			}
			require.InDelta(t, 0.935, float64(len(people))/10_000, 0.01)
			most := 0
			for _, count := range people {
				most = max(most, count)
			}
			require.Greater(t, most, 70*4, "some contacts are busy")
		})
	}
}

func TestBatchesHoldExactlyTheFacts(t *testing.T) {
	for _, shape := range []Shape{Daily, Many, Own} {
		t.Run(string(shape), func(t *testing.T) {
			set := newSet(t, 70_000, 3, shape)
			want := map[string]bool{}
			for _, s := range all(set) {
				message := string(set.AppendMessageID(nil, s.Message))
				for kind, day := range []int16{1: s.Sent, 2: s.Delivered, 3: s.Opened, 4: s.Clicked, 5: s.Bounced} {
					if day != 0 {
						want[fmt.Sprint(s.Contact, message, day, kind)] = true
					}
				}
			}
			ids := map[string]bool{}
			batcher := NewBatcher(set, 7, func(id string, payload []byte) error {
				require.False(t, ids[id])
				ids[id] = true
				var batch contactsv1.EngagementBatch
				require.NoError(t, proto.Unmarshal(payload, &batch))
				require.Equal(t, id, batch.GetBatchId())
				require.Len(t, batch.GetCategories(), len(batch.GetMessageIds()))
				for _, c := range batch.GetChunks() {
					at := 0
					for g, size := range c.GetGroupSizes() {
						contact := c.GetChunk() * ChunkContacts
						for i := range size {
							if i > 0 {
								require.NotZero(t, c.GetContactGaps()[at])
							}
							contact += c.GetContactGaps()[at]
							at++
							key := fmt.Sprint(
								contact, batch.GetMessageIds()[c.GetGroupMessages()[g]], c.GetGroupDays()[g], c.GetGroupKinds()[g],
							)
							require.True(t, want[key], key)
							delete(want, key)
						}
					}
				}
				return nil
			})
			for day := range set.Days {
				require.NoError(t, batcher.Day(day))
			}
			require.Empty(t, want)
		})
	}
}

func TestContactsFileHasEveryContact(t *testing.T) {
	set := newSet(t, 20_000, 1, Daily)
	var file bytes.Buffer
	require.NoError(t, set.WriteContacts(&file))
	rows, err := csv.NewReader(&file).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 20_001)
	seen := map[string]bool{}
	var consent, excluded, without float64
	for i, row := range rows[1:] {
		require.False(t, seen[row[0]+row[1]])
		seen[row[0]+row[1]] = true
		c := set.Contact(i)
		require.Equal(t, c.Address, row[1] != "")
		if c.Consent {
			consent++
		}
		if c.Excluded {
			excluded++
		}
		if !c.Address {
			without++
		}
	}
	require.InDelta(t, 0.92, consent/20_000, 0.01)
	require.InDelta(t, 0.05, excluded/20_000, 0.01)
	require.InDelta(t, 0.02, without/20_000, 0.01)
}

func TestRowsAreTheSameInEveryOrder(t *testing.T) {
	const count = 3*blockRows + 17
	set := newSet(t, 1000, 1, Daily)
	lines := map[Order]map[string]bool{}
	for _, order := range []Order{ByTime, Shuffled, Single} {
		rows, err := NewRows(set, order, count)
		require.NoError(t, err)
		var first, second bytes.Buffer
		require.NoError(t, rows.Write(&first, 0, 1000))
		require.NoError(t, rows.Write(&second, 1000, count))
		require.True(t, strings.HasPrefix(second.String(), Header))
		text := first.String() + strings.TrimPrefix(second.String(), Header)
		lines[order] = map[string]bool{}
		last, falls := "", 0
		for _, line := range strings.Split(strings.TrimSpace(text), "\n")[1:] {
			require.False(t, lines[order][line], line)
			lines[order][line] = true
			if at := strings.Split(line, ",")[1]; at < last {
				falls++
				last = at
			} else {
				last = at
			}
		}
		require.Len(t, lines[order], count)
		require.Equal(t, order == Shuffled, falls > 0, order)
	}
	require.Equal(t, lines[ByTime], lines[Shuffled])
}
