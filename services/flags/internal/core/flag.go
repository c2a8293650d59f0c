package core

import (
	"bytes"
	"encoding/json"
	"errors"
	"regexp"
	"time"

	"puls.app/services/kit/fault"
	"puls.app/services/reason"
)

// Errors that an operator may act on.
var (
	ErrNotFound    = fault.New(fault.NotFound, reason.FlagNotFound, "there is no such flag")
	ErrNameInvalid = fault.New(fault.Invalid, reason.FlagNameInvalid,
		"a flag's name has 1 to 64 of the characters a-z 0-9 _ . -")
	ErrValueInvalid = fault.New(fault.Invalid, reason.FlagValueInvalid,
		"the value is not JSON; put text in double quotes")
	ErrRuleInvalid = fault.New(fault.Invalid, reason.FlagRuleInvalid, "a rule is not one that GrowthBook's SDKs read")
)

// Name is the name of a flag in code, in lower case, as names are compared.
type Name string

// Flag is one feature flag.
type Flag struct {
	Name Name
	// DefaultValue is the value, as JSON, where no rule applies.
	DefaultValue json.RawMessage
	// Rules are GrowthBook rules as JSON; the first one that applies decides.
	Rules []json.RawMessage
	// Description is for people; only operators can read it.
	Description string
	UpdatedAt   time.Time
}

// Set is all flags at one moment, by name.
type Set struct {
	Flags []Flag
	// ChangedAt increases with every change of any flag.
	ChangedAt time.Time
}

var namePattern = regexp.MustCompile(`^[a-z0-9_.-]{1,64}$`)

// Checked returns the flag with its JSON in compact form, or the reason why it cannot be used.
func (f Flag) Checked() (Flag, error) {
	if !namePattern.MatchString(string(f.Name)) {
		return Flag{}, ErrNameInvalid.WithField("flag.name", ErrNameInvalid.Detail)
	}
	value, err := compact(f.DefaultValue)
	if err != nil {
		return Flag{}, ErrValueInvalid.WithField("flag.defaultValue", ErrValueInvalid.Detail)
	}
	f.DefaultValue = value
	rules := make([]json.RawMessage, 0, len(f.Rules))
	for i, rule := range f.Rules {
		checked, err := checkedRule(rule)
		if err != nil {
			return Flag{}, ruleFault(i, err)
		}
		rules = append(rules, checked)
	}
	f.Rules = rules
	return f, nil
}

func compact(data json.RawMessage) (json.RawMessage, error) {
	var b bytes.Buffer
	if err := json.Compact(&b, data); err != nil {
		return nil, err
	}
	if bytes.Contains(b.Bytes(), []byte(`\u0000`)) {
		return nil, errors.New("it has a character with the code 0, which the database cannot keep")
	}
	return b.Bytes(), nil
}
