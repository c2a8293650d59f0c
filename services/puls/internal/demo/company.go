package demo

import (
	"io"
	"time"
)

// company is the fictitious company at the beginning of one day.
type company struct {
	calendar     *calendar
	uid, shopUID string
	own, shop    []contact
	scale        int
}

// newCompany makes the company with its two uids, reduced by scale. Only the date of today matters.
func newCompany(today time.Time, uid, shopUID string, scale int) (*company, error) {
	calendar, err := newCalendar(today)
	if err != nil {
		return nil, err
	}
	return &company{
		calendar: calendar, uid: uid, shopUID: shopUID, scale: scale,
		own: ownCrowd(calendar, ownContacts/scale), shop: shopCrowd(calendar, shopContacts/scale),
	}, nil
}

// count returns the number of recipients of the company.
func (d *company) count() int { return len(d.own) + len(d.shop) }

// writeEngagement writes the file for engagement:import and returns its number of rows without the header. It may be
// called once, since it unsubscribes contacts.
func (d *company) writeEngagement(to io.Writer) (int, error) {
	r := newRows(to, d.calendar.end())
	clicks := d.writeMailings(r)
	d.writeWelcome(r)
	d.writeSMS(r)
	d.writeWeb(r, clicks)
	return r.count, r.close()
}
