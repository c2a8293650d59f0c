package data

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
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

// readDays reads the file of some days of a set, in two parts, and checks the reported number of rows.
func readDays(t *testing.T, set *Set) (rows [][]string) {
	t.Helper()
	for _, part := range [][2]int{{0, 1}, {1, set.Days}} {
		var file bytes.Buffer
		n, err := set.WriteDays(&file, part[0], part[1])
		require.NoError(t, err)
		lines, err := csv.NewReader(&file).ReadAll()
		require.NoError(t, err)
		require.Len(t, lines, n+1)
		rows = append(rows, lines[1:]...)
	}
	return rows
}

func TestFilesHoldExactlyTheFacts(t *testing.T) {
	for _, shape := range []Shape{Daily, Many, Own, Single} {
		t.Run(string(shape), func(t *testing.T) {
			set := newSet(t, 70_000, 3, shape)
			want := map[string]bool{}
			messages := map[int32]map[int32]bool{}
			for _, s := range all(set) {
				external, email := set.Names(int(s.Contact))
				for kind, day := range map[string]int16{
					"sent": s.Sent, "delivered": s.Delivered, "opened": s.Opened, "clicked": s.Clicked, "bounced": s.Bounced,
				} {
					if day != 0 {
						want[fmt.Sprint(Date(int(day))+"T12:00:00Z", "mailing."+kind, "message-", s.Message, external, email)] = true
					}
				}
				if messages[s.Message] == nil {
					messages[s.Message] = map[int32]bool{}
				}
				messages[s.Message][s.Contact] = true
			}
			ids := map[string]bool{}
			for _, row := range readDays(t, set) {
				require.False(t, ids[row[0]], "no event is another one")
				ids[row[0]] = true
				key := fmt.Sprint(row[1], row[2], row[3], row[5], row[6])
				require.True(t, want[key], key)
				delete(want, key)
				require.Empty(t, row[7]+row[8])
			}
			require.Empty(t, want)
			if shape == Single {
				for message, contacts := range messages {
					require.True(t, len(contacts) == 1 || !set.OneContact(message))
				}
			}
		})
	}
}

func TestContactsFileHasEveryContact(t *testing.T) {
	set := newSet(t, 20_000, 1, Daily)
	var file bytes.Buffer
	n, err := set.WriteContacts(&file)
	require.NoError(t, err)
	require.Equal(t, 20_000, n)
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
