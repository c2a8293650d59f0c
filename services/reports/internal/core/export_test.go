package core_test

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"puls.app/services/reports/internal/core"
)

// house is everything that an export needs: one result of database 1, the cells of each chunk, and recipients.
type house struct {
	core.Store
	core.Writer
	core.Engine
	channel core.Channel
	// revision is the current one; the cells of any other are refused.
	revision int
	// announced is the revision of the summaries.
	announced int
	cells     [][]byte
	// earlier are the cells of the day before; nil if there is no such result.
	earlier [][]byte
	people  core.Recipients
	// forgets makes the engine respond that it did not store its announcement.
	forgets bool
	// recorded are the entries of the event log.
	recorded []core.Downloaded
	// asked is how often the engine was asked for its results.
	asked int
}

func (h *house) Get(context.Context, uuid.UUID) (core.Scoring, error) {
	return core.Scoring{h.channel: core.Config{}}, nil
}

func (h *house) Result(_ context.Context, _ core.AccountID, key core.Key) (*core.Result, error) {
	switch {
	case key.Date.IsZero():
		key.Date = time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC)
	case h.earlier == nil:
		return nil, core.ErrNotFound
	}
	return &core.Result{
		Key: key, Made: core.Made{Revision: h.announced}, Parts: []core.Part{{DatabaseID: 1, UID: "002"}},
	}, nil
}

func (h *house) Cells(_ context.Context, of core.CellsOf) (core.CellStream, error) {
	cells := h.cells
	if of.Key.Date.Day() == 1 {
		cells = h.earlier
	}
	return &stream{house: h, revision: of.Revision, cells: cells}, nil
}

