package data

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
)

// ExcludedGroup is the group whose members a scoring excludes.
const ExcludedGroup = "staff"

// WriteContacts writes the file of contacts in the order of their numbers, and returns the number of rows.
func (s *Set) WriteContacts(w io.Writer) (rows int, err error) {
	out := bufio.NewWriterSize(w, 1<<16)
	_, _ = out.WriteString("external_id,email,created_at,email_consent,groups\n") // Flush returns an earlier error
	for i := range s.Contacts {
		c := s.Contact(i)
		external, email := s.Names(i)
		_, _ = out.WriteString(external + "," + email + "," + Date(c.Created) + "," + strconv.FormatBool(c.Consent) + ",")
		if c.Excluded {
			_, _ = out.WriteString(ExcludedGroup)
		}
		_ = out.WriteByte('\n')
	}
	return s.Contacts, out.Flush()
}

// WriteDays writes the file of the sendings of some days with their outcomes, or of the web events of these days, and
// returns the number of rows. The web events of the first day have all visitors in the order of their numbers, with the
// contacts of known visitors.
func (s *Set) WriteDays(w io.Writer, from, to int) (rows int, err error) {
	out := bufio.NewWriterSize(w, 1<<16)
	_, _ = out.WriteString("event_id,occurred_at,type,message_id,category,external_id,email,visitor_id,domain\n")
	write := s.writeSendings
	if s.Shape == Leads {
		write = s.writeEvents
	}
	for day := from; day < to; day++ {
		for chunk := range s.Chunks() {
			rows += write(out, day, chunk)
		}
	}
	return rows, out.Flush()
}

// writeSendings writes a row for each sending and each outcome, with its day.
func (s *Set) writeSendings(out *bufio.Writer, day, chunk int) (rows int) {
	kinds := [...]string{"sent", "delivered", "opened", "clicked", "bounced"}
	categories := [...]string{"sales", "info", "advertising", "internal", "education"}
	for _, sending := range s.Chunk(nil, day, chunk) {
		external, email := s.Names(int(sending.Contact))
		days := [...]int16{sending.Sent, sending.Delivered, sending.Opened, sending.Clicked, sending.Bounced}
		for kind, on := range days {
			if on == 0 {
				continue
			}
			_, _ = fmt.Fprintf(out, "%d-%d-%d,%sT12:00:00Z,mailing.%s,message-%d,%s,%s,%s,,\n", sending.Message, sending.Contact,
				kind, s.dates[int(on)-s.First], kinds[kind], sending.Message, categories[sending.Message%5], external, email)
			rows++
		}
	}
	return rows
}

func (s *Set) writeEvents(out *bufio.Writer, day, chunk int) int {
	events := s.Events(nil, day, chunk)
	for place, e := range events {
		external, email := "", ""
		if contact, known := s.Known(int(e.Visitor)); known && day == 0 {
			external, email = s.Names(contact)
		}
		_, _ = fmt.Fprintf(out, "%d-%d-%d,%sT12:00:00Z,web.%s,,,%s,%s,%s,shop.example.com\n", day, chunk, place,
			s.dates[day], EventTypes[e.Kind-PageView], external, email, s.VisitorID(int(e.Visitor)))
	}
	return len(events)
}
