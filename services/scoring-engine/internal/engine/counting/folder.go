package counting

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"

	"puls.app/services/scoring-engine/internal/engine/cohort"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// Folder folds the base of one chunk at a time. It holds some twenty megabytes, and ten more for visits, which every
// fold reuses.
type Folder struct {
	c      Counter // finds messages and gathers records; it has no windows
	first  segment.Day
	edge   uint8 // code of the horizon
	known  [segment.ChunkContacts]state
	place  [segment.ChunkContacts]int8 // of the contacts of a message: their cohort, or residue
	met    []uint16
	parts  []foldPart
	lists  segment.ContactLists
	arena  []uint16
	counts [foldWeeks][cohort.Lead + 1][cohort.Kinds]*cohort.Counts
	spare  []*cohort.Counts
	names  [foldWeeks][]uint64
	apart  map[pair]int8 // pairs of records whose facts are needed one by one
	facts  [foldWeeks + 1][]foldFact
	writer cohort.Writer
	build  *segment.Builder
	visits *visitFolder // nil until needed
}

// foldWeeks is the number of weeks with cohorts: the days up to horizon + Lead may extend one week beyond cohort.Weeks
// + 1.
const foldWeeks = cohort.Weeks + 2

// residue is the place of pairs that are not clean.
const residue = int8(foldWeeks)

type pair struct {
	key     uint64
	contact uint16
}

// foldPart is one container of a message: Folder.arena holds its contacts.
type foldPart struct {
	day      segment.Day
	kind     segment.Kind
	from, to int
}

// The state of a pair has here one byte for the first day of each of sent, delivered, opened and clicked, and of
// machine opens and clicks at the index of their kind. The byte in between at byteLast is the last day of any of them.
// A byte without a fact is 0. Days are numbered from 1, and beyond is every day after horizon + Lead. No byte has its
// highest bit set, which badState uses.
const (
	byteSent     = 8 * int(segment.Sent)
	byteLast     = 32
	sentAgain    = state(1) << 40 // on another day than the first
	byteMachines = 8 * int(segment.MachineOpened)
	beyond       = uint8(127)
	never        = uint8(255) // no day, among days counted from 0
	foldedMask   = outcomeMask | segment.MachineKinds
)

func byteOf(s state, shift int) uint8 { return uint8(s >> shift) }

// joinFold combines two states of the same pair.
func joinFold(a, b state) state {
	if a == 0 || a == b {
		return a | b
	}
	out := (a | b) & sentAgain
	if x, y := byteOf(a, byteSent), byteOf(b, byteSent); x != y && x != 0 && y != 0 {
		out |= sentAgain
	}
	for shift := 0; shift < byteLast; shift += 8 {
		x, y := byteOf(a, shift), byteOf(b, shift)
		out |= state(min(x-1, y-1)+1) << shift // 0 wraps to the greatest
	}
	if (a|b)>>byteMachines != 0 {
		for shift := byteMachines; shift < 64; shift += 8 {
			x, y := byteOf(a, shift), byteOf(b, shift)
			out |= state(min(x-1, y-1)+1) << shift
		}
	}
	return out | state(max(byteOf(a, byteLast), byteOf(b, byteLast)))<<byteLast
}

// NewFolder returns an empty workspace.
func NewFolder() *Folder {
	f := &Folder{apart: map[pair]int8{}, build: segment.NewBuilder(segment.Sendings)}
	f.c.single.join = joinFold
	return f
}

// FoldedFrom returns the first day that a fold with a horizon reads.
func FoldedFrom(horizon segment.Day) segment.Day {
	return segment.Monday(segment.Period(horizon) - cohort.Weeks)
}

// Fold folds the base of a chunk, which has all its facts from FoldedFrom on; earlier facts do no harm.
func (f *Folder) Fold(base []segment.Segment, horizon segment.Day) (*Folding, error) {
	for i := range base {
		if base[i].Form() != base[0].Form() {
			return nil, segment.ErrMixedForms
		}
	}
	if len(base) == 0 || base[0].Form() == segment.Sendings {
		return f.foldSendings(base, horizon)
	}
	if f.visits == nil {
		f.visits = new(visitFolder)
	}
	folding, err := f.visits.fold(base, FoldedFrom(horizon))
	if err != nil {
		return nil, fmt.Errorf("fold: %w", err)
	}
	return folding, nil
}

