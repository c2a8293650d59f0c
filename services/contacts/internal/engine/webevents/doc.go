// Package webevents decodes requests of websites in the format of Segment's libraries: a message, or a batch of them.
// It knows neither their website nor their effects.
package webevents
