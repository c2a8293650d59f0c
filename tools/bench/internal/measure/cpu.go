package measure

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// tick is the unit of times in /proc, the same on every Linux.
const tick = 10 * time.Millisecond

// CPU returns the processor time that a process and all that it started have used.
func CPU(pid int) (time.Duration, error) {
	own, ended, err := times(pid)
	if err != nil {
		return 0, err
	}
	sum := own + ended
	for _, child := range Children(pid) {
		// One that has ended meanwhile counts with its parent the next time.
		if used, err := CPU(child); err == nil {
			sum += used
		}
	}
	return sum, nil
}

// Own returns the processor time that a process itself has used.
func Own(pid int) (time.Duration, error) {
	own, _, err := times(pid)
	return own, err
}

// times are those of a process and of its children that have ended.
func times(pid int) (own, ended time.Duration, err error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, 0, fmt.Errorf("read the time of a process: %w", err)
	}
	_, rest, _ := bytes.Cut(text, []byte(") ")) // the name may hold spaces
	words := strings.Fields(string(rest))
	if len(words) < 15 {
		return 0, 0, fmt.Errorf("the kernel tells %q of a process", text)
	}
	var ticks [4]int64
	for i := range ticks {
		if ticks[i], err = strconv.ParseInt(words[11+i], 10, 64); err != nil {
			return 0, 0, fmt.Errorf("read the time of a process: %w", err)
		}
	}
	return time.Duration(ticks[0]+ticks[1]) * tick, time.Duration(ticks[2]+ticks[3]) * tick, nil
}
