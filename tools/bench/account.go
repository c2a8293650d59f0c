package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"puls.app/tools/bench/internal/data"
	"puls.app/tools/bench/internal/load"
	"puls.app/tools/bench/internal/measure"
	"puls.app/tools/bench/internal/program"
)

// object is a JSON object.
type object = map[string]any

// signIn makes users, each in an account of its own, and starts sessions of them.
func signIn(ctx context.Context, p *program.Program, count, sessions int) (*load.Users, error) {
	say("making %s accounts", measure.Count(count))
	users, err := load.NewUsers(ctx, p, count)
	if err != nil {
		return nil, err
	}
	say("signing in %s sessions", measure.Count(sessions))
	return users, users.SignIn(ctx, sessions)
}

// account is an account with contacts, some days of engagement, and a scoring of all contacts over four weeks.
type account struct {
	*program.Client
	scoring string
	set     *data.Set
}

// newAccount makes an account with contacts and without engagement.
func (c *common) newAccount(
	ctx context.Context, p *program.Program, name string, contacts, days int, shape data.Shape,
) (*account, error) {
	first, err := data.Day("2025-10-06")
	if err != nil {
		return nil, err
	}
	set, err := data.New(c.seed, contacts, days, first, shape)
	if err != nil {
		return nil, err
	}
	return newAccountOf(ctx, p, name, set)
}

// newAccountOf makes an account with the contacts of a set and without engagement.
func newAccountOf(ctx context.Context, p *program.Program, name string, set *data.Set) (a *account, err error) {
	a = &account{set: set}
	if a.Client, err = p.SignUp(ctx, name+"@example.com"); err != nil {
		return nil, err
	}
	a.scoring, err = a.CreateScoring(ctx, "Everybody", "mailing", windowDays, program.MailWeights)
	return a, errors.Join(err, a.importContacts(ctx))
}

// windowDays is the window of an account's scoring, and the number of the first day that is calculated.
const windowDays = 28

func (a *account) importContacts(ctx context.Context) error {
	_, err := a.Import(ctx, "contacts", a.set.WriteContacts)
	return err
}

// importDays imports the engagement with the sendings of some days.
func (a *account) importDays(ctx context.Context, from, to int) (rows int, err error) {
	return a.Import(ctx, "engagement", func(w io.Writer) (int, error) { return a.set.WriteDays(w, from, to) })
}

// date returns the nth day from the first one of the data on.
func (a *account) date(n int) string { return data.Date(a.set.First + n) }

// path returns the path of a call about the account's scoring.
func (a *account) path(call string) string {
	return fmt.Sprintf("protected/scoring/scorings/%s:%s", a.scoring, call)
}

// file returns the request of the CSV of the first result.
func (a *account) file(int) any {
	return object{"scoringType": "mailing", "generatedDate": a.date(windowDays), "includeExcluded": true}
}
