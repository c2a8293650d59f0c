//go:build long

package contacts_test

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
)

// heap returns the bytes that the last collection found in use.
func heap() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// within returns how long an act lasts, and by how many MiB the live heap grows meanwhile at most. It has that of the
// test's providers too.
func within(act func()) (time.Duration, uint64) {
	defer debug.SetGCPercent(debug.SetGCPercent(25)) // many collections see the peak
	runtime.GC()
	before, peak, stop, stopped := heap(), uint64(0), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			case <-time.After(5 * time.Millisecond):
				peak = max(peak, heap())
			}
		}
	}()
	began := time.Now()
	act()
	took := time.Since(began)
	close(stop)
	<-stopped
	return took.Round(time.Millisecond), (max(peak, before) - before) >> 20
}

// Each provider: 200,000 members are added, then nothing is sent for an unchanged result, then one contact in 100
// changes its band and one in 100 leaves. Of each 5,000 addresses the provider refuses one.
func TestAListOf200000MembersIsKeptInStep(t *testing.T) {
	const members, every = 200_000, 5000
	var figures []string
	for _, provider := range listProviderNames {
		t.Run(provider, func(t *testing.T) {
			s := startSender(t)
			s.people(t, "001", members)
			s.refuses = func(address string) bool {
				var number int
				_, err := fmt.Sscanf(address, "c%d@", &number)
				require.NoError(t, err)
				return number%every == 7
			}
			cells := make([]byte, members)
			for i := range cells {
				cells[i] = 99
			}
			// run waits for the receipt of a run after a moment and says what the run cost.
			run := func(after time.Time, begin func()) (*contactsv1.DestinationRun, string) {
				var last *contactsv1.DestinationRun
				s.asked(provider)
				took, mebibytes := within(func() {
					begin()
					require.Eventually(t, func() bool {
						res, err := s.calls.ListDestinations(t.Context(), &contactsv1.ListDestinationsRequest{})
						require.NoError(t, err)
						last = res.GetItems()[0].GetLastRun()
						return last.GetEndedAt() != nil && last.GetEndedAt().AsTime().After(after)
					}, 30*time.Minute, time.Second)
				})
				require.Empty(t, last.GetFailure())
				return last, fmt.Sprintf("%v and %d calls, %d MiB more", took, s.asked(provider), mebibytes)
			}
			s.scores(map[string][]byte{"001": cells})
			first, adding := run(time.Time{}, func() { s.destination(t, provider) })
			require.Equal(t, int32(members-members/every), first.GetAddedCount())
			require.Equal(t, int32(members/every), first.GetRefused()[0].GetCount())
			require.Len(t, s.on(provider), members-members/every)
			s.mu.Lock()
			s.refuses = nil
			s.mu.Unlock()
			id := s.all(t)[0].GetId()
			again := func() (*contactsv1.DestinationRun, string) {
				asked := s.Now()
				return run(asked, func() {
					_, err := s.calls.RunDestination(t.Context(), &contactsv1.RunDestinationRequest{Id: id})
					require.NoError(t, err)
				})
			}
			rest, _ := again()
			require.Equal(t, int32(members/every), rest.GetAddedCount(), "refused addresses are tried again")
			_, unchanged := again()
			require.Contains(t, unchanged, " 0 calls")
			for i := range cells {
				switch i % 100 {
				case 0:
					cells[i] = 70
				case 1:
					cells[i] = 10
				}
			}
			s.scores(map[string][]byte{"001": cells})
			later, changing := again()
			require.Equal(t, int32(members/100), later.GetRemovedCount())
			if provider != "mailgun" { // its lists have no field
				require.Equal(t, int32(members/100), later.GetChangedCount())
			}
			require.Len(t, s.on(provider), members-members/100)
			began := time.Now()
			s.all(t)
			figures = append(figures, fmt.Sprintf(
				"%s: %s; unchanged %s; 2 %% changed %s; list of destinations %v", provider, adding, unchanged, changing,
				time.Since(began).Round(time.Millisecond),
			))
			t.Log(figures[len(figures)-1])
		})
	}
	t.Attr("figure", strings.Join(figures, "; "))
}

func (s *sender) all(t *testing.T) []*contactsv1.Destination {
	t.Helper()
	res, err := s.calls.ListDestinations(t.Context(), &contactsv1.ListDestinationsRequest{})
	require.NoError(t, err)
	return res.GetItems()
}
