package privacy

import (
	"archive/zip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/kit/sheet"
	"puls.app/services/spec"
)

// Persons is the service that stores the engagement and the scores of persons.
type Persons interface {
	// Describe returns the stored facts and scores of a contact or, for the channel web, of a visitor.
	Describe(
		ctx context.Context, account contact.AccountID, database contact.DatabaseID, number int32, channel fact.Channel,
	) ([]PersonFact, []PersonScore, error)
}

// Lists returns the lists at mail providers that a contact was put on.
type Lists interface {
	// ListsOf returns names of destinations with their providers.
	ListsOf(
		ctx context.Context, account contact.AccountID, database contact.DatabaseID, number int32,
	) ([]string, error)
}

// PersonFact is one action of a person. Message is empty for web.
type PersonFact struct {
	UID     string `json:"uid"`
	Day     string `json:"day"`
	Channel string `json:"channel"`
	Kind    string `json:"kind"`
	Message string `json:"messageId,omitempty"`
	Visitor string `json:"visitorId,omitempty"`
}

// PersonScore is a person's score in one result; Score is null when there is a Reason.
type PersonScore struct {
	UID       string `json:"uid"`
	Scoring   string `json:"scoring"`
	ScoringID string `json:"scoringId"`
	Channel   string `json:"channel"`
	Day       string `json:"day"`
	Score     *int32 `json:"score"`
	Reason    string `json:"reason,omitempty"`
	Visitor   string `json:"visitorId,omitempty"`
}

// handOut is all stored data of a person, in the format of the JSON file.
type handOut struct {
	Contacts   []heldContact  `json:"contacts"`
	Consents   []heldConsent  `json:"consents"`
	Groups     []heldName     `json:"groups"`
	Lists      []heldName     `json:"lists"`
	Properties []heldProperty `json:"properties"`
	Visitors   []heldName     `json:"visitors"`
	Scores     []PersonScore  `json:"scores"`
	Engagement []PersonFact   `json:"engagement"`
}

type heldContact struct {
	UID          string     `json:"uid"`
	Number       int32      `json:"number"`
	ExternalID   string     `json:"externalId"`
	Email        string     `json:"email"`
	GSM          string     `json:"gsm"`
	CreatedAt    *time.Time `json:"createdAt"`
	EmailConsent bool       `json:"emailConsent"`
	SMSConsent   bool       `json:"smsConsent"`
	EmailBlocked bool       `json:"emailBlocked"`
	GSMBlocked   bool       `json:"gsmBlocked"`
}

type heldConsent struct {
	UID     string    `json:"uid"`
	Channel string    `json:"channel"`
	Given   bool      `json:"given"`
	At      time.Time `json:"occurredAt"`
	Cause   string    `json:"source"`
	Detail  string    `json:"detail"`
}

type heldName struct {
	UID  string `json:"uid"`
	Name string `json:"name"`
}

type heldProperty struct {
	UID   string `json:"uid"`
	Name  string `json:"name"`
	Value string `json:"value"`
}

// HandOutName is the name of a person's file: it contains no address.
const HandOutName = "person.zip"

// HandOut writes a ZIP of all stored data of the person with an address. It adds an entry to the event log before the
// first byte. It fails with ErrPersonNotFound.
func (a *App) HandOut(
	ctx context.Context, account contact.AccountID, address string, by contact.Actor, to io.Writer,
) error {
	held, _, err := a.FindPerson(ctx, account, address)
	if err != nil {
		return err
	}
	if len(held) == 0 {
		return ErrPersonNotFound
	}
	all, err := a.gather(ctx, account, held)
	if err != nil {
		return err
	}
	language, err := a.Accounts.Language(ctx, account)
	if err != nil {
		return err
	}
	e := contact.NewEntry(account, contact.EntryHandOut, by, a.Now())
	var about []NumberSet
	for _, h := range held {
		about = append(about, NumberSet{Database: h.Database, Contacts: []int32{h.Number}})
	}
	if err := a.LogStore.Record(ctx, e, about); err != nil {
		return err
	}
	return all.write(to, language, e.At)
}

