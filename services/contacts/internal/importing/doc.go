// Package importing accepts files, inspects, checks and starts them, and reads them step by step. It decides when an
// import is retried, failed or set aside, and which effects a step stores.
package importing
