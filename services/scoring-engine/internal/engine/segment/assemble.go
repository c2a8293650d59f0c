package segment

import (
	"math/bits"
	"slices"
)

// group is the fact of several contacts about one message, read from a segment (origin >= 0) or given to a Builder. It
// has at least two different contacts; the fact of a single contact is stored as a fact.
type group struct {
	key    uint64
	day    Day
	kind   Kind
	origin int
	set    Container
	list   []uint16
}

// assembler combines groups and facts into a canonical segment. It reuses its memory.
type assembler struct {
	form   Form
	groups []group
	order  []int32 // of groups, by key, day, kind
	facts  []fact  // by key, contact, day

	out     writer
	sent    contactSet
	set     contactSet
	scratch Mask
	list    []uint16
	byDay   []fact
	sorter  factSorter
}

// assemble returns the segment of all groups and facts, or nil if there are none, and empties the assembler.
func (a *assembler) assemble(form Form) ([]byte, error) {
	defer a.reset()
	if len(a.groups) == 0 && len(a.facts) == 0 {
		return nil, nil
	}
	a.form = form
	a.sortGroups()
	a.facts = a.sorter.byKey(a.facts)
	a.out.reset()
	g, f := 0, 0
	for g < len(a.order) || f < len(a.facts) {
		key := a.nextKey(g, f)
		g2, f2 := g, f
		for g2 < len(a.order) && a.groups[a.order[g2]].key == key {
			g2++
		}
		for f2 < len(a.facts) && a.facts[f2].key == key {
			f2++
		}
		if err := a.message(key, a.order[g:g2], a.facts[f:f2]); err != nil {
			return nil, err
		}
		g, f = g2, f2
	}
	return a.out.segment(form)
}

func (a *assembler) reset() {
	clear(a.groups) // releases the callers' bytes
	a.groups, a.order, a.facts = a.groups[:0], a.order[:0], a.facts[:0]
}

func (a *assembler) sortGroups() {
	a.order = a.order[:0]
	for i := range a.groups {
		a.order = append(a.order, int32(i))
	}
	slices.SortFunc(a.order, func(i, j int32) int {
		x, y := &a.groups[i], &a.groups[j]
		switch {
		case x.key != y.key:
			return less(x.key < y.key)
		case x.day != y.day:
			return less(x.day < y.day)
		case x.kind != y.kind:
			return less(x.kind < y.kind)
		}
		return int(i - j)
	})
}

func less(yes bool) int {
	if yes {
		return -1
	}
	return 1
}

func (a *assembler) nextKey(g, f int) uint64 {
	switch {
	case g == len(a.order):
		return a.facts[f].key
	case f == len(a.facts):
		return a.groups[a.order[g]].key
	}
	return min(a.facts[f].key, a.groups[a.order[g]].key)
}

// message writes all facts of one key: as records if only one contact has it, otherwise into the directory.
func (a *assembler) message(key uint64, groups []int32, facts []fact) error {
	if len(groups) == 0 && (a.form == Visits || facts[0].contact == facts[len(facts)-1].contact) {
		for i := 0; i < len(facts); {
			r := facts[i]
			for i++; i < len(facts) && facts[i].contact == r.contact && facts[i].day == r.day; i++ {
				r.mask |= facts[i].mask
			}
			a.out.record(r)
		}
		return nil
	}
	a.byDay = append(a.byDay[:0], facts...)
	slices.SortFunc(a.byDay, func(x, y fact) int { return int(x.day) - int(y.day) })
	facts = a.byDay
	a.out.message(key)
	for len(groups) > 0 || len(facts) > 0 {
		var day Day
		switch {
		case len(groups) == 0:
			day = facts[0].day
		case len(facts) == 0:
			day = a.groups[groups[0]].day
		default:
			day = min(facts[0].day, a.groups[groups[0]].day)
		}
		g, f := 0, 0
		for g < len(groups) && a.groups[groups[g]].day == day {
			g++
		}
		for f < len(facts) && facts[f].day == day {
			f++
		}
		if err := a.day(day, groups[:g], facts[:f]); err != nil {
			return err
		}
		groups, facts = groups[g:], facts[f:]
	}
	return nil
}

// day writes the sets of one message and day. If all come from one segment they are copied: their shapes depend on
// nothing else.
func (a *assembler) day(day Day, groups []int32, facts []fact) error {
	if len(facts) == 0 && a.oneOrigin(groups) {
		for _, i := range groups {
			g := &a.groups[i]
			if err := a.topOf(g); err != nil {
				return err
			}
			a.out.copied(day, g.kind, &g.set)
		}
		return nil
	}
	a.sent.reset()
	present := uint8(0)
	for _, i := range groups {
		present |= 1 << a.groups[i].kind
	}
	for i := range facts {
		present |= facts[i].mask
	}
	for kind := range a.form.kinds() {
		if present>>kind&1 == 0 {
			continue
		}
		set, base := &a.set, &a.sent
		if kind == Sent {
			set, base = &a.sent, nil
		}
		set.reset()
		for len(groups) > 0 && a.groups[groups[0]].kind == kind {
			if err := a.unite(set, &a.groups[groups[0]]); err != nil {
				return err
			}
			groups = groups[1:]
		}
		for i := range facts {
			if facts[i].mask>>kind&1 != 0 {
				set.add(facts[i].contact)
			}
		}
		if err := a.out.set(day, kind, set, base); err != nil {
			return err
		}
	}
	return nil
}

func (a *assembler) oneOrigin(groups []int32) bool {
	origin := a.groups[groups[0]].origin
	for _, i := range groups {
		if a.groups[i].origin != origin || origin < 0 {
			return false
		}
	}
	return true
}

// unite adds the contacts of g to set.
func (a *assembler) unite(set *contactSet, g *group) error {
	switch {
	case g.origin < 0:
		for _, c := range g.list {
			set.add(c)
		}
	case g.set.Shape == ShapeGaps, g.set.Shape == ShapeList:
		var ok bool
		if a.list, ok = ReadContacts(a.list, g.set.Shape, g.set.Data); !ok {
			return ErrCorrupt
		}
		for _, c := range a.list {
			set.add(c)
		}
	default:
		if !g.set.Into(&a.scratch, &a.list) {
			return ErrCorrupt
		}
		set.addMask(&a.scratch)
	}
	return nil
}

// topOf records the highest contact of a copied container in the writer. A contact that an xor removes from the sent
// set is in the sent set, so the highest contact of the set is in one of the two.
func (a *assembler) topOf(g *group) error {
	if g.set.Shape == ShapeBitmap {
		ReadBitmap(&a.scratch, g.set.Data)
		for i := ChunkWords - 1; i >= 0; i-- {
			if a.scratch[i] != 0 {
				a.out.reach(uint16(i<<6 | 63 - bits.LeadingZeros64(a.scratch[i])))
				return nil
			}
		}
		return ErrCorrupt
	}
	var ok bool
	if a.list, ok = ReadContacts(a.list, g.set.Shape, g.set.Data); !ok {
		return ErrCorrupt
	}
	if len(a.list) > 0 {
		a.out.reach(a.list[len(a.list)-1])
	}
	return nil
}
