// Package jobs reads uploaded files in the background. It decides which import is read next and by whom: imports
// of an account one after the other in the order of arrival, accounts in turns, any replica any of them. A step
// ends with one transaction that holds its effects and the position it reached, so whoever comes next goes on
// from there.
package jobs
