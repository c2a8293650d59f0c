// Package session authenticates callers. It checks the token of every call against the revocations since it was signed,
// stores the refresh token in a cookie that scripts cannot read, marks responses to a super admin in another account,
// and writes acts of users in other accounts to the audit log before they happen.
package session
