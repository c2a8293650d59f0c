package demo

import "time"

// smsPlan plans a weekly SMS for customers, and one of the shop every other week.
func (d *company) smsPlan(by chance) []message {
	var plan []message
	for number := range Days {
		week, even := d.calendar.week(number)
		m := message{channel: sms, day: number}
		switch weekday := d.calendar.weekday(number); {
		case weekday == time.Friday && even:
			m.id, m.uid, m.category, m.second = "sms-okazja-"+week, d.uid, "advertising", 12*hour
		case weekday == time.Friday:
			m.id, m.uid, m.category, m.second = "sms-info-"+week, d.uid, "info", 16*hour
		case weekday == time.Monday && even:
			m.id, m.uid, m.category, m.second = "sms-sklep-"+week, d.shopUID, "advertising", 17*hour
		default:
			continue
		}
		m.appeal = by.between(0.8, 1.2) * d.calendar.season(number)
		plan = append(plan, m)
	}
	return plan
}

func (d *company) writeSMS(r *rows) {
	by := newChance(streamSMS)
	for _, m := range d.smsPlan(by) {
		contacts, group := d.own, groupCustomers
		if m.uid == d.shopUID {
			contacts, group = d.shop, groupBuyers
		}
		start := d.calendar.at(m.day, m.second)
		place := int64(0)
		for i := range contacts {
			c := &contacts[i]
			if c.smsUntil < m.day || !c.in(group) || c.created >= start {
				continue
			}
			place++
			text(r, by, &m, c, start+place/40)
		}
	}
}

// text writes all events of one SMS to one contact.
func text(r *rows, by chance, m *message, c *contact, at int64) {
	r.sending(at, m, "sms.sent", c)
	if by.happens(c.silence) {
		return
	}
	delivered := at + 2 + by.after(8)
	if by.happens(0.05) {
		delivered += by.after(6 * hour) // the phone was off
	}
	r.sending(delivered, m, "sms.delivered", c)
	usual := 0.02 + 0.44*c.mood(m.day)*c.mood(m.day)
	if m.category == "info" {
		usual *= 0.7
	}
	if by.happens(clamp(usual * m.appeal)) {
		r.sending(delivered+15+by.after(25*minute), m, "sms.clicked", c)
	}
	if by.happens(0.0006) {
		r.sending(delivered+30+by.after(5*minute), m, "sms.unsubscribed", c)
		c.smsUntil = m.day
	}
}
