package post

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"syscall"
	"time"
)

// errPrivate is returned for an address outside of the public Internet.
var errPrivate = errors.New("the address is not public")

// notPublic has the ranges that IANA's registries of special-purpose addresses exclude from the Internet. All IPv6
// addresses outside of 2000::/3 are excluded too; they include all forms of IPv4 in IPv6 but those listed here.
var notPublic = prefixes(
	"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
	"192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
	"224.0.0.0/4", "240.0.0.0/4",
	"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
)

var global = netip.MustParsePrefix("2000::/3")

func prefixes(texts ...string) []netip.Prefix {
	all := make([]netip.Prefix, len(texts))
	for i, text := range texts {
		all[i] = netip.MustParsePrefix(text)
	}
	return all
}

// public reports whether an address is in the public Internet.
func public(address netip.Addr) bool {
	address = address.Unmap().WithZone("")
	for _, prefix := range notPublic {
		if prefix.Contains(address) {
			return false
		}
	}
	return address.Is4() || global.Contains(address)
}

// guard refuses connections to addresses that are not public. The dialler calls it with each resolved address right
// before it connects, so that nothing can change in between.
func guard(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("read address: %w", err)
	}
	if !public(to.Addr()) {
		return errPrivate
	}
	return nil
}

// lookUp bounds the time that Private waits for a name server.
const lookUp = 3 * time.Second

// Private reports whether a host has an address that is not public. A host that has none now may have one later: each
// attempt looks again.
func Private(ctx context.Context, host string) bool {
	ctx, cancel := context.WithTimeout(ctx, lookUp)
	defer cancel()
	addresses, err := net.DefaultResolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return false
	}
	for _, address := range addresses {
		if !public(address) {
			return true
		}
	}
	return false
}
