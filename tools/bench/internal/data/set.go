// Package data generates an account: contacts, their sendings and their actions. Everything is a function of a seed, so
// that the program and the references get the same data without storing any.
package data

import (
	"fmt"
	"math"
	"slices"
)

// Shape is the distribution of sendings over messages.
type Shape string

// The shapes. All have 0.3 sendings for each contact and day.
const (
	// Daily is one mailing a day to 30 % of the contacts.
	Daily Shape = "a"
	// Many is ten mailings a day to 3 % each.
	Many Shape = "b"
	// Single is a separate message for each contact and day.
	Single Shape = "single"
	// Own has a separate message for each of half of all sendings, one mailing a day for a quarter, and a new message
	// every five minutes for a quarter.
	Own Shape = "c"
)

// ChunkContacts is the number of consecutive contacts that the generator handles at a time; the program's chunks are
// the same.
const ChunkContacts = 1 << 16

// lateDays is the maximum number of days between a sending and its outcome: one open in a hundred comes 5 to 60 days
// later, a click a day after its open.
const lateDays = 61

const (
	slots = 16
	// extraSlot is the first of the mailings that only busy contacts get.
	extraSlot = 10
	// triggered is the number of messages of a day that are sent to contacts active in the last five minutes.
	triggered = 24 * 60 / 5
)

// Set describes an account's data.
type Set struct {
	Seed     uint64
	Contacts int
	// Days of sendings, the first of which is First (local days since 1970-01-01).
	Days, First int
	Shape       Shape
	// EveryAddress gives every contact an e-mail address.
	EveryAddress bool
	// Visitors and EventsADay are used by shape Leads only.
	Visitors, EventsADay int

	// dates are the days with sendings and the later days that can have outcomes.
	dates  []string
	people []person
	open   []uint32
	click  []uint32
	// often is the number of visits relative to an average visitor.
	often []float64
}

// person has the traits that sendings depend on. Flags that only the contact file needs are not stored.
type person struct {
	eager, keen uint16
	never       bool
	machine     bool // the mail program opens every delivered message
	extra       uint8
}

// New makes a set.
func New(seed uint64, contacts, days, first int, shape Shape) (*Set, error) {
	s := &Set{Seed: seed, Contacts: contacts, Days: days, First: first, Shape: shape}
	switch {
	case !slices.Contains([]Shape{Daily, Many, Own, Single, Leads}, shape):
		return nil, fmt.Errorf("there is no shape %q: a, b or c", shape)
	case contacts < 1 || days < 1 || first < 1 || first+days+lateDays > math.MaxInt16:
		return nil, fmt.Errorf("%d contacts and %d days from day %d make no set", contacts, days, first)
	case contacts*days+days*(slots+triggered) > math.MaxInt32:
		return nil, fmt.Errorf("%d contacts and %d days have too many messages", contacts, days)
	}
	for day := range days + lateDays {
		s.dates = append(s.dates, Date(first+day))
	}
	s.people = make([]person, contacts)
	for i := range s.people {
		h := s.draw(i)
		p := person{eager: uint16(h), keen: uint16(h >> 16), never: below(h>>32, 6)}
		if below(h>>48, 0.1) && !p.never {
			p.extra = uint8(1 + mix(h)%5) // 2 to 6 sendings on most days
		}
		p.machine = below(mix(h+1), 4)
		s.people[i] = p
	}
	// A person's opens have a probability of u^4 with an individual eagerness u, in total 19.4 % of the sendings; such an
	// open is followed by a click with v^5.67, in total 2.9 %.
	s.open, s.click = make([]uint32, 1<<16), make([]uint32, 1<<16)
	for i := range s.open {
		u := (float64(i) + 0.5) / (1 << 16)
		s.open[i] = uint32(math.Pow(u, 4) * 0.99 * math.MaxUint32)
		s.click[i] = uint32(math.Pow(u, 5.67) * math.MaxUint32)
	}
	return s, nil
}

// mix is the finalizer of splitmix64.
func mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}

func (s *Set) draw(contact int) uint64 {
	return mix(mix(s.Seed+0x9e3779b97f4a7c15) + uint64(contact+1)*0xd1342543de82ef95)
}

// below reports whether the low 16 bits are within that many percent.
func below(h uint64, percent float64) bool { return uint16(h) < uint16(percent*655.36) }

// Sending is one message to one contact. Days are since 1970-01-01; 0 means that it was not reported.
type Sending struct {
	Contact, Message                          int32
	Sent, Delivered, Opened, Clicked, Bounced int16
}

