// Package scoring turns counts into scores. It finds the references, which are the rates or counts that the best of the
// analysed reach (Rates, pass 1), and then each contact's or visitor's score relative to these references, or the
// reason for having none (Scorer, pass 2).
package scoring

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// Audience is the audience of a chunk: its contacts, and those of them that may be scored. Bits of contacts that are
// not in Contacts are ignored.
type Audience struct {
	Contacts *segment.Mask // every contact of the database
	Consent  *segment.Mask // consents to the channel
	Group    *segment.Mask // in an included group, if only those count, and in no excluded one
	Address  *segment.Mask // has an address on the channel
	New      *segment.Mask // created in the 14 days before the generated date
}

// Rate is a fraction. The zero Rate means none.
type Rate struct{ Num, Den uint32 }

// String returns the rate as shown in reports; "" if there is none.
func (r Rate) String() string {
	if r.Den == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", r.Num, r.Den)
}

// ParseRate is the reverse of String.
func ParseRate(text string) (Rate, error) {
	if text == "" {
		return Rate{}, nil
	}
	var r Rate
	if _, err := fmt.Sscanf(text, "%d/%d", &r.Num, &r.Den); err != nil || r.Den == 0 {
		return Rate{}, fmt.Errorf("%q is no rate", text)
	}
	return r, nil
}

// compareRates compares as values: 2/2 = 1/1.
func compareRates(x, y Rate) int {
	a, b := uint64(x.Num)*uint64(y.Den), uint64(y.Num)*uint64(x.Den)
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func lowestTerms(r Rate) Rate {
	a, b := r.Num, r.Den
	for b != 0 {
		a, b = b, a%b
	}
	return Rate{r.Num / a, r.Den / a}
}

// References are the rates that earn full marks, each in lowest terms, or the zero Rate if no analysed contact has one
// above 0.
type References struct {
	Delivery, Open, Click Rate
	Samples               Samples
	largest               uint32 // sendings of a contact up to which tables of scores pay off
}

// Samples are the numbers of contacts that the references were taken from: contacts whose rate is above 0.
type Samples struct{ Delivery, Open, Click uint64 }

// Rates is pass 1: the exact histograms of the analysed contacts' rates. The zero value is empty and ready for use.
type Rates struct {
	delivery, open, click pairs
}

// Add adds the analysed contacts of one chunk: those of the audience without a reason for exclusion.
func (r *Rates) Add(t *counting.Tally, a *Audience) {
	if most := t.MaxSent(); most > 0 {
		n := most + 1
		r.delivery.grow(n)
		r.open.grow(n)
		r.click.grow(n)
	}
	n := r.delivery.n
	delivery, open, click := r.delivery.table, r.open.table, r.click.table
	packed := t.Packed()
	for w := range len(packed) / 64 {
		cells := (*[64]uint32)(packed[w*64:])
		for m := a.Contacts[w] & a.Consent[w] & a.Group[w] & a.Address[w]; m != 0; m &= m - 1 {
			c := cells[bits.TrailingZeros64(m)]
			sent, delivered := c&255, c>>8&255
			if sent == 0 {
				continue
			}
			if sent == counting.WideMark {
				r.addWide(t.Wide(c))
				continue
			}
			delivery[sent*n+delivered]++
			open[delivered*n+c>>16&255]++
			click[delivered*n+c>>24]++
		}
	}
}

func (r *Rates) addWide(c counting.Counts) {
	r.delivery.add(Rate{c.Delivered, c.Sent}, 1)
	r.open.add(Rate{c.Opened, c.Delivered}, 1)
	r.click.add(Rate{c.Clicked, c.Delivered}, 1)
}

// Merge adds the histograms of another worker, chunk or database.
func (r *Rates) Merge(o *Rates) {
	r.delivery.merge(&o.delivery)
	r.open.merge(&o.open)
	r.click.merge(&o.click)
}

// References returns the references by nearest rank; percentile is 1 ... 100.
func (r *Rates) References(percentile int) References {
	refs := References{largest: r.delivery.largest()}
	refs.Delivery, refs.Samples.Delivery = r.delivery.reference(percentile)
	refs.Open, refs.Samples.Open = r.open.reference(percentile)
	refs.Click, refs.Samples.Click = r.click.reference(percentile)
	return refs
}

// largest returns the largest denominator for which a table of components pays off. Each further denominator adds a row
// with as many numerators, and saves the computation for the contacts that have it. In a small account, the rows for a
// few contacts with many sendings would cost more than all others.
func (p *pairs) largest() (best uint32) {
	beyond := uint64(0) // how many contacts have a larger one
	least := uint64(math.MaxUint64)
	for den := p.n; den > 0; {
		den--
		if cost := uint64(den)*uint64(den)/2 + beyond; cost < least {
			least, best = cost, den
		}
		for _, times := range p.table[den*p.n : (den+1)*p.n] {
			beyond += uint64(times)
		}
	}
	return best
}

// pairs counts rates by numerator and denominator. The table is only as large as the counts require, so small accounts
// pay nothing.
type pairs struct {
	n     uint32
	table []uint32 // by den*n + num
	wide  map[Rate]uint64
}

func (p *pairs) grow(n uint32) {
	if n <= p.n {
		return
	}
	table := make([]uint32, n*n)
	for den := range p.n {
		copy(table[den*n:], p.table[den*p.n:(den+1)*p.n])
	}
	p.n, p.table = n, table
}

func (p *pairs) add(r Rate, times uint64) {
	if p.wide == nil {
		p.wide = map[Rate]uint64{}
	}
	p.wide[r] += times
}

func (p *pairs) merge(o *pairs) {
	p.grow(o.n)
	for den := range o.n {
		for num, times := range o.table[den*o.n : (den+1)*o.n] {
			p.table[den*p.n+uint32(num)] += times
		}
	}
	for r, times := range o.wide {
		p.add(r, times)
	}
}

// reference returns the ceil(n*percentile/100)-th smallest of the n rates above 0, and n.
func (p *pairs) reference(percentile int) (Rate, uint64) {
	type counted struct {
		Rate
		times uint64
	}
	var all []counted
	total := uint64(0)
	take := func(r Rate, times uint64) {
		if r.Num > 0 && times > 0 {
			all = append(all, counted{r, times})
			total += times
		}
	}
	for den := range p.n { // two loops, since dividing a single index took longer than a small account's contacts
		for num, times := range p.table[den*p.n : (den+1)*p.n] {
			take(Rate{uint32(num), den}, uint64(times))
		}
	}
	for r, times := range p.wide {
		take(r, times)
	}
	slices.SortFunc(all, func(x, y counted) int { return compareRates(x.Rate, y.Rate) })
	rank := (total*uint64(percentile) + 99) / 100
	for _, c := range all {
		if rank <= c.times {
			return lowestTerms(c.Rate), total
		}
		rank -= c.times
	}
	return Rate{}, 0
}
