package counting

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"

	"puls.app/services/scoring-engine/internal/engine/segment"
)

// SendingCounts are counts of sendings by segment.Kind: their total under Sent, then how many of them were delivered
// and so on.
type SendingCounts [segment.Unsubscribed + 1]uint32

// Add adds o.
func (n *SendingCounts) Add(o *SendingCounts) {
	for k := range n {
		n[k] += o[k]
	}
}

// Days receives the sendings of chunks, by the day that each belongs to.
type Days interface {
	// begin receives the days of the next chunk that have sendings; the other methods refer to days by their index.
	begin(days []segment.Day)
	// message receives all sendings of one message in this chunk that belong to a day.
	message(key uint64, day int, n *SendingCounts)
	// single receives one sending with the bits of its kinds. Its message has no other sending in this chunk, or only
	// others that are singles too.
	single(key uint64, day int, kinds uint8)
}

// DayCounter counts the sendings of one chunk at a time by day. A sending (one message to one contact) belongs to the
// first day on which it was sent, and has the outcomes of any day. It counts as opened also if clicked, and as
// delivered also if opened; a bounce and an unsubscription imply nothing else. Every count reuses the memory: keep one
// for each worker.
type DayCounter struct {
	reader
	days  []segment.Day
	parts []dayPart
	// The state of each contact of a small message, and the contacts that have one.
	known   [segment.ChunkContacts]state
	touched []uint16
	lists   segment.ContactLists
	spare   segment.Mask
	list    []uint16
	// For a large message: the contacts it was sent to on a day, those of earlier days, and the outcomes.
	sent, before segment.Mask
	outcomes     [segment.Unsubscribed + 1]segment.Mask
	counts       []SendingCounts // by place of the day
}

// dayPart is one container of a message.
type dayPart struct {
	segment.Container
	kind segment.Kind
	day  int // index among the days; for kind Sent only
}

// The state of a contact and a message, or of a record, has here the bits of its kinds, and above them 1 + the index of
// the first day on which it was sent; 0 if it was not.
const dayShift = 8

func joinDays(a, b state) state {
	first, other := a>>dayShift, b>>dayShift
	if first == 0 || other != 0 && other < first {
		first = other
	}
	return (a|b)&(1<<dayShift-1) | first<<dayShift
}

// NewDayCounter returns an empty workspace.
func NewDayCounter() *DayCounter {
	d := &DayCounter{}
	d.single.join = joinDays
	return d
}

// Count passes the sendings of a chunk to a sink. The segments must be all of the chunk's, whatever their days.
func (d *DayCounter) Count(segments []segment.Segment, into Days) error {
	d.segments, d.words, d.extras = append(d.segments[:0], segments...), 0, d.extras[:0]
	defer d.release()
	for i := range d.segments {
		s := &d.segments[i]
		if s.Form() != segment.Sendings {
			return segment.ErrMixedForms
		}
		d.words = max(d.words, (s.Contacts()+63)/64)
	}
	d.findDays()
	into.begin(d.days)
	d.indexAll()
	if err := d.countRecords(into); err != nil {
		return fmt.Errorf("count by day: %w", err)
	}
	d.bundle()
	for i := range d.bundles {
		if err := d.countMessage(&d.bundles[i], into); err != nil {
			return fmt.Errorf("count by day: %w", err)
		}
	}
	return nil
}

// findDays lists the days that have sendings.
func (d *DayCounter) findDays() {
	seen := map[segment.Day]bool{}
	for i := range d.segments {
		s := &d.segments[i]
		for e := range s.Entries() {
			if line := s.Entry(e); line.Kind == segment.Sent {
				seen[line.Day] = true
			}
		}
		records := s.Records()
		codes := records.Codes
		if len(codes) == 0 {
			codes = records.Days
		}
		for ; len(codes) >= segment.CodeSize; codes = codes[segment.CodeSize:] {
			if codes[2]>>segment.Sent&1 != 0 {
				seen[s.FirstDay()+segment.Day(binary.LittleEndian.Uint16(codes))] = true
			}
		}
	}
	d.days = d.days[:0]
	for day := range seen {
		d.days = append(d.days, day)
	}
	slices.Sort(d.days)
	d.counts = resize(d.counts, len(d.days))
	clear(d.counts)
}

func (d *DayCounter) place(day segment.Day) int {
	at, _ := slices.BinarySearch(d.days, day)
	return at
}

// asPersons returns the kinds of a record with those of machines as a person's: counts by day belong to no scoring with
// a policy.
func asPersons(kinds uint8) uint8 {
	return kinds&^segment.MachineKinds | kinds&segment.MachineKinds>>segment.ByMachine
}

// stateOf returns the state of a record.
func (d *DayCounter) stateOf(day segment.Day, kinds uint8) state {
	kinds = asPersons(kinds)
	if kinds>>segment.Sent&1 == 0 {
		return state(kinds)
	}
	return state(kinds) | state(d.place(day)+1)<<dayShift
}

// countRecords passes on the records, except those whose message is in a directory: these go to the counter's extras.
func (d *DayCounter) countRecords(into Days) error {
	records := d.openStreams(d.stateOf)
	return d.eachBlock(records, d.stateOf, func(_, _, n int) {
		keys := d.single.keys[:n]
		for i, s := range d.single.states[:n] {
			if day := s >> dayShift; day > 0 {
				into.single(keys[i], int(day)-1, implied(uint8(s)))
			}
		}
	})
}

// implied adds the kinds that the kinds of a sending imply.
func implied(kinds uint8) uint8 {
	kinds |= kinds >> segment.Clicked & 1 << segment.Opened
	return kinds | kinds>>segment.Opened&1<<segment.Delivered
}

