package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"time"

	"puls.app/tools/bench/internal/data"
	"puls.app/tools/bench/internal/measure"
	"puls.app/tools/bench/internal/program"
	"puls.app/tools/bench/internal/reference"
)

// key names an account's data.
func (s *score) key(set *data.Set) string {
	return fmt.Sprintf("%s_%d_%d_%d_%d_%d", set.Shape, set.Scored(), set.Days, set.First, set.Seed, set.EventsADay)
}

// load signs in to the account of a set. It creates and fills the account, and creates scorings, if they are missing.
func (s *score) load(ctx context.Context, p *program.Program, one *subject) (err error) {
	email := s.key(one.set) + "@example.com"
	if one.Client, err = p.Login(ctx, email, ""); program.Status(err) == http.StatusUnauthorized {
		if one.Client, err = p.SignUp(ctx, email); err != nil {
			return err
		}
		if err := s.fill(ctx, one); err != nil {
			return err
		}
	} else if err != nil {
		return err
	}
	known, err := one.Scorings(ctx)
	if err != nil {
		return err
	}
	if len(known) == 0 {
		return fmt.Errorf("%s were not loaded to the end: remove %s", one.size(), s.data)
	}
	for _, window := range s.windows {
		if one.scorings[window] = known[scoringName(window)]; one.scorings[window] != "" {
			continue
		}
		if one.scorings[window], err = s.createScoring(ctx, one, window); err != nil {
			return err
		}
	}
	return nil
}

// parquet is the folder of the references' files.
func (s *score) parquet(one *subject) string { return s.folder("parquet-" + s.key(one.set)) }

// fill imports contacts and engagement into the program and writes Parquet from the same rows. The first scoring marks
// an account as complete.
func (s *score) fill(ctx context.Context, one *subject) error {
	path, dir, started, all := s.folder("rows.csv"), s.parquet(one), time.Now(), 0
	rows, err := writeFile(path, one.set.WriteContacts)
	if err != nil {
		return err
	}
	if err := one.ImportFile(ctx, "contacts", path, rows); err != nil {
		return err
	}
	if err := reference.WriteContacts(ctx, dir, path); err != nil {
		return err
	}
	all += rows
	for from := 0; from < one.set.Days; from += reference.WeekDays {
		say("%s, day %d of %d", one.size(), from+1, one.set.Days)
		to := min(from+reference.WeekDays, one.set.Days)
		for day := from; day < to; day++ { // a week of 10,000,000 contacts is over the limit of a file
			rows, err := one.Import(ctx, "engagement", func(w io.Writer) (int, error) {
				return one.set.WriteDays(w, day, day+1)
			})
			if err != nil {
				return err
			}
			all += rows
		}
		if _, err := writeFile(path, func(w io.Writer) (int, error) { return one.set.WriteDays(w, from, to) }); err != nil {
			return err
		}
		if err := reference.WriteWeek(ctx, dir, path, one.set, from/reference.WeekDays); err != nil {
			return err
		}
	}
	say("%s rows are in after %s", measure.Count(all), time.Since(started).Round(time.Second))
	_, err = s.createScoring(ctx, one, s.windows[0])
	return errors.Join(err, os.Remove(path))
}

// writeFile makes a file and returns the number of its rows.
func writeFile(path string, write func(io.Writer) (rows int, err error)) (rows int, err error) {
	file, err := os.Create(path)
	if err != nil {
		return 0, fmt.Errorf("make file: %w", err)
	}
	rows, err = write(file)
	return rows, errors.Join(err, file.Close())
}

func scoringName(window int) string { return fmt.Sprintf("Last %d days", window) }

// createScoring makes the scoring of a window.
func (s *score) createScoring(ctx context.Context, one *subject, window int) (string, error) {
	groups, err := one.Groups(ctx)
	if err != nil {
		return "", err
	}
	at := slices.IndexFunc(groups, func(g program.Group) bool { return g.Name == data.ExcludedGroup })
	if at < 0 {
		return "", fmt.Errorf("there is no group %s", data.ExcludedGroup)
	}
	weights := program.MailWeights
	if s.leads() {
		weights = map[string]string{}
		for i, kind := range data.EventTypes {
			weights[kind] = fmt.Sprintf("%.2f", float64(usualLeads.Events[i])/100)
		}
	}
	return one.CreateScoring(ctx, scoringName(window), s.channel(), window, weights, groups[at].ID)
}
