package demo

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// The properties of every contact; the last three are for the scores.
const (
	propertyName      = "Imię"
	propertyCity      = "Miasto"
	propertyPurchases = "Zakupy_12m"
	propertyMailing   = "Scoring_mailing"
	propertySMS       = "Scoring_sms"
	propertyWeb       = "Scoring_sklep"
)

var contactColumns = []string{
	"uid", "external_id", "email", "gsm", "created_at", "email_consent", "sms_consent", "email_blocked", "gsm_blocked",
	"groups",
	"property:" + propertyName, "property:" + propertyCity, "property:" + propertyPurchases,
}

// writeContacts writes the file for contacts:import.
func (d *company) writeContacts(to io.Writer) error {
	w := csv.NewWriter(to) //nolint:forbidigo // an import reads it, no spreadsheet
	if err := w.Write(contactColumns); err != nil {
		return fmt.Errorf("write header: %w", err)
	}
	for _, part := range []struct {
		uid      string
		contacts []contact
	}{{d.uid, d.own}, {d.shopUID, d.shop}} {
		for i := range part.contacts {
			if err := w.Write(part.contacts[i].row(part.uid)); err != nil {
				return fmt.Errorf("write contact: %w", err)
			}
		}
	}
	w.Flush()
	if err := w.Error(); err != nil {
		return fmt.Errorf("write contacts: %w", err)
	}
	return nil
}

func (c *contact) row(uid string) []string {
	purchases := ""
	if c.purchases >= 0 {
		purchases = strconv.Itoa(c.purchases)
	}
	return []string{
		uid, c.externalID, c.email, c.gsm, time.Unix(c.created, 0).UTC().Format(time.RFC3339),
		strconv.FormatBool(c.emailConsent),
		strconv.FormatBool(c.smsConsent), strconv.FormatBool(c.emailBlocked), strconv.FormatBool(c.gsmBlocked),
		strings.Join(c.groups, "|"), c.first, c.city, purchases,
	}
}

var engagementColumns = []string{
	"event_id", "occurred_at", "uid", "type", "message_id", "category", "external_id", "email", "gsm", "visitor_id",
	"domain",
}

// rows writes the file for engagement:import. Events in the future are left out. No value needs quotes.
type rows struct {
	to    *bufio.Writer
	end   int64
	count int
	err   error
	line  []byte
}

func newRows(to io.Writer, end int64) *rows {
	r := &rows{to: bufio.NewWriterSize(to, 256<<10), end: end}
	_, r.err = r.to.WriteString(strings.Join(engagementColumns, ",") + "\n")
	return r
}

// start writes the fields common to all rows, up to the type; it returns false if the row is left out.
func (r *rows) start(eventID string, at int64, uid, kind string) bool {
	if at >= r.end || r.err != nil {
		return false
	}
	r.line = append(append(r.line[:0], eventID...), ',')
	r.line = append(time.Unix(at, 0).UTC().AppendFormat(r.line, time.RFC3339), ',')
	r.line = append(append(r.line, uid...), ',')
	r.line = append(append(r.line, kind...), ',')
	return true
}

func (r *rows) field(value string) { r.line = append(append(r.line, value...), ',') }

func (r *rows) finish(last string) {
	r.line = append(append(r.line, last...), '\n')
	_, r.err = r.to.Write(r.line)
	r.count++
}

// sending writes a fact about a message and a contact. Such facts need no event_id: a repeated fact counts once.
func (r *rows) sending(at int64, m *message, kind string, c *contact) {
	if !r.start("", at, m.uid, kind) {
		return
	}
	r.field(m.id)
	r.field(m.category)
	external, email, gsm := c.names(m.channel)
	r.field(external)
	r.field(email)
	r.field(gsm)
	r.field("")
	r.finish("")
}

// names returns how the company's systems name a contact: by its external id if it has one, otherwise by the address
// that the message was sent to.
func (c *contact) names(channel string) (external, email, gsm string) {
	switch {
	case c.externalID != "":
		return c.externalID, "", ""
	case channel == sms:
		return "", "", c.gsm
	default:
		return "", c.email, ""
	}
}

// visit writes an event of a website; email is empty until the visitor is known.
func (r *rows) visit(id string, at int64, uid, kind, email, visitor string) {
	if !r.start(id, at, uid, kind) {
		return
	}
	r.field("")
	r.field("")
	r.field("")
	r.field(email)
	r.field("")
	r.field(visitor)
	r.finish(shopDomain)
}

// close flushes the buffer and returns the first failure.
func (r *rows) close() error {
	if r.err == nil {
		r.err = r.to.Flush()
	}
	if r.err != nil {
		return fmt.Errorf("write engagement: %w", r.err)
	}
	return nil
}
