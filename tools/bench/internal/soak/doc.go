// Package soak keeps a program busy with everything that an installation does in a day and tells whether what it holds
// (memory, goroutines, files, connections) stays the same over time.
package soak