// largeMessage is the number of facts from which a message is counted by masks, whose cost does not depend on it.
const largeMessage = 2000

// countMessage passes on the sendings of one message of a directory, from all segments that have it.
func (d *DayCounter) countMessage(b *bundle, into Days) error {
	facts := len(b.extras)
	d.parts = d.parts[:0]
	for _, r := range b.refs {
		w := segment.Walker{Segment: &d.segments[r.seg], Message: int(r.message), Body: r.body}
		w.Next(func(e segment.Entry, set segment.Container) {
			p := dayPart{Container: set, kind: e.Kind}
			if e.Kind >= segment.MachineOpened {
				p.kind -= segment.ByMachine
			}
			if e.Kind == segment.Sent {
				p.day = d.place(e.Day)
			}
			d.parts = append(d.parts, p)
			facts += e.Count
		})
	}
	if facts < largeMessage {
		return d.countSmall(b, into)
	}
	return d.countLarge(b, into)
}

// countSmall counts a message contact by contact.
func (d *DayCounter) countSmall(b *bundle, into Days) error {
	d.touched = d.touched[:0]
	defer func() {
		for _, contact := range d.touched {
			d.known[contact] = 0
		}
	}()
	for i := range d.parts {
		p := &d.parts[i]
		what := state(1) << p.kind
		if p.kind == segment.Sent {
			what |= state(p.day+1) << dayShift
		}
		list, ok := d.lists.Read(&p.Container)
		if !ok {
			return segment.ErrCorrupt
		}
		for _, contact := range list {
			d.learn(contact, what)
		}
	}
	for _, x := range b.extras {
		d.learn(x.contact, x.state)
	}
	first, last := len(d.days), -1
	for _, contact := range d.touched {
		s := d.known[contact]
		day := int(s>>dayShift) - 1
		if day < 0 {
			continue
		}
		first, last = min(first, day), max(last, day)
		n := &d.counts[day]
		kinds := implied(uint8(s))
		for k := range n {
			n[k] += uint32(kinds >> k & 1)
		}
	}
	d.hand(b.refs[0].key, first, last, into)
	return nil
}

func (d *DayCounter) learn(contact uint16, what state) {
	if d.known[contact] == 0 {
		d.touched = append(d.touched, contact)
	}
	d.known[contact] = joinDays(d.known[contact], what)
}

// hand passes on and resets the counts of a message on the days from first to last.
func (d *DayCounter) hand(key uint64, first, last int, into Days) {
	for day := first; day <= last; day++ {
		if n := &d.counts[day]; n[segment.Sent] > 0 {
			into.message(key, day, n)
			*n = SendingCounts{}
		}
	}
}

// countLarge counts a message 64 contacts at a time.
func (d *DayCounter) countLarge(b *bundle, into Days) error {
	first, last := len(d.days), -1
	sentOn := func(day int) { first, last = min(first, day), max(last, day) }
	for k := segment.Delivered; k <= segment.Unsubscribed; k++ {
		clear(d.outcomes[k][:])
	}
	clear(d.before[:])
	for i := range d.parts {
		p := &d.parts[i]
		if p.kind == segment.Sent {
			sentOn(p.day)
		} else if !p.AddTo(&d.outcomes[p.kind], &d.spare, &d.list) {
			return segment.ErrCorrupt
		}
	}
	for _, x := range b.extras {
		for k := segment.Delivered; k <= segment.Unsubscribed; k++ {
			d.outcomes[k][x.contact>>6] |= x.state >> k & 1 << (x.contact & 63)
		}
		if day := int(x.state >> dayShift); day > 0 {
			sentOn(day - 1)
		}
	}
	for day := first; day <= last; day++ {
		found, err := d.sentOn(day, b.extras)
		if err != nil {
			return err
		}
		if found {
			d.countDay(&d.counts[day])
		}
	}
	d.hand(b.refs[0].key, first, last, into)
	return nil
}

// sentOn fills d.sent with the contacts that the message was sent to on a day.
func (d *DayCounter) sentOn(day int, extras []extra) (found bool, err error) {
	for i := range d.parts {
		p := &d.parts[i]
		if p.kind != segment.Sent || p.day != day {
			continue
		}
		if !found {
			clear(d.sent[:])
			found = true
		}
		if !p.AddTo(&d.sent, &d.spare, &d.list) {
			return false, segment.ErrCorrupt
		}
	}
	for _, x := range extras {
		if int(x.state>>dayShift) != day+1 {
			continue
		}
		if !found {
			clear(d.sent[:])
			found = true
		}
		d.sent[x.contact>>6] |= 1 << (x.contact & 63)
	}
	return found, nil
}

// countDay counts the contacts of d.sent that were not sent the message before.
func (d *DayCounter) countDay(n *SendingCounts) {
	o := &d.outcomes
	for w := range d.words {
		s := d.sent[w] &^ d.before[w]
		if s == 0 {
			continue
		}
		d.before[w] |= s
		clicked := o[segment.Clicked][w] & s
		opened := o[segment.Opened][w]&s | clicked
		delivered := o[segment.Delivered][w]&s | opened
		n[segment.Sent] += uint32(bits.OnesCount64(s))
		n[segment.Delivered] += uint32(bits.OnesCount64(delivered))
		n[segment.Opened] += uint32(bits.OnesCount64(opened))
		n[segment.Clicked] += uint32(bits.OnesCount64(clicked))
		n[segment.Bounced] += uint32(bits.OnesCount64(o[segment.Bounced][w] & s))
		n[segment.Unsubscribed] += uint32(bits.OnesCount64(o[segment.Unsubscribed][w] & s))
	}
}
