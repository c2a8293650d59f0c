// Package conf is the only place that reads the environment. Settings are structs with `env` tags; every
// field has a zero value that works.
package conf

import (
	"fmt"
	"log/slog"
	"maps"
	"os"
	"strings"

	"github.com/caarlos0/env/v11"
)

// prefix stands before the name of every setting of ours; names without it are those that every platform sets.
const prefix = "PULS_"

// Secret is a setting that never shows in logs or errors.
type Secret string

// String hides the value.
func (s Secret) String() string { return "[secret]" }

// LogValue hides the value from slog.
func (s Secret) LogValue() slog.Value { return slog.StringValue("[secret]") }

// Reveal returns the value itself.
func (s Secret) Reveal() string { return string(s) }

// Values are settings as text, by the names of their environment variables. A method that changes something returns
// a copy.
type Values map[string]string

// Environment returns what this process was started with.
func Environment() Values { return env.ToMap(os.Environ()) }

// With sets a value.
func (v Values) With(name, value string) Values {
	changed := maps.Clone(v)
	if changed == nil {
		changed = Values{}
	}
	changed[name] = value
	return changed
}

// Default sets a value unless there is one that is not empty.
func (v Values) Default(name, value string) Values {
	if v[name] != "" {
		return v
	}
	return v.With(name, value)
}

// Files reads the values that stand in files, as secrets are mounted: for X, X_FILE names the file. The end of its last
// line is not part of the value.
func (v Values) Files(names ...string) (Values, error) {
	for _, name := range names {
		file := v[name+"_FILE"]
		switch {
		case file == "":
			continue
		case v[name] != "":
			return nil, fmt.Errorf("%s and %s_FILE are both set; leave one", name, name)
		}
		content, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("%s_FILE: %w", name, err)
		}
		v = v.With(name, strings.TrimRight(string(content), "\r\n"))
	}
	return v, nil
}

// Read fills the struct that into points to; a field tagged `env:"SMTP_URL"` takes PULS_SMTP_URL.
func (v Values) Read(into any) error {
	if v == nil {
		v = Values{} // nil would mean the environment to the library
	}
	if err := env.ParseWithOptions(into, env.Options{Prefix: prefix, Environment: v}); err != nil {
		return fmt.Errorf("read settings: %w", err)
	}
	return nil
}

// Describe returns the settings of the struct that into points to: the names of their variables with what they are
// when nothing is set.
func Describe(into any) (Values, error) {
	fields, err := env.GetFieldParamsWithOptions(into, env.Options{Prefix: prefix})
	if err != nil {
		return nil, fmt.Errorf("describe settings: %w", err)
	}
	described := Values{}
	for _, field := range fields {
		described[field.Key] = field.DefaultValue
	}
	return described, nil
}
