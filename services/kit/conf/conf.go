// Package conf is the only place that reads the environment. Settings are structs with `env` tags; every
// field has a zero value that works.
package conf

import (
	"fmt"
	"log/slog"

	"github.com/caarlos0/env/v11"
)

// Secret is a setting that never shows in logs or errors.
type Secret string

// String hides the value.
func (s Secret) String() string { return "[secret]" }

// LogValue hides the value from slog.
func (s Secret) LogValue() slog.Value { return slog.StringValue("[secret]") }

// Reveal answers the value itself.
func (s Secret) Reveal() string { return string(s) }

// Read fills a struct of settings from the environment.
func Read[T any]() (T, error) {
	var settings T
	if err := env.ParseWithOptions(&settings, env.Options{Prefix: "PULS_"}); err != nil {
		return settings, fmt.Errorf("read settings: %w", err)
	}
	return settings, nil
}
