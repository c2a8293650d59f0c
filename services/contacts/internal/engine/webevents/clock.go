package webevents

// margin is the distance from midnight, in seconds, within which another correction of its clock may move an event to
// another day: a request takes seconds to arrive, and waits in the sender's queue for minutes.
const margin = 3600

// Time is an instant in microseconds since 1970.
type Time = int64

// Occurred returns when an event happened by the server's clock: it corrects the error of the sender's clock at the
// time of sending. Sent is 0 if the sender did not give it; then its clock is trusted.
func Occurred(at, sent, received Time) Time {
	if sent == 0 {
		return at
	}
	return at + received - sent
}

// Movable reports whether a repeat of the event, sent at another time, could be placed on another day: when a midnight
// is near the original time or the corrected one, or between them. Day returns the local day of seconds since 1970.
func Movable(at, corrected Time, day func(seconds int64) int32) bool {
	return day(min(at, corrected)/1e6-margin) != day(max(at, corrected)/1e6+margin)
}
