// Package demo makes up a company and loads it as the first account that a new user sees. It generates its recipients,
// its messages and their behaviour: the same for the same day on every machine. Loading uses only the public API, so
// the package is also an example of its use.
package demo
