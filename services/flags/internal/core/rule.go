package core

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
)

// rule has the members of a GrowthBook rule whose values are checked. An SDK silently skips a member or operator that
// it does not know, so a typing error would turn a feature on for all users. So unknown members and operators are
// refused.
type rule struct {
	ID               *string             `json:"id"`
	Name             *string             `json:"name"`
	Phase            *string             `json:"phase"`
	Key              *string             `json:"key"`
	Seed             *string             `json:"seed"`
	HashAttribute    *string             `json:"hashAttribute"`
	Fallback         *string             `json:"fallbackAttribute"`
	HashVersion      *int                `json:"hashVersion"`
	BucketVersion    *int                `json:"bucketVersion"`
	MinBucketVersion *int                `json:"minBucketVersion"`
	NotSticky        *bool               `json:"disableStickyBucketing"`
	Condition        json.RawMessage     `json:"condition"`
	Parents          []parent            `json:"parentConditions"`
	Force            json.RawMessage     `json:"force"`
	Variations       []json.RawMessage   `json:"variations"`
	Weights          []float64           `json:"weights"`
	Coverage         *float64            `json:"coverage"`
	Range            *[2]float64         `json:"range"`
	Ranges           [][2]float64        `json:"ranges"`
	Meta             []json.RawMessage   `json:"meta"`
	Filters          []json.RawMessage   `json:"filters"`
	Namespace        *[3]json.RawMessage `json:"namespace"`
}

type parent struct {
	ID        string          `json:"id"`
	Condition json.RawMessage `json:"condition"`
	Gate      bool            `json:"gate"`
}

func ruleFault(index int, cause error) error {
	name := fmt.Sprintf("flag.rules[%d]", index)
	return ErrRuleInvalid.Withf("rule %d: %s", index+1, cause).WithField(name, cause.Error())
}

func checkedRule(data json.RawMessage) (json.RawMessage, error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	var r rule
	if err := decoder.Decode(&r); err != nil {
		return nil, errors.New(strings.TrimPrefix(err.Error(), "json: "))
	}
	if decoder.More() {
		return nil, errors.New("it is more than one JSON object")
	}
	if err := errors.Join(r.effect(), r.shares(), r.targets()); err != nil {
		return nil, errors.New(strings.ReplaceAll(err.Error(), "\n", "; "))
	}
	return compact(data)
}

// effect returns an error if the rule has no effect.
func (r rule) effect() error {
	switch {
	case r.Force != nil && r.Variations != nil:
		return errors.New("it has both force and variations")
	case r.Variations != nil && len(r.Variations) < 2:
		return errors.New("variations needs at least two values")
	case r.Force == nil && r.Variations == nil && !slices.ContainsFunc(r.Parents, func(p parent) bool { return p.Gate }):
		return errors.New("it has neither force nor variations nor a gate in parentConditions")
	default:
		return nil
	}
}

// shares checks the numbers that divide users.
func (r rule) shares() error {
	if r.Coverage != nil && (*r.Coverage < 0 || *r.Coverage > 1) {
		return errors.New("coverage is not between 0 and 1")
	}
	if r.HashVersion != nil && *r.HashVersion != 1 && *r.HashVersion != 2 {
		return errors.New("hashVersion is neither 1 nor 2")
	}
	if r.Weights != nil {
		total := 0.0
		for _, weight := range r.Weights {
			total += weight
		}
		if len(r.Weights) != len(r.Variations) || math.Abs(total-1) > 0.01 || slices.Min(r.Weights) < 0 {
			return errors.New("weights are not one for each variation with the sum 1")
		}
	}
	ranges := r.Ranges
	if r.Range != nil {
		ranges = append(ranges, *r.Range)
	}
	for _, pair := range ranges {
		if pair[0] < 0 || pair[1] > 1 || pair[0] > pair[1] {
			return errors.New("a range does not lie between 0 and 1")
		}
	}
	return nil
}

// targets checks the conditions of the rule.
func (r rule) targets() error {
	if r.Condition != nil {
		if err := checkCondition(r.Condition, 0); err != nil {
			return err
		}
	}
	for _, p := range r.Parents {
		if !namePattern.MatchString(p.ID) {
			return errors.New("a parent condition names no flag")
		}
		if err := checkCondition(p.Condition, 0); err != nil {
			return err
		}
	}
	return nil
}

// maxDepth bounds the nesting of a condition: every browser evaluates it.
const maxDepth = 20

var operators = []string{
	"$eq", "$ne", "$lt", "$lte", "$gt", "$gte", "$veq", "$vne", "$vlt", "$vlte", "$vgt", "$vgte", "$in", "$nin", "$ini",
	"$nini", "$all", "$alli", "$exists", "$size", "$type", "$elemMatch", "$not", "$regex", "$regexi",
}

// checkCondition checks an object of attributes, or of $and, $or, $nor and $not over such objects.
func checkCondition(data json.RawMessage, depth int) error {
	members, err := object(data, depth)
	if err != nil {
		return fmt.Errorf("condition: %w", err)
	}
	for name, value := range members {
		switch {
		case name == "$and" || name == "$or" || name == "$nor":
			var list []json.RawMessage
			if err := json.Unmarshal(value, &list); err != nil {
				return fmt.Errorf("condition: %s needs a list", name)
			}
			for _, one := range list {
				if err := checkCondition(one, depth+1); err != nil {
					return err
				}
			}
		case name == "$not":
			err = checkCondition(value, depth+1)
		case strings.HasPrefix(name, "$"):
			err = fmt.Errorf("condition: %s is no operator between conditions", name)
		default:
			err = checkOperand(value, depth+1)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// checkOperand checks the operand of an attribute: a value, or an object of operators.
func checkOperand(data json.RawMessage, depth int) error {
	if bytes.TrimSpace(data)[0] != '{' {
		return nil
	}
	members, err := object(data, depth)
	if err != nil {
		return err
	}
	for name, value := range members {
		if !strings.HasPrefix(name, "$") {
			continue // an object that the attribute must equal
		}
		if !slices.Contains(operators, name) {
			return fmt.Errorf("condition: %s is no operator", name)
		}
		if err := checkArgument(name, value, depth+1); err != nil {
			return err
		}
	}
	return nil
}

func checkArgument(operator string, value json.RawMessage, depth int) error {
	switch operator {
	case "$not", "$elemMatch", "$size":
		return checkOperand(value, depth)
	case "$in", "$nin", "$ini", "$nini", "$all", "$alli":
		var list []json.RawMessage
		if err := json.Unmarshal(value, &list); err != nil {
			return fmt.Errorf("condition: %s needs a list", operator)
		}
	case "$regex", "$regexi":
		var pattern string
		if err := json.Unmarshal(value, &pattern); err != nil {
			return fmt.Errorf("condition: %s needs a text", operator)
		}
		// Go's patterns are a subset of JavaScript's, but always fast, which browsers' are not.
		if _, err := regexp.Compile(pattern); err != nil {
			return fmt.Errorf("condition: %s: %w", operator, err)
		}
	}
	return nil
}

func object(data json.RawMessage, depth int) (map[string]json.RawMessage, error) {
	if depth > maxDepth {
		return nil, errors.New("it is nested too deeply")
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil || members == nil {
		return nil, errors.New("it is no JSON object")
	}
	return members, nil
}
