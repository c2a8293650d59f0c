package scoring

import (
	"math/bits"

	"puls.app/services/scoring-engine/internal/engine/counting"
)

// Machines counts the messages of analysed contacts that count as opened, or clicked, only because of machines.
type Machines struct{ Opened, Clicked uint64 }

// Add adds the analysed contacts of one chunk, counted with and without machines.
func (m *Machines) Add(all, persons *counting.Tally, a *Audience) {
	for w := range all.Len() / 64 {
		for set := a.Contacts[w] & a.Consent[w] & a.Group[w] & a.Address[w]; set != 0; set &= set - 1 {
			contact := w<<6 | bits.TrailingZeros64(set)
			with, without := all.At(contact), persons.At(contact)
			m.Opened += uint64(with.Opened - without.Opened)
			m.Clicked += uint64(with.Clicked - without.Clicked)
		}
	}
}

// Merge adds the counts of another worker.
func (m *Machines) Merge(o Machines) {
	m.Opened += o.Opened
	m.Clicked += o.Clicked
}

// Totals are the messages of all analysed contacts together.
type Totals struct{ Sent, Opened, Clicked uint64 }

// Totals returns the totals, computed from the histograms.
func (r *Rates) Totals() Totals {
	_, sent := r.delivery.sums()
	opened, _ := r.open.sums()
	clicked, _ := r.click.sums()
	return Totals{sent, opened, clicked}
}

// sums returns the sums of the numerators and of the denominators.
func (p *pairs) sums() (num, den uint64) {
	for d := range p.n {
		for n, times := range p.table[d*p.n : (d+1)*p.n] {
			num += uint64(n) * uint64(times)
			den += uint64(d) * uint64(times)
		}
	}
	for r, times := range p.wide {
		num += uint64(r.Num) * times
		den += uint64(r.Den) * times
	}
	return num, den
}
