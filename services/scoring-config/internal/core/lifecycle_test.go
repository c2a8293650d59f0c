package core_test

import (
	"flag"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"puls.app/services/kit/fault"
	"puls.app/services/local/pgtest"
	"puls.app/services/scoring-config/internal/core"
	"puls.app/services/scoring-config/internal/pg"
)

// score receives numbers, city holds texts; both are properties of the uid that all scorings score.
var score, city = core.PropertyRef{UID: "001", ID: 7}, core.PropertyRef{UID: "001", ID: 8}

// expected is the model of a scoring.
type expected struct {
	status   core.Status
	version  int
	guided   bool
	complete bool
	exports  []core.PropertyRef
}

// life is the scorings of an account beside a model of them.
type life struct {
	app     *core.App
	store   core.Store
	account core.AccountID
	model   map[uuid.UUID]*expected
}

// fits reports whether the model lets a scoring leave draft.
func (l *life) fits(id uuid.UUID, complete bool, exports []core.PropertyRef) bool {
	for other, e := range l.model {
		if other != id && e.status != core.Draft && slices.Contains(e.exports, score) && slices.Contains(exports, score) {
			return false
		}
	}
	return complete && !slices.Contains(exports, city)
}

func (l *life) draw(t *rapid.T) (uuid.UUID, *expected) {
	if len(l.model) == 0 {
		t.Skip("nothing is there")
	}
	ids := make([]uuid.UUID, 0, len(l.model))
	for id := range l.model {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) })
	id := rapid.SampledFrom(ids).Draw(t, "id")
	return id, l.model[id]
}

func drawExports(t *rapid.T) []core.PropertyRef {
	return rapid.SampledFrom([][]core.PropertyRef{nil, {score}, {city}}).Draw(t, "exports")
}

// drawContent returns possible content of a page, and whether it is complete.
func drawContent(t *rapid.T) (content core.Content, whole bool) {
	config := complete()
	config.Mailing.ExportTo = drawExports(t)
	whole = rapid.Bool().Draw(t, "complete")
	if !whole {
		config.Mailing.Percentile = 0
	}
	return core.Content{
		Name: "Everybody", ByWizard: rapid.Bool().Draw(t, "guided"), Config: config,
		Predefined: &core.Predefined{Mailing: []int{20, 20, 20, 20, 20}},
	}, whole
}

// settle compares the result of a call with the model's. If the call should succeed, it applies change to the model.
func settle(t *rapid.T, err error, fine bool, change func()) {
	if fine != (err == nil) {
		t.Fatalf("fine by the model: %t, but: %v", fine, err)
	}
	if err != nil && fault.From(err) == nil {
		t.Fatalf("not a fault: %v", err)
	}
	if fine {
		change()
	}
}

func (l *life) add(id uuid.UUID, e expected) {
	e.version, e.status = 1, core.Draft
	l.model[id] = &e
}

func (l *life) create(t *rapid.T) {
	content, whole := drawContent(t)
	id, err := l.app.Create(t.Context(), l.account, content)
	settle(t, err, true, func() {
		l.add(id, expected{guided: content.ByWizard, complete: whole, exports: content.Config.Mailing.ExportTo})
	})
}

func (l *life) save(t *rapid.T) {
	id, e := l.draw(t)
	content, whole := drawContent(t)
	statuses := []core.Status{core.KeepStatus, core.Draft, core.Inactive, core.Active}
	content.Status = rapid.SampledFrom(statuses).Draw(t, "to")
	version := e.version - rapid.IntRange(0, 1).Draw(t, "stale")
	to := content.Status
	if to == core.KeepStatus {
		to = e.status
	}
	fine := version == e.version && e.status != core.Active && to != core.Active && to >= e.status &&
		(e.guided || !content.ByWizard) && (to == core.Draft || l.fits(id, whole, content.Config.Mailing.ExportTo))
	_, err := l.app.Save(t.Context(), l.account, id, content, version)
	settle(t, err, fine, func() {
		*e = expected{to, e.version + 1, content.ByWizard, whole, content.Config.Mailing.ExportTo}
	})
}

func (l *life) patch(t *rapid.T) {
	id, e := l.draw(t)
	version := rapid.SampledFrom([]int{0, e.version, e.version + 1}).Draw(t, "version")
	exports := core.Exports{}
	wanted := e.exports
	if rapid.Bool().Draw(t, "with exports") {
		wanted = drawExports(t)
		exports[core.Mailing] = wanted
	}
	fine := (version == 0 || version == e.version) &&
		(e.status == core.Draft || len(exports) == 0 || l.fits(id, true, wanted))
	_, err := l.app.Rename(t.Context(), l.account, id, "Renamed", exports, version)
	settle(t, err, fine, func() { e.version, e.exports = e.version+1, wanted })
}

