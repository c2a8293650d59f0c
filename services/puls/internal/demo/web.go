package demo

import (
	"math"
	"strconv"
	"time"
)

const (
	shopDomain = "sklep.example.pl"
	// regulars is the number of visitors that return; knownRegulars of them are customers of the shop.
	regulars      = 8_000
	knownRegulars = 3_000
	// sessionsADay is the usual number, in addition to those that begin with a click in a mailing.
	sessionsADay = 430
)

// visitor is a browser.
type visitor struct {
	id string
	// email is the address of the contact; empty for visitors that never sign in.
	email string
	// introduced is set once an event has named the contact.
	introduced bool
	// intent determines how far a session goes.
	intent float64
}

// shopVisits writes the sessions of the shop.
type shopVisits struct {
	by       chance
	calendar *calendar
	uid      string
	rows     *rows
	scale    int
	people   []visitor
	often    weighted
	events   int
}

func (d *company) writeWeb(r *rows, clicks []click) {
	s := &shopVisits{by: newChance(streamWeb), calendar: d.calendar, uid: d.shopUID, rows: r, scale: d.scale}
	browser := s.meet(d.shop)
	for number := range Days {
		s.day(number)
	}
	for _, c := range clicks {
		if v := browser[c.who]; v != nil && s.by.happens(0.85) {
			v.introduced = true // the link in the mailing identifies the visitor
			s.session(v, c.at+3, v.email)
		}
	}
}

// meet makes the visitors that return, and returns the browsers of contacts by their number.
func (s *shopVisits) meet(contacts []contact) map[int]*visitor {
	s.people = make([]visitor, 0, regulars/s.scale)
	browser := map[int]*visitor{}
	for _, i := range s.by.Perm(len(contacts)) {
		c := &contacts[i]
		if len(s.people) == knownRegulars/s.scale {
			break
		}
		if c.email == "" || c.createdDay > 0 {
			continue // a contact created later is unknown for now
		}
		s.add(visitor{id: s.newID(), email: c.email, intent: 0.15 + 0.85*c.interest}, 1.9*(0.2+c.interest))
		browser[i] = &s.people[len(s.people)-1]
	}
	for len(s.people) < regulars/s.scale {
		s.add(visitor{id: s.newID(), intent: s.by.Float64() * s.by.Float64()}, 1)
	}
	return browser
}

// add adds a visitor; some come far more often than others.
func (s *shopVisits) add(v visitor, often float64) {
	s.people = append(s.people, v)
	s.often.add(often * math.Exp(1.1*s.by.NormFloat64()))
}

func (s *shopVisits) newID() string { return "v" + strconv.FormatUint(s.by.Uint64()>>16|1<<47, 36) }

// day writes the sessions of one day: more at weekends and before Christmas, growing slowly.
func (s *shopVisits) day(number int) {
	weekend := 1.0
	if w := s.calendar.weekday(number); w == time.Saturday || w == time.Sunday {
		weekend = 1.22
	}
	sessions := sessionsADay * weekend * s.calendar.season(number) * (0.92 + 0.16*float64(number)/Days) *
		s.by.between(0.9, 1.1)
	for range int(sessions) / s.scale {
		// Half before the evening, half in it.
		second := int64(13*hour + s.by.NormFloat64()*3*hour)
		if s.by.happens(0.5) {
			second = int64(20*hour + s.by.NormFloat64()*1.6*hour)
		}
		at := s.calendar.at(number, max(0, min(second, day-1)))
		if s.by.happens(0.06) {
			s.session(&visitor{id: s.newID(), intent: 0.1}, at, "")
			continue
		}
		v := &s.people[s.often.pick(s.by)]
		email := ""
		if v.email != "" && (!v.introduced || s.by.happens(0.5)) {
			email, v.introduced = v.email, true // signed in
		}
		s.session(v, at, email)
	}
}

// session writes a visit: pages, products and sometimes a purchase.
func (s *shopVisits) session(v *visitor, at int64, email string) {
	step := func(kind string) {
		s.events++
		s.rows.visit("w"+strconv.Itoa(s.events), at, s.uid, kind, email, v.id)
		at += 8 + s.by.after(45)
	}
	pages := 1 + s.by.repeats(0.6, 15)
	products := 0
	for range pages {
		step("web.page_view")
		if s.by.happens(0.3 + 0.35*v.intent) {
			step("web.product_view")
			products++
		}
	}
	if products == 0 || !s.by.happens(0.06+0.38*v.intent) {
		return
	}
	step("web.checkout_view")
	if !s.by.happens(0.72) {
		return
	}
	step("web.payment_info")
	if s.by.happens(0.86) {
		step("web.purchase")
	}
}
