package contacts_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
)

// firstNumber makes the contacts of TestBitmapsEqualARecount span two chunks.
const firstNumber = 1<<16 - 60

// changing is a worker that changes its own contacts in every way, concurrently with workers whose contacts are in the
// same bitmaps.
type changing struct {
	s        *system
	admin    *pgxpool.Pool
	r        *rand.Rand
	name     string
	scoring  string
	database map[string]int32
	groups   []int32
	// contacts are the external ids of the created contacts; in has their expected groups by external id.
	contacts []string
	in       map[string]map[int32]bool
	// blocked are the expected blocks of e-mail addresses and phone numbers, by external id.
	blocked map[string]*[2]bool
	changes int
}

func (c *changing) some(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = c.contacts[c.r.IntN(len(c.contacts))]
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func (c *changing) group() int32 { return c.groups[c.r.IntN(len(c.groups))] }

func (c *changing) number(t testing.TB, id string) (number int32) {
	t.Helper()
	require.NoError(t, c.admin.QueryRow(t.Context(), "SELECT number FROM contacts WHERE external_id = $1", id).Scan(&number))
	return number
}

// importFile imports new and existing contacts, and changes addresses of both.
func (c *changing) importFile(t testing.TB) {
	t.Helper()
	file := "external_id,email,gsm,created_at,email_consent,sms_consent,email_blocked,gsm_blocked,groups\n"
	flag := func() string { return []string{"", "true", "false"}[c.r.IntN(3)] }
	for range 10 {
		id, group := "", c.r.IntN(len(c.groups))
		if n := len(c.contacts); n == 0 || n < 50 && c.r.IntN(3) == 0 {
			id = fmt.Sprintf("%s-%d", c.name, n)
			c.contacts, c.in[id], c.blocked[id] = append(c.contacts, id), map[int32]bool{}, &[2]bool{}
		} else {
			id = c.some(1)[0]
		}
		email, gsm, created := "", "", ""
		if c.r.IntN(3) == 0 {
			email = fmt.Sprintf("%s.%d@example.com", id, c.r.IntN(1000))
		}
		if c.r.IntN(3) == 0 {
			gsm = fmt.Sprintf("+4850%s%04d", c.name, 100*slices.Index(c.contacts, id)+c.r.IntN(100))
		}
		if c.r.IntN(3) == 0 {
			created = time.Date(2026, 1, c.r.IntN(200), 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
		}
		blocks := [2]string{flag(), flag()}
		for i, block := range blocks {
			c.blocked[id][i] = block == "true" || block == "" && c.blocked[id][i]
		}
		file += strings.Join([]string{
			id, email, gsm, created, flag(), flag(), blocks[0], blocks[1], fmt.Sprint("group ", group),
		}, ",") + "\n"
		c.in[id][c.groups[group]] = true
		c.changes++
	}
	done := c.s.load(t, "contacts", "csv", []byte(file))
	require.Zero(t, done.GetRefused(), "%v", done.GetErrors())
}

// unsubscribe imports events that withdraw consents.
func (c *changing) unsubscribe(t testing.TB) {
	t.Helper()
	file := unsubscribeHeader
	for _, id := range c.some(4) {
		file += unsubscribe([]string{"mailing", "sms"}[c.r.IntN(2)], id, "", "")
		c.changes++
	}
	require.Zero(t, c.s.load(t, "engagement", "csv", []byte(file)).GetRefused())
}

// moveMembers changes a group by external ids.
func (c *changing) moveMembers(t testing.TB) {
	t.Helper()
	group, ids, in := c.group(), c.some(10), c.r.IntN(2) == 0
	var err error
	if in {
		_, err = c.s.contacts.AddGroupMembers(t.Context(), &contactsv1.AddGroupMembersRequest{Id: group, Addresses: ids})
	} else {
		_, err = c.s.contacts.RemoveGroupMembers(
			t.Context(), &contactsv1.RemoveGroupMembersRequest{Id: group, Addresses: ids},
		)
	}
	require.NoError(t, err)
	for _, id := range ids {
		c.in[id][group] = in
	}
	c.changes += len(ids)
}

// update changes one contact by hand.
func (c *changing) update(t testing.TB) {
	t.Helper()
	id, into, out := c.some(1)[0], c.group(), c.group()
	req := &contactsv1.UpdateContactRequest{Uid: "001", Number: c.number(t, id), ConsentNote: "by phone"}
	flag := func() *bool {
		if yes := c.r.IntN(3); yes < 2 {
			return new(yes == 1)
		}
		return nil
	}
	req.EmailConsent, req.SmsConsent, req.EmailBlocked, req.GsmBlocked = flag(), flag(), flag(), flag()
	for i, block := range []*bool{req.EmailBlocked, req.GsmBlocked} {
		if block != nil {
			c.blocked[id][i] = *block
		}
	}
	if c.r.IntN(4) == 0 {
		req.Email = new("")
	}
	if into != out {
		req.AddGroupIds, req.RemoveGroupIds = []int32{into}, []int32{out}
		c.in[id][into], c.in[id][out] = true, false
	}
	c.s.update(t, req)
	c.changes++
}

// export adds the contacts of a band to a group, and undoes that at random.
func (c *changing) export(t testing.TB) {
	t.Helper()
	group, ids := c.group(), c.some(10)
	cells := make([]byte, firstNumber+1000)
	for _, id := range ids {
		cells[c.number(t, id)] = 90
	}
	c.s.result(c.scoring, typev1.Channel_CHANNEL_MAILING, 5, c.database, map[string][]byte{"001": cells})
	res, err := c.s.exports.ExportToGroups(t.Context(), &contactsv1.ExportToGroupsRequest{
		Id: c.scoring, Targets: []*contactsv1.BandTarget{band(81, 100, group, "")},
	})
	require.NoError(t, err)
	c.changes += len(ids)
	if c.r.IntN(2) == 0 {
		undo := &contactsv1.UndoGroupExportRequest{Id: res.GetExport().GetId()}
		_, err := c.s.exports.UndoGroupExport(t.Context(), undo)
		require.NoError(t, err)
		return
	}
	for _, id := range ids {
		c.in[id][group] = true
	}
}

// sets are the contacts of each bitmap by its kind and ref, without empty ones.
type sets map[[2]int32]*roaring.Bitmap

func (b sets) add(is bool, kind, ref int32, number uint32) {
	if key := [2]int32{kind, ref}; is {
		if b[key] == nil {
			b[key] = roaring.New()
		}
		b[key].Add(number)
	}
}

// recount derives the expected bitmaps from the rows of contacts and from the event log. The consents are those that
// the log gives and withdraws, in the order in which it was written. Days of creation are the refs of their bitmaps.
func recount(t testing.TB, admin *pgxpool.Pool) sets {
	t.Helper()
	counted := sets{}
	rows, err := admin.Query(t.Context(), `SELECT number, email IS NOT NULL, gsm IS NOT NULL, coalesce(created_day, -1)
		FROM contact_addresses`)
	require.NoError(t, err)
	var number uint32
	var day int32
	var email, gsm bool
	_, err = pgx.ForEachRow(rows, []any{&number, &email, &gsm, &day}, func() error {
		counted.add(true, 1, 0, number)
		counted.add(email, 4, 0, number)
		counted.add(gsm, 5, 0, number)
		counted.add(day >= 0, 8, day, number)
		return nil
	})
	require.NoError(t, err)
	rows, err = admin.Query(t.Context(), "SELECT chunk, part, numbers FROM log_entry_sets WHERE part > 0 ORDER BY xmin::text::bigint")
	require.NoError(t, err)
	var chunk uint32
	var part int32
	var body []byte
	_, err = pgx.ForEachRow(rows, []any{&chunk, &part, &body}, func() error {
		set := roaring.New()
		require.NoError(t, set.UnmarshalBinary(body))
		kind := [2]int32{2 + (part-1)/2, 0} // the parts of a channel are given and withdrawn consents
		for _, number := range set.ToArray() {
			if part%2 == 1 {
				counted.add(true, kind[0], 0, chunk<<16|number)
			} else {
				counted[kind].Remove(chunk<<16 | number)
			}
		}
		return nil
	})
	require.NoError(t, err)
	return counted
}

// keptBits reads the stored bitmaps.
func keptBits(t testing.TB, admin *pgxpool.Pool) sets {
	t.Helper()
	kept := sets{}
	rows, err := admin.Query(t.Context(), "SELECT chunk, kind, ref, bits FROM audience_bits")
	require.NoError(t, err)
	defer rows.Close()
	for rows.Next() {
		var chunk uint32
		var kind, ref int32
		var body []byte
		require.NoError(t, rows.Scan(&chunk, &kind, &ref, &body))
		set := roaring.New()
		require.NoError(t, set.UnmarshalBinary(body))
		for _, bit := range set.ToArray() {
			of := ref
			if kind == 8 {
				of = ref<<5 | int32(bit>>16)
			}
			kept.add(true, kind, of, chunk<<16|bit&0xffff)
		}
	}
	require.NoError(t, rows.Err())
	return kept
}

// TestBitmapsEqualARecount changes contacts in every way, concurrently: PULS_TEST_CHANGES=10000 for a long run.
func TestBitmapsEqualARecount(t *testing.T) {
	t.Parallel()
	const sides, groups = 4, 6
	s := startAlone(t, nil) // counts rows of whole tables
	database, admin := s.ensure(t, "001"), s.Admin(t)
	_, err := admin.Exec(t.Context(), "UPDATE databases SET next_number = $1", firstNumber)
	require.NoError(t, err)
	var ids []int32
	for i := range groups {
		ids = append(ids, s.group(t, "001", fmt.Sprint("group ", i)))
	}
	var running sync.WaitGroup
	all := make([]*changing, sides)
	for i := range all {
		c := &changing{
			s: s, admin: admin, r: rand.New(rand.NewPCG(11, uint64(i))), name: fmt.Sprint(i), database: database, groups: ids,
			scoring: fmt.Sprintf("0199d8a2-0000-7000-8000-00000000000%d", i), in: map[string]map[int32]bool{},
			blocked: map[string]*[2]bool{},
		}
		all[i] = c
		running.Go(func() {
			c.importFile(t)
			for c.changes < benchSize("PULS_TEST_CHANGES", 1000)/sides {
				[]func(testing.TB){c.importFile, c.unsubscribe, c.moveMembers, c.update, c.update, c.export}[c.r.IntN(6)](t)
			}
		})
	}
	running.Wait()
	want := recount(t, admin)
	for _, c := range all {
		for id, in := range c.in {
			number := uint32(c.number(t, id))
			for group, is := range in {
				want.add(is, 9, group, number)
			}
			want.add(c.blocked[id][0], 6, 0, number)
			want.add(c.blocked[id][1], 7, 0, number)
		}
	}
	got := keptBits(t, admin)
	for key, set := range want {
		require.NotNil(t, got[key], "no bitmap of kind %d, %d", key[0], key[1])
		require.Equal(t, set.ToArray(), got[key].ToArray(), "bitmap of kind %d, %d", key[0], key[1])
	}
	require.Len(t, got, len(want))
	require.NotZero(t, want[[2]int32{1, 0}].Maximum()>>16, "contacts of two chunks")
}

// TestALargeFileIsKeptWhole imports a file of many steps whose contacts span two chunks, and compares every bitmap with
// the file.
func TestALargeFileIsKeptWhole(t *testing.T) {
	t.Parallel()
	const n = 1<<16 + 4464
	s := startAlone(t, nil) // counts rows of whole tables
	s.ensure(t, "001")
	file, want := []byte("external_id,email,created_at,email_consent,groups\n"), sets{}
	for i := range uint32(n) {
		day, consent, group := i*2654435761>>16%2000, i%12 != 0, ""
		if i%3 == 0 {
			group = "vip"
		}
		created := time.Unix(0, 0).UTC().AddDate(0, 0, int(day)+18_000)
		file = fmt.Appendf(
			file, "E%d,person%d@example.com,%s,%t,%s\n", i, i, created.Format(time.DateOnly), consent, group,
		)
		want.add(true, 1, 0, i)
		want.add(consent, 2, 0, i)
		want.add(true, 4, 0, i)
		want.add(true, 8, int32(day)+18_000, i)
		want.add(group != "", 9, 1, i)
	}
	require.EqualValues(t, n, s.load(t, "contacts", "csv", file).GetKept())
	kept := keptBits(t, s.Admin(t))
	require.Len(t, kept, len(want))
	for key, set := range want {
		require.True(t, set.Equals(kept[key]), "bitmap of kind %d, %d", key[0], key[1])
	}
}