// gather fetches all data before the first byte is written.
func (a *App) gather(ctx context.Context, account contact.AccountID, held []Held) (*handOut, error) {
	all := &handOut{}
	for i := range held {
		h := &held[i]
		all.addCard(h)
		for _, c := range h.ConsentChanges {
			all.Consents = append(all.Consents, heldConsent{
				UID: h.UID, Channel: c.Channel.String(), Given: c.Given, At: c.At.UTC(), Cause: string(c.Cause),
				Detail: c.Detail,
			})
		}
		lists, err := a.Lists.ListsOf(ctx, account, h.Database, h.Number)
		if err != nil {
			return nil, err
		}
		for _, name := range lists {
			all.Lists = append(all.Lists, heldName{h.UID, name})
		}
		if err := a.gatherFacts(ctx, account, h, all); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// gatherFacts fetches the facts and scores of a contact and of its known visitors.
func (a *App) gatherFacts(ctx context.Context, account contact.AccountID, h *Held, all *handOut) error {
	ask := func(number int32, channel fact.Channel, visitor string) error {
		facts, scores, err := a.Persons.Describe(ctx, account, h.Database, number, channel)
		if err != nil {
			return err
		}
		for _, f := range facts {
			f.UID, f.Channel, f.Visitor = h.UID, channel.String(), visitor
			all.Engagement = append(all.Engagement, f)
		}
		for _, s := range scores {
			s.UID, s.Channel, s.Visitor = h.UID, channel.String(), visitor
			all.Scores = append(all.Scores, s)
		}
		return nil
	}
	for _, channel := range spec.Messages() {
		if err := ask(h.Number, channel, ""); err != nil {
			return err
		}
	}
	for _, v := range h.Visitors {
		all.Visitors = append(all.Visitors, heldName{h.UID, v.ID})
		if err := ask(v.Number, fact.Web, v.ID); err != nil {
			return err
		}
	}
	return nil
}

func (o *handOut) addCard(h *Held) {
	contact := heldContact{
		UID: h.UID, Number: h.Number, ExternalID: h.ExternalID, Email: h.Email, GSM: h.GSM,
		EmailConsent: h.Consents.Of(fact.Mailing), SMSConsent: h.Consents.Of(fact.SMS),
		EmailBlocked: h.Blocked.Of(fact.Mailing), GSMBlocked: h.Blocked.Of(fact.SMS),
	}
	if h.HasCreated {
		at := time.UnixMicro(h.CreatedAt).UTC()
		contact.CreatedAt = &at
	}
	o.Contacts = append(o.Contacts, contact)
	for _, g := range h.Groups {
		o.Groups = append(o.Groups, heldName{h.UID, g.Name})
	}
	for _, v := range h.Values {
		o.Properties = append(o.Properties, heldProperty{h.UID, v.Name, v.Text})
	}
}

// write writes the ZIP.
func (o *handOut) write(to io.Writer, language string, at time.Time) error {
	pack := zip.NewWriter(to)
	add := func(name string, content []byte) error {
		file, err := pack.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: at.UTC()})
		if err != nil {
			return fmt.Errorf("pack %s: %w", name, err)
		}
		if _, err := file.Write(content); err != nil {
			return fmt.Errorf("pack %s: %w", name, err)
		}
		return nil
	}
	text, err := json.MarshalIndent(o, "", "  ")
	if err != nil {
		return fmt.Errorf("write JSON: %w", err)
	}
	if err := add("README.txt", []byte(handOutText(language, at))); err != nil {
		return err
	}
	if err := add("person.json", text); err != nil {
		return err
	}
	for _, table := range o.tables() {
		if err := add(table.name, table.csv()); err != nil {
			return err
		}
	}
	if err := pack.Close(); err != nil {
		return fmt.Errorf("end ZIP: %w", err)
	}
	return nil
}

// table is a CSV file.
type table struct {
	name    string
	columns []string
	rows    [][]string
}

func (t *table) csv() []byte {
	file := sheet.Begin(',', t.columns...)
	for _, row := range t.rows {
		for i, cell := range row {
			row[i] = sheet.Harmless(cell)
		}
		file = sheet.AppendRow(file, ',', row...)
	}
	return file
}