func (l *life) setStatus(t *rapid.T) {
	id, e := l.draw(t)
	to := rapid.SampledFrom([]core.Status{core.Draft, core.Inactive, core.Active}).Draw(t, "to")
	fine := to == core.Inactive && e.status != core.Draft || to != core.Draft && l.fits(id, e.complete, e.exports)
	settle(t, l.app.SetStatus(t.Context(), l.account, id, to), fine, func() {
		if to != e.status {
			e.status, e.version = to, e.version+1
		}
	})
}

func (l *life) remove(t *rapid.T) {
	id, e := l.draw(t)
	settle(t, l.app.Delete(t.Context(), l.account, id), e.status == core.Draft, func() { delete(l.model, id) })
}

func (l *life) duplicate(t *rapid.T) {
	id, e := l.draw(t)
	copied, err := l.app.Duplicate(t.Context(), l.account, id, "Duplicate")
	settle(t, err, true, func() { l.add(copied, expected{guided: e.guided, complete: e.complete}) })
}

func (l *life) load(t *rapid.T) {
	id, e := l.draw(t)
	file, err := l.app.File(t.Context(), l.account, id)
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := l.app.Import(t.Context(), l.account, file)
	settle(t, err, true, func() {
		l.add(loaded, expected{guided: e.guided, complete: e.complete, exports: e.exports})
	})
}

// holds checks the invariants after every call.
func (l *life) holds(t *rapid.T) {
	scorings, total, err := l.store.List(t.Context(), l.account, 0, len(l.model)+1)
	if err != nil || len(scorings) != len(l.model) || total != len(l.model) {
		t.Fatalf("%d of %d scorings, not %d: %v", len(scorings), total, len(l.model), err)
	}
	filled := 0
	for _, s := range scorings {
		e := l.model[s.ID]
		if e == nil {
			t.Fatalf("%+v is unknown", s)
		}
		exports := s.Config.Mailing.ExportTo
		if s.Status != e.status || s.Version != e.version || s.ByWizard != e.guided || !slices.Equal(exports, e.exports) {
			t.Fatalf("%+v is not %+v", s, e)
		}
		if s.Status == core.Draft {
			continue
		}
		if slices.Contains(exports, score) {
			filled++
		}
		weights := s.Config.Mailing.Weights
		if weights["or"]+weights["ctr"]+weights["delivery"] != 100 || s.Config.Mailing.Percentile == 0 {
			t.Fatalf("%+v left draft", s.Config.Mailing)
		}
		if slices.Contains(exports, city) || s.Status == core.Active && s.ActivatedAt == nil {
			t.Fatalf("%+v", s)
		}
	}
	if filled > 1 {
		t.Fatalf("%d scorings fill one property", filled)
	}
}

// live runs the model on a store with an account without scorings.
func live(t *rapid.T, store core.Store, account core.AccountID) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	w := world{
		clocks: map[core.AccountID]core.Clock{account: {Zone: time.UTC, NightHour: 2}},
		texts:  map[core.PropertyRef]bool{city: true},
	}
	l := &life{store: store, account: account, model: map[uuid.UUID]*expected{}}
	l.app = core.NewApp(core.Needs{
		Store: store, Contacts: w, Accounts: w, Now: func() time.Time { return now },
		Quota: core.Quota{Scorings: 1000, PerHour: 1000},
	})
	l.create(t)
	l.create(t)
	t.Repeat(map[string]func(*rapid.T){
		"create": l.create, "save": l.save, "patch": l.patch, "setStatus": l.setStatus, "delete": l.remove,
		"duplicate": l.duplicate, "import": l.load, "": l.holds,
	})
}

func TestRandomHistoriesKeepTheInvariants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { live(t, newMemory(), 1) })
}

func TestRandomHistoriesInPostgresKeepTheInvariants(t *testing.T) {
	checks := flag.Lookup("rapid.checks")
	before := checks.Value.String()
	require.NoError(t, flag.Set(checks.Name, "20"))
	defer func() { require.NoError(t, flag.Set(checks.Name, before)) }()
	store := pg.NewStore(pgtest.Schema(t, pg.Schema, pg.Migrations()))
	account := core.AccountID(0)
	rapid.Check(t, func(t *rapid.T) {
		account++
		live(t, store, account)
	})
}
