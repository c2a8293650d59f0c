package destination

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"puls.app/services/contacts/internal/audience"
	"puls.app/services/contacts/internal/contact"
)

// work is a run in progress.
type work struct {
	*Runner
	*Taken
	keys *Keys
	// list is opened before the first call to the provider; nil until then.
	list List
	// mailable are the contacts that may be sent e-mail, read at asOf.
	mailable audience.Mailable
	asOf     time.Time
	// wanted are the contacts that still have to be sent.
	wanted map[Fingerprint]want

	// doubtful were sent by calls that returned RefusedUnknown.
	doubtful []sending

	refused map[Refusal]int
	leftOut int
	date    *time.Time
	// unsettled is true if an address was removed while an earlier call to add it may still take effect.
	unsettled, noResult bool
}

// want is a contact that belongs on the list.
type want struct {
	database contact.DatabaseID
	number   uint32
	name     string
	// there is true if a stored row says that the contact may be on the list.
	there bool
}

// is reports whether a member was sent for the contact. It may have been sent for another one with the same address,
// whose erasure would not find the contact's.
func (o want) is(k *Kept) bool { return o.database == k.Database && o.number == k.Number }

func (w *work) run(ctx context.Context) (err error) {
	if w.keys, err = NewKeys(w.Key, w.ID); err != nil {
		return err
	}
	if err := w.refresh(ctx); err != nil {
		return err
	}
	selection, err := w.selected(ctx)
	if err != nil {
		return err
	}
	if err := w.compare(ctx, selection); err != nil || len(w.wanted) == 0 {
		return err
	}
	return w.add(ctx, selection)
}

// refresh reads once a minute which contacts may be sent e-mail, because a run can take hours.
func (w *work) refresh(ctx context.Context) (err error) {
	if now := w.Now(); now.Sub(w.asOf) >= time.Minute {
		w.asOf = now
		w.mailable, err = w.Audience.Mailable(ctx, w.Account)
	}
	return err
}

// selected returns the contacts that belong on the list. It returns nil for a paused destination and for a scoring
// without a result.
func (w *work) selected(ctx context.Context) (*audience.Selection, error) {
	if w.PausedAt != nil {
		return nil, nil //nolint:nilnil // see above
	}
	names, err := w.names()
	if err != nil {
		return nil, err
	}
	of := audience.Calculation{Account: w.Account, Scoring: w.Scoring, Channel: w.Channel}
	selection, err := w.Audience.Select(ctx, of, names, w.mailable)
	if errors.Is(err, audience.ErrReportNotFound) {
		w.noResult = true
		return nil, nil //nolint:nilnil // see above
	}
	if err != nil {
		return nil, err
	}
	w.leftOut, w.date, w.wanted = int(selection.LeftOut), &selection.Date, map[Fingerprint]want{}
	err = selection.Each(ctx, func(a audience.Addressee) error {
		// Of several contacts with the same address, the first counts. Results name databases in any order.
		f := w.keys.Fingerprint(a.Email)
		if one := w.wanted[f]; one.name == "" || a.Database < one.database {
			w.wanted[f] = want{database: a.Database, number: a.Number, name: a.Name}
		}
		return nil
	})
	return selection, err
}

// compare removes members that do not belong on the list, and leaves only the contacts to send in wanted.
func (w *work) compare(ctx context.Context, selection *audience.Selection) error {
	for behind := (Fingerprint{}); ; {
		members, err := w.Store.Members(ctx, w.ID, behind, page)
		if err != nil || len(members) == 0 {
			return err
		}
		behind = members[len(members)-1].Fingerprint
		var leaving []Kept
		for _, k := range members {
			one, belongs := w.wanted[k.Fingerprint]
			switch {
			case belongs && k.Sure && (k.Name == one.name || w.Field == "") && one.is(&k):
				delete(w.wanted, k.Fingerprint)
			case belongs:
				one.there = true
				w.wanted[k.Fingerprint] = one
			case selection != nil || !w.mailable.Has(k.Database, k.Number):
				leaving = append(leaving, k)
			}
		}
		if err := w.remove(ctx, leaving); err != nil {
			return err
		}
	}
}

func (w *work) remove(ctx context.Context, leaving []Kept) error {
	if len(leaving) == 0 {
		return nil
	}
	if err := w.open(ctx); err != nil {
		return err
	}
	for some := range slices.Chunk(leaving, w.list.RemovesAtOnce()) {
		addresses := make([]string, len(some))
		var begun, done Step
		for i := range some {
			k := &some[i]
			var err error
			if addresses[i], err = w.keys.Open(k.Sealed); err != nil {
				return &Stopped{Failure: FailSecret, Cause: err}
			}
			if k.Sure {
				begun.Removed++
				begun.Unsure = append(begun.Unsure, k.Fingerprint)
			}
			if k.settled(w.Now()) {
				done.Gone = append(done.Gone, k.Fingerprint)
			} else {
				done.Unsure, w.unsettled = append(done.Unsure, k.Fingerprint), true
			}
		}
		// A call without a response may have removed them: the next run that wants one must not take it for present.
		if begun.Removed > 0 {
			if err := w.Store.Keep(ctx, w.Taken, begun); err != nil {
				return err
			}
		}
		if err := w.list.Remove(ctx, addresses); err != nil {
			return err
		}
		if err := w.Store.Keep(ctx, w.Taken, done); err != nil {
			return err
		}
	}
	return nil
}

