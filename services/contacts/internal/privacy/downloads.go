package privacy

import (
	"context"
	"strconv"
	"strings"
	"time"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/kit/sheet"
)

// entryPage is the default size of a page.
const entryPage = 100

// EntryDays filters entries by kind and local days, both inclusive; a zero value is no limit.
type EntryDays struct {
	Kind       contact.EntryKind
	Start, End time.Time
}

// Entries returns a page of the event log, from 1, newest first, and the number of matching entries. Page 0 is the
// first; size 0 is a hundred.
func (a *App) Entries(
	ctx context.Context, account contact.AccountID, of EntryDays, page, size int,
) ([]LoggedEntry, int, error) {
	if size == 0 {
		size = entryPage
	}
	filter := EntryFilter{Kind: of.Kind}
	if !of.Start.IsZero() || !of.End.IsZero() {
		zone, err := contact.Location(ctx, a.Accounts, account)
		if err != nil {
			return nil, 0, err
		}
		filter.Since, filter.Before = midnight(of.Start, 0, zone), midnight(of.End, 1, zone)
	}
	return a.LogStore.Entries(ctx, account, filter, max(page, 1)-1, size)
}

// midnight returns the beginning of a local day, or of one some days later; nil for no day.
func midnight(day time.Time, later int, zone *time.Location) *time.Time {
	if day.IsZero() {
		return nil
	}
	at := time.Date(day.Year(), day.Month(), day.Day()+later, 0, 0, 0, 0, zone)
	return &at
}

// RecordDownload adds a download from another service to the event log. Repeated calls with one id add one entry.
func (a *App) RecordDownload(ctx context.Context, e contact.Entry, about []NumberSet) error {
	e.Kind, e.At = contact.EntryCSVDownload, contact.Kept(a.Now())
	return a.LogStore.Record(ctx, e, about)
}

// EntryFile returns an entry as CSV. It fails with ErrEntryNotFound.
func (a *App) EntryFile(
	ctx context.Context, account contact.AccountID, id contact.EntryID, delimiter byte,
) ([]byte, error) {
	e, err := a.LogStore.Entry(ctx, account, id)
	if err != nil {
		return nil, err
	}
	file := sheet.Begin(
		delimiter, "id", "occurred_at", "kind", "source", "who", "uids", "contacts", "emails", "phone_numbers",
	)
	return sheet.AppendRow(
		file, delimiter, e.ID.String(), e.At.UTC().Format(time.RFC3339), string(e.Kind), sheet.Harmless(e.From),
		sheet.Harmless(e.Who), strings.Join(e.UIDs, "|"), strconv.Itoa(e.Contacts), strconv.Itoa(e.Emails),
		strconv.Itoa(e.GSMs),
	), nil
}

// WriteAddresses writes the current addresses of an entry's contacts as CSV, in parts that are valid until write
// returns. It adds an entry of its own to the event log before the first part. It fails with ErrEntryNotFound.
func (a *App) WriteAddresses(
	ctx context.Context, account contact.AccountID, id contact.EntryID, by contact.Actor, delimiter byte,
	write func(part []byte) error,
) error {
	about, err := a.LogStore.Entry(ctx, account, id)
	if err != nil {
		return err
	}
	by.From = about.From
	e := contact.NewEntry(account, contact.EntryCSVDownload, by, a.Now())
	if err := a.LogStore.RecordAgain(ctx, e, id); err != nil {
		return err
	}
	part := sheet.Begin(delimiter, "uid", "external_id", "email", "gsm")
	err = a.LogStore.Named(ctx, account, id, func(uid string, page []contact.Contact) error {
		for i := range page {
			c := &page[i]
			part = sheet.AppendRow(
				part, delimiter, uid, sheet.Harmless(c.ExternalID), sheet.Harmless(c.Email), sheet.Harmless(c.GSM),
			)
		}
		full := part
		part = part[:0]
		return write(full)
	})
	if err != nil || len(part) == 0 {
		return err
	}
	return write(part)
}
