// Package conf is the only package that reads the environment. Settings are structs with `env` tags; every field has a
// zero value that works.
package conf

import (
	"fmt"
	"log/slog"
	"maps"
	"os"
	"strings"

	"github.com/caarlos0/env/v11"
)

// prefix begins the name of every setting of Puls. Names without it are those that platforms set.
const prefix = "PULS_"

// Secret is a setting that never appears in logs or errors.
type Secret string

// String hides the value.
func (s Secret) String() string { return "[secret]" }

// LogValue hides the value from slog.
func (s Secret) LogValue() slog.Value { return slog.StringValue("[secret]") }

// Reveal returns the value itself.
func (s Secret) Reveal() string { return string(s) }

// Values are settings as text, by the names of their environment variables. Methods that change a value return a copy.
type Values map[string]string

// Environment returns the environment of this process.
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

// Default sets a value unless a non-empty one is set.
func (v Values) Default(name, value string) Values {
	if v[name] != "" {
		return v
	}
	return v.With(name, value)
}

// Files reads values from files, the way secrets are mounted: X_FILE names the file with the value of X. Newlines at
// the end of the file are removed.
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
		v = Values{} // the library takes nil for the environment
	}
	if err := env.ParseWithOptions(into, env.Options{Prefix: prefix, Environment: v}); err != nil {
		return fmt.Errorf("read settings: %w", err)
	}
	return nil
}

// Describe returns the settings of the struct that into points to: variable names and default values.
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
