// Package audience tells which contacts and visitors a calculation judges, and puts its results into properties and
// groups.
package audience
