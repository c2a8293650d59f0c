package acceptance

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

const (
	// together is the number of people in each of two files; half of them are in both.
	together = 30_000
	everyone = together * 3 / 2
)

// person is the address of one of an account's people.
func (a *overlapping) person(i int) string { return fmt.Sprintf("%s%d@example.com", a.name, i) }

// overlapping is an account that imports two files into its database at once, while members of a group change.
type overlapping struct {
	*client
	name  string
	group int
	ids   [2]string
	// in is the number of contacts added to the group minus those removed.
	in int
}

func (a *overlapping) send(file int) {
	a.t.Helper()
	body := []byte("uid,external_id,email,created_at,groups\n")
	for i := range together {
		n := file*(everyone-together) + i
		body = fmt.Appendf(body, "001,%s-%d,%s,2026-01-15T00:00:00Z,file %d\n", a.name, n, a.person(n), file)
	}
	var answer importState
	status, data := a.do(http.MethodPost, "protected/saresystem/contacts:import", "text/csv", bytes.NewReader(body))
	require.Equal(a.t, http.StatusOK, status, "%s", data)
	require.NoError(a.t, decode(bytes.NewReader(data), &answer))
	a.ids[file] = answer.ID
}

// move adds people to the group and removes others, by addresses that may not exist yet.
func (a *overlapping) move(random *rand.Rand) {
	some := func() (addresses []string) {
		first := random.IntN(everyone - 1000)
		for i := range 1000 {
			addresses = append(addresses, a.person(first+i))
		}
		return addresses
	}
	var answer struct{ Added, Removed int }
	group := fmt.Sprintf("protected/saresystem/groups/%d", a.group)
	a.call(http.MethodPost, group+":addMembers", object{"addresses": some()}, &answer)
	a.call(http.MethodPost, group+":removeMembers", object{"addresses": some()[:300]}, &answer)
	a.in += answer.Added - answer.Removed
}

// rows exports the database.
func (a *overlapping) rows() [][]string {
	a.t.Helper()
	file := a.download(http.MethodPost, "protected/saresystem/contacts:exportToCsv", `{"uid":"001"}`)
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(file, "\ufeff"))).ReadAll()
	require.NoError(a.t, err)
	return rows
}

func (a *overlapping) verify() {
	a.t.Helper()
	var made, kept int
	for _, id := range a.ids {
		state := a.waitImport(id)
		require.Equal(a.t, [4]any{"done", together, together, 0}, [4]any{state.State, state.Read, state.Kept, state.Refused})
		made, kept = made+state.Effects.NewCount, kept+state.Kept
	}
	require.Equal(a.t, everyone, made)
	rows := a.rows()
	column := func(name string) int {
		at := slices.Index(rows[0], name)
		require.GreaterOrEqual(a.t, at, 0, "%s of %v", name, rows[0])
		return at
	}
	email, external, groups := column("email"), column("external_id"), column("groups")
	people, members := map[string]bool{}, map[string]int{}
	for _, row := range rows[1:] {
		require.False(a.t, people[row[email]], "%s is there twice", row[email])
		people[row[email]] = true
		require.Equal(a.t, strings.Replace(row[email], a.name, a.name+"-", 1), row[external]+"@example.com")
		for group := range strings.SplitSeq(row[groups], "|") {
			members[group]++
		}
	}
	require.Len(a.t, people, everyone)
	for i := range everyone {
		require.True(a.t, people[a.person(i)], "%s is not there", a.person(i))
	}
	require.Equal(a.t, together, members["file 0"])
	require.Equal(a.t, together, members["file 1"])
	require.Positive(a.t, a.in)
	require.Equal(a.t, a.in, members["chosen"], "members are those who came and did not go")
}

// Two accounts import two files each at once, with half of the people in both, while members of their groups change.
func TestFilesThatComeAtOnceKeepEachRowOnce(t *testing.T) {
	p := shared(t)
	var accounts []*overlapping
	for _, name := range []string{"left", "right"} {
		a := &overlapping{client: p.createAccount(name+"@example.com", "UTC", "001"), name: name}
		var group struct{ ID int }
		a.call(http.MethodPost, "protected/saresystem/groups", object{"uid": "001", "name": "chosen"}, &group)
		a.group = group.ID
		accounts = append(accounts, a)
	}
	var all, moving sync.WaitGroup
	var over atomic.Bool
	for at, a := range accounts {
		for file := range a.ids {
			all.Go(func() {
				a.send(file)
				a.waitImport(a.ids[file])
			})
		}
		moving.Go(func() {
			random := rand.New(rand.NewPCG(8, uint64(at)))
			for last := false; !last; {
				last = over.Load() // one more move after the end
				a.move(random)
			}
		})
	}
	all.Wait()
	over.Store(true)
	moving.Wait()
	for _, a := range accounts {
		a.verify()
	}
}
