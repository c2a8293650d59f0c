package measure

import "fmt"

// Report stores the figures of a measurement and checks limits.
type Report struct {
	// Figures are JSON values by name.
	Figures map[string]any
	broken  []string
}

// Note stores a figure.
func (r *Report) Note(name string, figure any) {
	if r.Figures == nil {
		r.Figures = map[string]any{}
	}
	r.Figures[name] = figure
}

// Bytes prints and stores a peak of memory.
func (r *Report) Bytes(name string, n int64) {
	fmt.Printf("Peak of %s: %s\n", name, Bytes(n))
	r.Note(name, n)
}

// Most prints a figure and checks that it is at most a limit. NaN fails.
func (r *Report) Most(name string, figure, limit float64) {
	r.hold(name, figure, "at most", limit, figure <= limit)
}

// Least prints a figure and checks that it is at least a limit. NaN fails.
func (r *Report) Least(name string, figure, limit float64) {
	r.hold(name, figure, "at least", limit, figure >= limit)
}

func (r *Report) hold(name string, figure float64, bound string, limit float64, good bool) {
	mark := "ok  "
	if !good {
		mark = "FAIL"
		r.broken = append(r.broken, name)
	}
	text := fmt.Sprintf("%.4g", figure)
	r.Note(name, text)
	fmt.Printf("%s  %-56s %8s, %s %.4g\n", mark, name, text, bound, limit)
}

// Err returns an error with the names of the figures that failed their check.
func (r *Report) Err() error {
	if len(r.broken) == 0 {
		return nil
	}
	return fmt.Errorf("not within limits: %q", r.broken)
}