// weekday factors have the mean 1.
var weekdays = [7]float64{1.1, 1.3, 1.2, 1.1, 1.0, 0.7, 0.6}

// Scored returns the number of contacts or, of shape Leads, visitors that can have a score.
func (s *Set) Scored() int {
	if s.Shape == Leads {
		return s.Visitors
	}
	return s.Contacts
}

// Chunks returns the number of chunks of contacts or visitors.
func (s *Set) Chunks() int { return (s.Scored() + ChunkContacts - 1) / ChunkContacts }

// Chunk appends the sendings of one day to the contacts of one chunk, ordered by message and contact. Messages to a
// single contact are interspersed.
func (s *Set) Chunk(out []Sending, day, chunk int) []Sending {
	mailings, share := 1, 0.3
	if s.Shape == Many {
		mailings, share = 10, 0.03
	}
	likely := uint32(share / 0.94 * weekdays[(s.First+day)%7] * math.MaxUint32)
	from, to := chunk*ChunkContacts, min((chunk+1)*ChunkContacts, s.Contacts)
	base := mix(s.Seed ^ uint64(day+1)*0x9fb21c651e98df25)
	for slot := range extraSlot + 5 {
		if slot >= mailings && slot < extraSlot {
			continue
		}
		salt := mix(base + uint64(slot))
		for contact := from; contact < to; contact++ {
			p := s.people[contact]
			if slot >= extraSlot {
				if int(p.extra) <= slot-extraSlot {
					continue
				}
			} else if p.never {
				continue
			}
			h := mix(salt + uint64(contact)*0xd1342543de82ef95)
			if slot < extraSlot && uint32(h) >= likely {
				continue
			}
			message := int32(day*slots + slot)
			if (s.Shape == Own || s.Shape == Single) && slot < extraSlot {
				message = s.ofAutomation(message, h>>32, contact, day)
			}
			sending := s.until(s.sending(p, mix(h), day))
			if sending.Sent|sending.Delivered|sending.Opened|sending.Clicked != 0 {
				sending.Contact, sending.Message = int32(contact), message
				out = append(out, sending)
			}
		}
	}
	return out
}

// ofAutomation leaves a quarter of the sendings in the day's mailing. Numbers of messages begin with the mailings of
// all days, followed by the messages sent every five minutes and those to a single contact.
func (s *Set) ofAutomation(mailing int32, h uint64, contact, day int) int32 {
	switch {
	case s.Shape == Single:
	case h&3 == 0:
		return mailing
	case h&3 == 1:
		return int32(s.Days*slots + day*triggered + int(h>>2%triggered))
	}
	return int32(s.Days*(slots+triggered) + contact*s.Days + day)
}

// OneContact reports whether a message goes to a single contact.
func (s *Set) OneContact(message int32) bool { return int(message) >= s.Days*(slots+triggered) }

// until removes outcomes after the last day, which are not known yet.
func (s *Set) until(sending Sending) Sending {
	end := int16(s.First + s.Days)
	if sending.Opened >= end {
		sending.Opened = 0
	}
	if sending.Clicked >= end {
		sending.Clicked = 0
	}
	return sending
}

// sending generates the outcomes of a sending.
func (s *Set) sending(p person, h uint64, day int) Sending {
	sent := int16(s.First + day)
	out := Sending{Sent: sent}
	if below(h, 0.1) {
		out.Sent = 0 // the report of the sending got lost
	}
	if below(h>>16, 2) {
		out.Bounced = sent
		return out
	}
	out.Delivered = sent
	h = mix(h)
	if uint32(h) >= s.open[p.eager] {
		if p.machine {
			out.Opened = sent // within a minute
		}
		return out
	}
	out.Opened = sent
	switch late := mix(h + 2); {
	case p.machine:
	case below(late, 1):
		out.Opened += int16(5 + late>>16%56)
	case below(h>>32, 15):
		out.Opened += int16(1 + h>>48%3)
	}
	if below(mix(h), 1) {
		out.Delivered = 0 // lost as well; the open proves the delivery
	}
	h = mix(h + 1)
	if uint32(h) >= s.click[p.keen] {
		return out
	}
	out.Clicked = out.Opened
	if below(h>>32, 10) {
		out.Clicked++
	}
	if below(h>>48, 5) {
		out.Opened = 0 // images were not loaded
	}
	return out
}