// open opens and checks the list before the first change.
func (w *work) open(ctx context.Context) error {
	if w.list != nil {
		return nil
	}
	key, err := w.Seal.Open(w.Sealed, w.ID.String())
	if err != nil {
		return &Stopped{Failure: FailSecret, Cause: err}
	}
	list, err := w.Lists.Open(w.Target, key)
	if err != nil {
		return err
	}
	if err := list.Check(ctx); err != nil {
		return err
	}
	w.list = list
	return nil
}

// add sends the wanted contacts.
func (w *work) add(ctx context.Context, selection *audience.Selection) error {
	if err := w.open(ctx); err != nil {
		return err
	}
	var batch []sending
	err := selection.Each(ctx, func(a audience.Addressee) error {
		f := w.keys.Fingerprint(a.Email)
		one, wanted := w.wanted[f]
		if !wanted || one.database != a.Database || one.number != a.Number {
			return nil
		}
		if err := w.refresh(ctx); err != nil || !w.mailable.Has(a.Database, a.Number) {
			return err
		}
		batch = append(batch, sending{want: one, fingerprint: f, address: a.Email})
		if len(batch) < w.list.AddsAtOnce() {
			return nil
		}
		some := batch
		batch = nil
		return w.send(ctx, some)
	})
	if err == nil && len(batch) > 0 {
		err = w.send(ctx, batch)
	}
	if err != nil || len(w.doubtful) == 0 {
		return err
	}
	return w.resolve(ctx)
}

// sending is a contact of the present batch.
type sending struct {
	want
	fingerprint Fingerprint
	address     string
}

// send puts a batch on the list. Its rows are there before: whatever becomes of the call, the next run knows every
// address that may be on the list.
func (w *work) send(ctx context.Context, batch []sending) error {
	now := contact.Kept(w.Now())
	kept := make([]Kept, len(batch))
	for i, s := range batch {
		kept[i] = Kept{
			Fingerprint: s.fingerprint, Sealed: w.keys.Close(s.address), Database: s.database, Number: s.number,
			Name: s.name, SentAt: now,
		}
	}
	stored, err := w.Store.Intend(ctx, w.Taken, kept, now)
	if err != nil || len(stored) == 0 {
		return err
	}
	batch = slices.DeleteFunc(batch, func(s sending) bool { return !stored[s.fingerprint] })
	members := make([]Member, len(batch))
	for i, s := range batch {
		members[i] = Member{Address: s.address, Name: s.name}
	}
	refused, err := w.put(ctx, members)
	if err != nil {
		return err
	}
	var step Step
	for _, s := range batch {
		if refused[s.address] == RefusedUnknown {
			w.doubtful = append(w.doubtful, s)
		} else {
			w.settle(&step, s, refused[s.address])
		}
	}
	return w.Store.Keep(ctx, w.Taken, step)
}

// settle adds the outcome of one contact to a step; why is empty for a contact that is on the list.
func (w *work) settle(step *Step, s sending, why Refusal) {
	switch {
	case why != "" && s.there: // it may still be on the list with its former band
		w.refused[why]++
	case why != "":
		w.refused[why]++
		step.Gone = append(step.Gone, s.fingerprint)
	case s.there:
		step.Changed++
		step.Sure = append(step.Sure, s.fingerprint)
	default:
		step.Added++
		step.Sure = append(step.Sure, s.fingerprint)
	}
}

// resolve reads the list once and settles the doubtful contacts.
func (w *work) resolve(ctx context.Context) error {
	list, is := w.list.(Reader)
	if !is {
		return errors.New("the list does not tell which members it refused")
	}
	addresses := make([]string, len(w.doubtful))
	for i, s := range w.doubtful {
		addresses[i] = s.address
	}
	absent, err := list.Absent(ctx, addresses)
	if err != nil {
		return err
	}
	for some := range slices.Chunk(w.doubtful, page) {
		var step Step
		for _, s := range some {
			why := Refusal("")
			if absent[strings.ToLower(s.address)] {
				why = RefusedInvalid
			}
			w.settle(&step, s, why)
		}
		if err := w.Store.Keep(ctx, w.Taken, step); err != nil {
			return err
		}
	}
	return nil
}

// put adds members and returns the refused ones.
func (w *work) put(ctx context.Context, members []Member) (map[string]Refusal, error) {
	all := map[string]Refusal{}
	err := Halved(members, func(some []Member) error {
		refused, err := w.list.Add(ctx, some)
		maps.Copy(all, refused)
		return err
	}, func(one Member) error {
		all[one.Address] = RefusedInvalid
		return nil
	})
	return all, err
}
