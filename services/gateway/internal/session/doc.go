// Package session decides who asks: it checks the token of every call against what has ended since it was signed,
// keeps the refresh token in a cookie that scripts cannot read, tells when a super admin works in another account, and
// has what people do in accounts of others written down before it happens.
package session
