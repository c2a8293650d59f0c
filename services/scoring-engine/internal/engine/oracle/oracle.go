// Package oracle is the reference for the engine's tests: it counts facts by the wording of scoring.md, simply and
// slowly, and draws random facts.
package oracle

import (
	"math/rand/v2"

	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// Fact is a fact of one contact, by key.
type Fact struct {
	Key     uint64
	Day     segment.Day
	Kind    segment.Kind
	Contact uint16
}

// Counts counts messages as scoring.md defines them; actions of machines count as a person's.
func Counts(facts []Fact, from, to segment.Day) map[uint16]counting.Counts {
	type pair struct {
		contact uint16
		key     uint64
	}
	known := map[pair]map[segment.Kind]bool{}
	for _, f := range facts {
		if f.Day < from || f.Day > to {
			continue
		}
		p := pair{f.Contact, f.Key}
		if known[p] == nil {
			known[p] = map[segment.Kind]bool{}
		}
		known[p][asPersons(f.Kind)] = true
	}
	out := map[uint16]counting.Counts{}
	for p, k := range known {
		if !k[segment.Sent] {
			continue
		}
		c := out[p.contact]
		c.Sent++
		if k[segment.Delivered] || k[segment.Opened] || k[segment.Clicked] {
			c.Delivered++
		}
		if k[segment.Opened] || k[segment.Clicked] {
			c.Opened++
		}
		if k[segment.Clicked] {
			c.Clicked++
		}
		out[p.contact] = c
	}
	return out
}

// Visits counts the events of visitors as scoring.md defines them: each fact counts once.
func Visits(facts []Fact, from, to segment.Day) map[uint16]counting.VisitCounts {
	out := map[uint16]counting.VisitCounts{}
	seen := map[Fact]bool{}
	for _, f := range facts {
		if f.Day < from || f.Day > to || seen[f] {
			continue
		}
		seen[f] = true
		c := out[f.Contact]
		c[f.Kind]++
		out[f.Contact] = c
	}
	return out
}

// World describes the facts of one kind of account; each world exercises another case.
type World struct {
	Name               string
	contacts, messages int
	reach              float64 // of a message, on average
	FirstDay, Days     int
	disorder           float64 // share of facts on odd days
	late               bool
}

// Worlds returns the worlds that the tests run through.
func Worlds() []World {
	return []World{
		{"small account", 900, 60, 0.3, 20000, 60, 0.05, true},
		{"one contact", 1, 50, 1, 20000, 40, 0.3, true},
		{"dense", segment.ChunkContacts, 6, 0.4, 20000, 30, 0.001, true},
		{"half", segment.ChunkContacts, 10, 0.1, 20000, 30, 0.001, true},
		{"sparse", segment.ChunkContacts, 120, 0.0005, 20000, 60, 0.05, true},
		{"singles", 3000, 4000, 0.0002, 20000, 91, 0.05, true},
		{"busy", 6, 700, 0.8, 20000, 20, 0.01, true},
		{"before 1970", 500, 40, 0.2, -40, 60, 0.05, true},
		{"all of them", 4000, 12, 1, 20000, 10, 0, false},
	}
}

// Facts draws the world's facts, repeated and shuffled as a source would send them.
func (w World) Facts(r *rand.Rand) []Fact {
	var out []Fact
	for m := range w.messages {
		key := r.Uint64()
		if m%7 == 3 {
			key = uint64(m) // keys need not look like hashes
		}
		day := segment.Day(w.FirstDay + r.IntN(w.Days))
		reach := min(1, w.reach*2*r.Float64())
		if w.reach == 1 {
			reach = 1
		}
		lost := 0.02
		if m%5 == 0 {
			lost = 0.5
		}
		for c := range w.contacts {
			if r.Float64() >= reach {
				if r.Float64() < w.disorder*reach { // outcomes without a sending
					out = append(out, Fact{key, day, segment.Kind(1 + r.IntN(5)), uint16(c)})
				}
				continue
			}
			odd := func(d segment.Day) segment.Day {
				if r.Float64() < w.disorder {
					return segment.Day(w.FirstDay + r.IntN(w.Days))
				}
				return d
			}
			add := func(d segment.Day, k segment.Kind) { out = append(out, Fact{key, d, k, uint16(c)}) }
			add(odd(day), segment.Sent)
			if r.Float64() < w.disorder {
				add(odd(day), segment.Sent)
			}
			if r.Float64() >= lost {
				add(odd(day), segment.Delivered)
			} else {
				add(day, segment.Bounced)
			}
			late := segment.Day(0)
			if w.late && r.Float64() < 0.15 {
				late = segment.Day(1 + r.IntN(3))
			}
			if p := r.Float64(); p < 0.2 {
				add(odd(day+late), segment.Opened)
				if p < 0.03 {
					add(odd(day+late), segment.Clicked)
				}
			} else if p < 0.21 {
				add(day, segment.Clicked)
			} else if p < 0.212 {
				add(day, segment.Unsubscribed)
			}
		}
	}
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// VisitFacts draws n events of visitors; some occur on two days, with two kinds, or twice.
func VisitFacts(r *rand.Rand, visitors, n int) []Fact {
	var facts []Fact
	for range n {
		f := Fact{
			r.Uint64N(uint64(n)), segment.Day(100 + r.IntN(60)), segment.Kind(r.IntN(int(segment.VisitKinds))),
			uint16(r.IntN(visitors)),
		}
		facts = append(facts, f)
		if r.IntN(4) == 0 {
			f.Day++
			facts = append(facts, f)
		}
		if r.IntN(4) == 0 {
			f.Kind = (f.Kind + 1) % segment.VisitKinds
			facts = append(facts, f, f)
		}
	}
	return facts
}

// Sendings counts the sendings by day and message, as scoring.md defines them.
func Sendings(facts []Fact) map[segment.Day]map[uint64]counting.SendingCounts {
	type pair struct {
		contact uint16
		key     uint64
	}
	first := map[pair]segment.Day{}
	known := map[pair]map[segment.Kind]bool{}
	for _, f := range facts {
		p := pair{f.Contact, f.Key}
		if known[p] == nil {
			known[p] = map[segment.Kind]bool{}
		}
		known[p][asPersons(f.Kind)] = true
		if day, sent := first[p]; f.Kind == segment.Sent && (!sent || f.Day < day) {
			first[p] = f.Day
		}
	}
	out := map[segment.Day]map[uint64]counting.SendingCounts{}
	for p, day := range first {
		k := known[p]
		clicked := k[segment.Clicked]
		opened := clicked || k[segment.Opened]
		delivered := opened || k[segment.Delivered]
		if out[day] == nil {
			out[day] = map[uint64]counting.SendingCounts{}
		}
		n := out[day][p.key]
		for kind, yes := range []bool{true, delivered, opened, clicked, k[segment.Bounced], k[segment.Unsubscribed]} {
			if yes {
				n[kind]++
			}
		}
		out[day][p.key] = n
	}
	return out
}
