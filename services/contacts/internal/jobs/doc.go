// Package jobs decides when imports are read: accounts in turns of some seconds, two at once in a process, again when
// one may have its end. What a turn does is the use cases' to say.
package jobs
