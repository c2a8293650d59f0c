// Package crowd plays many people who use the program at once, each from an address of its own. Requests follow a fixed
// timetable, and a latency counts from when its request was due, so that a slow server cannot slow its own measurement.
package crowd
