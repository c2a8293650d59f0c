package pgserver

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// defaultSettings fit a laptop that also runs the program: a cache for frequently read data, long intervals between
// checkpoints, and planning for a solid-state disk. Durability stays on.
func defaultSettings() map[string]string {
	return map[string]string{
		"max_connections":      "200",
		"shared_buffers":       "512MB", // allocated by the system page by page, as used
		"effective_cache_size": "2GB",
		"work_mem":             "16MB",
		"maintenance_work_mem": "256MB",
		"random_page_cost":     "1.1",
		"jit":                  "off",

		"fsync":              "on",
		"synchronous_commit": "on",
		"full_page_writes":   "on",
		"wal_compression":    "off",
		"max_wal_size":       "4GB",
		"min_wal_size":       "512MB",
		"checkpoint_timeout": "15min",

		"log_min_messages": "warning",
		"log_checkpoints":  "off",
		"log_line_prefix":  "%m [%p] ",
		"log_timezone":     "UTC",
		"timezone":         "UTC",
	}
}

// reserved settings follow from Options.
var reserved = []string{
	"port", "listen_addresses", "unix_socket_directories", "unix_socket_permissions", "data_directory",
}

// arguments returns the command line of the server.
func (s *Server) arguments(settings map[string]string) []string {
	all := defaultSettings()
	maps.Copy(all, settings)
	all["port"] = strconv.Itoa(s.port)
	all["listen_addresses"] = loopback
	all["unix_socket_directories"] = ""
	if s.socket {
		// The setting is a list; quotes make one entry of any path.
		all["unix_socket_directories"] = `"` + strings.ReplaceAll(s.layout.sockets(), `"`, `""`) + `"`
		all["unix_socket_permissions"] = "0700"
	}
	args := []string{"-D", s.layout.cluster()}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		args = append(args, "-c", name+"="+all[name])
	}
	return args
}

func checkSettings(settings map[string]string) error {
	for _, name := range reserved {
		if _, set := settings[name]; set {
			return fmt.Errorf("the Postgres setting %s is not free to choose: it follows from the options", name)
		}
	}
	return nil
}
