// Package importing takes files, has them inspected, checked and started, and reads them step by step: when an import
// is
// tried again, given up or set aside, and what a step keeps.
package importing
