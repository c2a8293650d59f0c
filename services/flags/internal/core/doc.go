// Package core decides what a feature flag is: its name, its values, which targeting rules are accepted, and the
// payload that GrowthBook's SDKs read. It knows no database and no network.
package core
