package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"puls.app/tools/bench/internal/data"
	"puls.app/tools/bench/internal/reference"
)

// export reads the CSV of a calculation, and proves on the way that contacts, or visitors, are numbered in the order of
// their file.
func (s *score) export(ctx context.Context, one *subject, window int) (_ []byte, err error) {
	channel := "mailing"
	if one.set.Shape == data.Leads {
		channel = "web"
	}
	if err := one.client.WaitResult(ctx, one.state.Scorings[window], channel, s.date); err != nil {
		return nil, err
	}
	body, err := one.client.Export(ctx, one.state.Scorings[window], channel, s.date)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, body.Close()) }()
	return readExport(body, one.set)
}

func readExport(body io.Reader, set *data.Set) ([]byte, error) {
	take := takeContact
	if set.Shape == data.Leads {
		take = takeVisitor
	}
	codes := make([]byte, 0, set.Scored())
	lines := bufio.NewScanner(body)
	lines.Scan()
	if header := lines.Text(); header != "uid,external_id,email,gsm,visitor_id,known,score,excluded_reason" {
		return nil, fmt.Errorf("the export begins with %q", header)
	}
	for line := 2; lines.Scan(); line++ {
		cells, ok := bytes.Split(lines.Bytes(), []byte{','}), false
		if len(cells) == 8 {
			codes, ok = take(codes, set, cells)
		}
		if !ok {
			return nil, fmt.Errorf("line %d of the export cannot be: %q", line, lines.Text())
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read export: %w", err)
	}
	if set.Shape == data.Leads {
		codes = skipVisitors(codes, set.Visitors)
	}
	if len(codes) != set.Scored() {
		return nil, fmt.Errorf("the export has %d of %d", len(codes), set.Scored())
	}
	return codes, nil
}

var reasons = map[string]byte{
	"NO_CONSENT": reference.NoConsent, "NOT_IN_GROUP": reference.NotInGroup, "NO_SENDING": reference.NoSending,
	"NO_EMAIL": reference.NoAddress,
}

// takeContact appends the score or reason of the next contact; a line of another one does not do.
func takeContact(codes []byte, set *data.Set, cells [][]byte) ([]byte, bool) {
	i := len(codes)
	if i == set.Contacts {
		return codes, false
	}
	if external, email := set.Names(i); string(cells[1]) != external || string(cells[2]) != email {
		return codes, false
	}
	code, ok := reasons[string(cells[7])]
	if !ok {
		code, ok = scoreOf(cells)
	}
	return append(codes, code), ok
}

// takeVisitor appends the score of a later visitor; those between have none.
func takeVisitor(codes []byte, set *data.Set, cells [][]byte) ([]byte, bool) {
	i := len(codes)
	for i < set.Visitors && string(cells[4]) != set.VisitorID(i) {
		i++
	}
	if i == set.Visitors {
		return codes, false
	}
	external, email := "", ""
	contact, known := set.Known(i)
	if known {
		external, email = set.Names(contact)
	}
	named := string(cells[1]) == external && string(cells[2]) == email && string(cells[5]) == strconv.FormatBool(known)
	code, ok := scoreOf(cells)
	return append(skipVisitors(codes, i), code), ok && named
}

// skipVisitors leaves visitors without a score until there are so many.
func skipVisitors(codes []byte, until int) []byte {
	for len(codes) < until {
		codes = append(codes, reference.Missing)
	}
	return codes
}

func scoreOf(cells [][]byte) (byte, bool) {
	score, err := strconv.Atoi(string(cells[6]))
	return byte(score), err == nil && score >= 0 && score <= 100 && len(cells[7]) == 0
}
