// Package webevents reads what websites send in the form of Segment's libraries: a message, or a batch of them. It
// knows neither whose they are nor what they come to.
package webevents
