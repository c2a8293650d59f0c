package measure

import (
	"os"
	"strings"
)

// Load returns how busy the machine has been in the last one, five and fifteen minutes; "unknown" where nobody tells.
func Load() string {
	text, err := os.ReadFile("/proc/loadavg")
	words := strings.Fields(string(text))
	if err != nil || len(words) < 3 {
		return "unknown"
	}
	return strings.Join(words[:3], " ")
}