func (f *Folder) foldSendings(base []segment.Segment, horizon segment.Day) (*Folding, error) {
	c := &f.c
	f.first = FoldedFrom(horizon)
	f.edge = uint8(horizon-f.first) + 1
	c.segments, c.words, c.extras = append(c.segments[:0], base...), 0, c.extras[:0]
	defer func() {
		clear(c.segments) // releases the caller's bytes
		c.segments = c.segments[:0]
	}()
	for i := range c.segments {
		c.words = max(c.words, (c.segments[i].Contacts()+63)/64)
	}
	f.reset()
	c.indexAll()
	if err := f.foldRecords(); err != nil {
		return nil, fmt.Errorf("fold: %w", err)
	}
	slices.SortFunc(c.extras, func(x, y extra) int { return cmp.Compare(x.key, y.key) })
	c.bundle()
	for i := range c.bundles {
		if err := f.foldMessage(&c.bundles[i]); err != nil {
			return nil, fmt.Errorf("fold: %w", err)
		}
	}
	if err := f.sortOut(); err != nil {
		return nil, fmt.Errorf("fold: %w", err)
	}
	return f.finish(segment.Period(f.first), horizon)
}

func (f *Folder) reset() {
	clear(f.apart)
	for i := range f.names {
		f.names[i] = f.names[i][:0]
	}
	for i := range f.facts {
		f.facts[i] = f.facts[i][:0]
	}
	for w := range f.counts {
		for d := range f.counts[w] {
			for k := range f.counts[w][d] {
				f.free(&f.counts[w][d][k])
			}
		}
	}
}

func (f *Folder) free(counts **cohort.Counts) {
	if *counts != nil {
		f.spare = append(f.spare, *counts)
		*counts = nil
	}
}

// code numbers a day; 0 is a day before the fold.
func (f *Folder) code(day segment.Day) uint8 {
	switch after := int64(day) - int64(f.first); {
	case after < 0:
		return 0
	case after >= int64(f.edge)+cohort.Lead:
		return beyond
	default:
		return uint8(after) + 1
	}
}

// stateOf returns the state of a record.
func (f *Folder) stateOf(day segment.Day, mask uint8) (s state) {
	code := state(f.code(day))
	if code == 0 || mask&foldedMask == 0 {
		return 0
	}
	for kinds := mask & foldedMask; kinds != 0; kinds &= kinds - 1 {
		s |= code << (8 * bits.TrailingZeros8(kinds))
	}
	return s | code<<byteLast
}

// foldRecords folds the records, except those whose message is in a directory: these go to the counter's extras.
func (f *Folder) foldRecords() error {
	g := &f.c.single
	records := f.c.openStreams(f.stateOf)
	return f.c.eachBlock(records, f.stateOf, func(_, _, n int) {
		for i, s := range g.states[:n] {
			key, contact := g.keys[i], g.contacts[i]
			place := f.settle(contact, s)
			if place != residue {
				f.names[place] = append(f.names[place], key)
			}
			if place == residue || f.late(place, s) {
				f.apart[pair{key, contact}] = place
			}
		}
	})
}

// foldMessage folds one message of a directory, from all segments that have it.
func (f *Folder) foldMessage(b *bundle) error {
	if err := f.learnAll(b); err != nil {
		return err
	}
	key := b.refs[0].key
	seen, oldest := uint64(0), residue
	for _, contact := range f.met {
		place := f.settle(contact, f.known[contact])
		f.place[contact] = place
		seen |= 1 << place
		oldest = min(oldest, place)
	}
	for place := range residue {
		if seen>>place&1 != 0 {
			f.names[place] = append(f.names[place], key)
		}
	}
	for _, x := range b.extras {
		if place := f.place[x.contact]; place == residue || f.late(place, f.known[x.contact]) {
			f.apart[pair{key, x.contact}] = place
		}
	}
	for _, p := range f.parts {
		if week := f.week(p.day); seen>>residue&1 != 0 || week > int32(oldest) {
			for _, contact := range f.arena[p.from:p.to] {
				if place := f.place[contact]; place == residue || int32(place) < week {
					f.facts[place] = append(f.facts[place], foldFact{key, p.day, p.kind, contact})
				}
			}
		}
	}
	for _, contact := range f.met {
		f.known[contact] = 0
	}
	return nil
}

// learnAll reads all facts of a message.
func (f *Folder) learnAll(b *bundle) error {
	f.met, f.parts, f.arena = f.met[:0], f.parts[:0], f.arena[:0]
	ok := true
	for _, r := range b.refs {
		w := segment.Walker{Segment: &f.c.segments[r.seg], Message: int(r.message), Body: r.body}
		w.Next(func(e segment.Entry, set segment.Container) {
			s := f.stateOf(e.Day, 1<<e.Kind)
			if s == 0 || !ok {
				return
			}
			var list []uint16
			if list, ok = f.lists.Read(&set); ok {
				f.parts = append(f.parts, foldPart{e.Day, e.Kind, len(f.arena), len(f.arena) + len(list)})
				f.arena = append(f.arena, list...)
				f.learn(list, s)
			}
		})
	}
	for _, x := range b.extras {
		f.learn([]uint16{x.contact}, x.state)
	}
	if !ok {
		return segment.ErrCorrupt
	}
	return nil
}

