package webevents

// margin is how much nearer to midnight, in seconds, than this an event may be before another correction of its clock
// can move it: a request is on its way for seconds, and waits in the sender's queue for minutes.
const margin = 3600

// Time is an instant: microseconds since 1970.
type Time = int64

// Occurred returns when an event happened by our clock: what the sender's clock is wrong by at sending is taken off.
// Sent is 0 when the sender did not say; then its clock is believed.
func Occurred(at, sent, received Time) Time {
	if sent == 0 {
		return at
	}
	return at + received - sent
}

// Movable reports whether a repeat of the event, sent at another time, could be placed on another day: when a
// midnight is near the time that the sender's clock said or the corrected one, or lies between them. Day numbers the
// local days of seconds since 1970.
func Movable(at, corrected Time, day func(seconds int64) int32) bool {
	return day(min(at, corrected)/1e6-margin) != day(max(at, corrected)/1e6+margin)
}
