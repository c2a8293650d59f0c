package data

import (
	"fmt"
	"math"
	"math/bits"
)

// Leads is a website with its visitors, and no messages. On the first day each visitor views one page, which assigns
// the visitors' numbers. The other days have visits.
const Leads Shape = "leads"

// The kinds of web events.
const (
	PageView uint8 = 1 + iota
	ProductView
	CheckoutView
	PaymentInfo
	Purchase
)

// EventTypes are the program's names of the kinds of web events, from PageView on.
var EventTypes = [Purchase]string{"page_view", "product_view", "checkout_view", "payment_info", "purchase"}

// eventsOfVisit is the average: 3 page views, 1 product view, and the probabilities below for the rest.
const eventsOfVisit = 4.13

// Event is one web event of a visitor on a day.
type Event struct {
	Visitor int32
	Kind    uint8
}

// NewLeads makes a set of visitors, and of three contacts for every ten visitors.
func NewLeads(seed uint64, visitors, eventsADay, days, first int) (*Set, error) {
	if visitors < 1 || eventsADay < 1 {
		return nil, fmt.Errorf("%d visitors and %d events a day make no set", visitors, eventsADay)
	}
	s, err := New(seed, max(1, visitors*3/10), days, first, Leads)
	if err != nil {
		return nil, err
	}
	s.Visitors, s.EventsADay = visitors, eventsADay
	// Visits have the tail of a Pareto distribution: one visitor in a hundred makes a quarter of all visits.
	s.often = make([]float64, 1<<16)
	for i := range s.often {
		s.often[i] = math.Pow(1-(float64(i)+0.5)/(1<<16), -0.7)
	}
	sum := 0.0
	for visitor := range visitors {
		sum += s.often[uint16(s.drawVisitor(visitor))]
	}
	for i := range s.often {
		s.often[i] *= float64(visitors) / sum
	}
	return s, nil
}

func (s *Set) drawVisitor(visitor int) uint64 { return mix(s.draw(visitor) + 3) }

// Known returns the contact of a known visitor; most visitors are not known.
func (s *Set) Known(visitor int) (contact int, known bool) {
	h := s.drawVisitor(visitor)
	return int(mix(h) % uint64(s.Contacts)), below(h>>16, 20)
}

// VisitorID returns the website's id of a visitor.
func (s *Set) VisitorID(visitor int) string { return "v-" + s.name(visitor) }

// Events appends the events of one day of the visitors of one chunk, in the order of visitors.
func (s *Set) Events(out []Event, day, chunk int) []Event {
	visits := float64(s.EventsADay) / float64(s.Visitors) / eventsOfVisit * weekdays[(s.First+day)%7]
	base := mix(s.Seed ^ uint64(day+1)*0x9fb21c651e98df25)
	for visitor := chunk * ChunkContacts; visitor < min((chunk+1)*ChunkContacts, s.Visitors); visitor++ {
		if day == 0 {
			out = append(out, Event{int32(visitor), PageView})
			continue
		}
		h := mix(base + uint64(visitor)*0xd1342543de82ef95)
		expected := visits * s.often[uint16(s.drawVisitor(visitor))]
		for range int(expected + float64(uint32(h))/(1<<32)) {
			h = mix(h + 1)
			out = appendVisit(out, int32(visitor), h)
		}
	}
	return out
}

func appendVisit(out []Event, visitor int32, h uint64) []Event {
	add := func(kind uint8, times int) {
		for range times {
			out = append(out, Event{visitor, kind})
		}
	}
	geometric := func(h uint64) int { return bits.TrailingZeros64(h | 1<<10) }
	add(PageView, 1+geometric(h)+geometric(h>>11))
	if h>>22&1 != 0 {
		add(ProductView, 1+geometric(h>>23))
	}
	for _, step := range []struct {
		kind    uint8
		percent float64
	}{{CheckoutView, 6}, {PaymentInfo, 4}, {Purchase, 3}} { // a purchase implies the steps before it
		if below(h>>40, step.percent) {
			add(step.kind, 1)
		}
	}
	return out
}
