package core

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"puls.app/services/kit/sheet"
)

// entryPage is how many entries a page has when nobody says.
const entryPage = 100

// Entries returns a page of the event log, from 1, newest first, and how many entries there are. Page 0 is the first;
// size 0 is a hundred; an empty kind is all.
func (a *App) Entries(
	ctx context.Context, account AccountID, kind EntryKind, page, size int,
) ([]LoggedEntry, int, error) {
	if size == 0 {
		size = entryPage
	}
	return a.store.Entries(ctx, account, kind, max(page, 1)-1, size)
}

// RecordDownload adds a download of another service to the event log. With the same id it is one entry.
func (a *App) RecordDownload(ctx context.Context, e Entry, about []NumberSet) error {
	e.Kind, e.At = EntryCSVDownload, a.kept()
	return a.store.Record(ctx, e, about)
}

// newEntry is one of an act that has no id of its own.
func (a *App) newEntry(account AccountID, kind EntryKind, by Actor) (Entry, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return Entry{}, fmt.Errorf("make id of entry: %w", err)
	}
	return Entry{ID: id, Account: account, At: a.kept(), Kind: kind, Actor: by}, nil
}

// byteOrderMark begins files that are cut at semicolons: without it Polish Excel reads them as cp1250.
const byteOrderMark = "\xef\xbb\xbf"

// beginSheet begins a file of CSV.
func beginSheet(delimiter byte, columns ...string) []byte {
	var part []byte
	if delimiter == ';' {
		part = append(part, byteOrderMark...)
	}
	return sheet.AppendRow(part, delimiter, columns...)
}

// EntryFile returns an entry as CSV. It fails with ErrEntryNotFound.
func (a *App) EntryFile(ctx context.Context, account AccountID, id EntryID, delimiter byte) ([]byte, error) {
	e, err := a.store.Entry(ctx, account, id)
	if err != nil {
		return nil, err
	}
	file := beginSheet(
		delimiter, "id", "occurred_at", "kind", "source", "who", "uids", "contacts", "emails", "phone_numbers",
	)
	return sheet.AppendRow(
		file, delimiter, e.ID.String(), e.At.UTC().Format(time.RFC3339), string(e.Kind), sheet.Harmless(e.From),
		sheet.Harmless(e.Who), strings.Join(e.UIDs, "|"), strconv.Itoa(e.Contacts), strconv.Itoa(e.Emails),
		strconv.Itoa(e.GSMs),
	), nil
}

// WriteAddresses writes the addresses of the contacts that an entry was about, as they are today, as CSV in parts that
// are good until write returns. It is an entry itself, which stands before the first part leaves. It fails with
// ErrEntryNotFound.
func (a *App) WriteAddresses(
	ctx context.Context, account AccountID, id EntryID, by Actor, delimiter byte, write func(part []byte) error,
) error {
	about, err := a.store.Entry(ctx, account, id)
	if err != nil {
		return err
	}
	by.From = about.From
	e, err := a.newEntry(account, EntryCSVDownload, by)
	if err != nil {
		return err
	}
	if err := a.store.RecordAgain(ctx, e, id); err != nil {
		return err
	}
	part := beginSheet(delimiter, "uid", "external_id", "email", "gsm")
	err = a.store.Named(ctx, account, id, func(uid string, page []Contact) error {
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
