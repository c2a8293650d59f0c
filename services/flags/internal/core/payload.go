package core

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"
)

type payload struct {
	Status      int              `json:"status"`
	Features    map[Name]feature `json:"features"`
	Experiments []struct{}       `json:"experiments"`
	DateUpdated string           `json:"dateUpdated"`
}

type feature struct {
	DefaultValue json.RawMessage   `json:"defaultValue"`
	Rules        []json.RawMessage `json:"rules,omitempty"`
}

// Payload returns the set in the form of GrowthBook's SDKs, and its strong entity tag. Equal sets have the same bytes.
func Payload(set Set) (body []byte, tag string, err error) {
	p := payload{
		Status: 200, Features: make(map[Name]feature, len(set.Flags)), Experiments: []struct{}{},
		DateUpdated: set.ChangedAt.UTC().Format(time.RFC3339Nano),
	}
	for _, flag := range set.Flags {
		p.Features[flag.Name] = feature{DefaultValue: flag.DefaultValue, Rules: flag.Rules}
	}
	if body, err = json.Marshal(p); err != nil { // map members are written in order
		return nil, "", fmt.Errorf("write payload: %w", err)
	}
	sum := sha256.Sum256(body)
	return body, `"` + hex.EncodeToString(sum[:16]) + `"`, nil
}
