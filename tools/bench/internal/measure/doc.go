// Package measure reads what processes take and puts figures of several rounds into words.
package measure
