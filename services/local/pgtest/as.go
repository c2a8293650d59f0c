package pgtest

import "net/url"

// As returns the address with which statements run as role. Roles belong to the whole server, which tests of many
// packages share, so no test may rely on a role's password.
func As(address, role string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return address // pgx tells what is wrong with it
	}
	query := parsed.Query()
	query.Set("role", role)
	parsed.RawQuery = query.Encode()
	return parsed.String()
}
