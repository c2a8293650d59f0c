package counting

import (
	"encoding/binary"
	"slices"

	"puls.app/services/scoring-engine/internal/engine/segment"
)

// DayCounts are the sendings of one day.
type DayCounts struct {
	Day    segment.Day
	Counts SendingCounts
}

// DayTotals sums up sendings by day. The zero value is empty.
type DayTotals struct {
	rows map[segment.Day]*dayRow
	at   []*dayRow // by index of the chunk's days
}

// dayRow stores single sendings by the bits of their kinds, to be summed up once at the end.
type dayRow struct {
	counts  SendingCounts
	singles [1 << len(SendingCounts{})]uint32
}

func (t *DayTotals) begin(days []segment.Day) {
	t.at = t.at[:0]
	for _, day := range days {
		t.at = append(t.at, t.row(day))
	}
}

func (t *DayTotals) row(day segment.Day) *dayRow {
	if t.rows[day] == nil {
		if t.rows == nil {
			t.rows = map[segment.Day]*dayRow{}
		}
		t.rows[day] = &dayRow{}
	}
	return t.rows[day]
}

func (t *DayTotals) message(_ uint64, day int, n *SendingCounts) { t.at[day].counts.Add(n) }

func (t *DayTotals) single(_ uint64, day int, kinds uint8) { t.at[day].singles[kinds]++ }

// Merge adds o.
func (t *DayTotals) Merge(o *DayTotals) {
	for day, from := range o.rows {
		to := t.row(day)
		to.counts.Add(&from.counts)
		for kinds, n := range from.singles {
			to.singles[kinds] += n
		}
	}
}

// Days returns the days with sendings, ascending.
func (t *DayTotals) Days() []DayCounts {
	var list []DayCounts
	for day, row := range t.rows {
		counts := row.counts
		for kinds, n := range row.singles {
			for k := range counts {
				counts[k] += n * uint32(kinds>>k&1)
			}
		}
		if counts[segment.Sent] > 0 {
			list = append(list, DayCounts{day, counts})
		}
	}
	slices.SortFunc(list, func(a, b DayCounts) int { return int(a.Day) - int(b.Day) })
	return list
}

// CategoryTotals sums up sendings by the category of their message and by day.
type CategoryTotals struct {
	// Categories are the categories of messages; a message without an entry has category 0.
	Categories *KeyTable[uint8]
	totals     [1 << 8]*DayTotals
	days       []segment.Day
}

func (t *CategoryTotals) begin(days []segment.Day) {
	t.days = days
	for _, totals := range t.totals {
		if totals != nil {
			totals.begin(days)
		}
	}
}

func (t *CategoryTotals) message(key uint64, day int, n *SendingCounts) {
	t.of(key).message(key, day, n)
}

func (t *CategoryTotals) single(key uint64, day int, kinds uint8) { t.of(key).single(key, day, kinds) }

func (t *CategoryTotals) of(key uint64) *DayTotals {
	category, _ := t.Categories.Find(key)
	if t.totals[category] == nil {
		t.totals[category] = &DayTotals{}
		t.totals[category].begin(t.days)
	}
	return t.totals[category]
}

// Merge adds o.
func (t *CategoryTotals) Merge(o *CategoryTotals) {
	for category, totals := range o.totals {
		switch {
		case totals == nil:
		case t.totals[category] == nil:
			t.totals[category] = totals
		default:
			t.totals[category].Merge(totals)
		}
	}
}

// Days returns the days with sendings of each category that has any.
func (t *CategoryTotals) Days() map[uint8][]DayCounts {
	byCategory := map[uint8][]DayCounts{}
	for category, totals := range t.totals {
		if totals != nil {
			byCategory[uint8(category)] = totals.Days()
		}
	}
	return byCategory
}

// MessageTotals sums up the sendings of some messages that belong to one day.
type MessageTotals struct {
	day    segment.Day
	wanted *KeyTable[uint32]
	rows   []MessageCounts
	at     int // the day's index in the chunk, or below 0
}

// MessageCounts are a message's sendings of the day, and its number of contacts on all days.
type MessageCounts struct {
	Contacts uint32
	Counts   SendingCounts
}

// NewMessageTotals returns empty totals of the messages in wanted, whose values are their places: 0 to wanted.Len()-1.
func NewMessageTotals(day segment.Day, wanted *KeyTable[uint32]) *MessageTotals {
	return &MessageTotals{day: day, wanted: wanted, rows: make([]MessageCounts, wanted.Len())}
}

func (t *MessageTotals) begin(days []segment.Day) {
	at, found := slices.BinarySearch(days, t.day)
	if t.at = at; !found {
		t.at = -1
	}
}

func (t *MessageTotals) message(key uint64, day int, n *SendingCounts) {
	place, ok := t.wanted.Find(key)
	if !ok {
		return
	}
	t.rows[place].Contacts += n[segment.Sent]
	if day == t.at {
		t.rows[place].Counts.Add(n)
	}
}

func (t *MessageTotals) single(key uint64, day int, kinds uint8) {
	place, ok := t.wanted.Find(key)
	if !ok {
		return
	}
	row := &t.rows[place]
	row.Contacts++
	if day == t.at {
		for k := range row.Counts {
			row.Counts[k] += uint32(kinds >> k & 1)
		}
	}
}

// Merge adds o, of the same messages and day.
func (t *MessageTotals) Merge(o *MessageTotals) {
	for place := range t.rows {
		t.rows[place].Contacts += o.rows[place].Contacts
		t.rows[place].Counts.Add(&o.rows[place].Counts)
	}
}

// Row returns the totals of the message with a place.
func (t *MessageTotals) Row(place uint32) *MessageCounts { return &t.rows[place] }

// SentOn calls visit with the key of each message that has a sending in a segment on a day, sometimes more than once.
func SentOn(s *segment.Segment, day segment.Day, visit func(key uint64)) error {
	if s.Form() != segment.Sendings {
		return segment.ErrMixedForms
	}
	for message := range s.Messages() {
		from, to := s.Lines(message)
		for e := from; e < to; e++ {
			if line := s.Entry(e); line.Day == day && line.Kind == segment.Sent {
				visit(s.Key(message))
			}
		}
	}
	records := s.Records()
	coded := len(records.Codes) > 0
	for i := range records.Count {
		code := records.Days[i*records.Width:]
		if coded {
			at := int(code[0]) * segment.CodeSize
			if at >= len(records.Codes) {
				return segment.ErrCorrupt
			}
			code = records.Codes[at:]
		}
		if code[2]>>segment.Sent&1 != 0 && s.FirstDay()+segment.Day(binary.LittleEndian.Uint16(code)) == day {
			visit(binary.LittleEndian.Uint64(records.Keys[8*i:]))
		}
	}
	return nil
}