func (h *house) Recipients(
	_ context.Context, _ core.AccountID, _ core.DatabaseID, _ core.Channel, visit func(core.Recipients) error,
) error {
	texts := strings.SplitAfter(h.people.Texts, "\x00")
	columns := 3
	if h.channel == core.Web {
		columns = 4
	}
	for at := range h.people.Numbers { // a page for each
		err := visit(core.Recipients{
			Numbers: h.people.Numbers[at : at+1], Texts: strings.Join(texts[at*columns:(at+1)*columns], ""),
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (h *house) Announced(context.Context, core.AccountID, core.Key) (core.Calculation, error) {
	h.asked++
	if h.forgets {
		return core.Calculation{}, core.ErrNotFound
	}
	return core.Calculation{Made: core.Made{Revision: h.revision}}, nil
}

func (h *house) RecordDownload(_ context.Context, d core.Downloaded) error {
	h.recorded = append(h.recorded, d)
	return nil
}

func (h *house) Put(_ context.Context, replacements ...core.Replacement) error {
	h.announced = replacements[0].Revision
	return nil
}

type stream struct {
	house    *house
	revision int
	cells    [][]byte
	next     int
}

func (s *stream) Next() (chunk uint32, cells []byte, err error) {
	if s.revision != s.house.revision {
		return 0, nil, core.ErrReplaced
	}
	for ; s.next < len(s.cells); s.next++ {
		if cells := s.cells[s.next]; cells != nil {
			s.next++
			return uint32(s.next - 1), cells, nil
		}
	}
	return 0, nil, io.EOF
}

// file is a download.
type file struct {
	name    string
	text    strings.Builder
	onWrite func()
}

func (f *file) Name(name string) error { f.name = name; return nil }

func (f *file) Write(part []byte) error {
	if f.onWrite != nil {
		f.onWrite()
	}
	_, err := f.text.Write(part)
	return err
}

func (f *file) lines() []string {
	return strings.Split(strings.TrimSuffix(f.text.String(), "\r\n"), "\r\n")[1:]
}

func newHouse(channel core.Channel, cells [][]byte, numbers ...uint32) *house {
	h := &house{channel: channel, revision: 1, announced: 1, cells: cells, people: core.Recipients{Numbers: numbers}}
	for _, number := range numbers {
		name := string(rune('a' + number%25))
		h.people.Texts += name + "\x00" + name + "@puls.example\x00\x00"
		if channel == core.Web {
			h.people.Texts += "v" + name + "\x00"
		}
	}
	return h
}

func export(t *testing.T, h *house, order core.Order, to *file) error {
	t.Helper()
	order.Format = core.CSV(',', "")
	app := core.NewApp(core.Needs{Store: h, Writer: h, Scorings: h, Engine: h, People: h, Register: h})
	return app.Export(t.Context(), 7, order, to)
}

func TestAnExportJoinsCellsAndRecipientsByNumber(t *testing.T) {
	// Numbers 0, 1, 3 of chunk 0, one of chunk 1, which has no cells, and two of chunk 2, the second beyond its last cell.
	h := newHouse(core.Mailing, [][]byte{{50, 201, 60, 255}, nil, {70}}, 0, 1, 3, 65536, 131072, 131073)
	var f file
	require.NoError(t, export(t, h, core.Order{}, &f))
	require.Equal(t, "scoring - mailing - 2026-11-02.csv", f.name)
	require.Equal(t, []string{"002,a,a@puls.example,,,,50,", "002,w,w@puls.example,,,,70,"}, f.lines())
	f = file{}
	require.NoError(t, export(t, h, core.Order{IncludeExcluded: true}, &f))
	require.Contains(t, f.lines(), "002,b,b@puls.example,,,,,NO_CONSENT")
	require.Len(t, f.lines(), 3)
	require.ErrorIs(t, export(t, h, core.Order{Ask: core.Ask{UIDs: []core.UID{"003"}}}, &f), core.ErrUID)
}

func TestAnExportOfChangesHoldsThoseOfAnotherBandWithWhereTheyStood(t *testing.T) {
	// In the same band, one band up, out, in, out for another reason, gone, new.
	h := newHouse(core.Mailing, [][]byte{{50, 61, 201, 90, 203, 255}, nil, {70}}, 0, 1, 2, 3, 4, 5, 131072)
	h.earlier = [][]byte{{41, 60, 10, 202, 201, 30}}
	order := core.Order{ChangesFrom: time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)}
	var f file
	require.NoError(t, export(t, h, order, &f))
	require.Equal(t, "scoring - mailing - 2026-11-01 - 2026-11-02.csv", f.name)
	require.Contains(t, f.text.String(), "score,excluded_reason,score_before,excluded_reason_before\r\n")
	require.Equal(t, []string{
		"002,b,b@puls.example,,,,61,,60,", "002,d,d@puls.example,,,,90,,,NOT_IN_GROUP", "002,w,w@puls.example,,,,70,,,",
	}, f.lines())
	require.EqualValues(t, 0b1010, h.recorded[0].Numbers[1][0][0], "the event log has those in the file alone")
	f, order.IncludeExcluded = file{}, true
	require.NoError(t, export(t, h, order, &f))
	require.Len(t, f.lines(), 5)
	require.Contains(t, f.lines(), "002,c,c@puls.example,,,,,NO_CONSENT,10,")
	require.Contains(t, f.lines(), "002,e,e@puls.example,,,,,NO_SENDING,,NO_CONSENT")

	h.earlier = nil
	require.ErrorIs(t, export(t, h, order, &f), core.ErrNotFound)
	order.ChangesFrom = order.ChangesFrom.AddDate(0, 0, 1)
	require.ErrorIs(t, export(t, h, order, &f), core.ErrRange)
}

func TestAnUnknownVisitorStaysWithoutAName(t *testing.T) {
	var f file
	h := newHouse(core.Web, [][]byte{{40, 128 + 40}}, 0, 1)
	require.NoError(t, export(t, h, core.Order{}, &f))
	require.True(t, h.recorded[0].Visitors)
	require.EqualValues(t, 0b10, h.recorded[0].Numbers[1][0][0], "the unknown one has no name in the file")
	require.Equal(t, []string{"002,,,,va,false,40,", "002,b,b@puls.example,,vb,true,40,"}, f.lines())
	f = file{}
	order := core.Order{Ask: core.Ask{Visitors: core.KnownVisitors}}
	require.NoError(t, export(t, newHouse(core.Web, [][]byte{{40, 128 + 40}}, 0, 1), order, &f))
	require.Equal(t, []string{"002,b,b@puls.example,,vb,true,40,"}, f.lines())
	require.ErrorIs(t, export(t, newHouse(core.Mailing, [][]byte{{40}}, 0), order, &f), core.ErrVisitors)
}

func TestAnExportBeginsAgainWithTheNewerResult(t *testing.T) {
	h := newHouse(core.Mailing, [][]byte{{50}}, 0)
	h.revision = 2
	var f file
	require.NoError(t, export(t, h, core.Order{}, &f))
	require.Len(t, f.lines(), 1)
	require.Equal(t, [2]int{1, 2}, [2]int{h.asked, h.announced})
	h.announced, h.asked, h.forgets = 1, 0, true
	require.ErrorIs(t, export(t, h, core.Order{}, &f), core.ErrReplaced)
	require.Equal(t, 2, h.asked, "not for ever")
}

func TestAnExportOfWhichSomethingHasLeftBreaksOffWhenTheResultIsReplaced(t *testing.T) {
	var numbers []uint32
	for n := range uint32(3000) {
		numbers = append(numbers, n)
	}
	h := newHouse(core.Mailing, [][]byte{make([]byte, 3000), {1}}, append(numbers, 65536)...)
	f := file{onWrite: func() { h.revision = 2 }}
	require.ErrorIs(t, export(t, h, core.Order{}, &f), core.ErrReplaced)
	require.Zero(t, h.asked)
	require.NotEmpty(t, f.lines())
}
