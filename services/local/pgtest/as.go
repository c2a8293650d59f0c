package pgtest

import "net/url"

// As returns the address for running statements as role. Roles belong to the whole server, which tests of many packages
// share, so no test may rely on a role's password.
func As(address, role string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return address // pgx reports the error
	}
	query := parsed.Query()
	query.Set("role", role)
	parsed.RawQuery = query.Encode()
	return parsed.String()
}
