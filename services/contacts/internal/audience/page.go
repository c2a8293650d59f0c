package audience

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/spec"
)

// Candidates are the contacts of one chunk among which a search looks, as little-endian words, with their cells.
type Candidates struct {
	// Database is the index of the database among those that are searched.
	Database  int
	Chunk     uint32
	Members   []byte
	Now, Then []byte
	// Active are the cells of an Activity; only a search with ActiveSince reads them.
	Active []byte
}

// Place identifies a contact of a page, with its cells.
type Place struct {
	Database  int
	Number    int32
	Now, Then byte
}

// each calls visit with every candidate that meets the conditions, by number.
func (s Search) each(c Candidates, visit func(i int, now, then byte)) {
	wanted, all := s.wanted(), s.ActiveSince.IsZero()
	for at := 0; at < len(c.Members); at += 8 {
		for word := binary.LittleEndian.Uint64(c.Members[at:]); word != 0; word &= word - 1 {
			i := at*8 + bits.TrailingZeros64(word)
			if now := cellAt(c.Now, i); wanted[now] && (all || activeAt(c.Active, i) != 0) {
				visit(i, now, cellAt(c.Then, i))
			}
		}
	}
}

func cellAt(cells []byte, i int) byte {
	if i < len(cells) {
		return cells[i]
	}
	return NoScore
}

// wanted reports for each cell whether contacts with it meet the conditions.
func (s Search) wanted() (wanted [256]bool) {
	for cell := range wanted {
		score, scored := Score(byte(cell))
		switch {
		case len(s.Bands) == 0 && !s.WithoutScore:
			wanted[cell] = true
		case !scored:
			wanted[cell] = s.WithoutScore
		default:
			for _, band := range s.Bands {
				wanted[cell] = wanted[cell] || band == spec.BandOf(score)
			}
		}
	}
	return wanted
}

// ranks is the number of possible ranks in an order: a change is -100 to 100, and contacts without one come last.
const ranks = 2*contact.MaxScore + 2

// ranker returns the function that ranks a contact; the lowest rank comes first.
func (s Search) ranker() func(now, then byte) int {
	var value [256]int // the score of a cell, -1 without one
	for cell := range value {
		value[cell] = -1
		if score, scored := Score(byte(cell)); scored {
			value[cell] = score
		}
	}
	first, sign := contact.MaxScore, 1
	if s.Sort == SortScoreDown || s.Sort == SortChangeDown {
		sign = -1
	}
	if s.Sort == SortChange || s.Sort == SortChangeDown {
		return func(now, then byte) int {
			if value[now] < 0 || value[then] < 0 {
				return ranks - 1
			}
			return first + sign*(value[now]-value[then])
		}
	}
	return func(now, _ byte) int {
		if value[now] < 0 {
			return ranks - 1
		}
		return first + sign*value[now]
	}
}

// Page returns the contacts of a page, in their order, and the total of all pages. An order by scores takes two passes
// over all candidates: the first counts each rank, the second puts contacts into their places on the page.
func (s Search) Page(candidates []Candidates) (page []Place, total int) {
	if s.Sort == "" {
		return s.pageByNumber(candidates)
	}
	var next [ranks]int
	rank := s.ranker()
	for _, c := range candidates {
		s.each(c, func(_ int, now, then byte) { next[rank(now, then)]++ })
	}
	for at, count := range next {
		next[at], total = total, total+count
	}
	page = make([]Place, min(s.Limit, max(total-s.First, 0)))
	for _, c := range candidates {
		s.each(c, func(i int, now, then byte) {
			at := &next[rank(now, then)]
			if place := *at - s.First; place >= 0 && place < len(page) {
				page[place] = c.place(i, now, then)
			}
			*at++
		})
	}
	return page, total
}

// pageByNumber pages by number. When all candidates meet the conditions, it counts those of a chunk without visiting
// each.
func (s Search) pageByNumber(candidates []Candidates) (page []Place, total int) {
	wanted := s.wanted()
	everybody := s.ActiveSince.IsZero() && !slices.Contains(wanted[:], false)
	for _, c := range candidates {
		before := total
		if everybody {
			for at := 0; at < len(c.Members); at += 8 {
				total += bits.OnesCount64(binary.LittleEndian.Uint64(c.Members[at:]))
			}
		} else {
			s.each(c, func(int, byte, byte) { total++ })
		}
		if total <= s.First || before >= s.First+s.Limit {
			continue
		}
		s.each(c, func(i int, now, then byte) {
			if before >= s.First && before < s.First+s.Limit {
				page = append(page, c.place(i, now, then))
			}
			before++
		})
	}
	return page, total
}

func (c *Candidates) place(i int, now, then byte) Place {
	return Place{Database: c.Database, Number: int32(c.Chunk<<chunkShift) + int32(i), Now: now, Then: then}
}
