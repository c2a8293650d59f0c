package demo

import (
	"fmt"
	"time"
)

const (
	mailing = "mailing"
	sms     = "sms"
)

// message is one campaign, or one run of an automation.
type message struct {
	id, uid, channel, category string
	day                        int
	second                     int64
	// appeal is the attractiveness; 1 is normal.
	appeal float64
	to     func(*contact) bool
}

// click is a visit to the shop by a link of a mailing.
type click struct {
	who int // number among the shop's contacts
	at  int64
}

// weekdays returns the readers' activity on a day; the middle of the week is best.
func weekdays(day time.Weekday) float64 {
	return [...]float64{0.92, 0.97, 1.06, 1.03, 1.04, 0.95, 0.88}[day]
}

// categoryClicks returns how much more often than usual an opened message of a category is clicked.
func categoryClicks(category string) float64 {
	switch category {
	case "sales":
		return 1.3
	case "advertising":
		return 1.15
	case "education":
		return 0.8
	default:
		return 0.9
	}
}

// ownMailings plans about three mailings a week.
func (d *company) ownMailings(by chance) []message {
	var plan []message
	add := func(day int, second int64, id, category string, to func(*contact) bool) {
		m := message{
			id: id, uid: d.uid, channel: mailing, category: category, day: day, second: second, to: to,
			appeal: by.between(0.78, 1.22),
		}
		if category == "sales" || category == "advertising" {
			m.appeal *= d.calendar.season(day)
		}
		plan = append(plan, m)
	}
	for number := range Days {
		week, even := d.calendar.week(number)
		switch weekday := d.calendar.weekday(number); {
		case weekday == time.Tuesday:
			add(number, 10*hour, "newsletter-"+week, "info", func(c *contact) bool { return c.in(groupNewsletter) })
		case weekday == time.Thursday && even:
			add(number, 9*hour+30*minute, "oferta-"+week, "sales", func(c *contact) bool { return c.in(groupCustomers) })
		case weekday == time.Thursday:
			add(number, 9*hour+30*minute, "nowosci-"+week, "advertising", func(c *contact) bool { return c.in(groupCustomers) })
		case weekday == time.Sunday:
			add(number, 18*hour, "poradnik-"+week, "education", func(c *contact) bool {
				return c.reads &&
					c.in(groupNewsletter)
			})
		}
	}
	return plan
}

// shopMailings plans the mailings of the shop: one a week and a second one every other week.
func (d *company) shopMailings(by chance) []message {
	var plan []message
	for number := range Days {
		week, even := d.calendar.week(number)
		m := message{
			uid: d.shopUID, channel: mailing, day: number, to: func(c *contact) bool { return c.in(groupShopNewsletter) },
		}
		switch weekday := d.calendar.weekday(number); {
		case weekday == time.Wednesday:
			m.id, m.category, m.second = "sklep-promocja-"+week, "sales", 11*hour
		case weekday == time.Saturday && even:
			m.id, m.category, m.second = "sklep-inspiracje-"+week, "advertising", 9*hour
		default:
			continue
		}
		m.appeal = by.between(0.78, 1.22) * d.calendar.season(number)
		plan = append(plan, m)
	}
	return plan
}

// writeMailings writes the mailings of both uids and returns the clicks that lead into the shop.
func (d *company) writeMailings(r *rows) []click {
	by := newChance(streamMailings)
	for _, m := range d.ownMailings(by) {
		d.send(r, by, &m, d.own, nil)
	}
	var clicks []click
	for _, m := range d.shopMailings(by) {
		d.send(r, by, &m, d.shop, func(who int, at int64) { clicks = append(clicks, click{who, at}) })
	}
	return clicks
}

// send writes a mailing to all its recipients. clicked may be nil.
func (d *company) send(r *rows, by chance, m *message, contacts []contact, clicked func(who int, at int64)) {
	start := d.calendar.at(m.day, m.second)
	place := int64(0) // thirty are sent every second
	for i := range contacts {
		c := &contacts[i]
		if c.mailUntil < m.day || !m.to(c) || c.created >= start {
			continue
		}
		place++
		if at := d.mail(r, by, m, c, start+place/30); at != 0 && clicked != nil {
			clicked(i, at)
		}
	}
}

// openWithin is how long a mailing is opened after it was sent.
const openWithin = 3 * day

// mail writes all events of one e-mail to one contact. It returns when it was clicked, or 0.
func (d *company) mail(r *rows, by chance, m *message, c *contact, at int64) int64 {
	r.sending(at, m, "mailing.sent", c)
	if by.happens(c.bounces) {
		r.sending(at+1+by.after(2*minute), m, "mailing.bounced", c)
		return 0
	}
	delivered := at + 1 + by.after(15)
	r.sending(delivered, m, "mailing.delivered", c)
	weekday := d.calendar.weekday(max(0, min(Days, d.calendar.number(at))))
	if !by.happens(clamp(c.mood(m.day) * m.appeal * weekdays(weekday))) {
		return 0
	}
	wait := by.after(2 * hour)
	if by.happens(0.4) {
		wait = by.after(22 * hour)
	}
	opened := d.calendar.awake(by, delivered+20+wait)
	if opened > at+openWithin {
		return 0
	}
	r.sending(opened, m, "mailing.opened", c)
	if by.happens(0.0012 + 0.003*(1-c.interest)) {
		r.sending(opened+10+by.after(minute), m, "mailing.unsubscribed", c)
		c.mailUntil = m.day
		return 0
	}
	if !by.happens(clamp(c.clicks * categoryClicks(m.category) * m.appeal)) {
		return 0
	}
	clicked := opened + 5 + by.after(3*minute)
	r.sending(clicked, m, "mailing.clicked", c)
	return clicked
}

// writeWelcome runs the automation that greets new contacts: three mails, each with its own message id.
func (d *company) writeWelcome(r *rows) {
	by := newChance(streamWelcome)
	for i := range d.own {
		c := &d.own[i]
		if c.createdDay < 0 || !c.in(groupNewsletter) {
			continue
		}
		for step, after := range []int{0, 3, 10} {
			number := c.createdDay + after
			if number >= Days || number > c.mailUntil {
				break
			}
			m := message{
				id: fmt.Sprintf("powitanie-%d-%s", step+1, c.externalID), uid: d.uid, channel: mailing, category: "info",
				day: number, appeal: 1.4,
			}
			if after > 0 {
				m.category = "education"
			}
			d.mail(r, by, &m, c, c.created+int64(after)*day+2*minute)
		}
	}
}