func (f *Folder) learn(list []uint16, s state) {
	for _, contact := range list {
		switch old := f.known[contact]; old {
		case 0:
			f.met = append(f.met, contact)
			f.known[contact] = s
		default:
			f.known[contact] = joinFold(old, s)
		}
	}
}

// week returns the week of a day, counted from the first; all days long after share one week.
func (f *Folder) week(day segment.Day) int32 {
	return int32(min(int64(day)-int64(f.first), 1000)) / segment.PeriodDays
}

// late reports whether a clean pair has facts from after its week.
func (f *Folder) late(place int8, s state) bool {
	return (byteOf(s, byteLast)-1)/segment.PeriodDays > uint8(place)
}

// settle counts a pair in its cohort if it is clean, and returns its place.
func (f *Folder) settle(contact uint16, s state) int8 {
	if s>>byteMachines != 0 {
		return f.settleMachines(contact, s)
	}
	sent := byteOf(s, byteSent)
	delivered, opened, clicked := outcomesOf(s)
	if sent--; sent >= beyond-1 || s&sentAgain != 0 || delivered < sent {
		return residue
	}
	for _, day := range [3]uint8{delivered, opened, clicked} {
		if day == beyond-1 {
			return residue
		}
	}
	week := sent / segment.PeriodDays
	onSent := f.count(week, sent, cohort.Sent)
	if onSent[contact] == cohort.MaxCount {
		return residue
	}
	onSent[contact]++
	if f.after(delivered) != f.after(sent) || delivered == never {
		f.count(week, sent, cohort.Missing)[contact]++
		if delivered != never {
			f.count(week, delivered, cohort.Found)[contact]++
		}
	}
	if opened != never {
		f.count(week, opened, cohort.Opened)[contact]++
	}
	if clicked != never {
		f.count(week, clicked, cohort.Clicked)[contact]++
	}
	return int8(week)
}

// outcomesOf returns the days, counted from 0, on which a pair counts as delivered, opened and clicked without
// machines.
func outcomesOf(s state) (delivered, opened, clicked uint8) {
	clicked = byteOf(s, 8*int(segment.Clicked)) - 1 // 0 wraps to the greatest
	opened = min(clicked, byteOf(s, 8*int(segment.Opened))-1)
	return min(opened, byteOf(s, 8*int(segment.Delivered))-1), opened, clicked
}

// settleMachines is settle for a pair with a machine open or click.
func (f *Folder) settleMachines(contact uint16, s state) int8 {
	delivered, opened, clicked := outcomesOf(s)
	byClick := min(clicked, byteOf(s, 8*int(segment.MachineClicked))-1)
	byOpen := min(opened, byClick, byteOf(s, 8*int(segment.MachineOpened))-1)
	byAny := min(delivered, byOpen)
	sent := byteOf(s, byteSent) - 1
	if byAny < sent || byAny == beyond-1 || byOpen == beyond-1 || byClick == beyond-1 {
		return residue
	}
	place := f.settle(contact, s&(1<<byteMachines-1))
	if place != residue {
		f.settleMachine(contact, uint8(place), cohort.MachineDelivered, byAny, delivered)
		f.settleMachine(contact, uint8(place), cohort.MachineOpened, byOpen, opened)
		f.settleMachine(contact, uint8(place), cohort.MachineClicked, byClick, clicked)
	}
	return place
}

// settleMachine counts an outcome that a machine caused on a day and a person later or never.
func (f *Folder) settleMachine(contact uint16, week uint8, kind cohort.Kind, machine, human uint8) {
	if machine == human || human != never && f.after(machine) == f.after(human) {
		return
	}
	f.count(week, machine, kind)[contact]++
	if human != never {
		f.count(week, human, kind+cohort.HumanDelivered-cohort.MachineDelivered)[contact]++
	}
}

// after returns the number of days after the horizon from which a day, counted from 0, has an effect; 0 up to the
// horizon.
func (f *Folder) after(day uint8) uint8 { return max(day, f.edge-1) - (f.edge - 1) }

// count returns the counts that a day of a cohort adds to.
func (f *Folder) count(week, day uint8, kind cohort.Kind) *cohort.Counts {
	at := &f.counts[week][f.after(day)][kind]
	if *at == nil {
		if n := len(f.spare); n > 0 {
			*at, f.spare = f.spare[n-1], f.spare[:n-1]
			clear((*at)[:])
		} else {
			*at = new(cohort.Counts)
		}
	}
	return *at
}
