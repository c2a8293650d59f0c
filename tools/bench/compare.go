package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"puls.app/tools/bench/internal/data"
	"puls.app/tools/bench/internal/measure"
	"puls.app/tools/bench/internal/program"
	"puls.app/tools/bench/internal/reference"
)

// scorer computes scores and answers those of its last run.
type scorer interface {
	Run(ctx context.Context, w reference.Window, r reference.Rule) (time.Duration, error)
	Codes(ctx context.Context, contacts int) ([]byte, error)
}

// compareAll compares what was calculated from folds, and what from facts alone.
func (s *score) compareAll(ctx context.Context, p *program.Program, one *subject) error {
	for _, use := range s.uses() {
		for _, window := range s.windows {
			if _, err := s.calculate(ctx, p, one, window, use); err != nil {
				return err
			}
			if err := s.compare(ctx, one, window); err != nil {
				return err
			}
		}
	}
	return nil
}

// compare fails unless the program's result is that of every reference, contact by contact.
func (s *score) compare(ctx context.Context, one *subject, window int) error {
	got, err := s.export(ctx, one, window)
	if err != nil {
		return err
	}
	runs := map[string]scorer{}
	if one.duckdb != nil {
		runs["DuckDB"] = one.duckdb
	}
	if one.clickhouse != nil {
		runs["ClickHouse"] = one.clickhouse
	}
	if one.sql != nil {
		runs["SQL"] = one.sql
	}
	for name, r := range runs {
		if len(s.windows) > 1 || name == "SQL" && s.sqlRounds == 0 { // otherwise its last run stands
			if _, err := r.Run(ctx, s.window(one, window), usual); err != nil {
				return err
			}
		}
		want, err := r.Codes(ctx, one.set.Contacts)
		if err != nil {
			return err
		}
		if err := difference(got, want); err != nil {
			return fmt.Errorf("%d days: puls and %s disagree: %w", window, name, err)
		}
		say("%s contacts, %d days: puls and %s agree on every contact", measure.Count(one.set.Contacts), window, name)
	}
	return nil
}

func difference(got, want []byte) error {
	if bytes.Equal(got, want) {
		return nil
	}
	count, first := 0, -1
	for i := range want {
		if got[i] != want[i] {
			if count++; first < 0 {
				first = i
			}
		}
	}
	return fmt.Errorf(
		"on %d of %d contacts, first on contact %d: %d and %d", count, len(want), first, got[first], want[first],
	)
}

// export reads the CSV of a calculation, and proves on the way that contacts are numbered in the order of their file.
func (s *score) export(ctx context.Context, one *subject, window int) (_ []byte, err error) {
	if err := one.client.WaitResult(ctx, one.state.Scorings[window], s.date); err != nil {
		return nil, err
	}
	body, err := one.client.Export(ctx, one.state.Scorings[window], s.date)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, body.Close()) }()
	return readExport(body, one.set)
}

func readExport(body io.Reader, set *data.Set) ([]byte, error) {
	reasons := map[string]byte{
		"NO_CONSENT": reference.NoConsent, "NOT_IN_GROUP": reference.NotInGroup, "NO_SENDING": reference.NoSending,
		"NO_EMAIL": reference.NoAddress,
	}
	codes := make([]byte, 0, set.Contacts)
	lines := bufio.NewScanner(body)
	lines.Scan()
	if header := lines.Text(); header != "uid,external_id,email,gsm,visitor_id,known,score,excluded_reason" {
		return nil, fmt.Errorf("the export begins with %q", header)
	}
	for lines.Scan() {
		cells := bytes.Split(lines.Bytes(), []byte{','})
		i := len(codes)
		if i == set.Contacts || len(cells) != 8 {
			return nil, fmt.Errorf("line %d of the export is %q", i+2, lines.Text())
		}
		external, email := "", ""
		if set.Contact(i).Address {
			email = set.Email(i)
		} else {
			external = data.ExternalID(i)
		}
		if string(cells[1]) != external || string(cells[2]) != email {
			return nil, fmt.Errorf("line %d of the export is not contact %d: %q", i+2, i, lines.Text())
		}
		code, known := reasons[string(cells[7])]
		if !known {
			score, err := strconv.Atoi(string(cells[6]))
			if err != nil || score < 0 || score > 100 || len(cells[7]) > 0 {
				return nil, fmt.Errorf("line %d of the export is %q", i+2, lines.Text())
			}
			code = byte(score)
		}
		codes = append(codes, code)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read export: %w", err)
	}
	if len(codes) != set.Contacts {
		return nil, fmt.Errorf("the export has %d of %d contacts", len(codes), set.Contacts)
	}
	return codes, nil
}
