package contacts_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
)

// Random exports and undos have the same results as operations on sets of numbers.
func TestExportsAreLikeSets(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("loads 70,000 contacts and exports them, one after the other")
	}
	s := start(t)
	databases := s.ensure(t, "001")
	const people = 70_000 // two chunks
	s.people(t, "001", people)
	random := rand.New(rand.NewPCG(5, 5))
	cells := make([]byte, people)
	for i := range cells {
		cells[i] = byte(random.IntN(101))
	}
	s.result(scoringID, typev1.Channel_CHANNEL_MAILING, 2, databases, map[string][]byte{"001": cells})
	groups := []int32{s.group(t, "001", "a"), s.group(t, "001", "b")}
	sets := [2]map[int]bool{{}, {}}
	type done struct {
		id    string
		group int
		added []int
	}
	var exports []done
	for range 30 {
		switch which := random.IntN(2); {
		case len(exports) > 0 && random.IntN(3) == 0:
			at := random.IntN(len(exports))
			export := exports[at]
			exports = slices.Delete(exports, at, at+1)
			res, err := s.exports.UndoGroupExport(t.Context(), &contactsv1.UndoGroupExportRequest{Id: export.id})
			require.NoError(t, err)
			require.Equal(t, int32(len(export.added)), res.GetExport().GetItems()[0].GetRemoved())
			for _, number := range export.added {
				delete(sets[export.group], number)
			}
		default:
			low := int32(random.IntN(90))
			high := low + int32(random.IntN(10))
			res, err := s.exports.ExportToGroups(t.Context(), &contactsv1.ExportToGroupsRequest{
				Id: scoringID, Targets: []*contactsv1.BandTarget{band(low, high, groups[which], "")},
			})
			require.NoError(t, err)
			export := done{id: res.GetExport().GetId(), group: which}
			for number, cell := range cells {
				if int32(cell) >= low && int32(cell) <= high && !sets[which][number] {
					sets[which][number] = true
					export.added = append(export.added, number)
				}
			}
			require.Equal(t, int32(len(export.added)), res.GetExport().GetItems()[0].GetAdded())
			exports = append(exports, export)
		}
		for which, group := range groups {
			require.Len(t, s.members(t, databases["001"], group), len(sets[which]))
		}
	}
	for which, group := range groups {
		for _, number := range s.members(t, databases["001"], group) {
			require.True(t, sets[which][number])
		}
	}
}

// Files lock one database after the other, exports lock all at once: they must not deadlock.
func TestExportsAndFilesAtOnceBothEnd(t *testing.T) {
	t.Parallel()
	s := start(t)
	databases := s.ensure(t, "001", "002", "003")
	cells := map[string][]byte{}
	for uid := range databases {
		s.people(t, uid, 100)
		cells[uid] = make([]byte, 100)
	}
	s.result(scoringID, typev1.Channel_CHANNEL_MAILING, 2, databases, cells)
	failed := make(chan error, 3)
	for worker := range cap(failed) {
		go func() {
			for i := range 20 {
				name := fmt.Sprintf("export %d %d", worker, i)
				res, err := s.exports.ExportToGroups(t.Context(), &contactsv1.ExportToGroupsRequest{
					Id: scoringID, Targets: []*contactsv1.BandTarget{band(0, 20, 0, name)},
				})
				if err == nil && i%2 == 0 {
					req := &contactsv1.UndoGroupExportRequest{Id: res.GetExport().GetId()}
					_, err = s.exports.UndoGroupExport(t.Context(), req)
				}
				if err != nil {
					failed <- err
					return
				}
			}
			failed <- nil
		}()
	}
	for i := range 20 {
		rows := []byte("uid,email,groups\n")
		for n := range 100 {
			for _, uid := range []string{"003", "001", "002"} {
				rows = fmt.Appendf(rows, "%s,c%d@x.co,file %d|f%d\n", uid, n, i, n%7)
			}
		}
		require.Equal(t, int32(300), s.load(t, "contacts", "csv", rows).GetKept())
	}
	for range cap(failed) {
		require.NoError(t, <-failed)
	}
	groups, err := s.contacts.ListGroups(t.Context(), &contactsv1.ListGroupsRequest{})
	require.NoError(t, err)
	for uid, list := range groups.GetUids() {
		for _, g := range list.GetItems() {
			want := int32(100)
			var worker, round int
			if n, _ := fmt.Sscanf(g.GetName(), "export %d %d", &worker, &round); n == 2 && round%2 == 0 {
				want = 0
			}
			if !strings.HasPrefix(g.GetName(), "f") || strings.HasPrefix(g.GetName(), "file") {
				require.Equal(t, want, g.GetEmailValue(), "%s %s", uid, g.GetName())
			}
		}
		require.Len(t, list.GetItems(), 60+20+7)
	}
}
