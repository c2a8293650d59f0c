// Package jobs schedules the background work of the service. Imports are read in turns of some seconds per account, two
// accounts at once in a process, and polled for their end. The use cases define the steps of a turn.
package jobs