func (o *handOut) tables() []*table {
	contacts := &table{name: "contacts.csv", columns: append(
		[]string{"uid", "number", "external_id", "email", "gsm", "created_at"}, contact.FlagColumns()...,
	)}
	for _, c := range o.Contacts {
		created := ""
		if c.CreatedAt != nil {
			created = c.CreatedAt.Format(time.RFC3339Nano)
		}
		contacts.rows = append(contacts.rows, []string{
			c.UID, strconv.Itoa(int(c.Number)), c.ExternalID, c.Email, c.GSM, created, strconv.FormatBool(c.EmailConsent),
			strconv.FormatBool(c.SMSConsent), strconv.FormatBool(c.EmailBlocked), strconv.FormatBool(c.GSMBlocked),
		})
	}
	consents := &table{name: "consents.csv", columns: []string{
		"uid", "channel", "given", "occurred_at", "source", "detail",
	}}
	for _, c := range o.Consents {
		consents.rows = append(consents.rows, []string{
			c.UID, c.Channel, strconv.FormatBool(c.Given), c.At.Format(time.RFC3339), c.Cause, c.Detail,
		})
	}
	properties := &table{name: "properties.csv", columns: []string{"uid", "name", "value"}}
	for _, p := range o.Properties {
		properties.rows = append(properties.rows, []string{p.UID, p.Name, p.Value})
	}
	scores := &table{name: "scores.csv", columns: []string{
		"uid", "scoring", "channel", "generated_date", "score", "excluded_reason", "visitor_id",
	}}
	for _, s := range o.Scores {
		score := ""
		if s.Score != nil {
			score = strconv.Itoa(int(*s.Score))
		}
		scores.rows = append(scores.rows, []string{s.UID, s.Scoring, s.Channel, s.Day, score, s.Reason, s.Visitor})
	}
	engagement := &table{name: "engagement.csv", columns: []string{
		"uid", "day", "channel", "kind", "message_id", "visitor_id",
	}}
	for _, f := range o.Engagement {
		engagement.rows = append(engagement.rows, []string{f.UID, f.Day, f.Channel, f.Kind, f.Message, f.Visitor})
	}
	return []*table{
		contacts, consents, named("groups.csv", "name", o.Groups), named("lists.csv", "name", o.Lists), properties,
		named("visitors.csv", "visitor_id", o.Visitors), scores, engagement,
	}
}

func named(file, column string, names []heldName) *table {
	t := &table{name: file, columns: []string{"uid", column}}
	for _, n := range names {
		t.rows = append(t.rows, []string{n.UID, n.Name})
	}
	return t
}

// handOutText explains the files in the account's language.
func handOutText(language string, at time.Time) string {
	text := `Everything that is held on this person, as of {at} (UTC).

person.json      all of it in one file, for programs
contacts.csv     the contacts in each database (uid): addresses, consents, blocks
consents.csv     how consents were given and withdrawn, newest first
groups.csv       the groups that the contacts are in
lists.csv        lists at mail providers that the contacts were put on
properties.csv   what is noted on them
visitors.csv     browsers known to be the person
scores.csv       engagement scores from 0 to 100 by day, or why there is none
engagement.csv   messages sent, delivered, opened and clicked, and visits on websites, by day

Files are UTF-8. Days are local days of the account.
`
	if language == "pl" {
		text = `Wszystko, co przechowujemy o tej osobie, stan na {at} (UTC).

person.json      całość w jednym pliku, dla programów
contacts.csv     kontakty w każdej bazie (uid): adresy, zgody, blokady
consents.csv     udzielenia i wycofania zgód, od najnowszych
groups.csv       grupy, w których są kontakty
lists.csv        listy u dostawców poczty, na które wpisano kontakty
properties.csv   zapisane cechy
visitors.csv     przeglądarki rozpoznane jako ta osoba
scores.csv       oceny zaangażowania od 0 do 100 według dni albo powód ich braku
engagement.csv   wiadomości wysłane, doręczone, otwarte i kliknięte oraz wizyty w witrynach, według dni

Pliki są w UTF-8. Dni są lokalnymi dniami konta.
`
	}
	return strings.ReplaceAll(text, "{at}", at.UTC().Format("2006-01-02 15:04"))
}
