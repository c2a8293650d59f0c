package command

import (
	"strings"

	"puls.app/services/kit/conf"
	"puls.app/services/puls/internal/run"
)

// environment returns the settings of this process. Values in files, named by settings with the suffix _FILE, are read
// here, so that no other code needs to know about files.
func environment() (conf.Values, error) {
	names := []string{"DATABASE_URL", "NATS_URL", "PULS_PASSWORD"}
	owners := []any{&run.Settings{}}
	for _, service := range Services() {
		if service.Settings != nil {
			owners = append(owners, service.Settings)
		}
		if service.Schema != "" {
			schema := strings.ToUpper(service.Schema)
			names = append(names, "DATABASE_URL_"+schema, "DATABASE_ADMIN_URL_"+schema)
		}
	}
	for _, settings := range owners {
		described, err := conf.Describe(settings)
		if err != nil {
			return nil, err
		}
		for name := range described {
			names = append(names, name)
		}
	}
	return conf.Environment().Files(names...)
}

// installation reads the installation's settings from the environment.
func installation() (run.Settings, error) {
	values, err := environment()
	if err != nil {
		return run.Settings{}, err
	}
	return run.Read(values)
}
