package core

import "context"

// Rebuilt is the progress of a rebuild.
type Rebuilt struct {
	// Results were replaced; Removed were deleted.
	Results, Removed int
}

// Rebuild replaces the stored results of one account, or of all if it is 0, with those of the engine, and deletes
// results that the engine does not have. Each result is replaced in one transaction, so that reports can be read
// meanwhile. After is called after each.
func (a *App) Rebuild(ctx context.Context, account AccountID, after func(Rebuilt) error) error {
	accounts := []AccountID{account}
	if account == 0 {
		var err error
		if accounts, err = a.writer.Accounts(ctx); err != nil {
			return err
		}
	}
	r := &rebuilding{app: a, after: after, finished: map[AccountID]bool{}}
	err := a.engine.EachAnnounced(ctx, account, func(announced Announced) error {
		if announced.Account != r.account {
			if err := r.finish(ctx); err != nil {
				return err
			}
			r.begin(announced.Account)
		}
		return r.take(ctx, announced)
	})
	if err != nil {
		return err
	}
	if err := r.finish(ctx); err != nil {
		return err
	}
	for _, account := range accounts {
		if r.finished[account] {
			continue
		}
		r.begin(account) // the engine has no results of it
		if err := r.finish(ctx); err != nil {
			return err
		}
	}
	return nil
}

// rebuilding processes results, which arrive account by account.
type rebuilding struct {
	app   *App
	after func(Rebuilt) error
	done  Rebuilt
	// account is the current account, 0 at first; has are the engine's revisions of that account.
	account  AccountID
	has      map[Key]int
	finished map[AccountID]bool
}

func (r *rebuilding) begin(account AccountID) { r.account, r.has = account, map[Key]int{} }

func (r *rebuilding) take(ctx context.Context, announced Announced) error {
	r.has[announced.Key] = announced.Revision.Revision
	if announced.Calculation == nil {
		return nil
	}
	replacement := Replacement{Calculation: *announced.Calculation, Over: announced.Revision.Revision}
	if err := r.app.writer.Put(ctx, replacement); err != nil {
		return err
	}
	r.done.Results++
	return r.after(r.done)
}

// finish settles the stored results of an account that differ from the engine's.
func (r *rebuilding) finish(ctx context.Context) error {
	if r.account == 0 {
		return nil
	}
	r.finished[r.account] = true
	kept, err := r.app.writer.Revisions(ctx, r.account)
	if err != nil {
		return err
	}
	for _, revision := range kept {
		if r.has[revision.Key] == revision.Revision {
			continue
		}
		_, has := r.has[revision.Key]
		if err := r.settle(ctx, revision, has); err != nil {
			return err
		}
	}
	return nil
}

// settle requests a result that differs from the engine again, since it may have been calculated meanwhile. A result
// that the engine has without its announcement remains unchanged.
func (r *rebuilding) settle(ctx context.Context, kept Revision, has bool) error {
	calculation, err := r.app.engine.Announced(ctx, r.account, kept.Key)
	switch {
	case isNotFound(err) && has:
		return nil
	case isNotFound(err):
		if err := r.app.writer.Remove(ctx, r.account, kept); err != nil {
			return err
		}
		r.done.Removed++
		return r.after(r.done)
	case err != nil:
		return err
	default:
		over := max(kept.Revision, calculation.Revision)
		return r.app.writer.Put(ctx, Replacement{Calculation: calculation, Over: over})
	}
}
