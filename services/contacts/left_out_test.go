package contacts_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
)

func leftOut(l *contactsv1.LeftOut) [2]int32 { return [2]int32{l.GetTitles(), l.GetTotals()} }

func TestRowsOfTotalsAndTitlesAreLeftOutWithACount(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		kind, body string
		counts     [3]int32
		leftOut    [2]int32
	}{
		"a sum below the addresses": {
			body: "E-mail;Telefon;Kwota\na@x.co;;700\nb@x.co;;500\nRazem;;1200\n", counts: [3]int32{2, 2, 0}, leftOut: [2]int32{0, 1},
		},
		"a sum behind a name": {
			body:   "Lp.;Imię;E-mail;Zgoda e-mail;Kwota\n1;Ada;a@x.co;TAK;1\n2;Bob;b@x.co;NIE;2\n;Łącznie:;;1;\"3,00\"\n",
			counts: [3]int32{2, 2, 0}, leftOut: [2]int32{0, 1},
		},
		"how many there are": {
			body: "E-mail,Phone\na@x.co,500000001\nTotal,1\n", counts: [3]int32{1, 1, 0}, leftOut: [2]int32{0, 1},
		},
		"fewer cells": {
			body: "E-mail;Imię;Kwota\na@x.co;Ada;1\nOgółem: 1\n", counts: [3]int32{1, 1, 0}, leftOut: [2]int32{0, 1},
		},
		"titles above, sums of parts, a total": {
			body:   "Klienci\n\nStan na;01.06.2024\nE-mail;Kwota\na@x.co;1\nSuma;1\nb@x.co;2\nSuma;2\nRAZEM;3\n",
			counts: [3]int32{2, 2, 0}, leftOut: [2]int32{2, 3},
		},
		"a person called Total": {
			body: "Imię;E-mail;Telefon\nTotal;total@x.co;\nSuma;;500000001\nRazem;bez małpy;\nTotal;ada@x;\n", counts: [3]int32{4, 2, 2},
		},
		"an id that is a word": {
			body: "external_id;Kwota\nA;1\nsuma;2\nB;3\nrazem;6\n", counts: [3]int32{3, 3, 0}, leftOut: [2]int32{0, 1},
		},
		"an id with more to it": {
			body: "external_id;groups\nA;\nTotal;VIP\n", counts: [3]int32{2, 2, 0},
		},
		"an id above": {
			body: "external_id;Kwota\nTotal;1\nB;3\nTotal;4\n", counts: [3]int32{3, 3, 0},
		},
		"events": {
			kind: "engagement", body: "Data;Zdarzenie;Kampania;E-mail\n01.11.2026 10:00;wysłano;k1;old@x.co\nRazem;;1;\n",
			counts: [3]int32{1, 1, 0}, leftOut: [2]int32{0, 1},
		},
		"unsubscriptions": {
			kind: "unsubscribes", body: "Wypisani\nE-mail;Kanał\nold@x.co;mailing\nRazem: 1;\n", counts: [3]int32{1, 1, 0}, leftOut: [2]int32{1, 1},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t)
			s.ensure(t, "001")
			s.load(t, "contacts", "csv", []byte("email,email_consent\nold@x.co,1\n"))
			kind := c.kind
			if kind == "" {
				kind = "contacts"
			}
			s.requireLeftOut(t, kind, []byte(c.body), c.counts, c.leftOut)
		})
	}
}

// requireLeftOut imports a file with the proposed options, and checks the results of its dry run and its import.
func (s *system) requireLeftOut(t *testing.T, kind string, body []byte, want [3]int32, left [2]int32) {
	t.Helper()
	draft := s.draft(t, kind, body)
	seen := s.inspect(t, draft, nil)
	check := s.check(t, draft, proposed(kind, seen)).GetCheck()
	require.Equal(t, want, [3]int32{check.GetRead(), check.GetKept(), check.GetRefused()})
	require.Equal(t, left, leftOut(check.GetLeftOut()))
	done := s.begin(t, draft, proposed(kind, seen))
	require.Equal(t, want, counts(done), "%v", done.GetErrors())
	require.Equal(t, left, leftOut(done.GetLeftOut()))
	require.Len(t, done.GetErrors(), int(want[2]))
	shown := 0
	for _, row := range seen.GetRows() {
		if row.GetReason() == "TOTALS_ROW: the row sums up the ones above it and is left out" {
			shown++
		}
	}
	require.LessOrEqual(t, shown, int(left[1]))
	for _, c := range done.GetValues() {
		for _, v := range c.GetValues() {
			require.NotEmpty(t, v.GetMeaning(), "%v", c)
		}
	}
}

func TestAContactCalledTotalIsNoRowOfTotals(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	s.load(t, "contacts", "csv", []byte("external_id,email\ntotal,t@x.co\n"))
	s.requireLeftOut(t, "contacts", []byte("external_id;Kwota\nA;1\ntotal;2\n"), [3]int32{2, 2, 0}, [2]int32{})
	require.Equal(t, 2, s.contactsWhere(t, "true"))
}

func TestTotalsOfASheetAreLeftOut(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	s.requireLeftOut(t, "contacts", book(t, func(f *excelize.File) {
		set(t, f, "Sheet1", map[string]any{"A1": "Klienci"})
		fillPlain(t, f, "Sheet1", 3)
		set(t, f, "Sheet1", map[string]any{"A6": "Razem", "B6": 2})
	}), [3]int32{2, 2, 0}, [2]int32{1, 1})
}

// Names of new groups are listed up to a limit; all groups are counted.
func TestAllGroupsThatAFileMakesAreCounted(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	var file strings.Builder
	file.WriteString("email,groups\n")
	for at := range 250 {
		fmt.Fprintf(&file, "p%d@x.co,G%d|G%d\n", at, at, at/2)
	}
	draft := s.draft(t, "contacts", []byte(file.String()))
	checked := s.check(t, draft, nil).GetCheck().GetEffects()
	done := s.begin(t, draft, nil).GetEffects()
	require.EqualValues(t, 250, checked.GetNewGroupCount())
	require.EqualValues(t, 250, done.GetNewGroupCount())
	require.Len(t, done.GetNewGroups(), 100)
}
