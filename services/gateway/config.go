package gateway

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"regexp"
	"strings"

	"puls.app/services/gateway/internal/secure"
)

// config is the parsed form of the settings.
type config struct {
	sources secure.Sources
	origins secure.Origins
	proxies secure.Proxies
}

var stagePattern = regexp.MustCompile(`^[A-Za-z0-9_-]{1,32}$`)

// readConfig checks all settings and reports all errors at once.
func readConfig(s settings) (config, error) {
	c := config{origins: secure.Origins{}}
	var errs []error
	if !stagePattern.MatchString(s.Stage) {
		errs = append(errs, fmt.Errorf("PULS_STAGE %q is not a name of letters, digits, - and _", s.Stage))
	}
	for name, address := range map[string]string{
		"PULS_UPGRADE_URL": s.UpgradeURL, "PULS_KNOWLEDGE_BASE_URL": s.KnowledgeBaseURL,
		"PULS_BUG_REPORT_URL": s.BugReportURL,
		"PULS_TERMS_URL":      s.TermsURL, "PULS_DATA_PROCESSING_URL": s.DataProcessingURL,
	} {
		if _, err := webAddress(address); address != "" && err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", name, err))
		}
	}
	var err error
	if c.sources.Support, err = supportOrigin(s.SupportScriptURL); err != nil {
		errs = append(errs, fmt.Errorf("PULS_SUPPORT_SCRIPT_URL: %w", err))
	}
	if c.sources.Reports, err = reportsOrigin(s.SentryDSN); err != nil {
		errs = append(errs, fmt.Errorf("PULS_SENTRY_DSN: %w", err))
	}
	for _, origin := range s.AllowedOrigins {
		parsed, err := webAddress(origin)
		if err != nil || originOf(parsed) != origin {
			errs = append(errs, fmt.Errorf("PULS_ALLOWED_ORIGINS: %q is not an origin such as https://app.example.com", origin))
			continue
		}
		c.origins[origin] = true
	}
	for _, proxy := range s.TrustedProxies {
		prefix, err := network(proxy)
		if err != nil {
			errs = append(
				errs, fmt.Errorf("PULS_TRUSTED_PROXIES: %q is neither an address nor a network such as 10.0.0.0/8", proxy),
			)
			continue
		}
		c.proxies = append(c.proxies, prefix)
	}
	return c, errors.Join(errs...)
}

// webAddress reads an address that a browser may be sent to.
func webAddress(address string) (*url.URL, error) {
	parsed, err := url.Parse(address)
	if err != nil || (parsed.Scheme != "https" && parsed.Scheme != "http") || parsed.Host == "" ||
		strings.ContainsAny(address, " ;,'\"") {
		return nil, fmt.Errorf("%q is not an address such as https://example.com/page", address)
	}
	return parsed, nil
}

func originOf(address *url.URL) string { return address.Scheme + "://" + strings.ToLower(address.Host) }

// supportOrigin returns the origin of the support script. The script runs with the rights of the pages, so it must not
// be changed on the way.
func supportOrigin(address string) (string, error) {
	if address == "" {
		return "", nil
	}
	parsed, err := webAddress(address)
	if err != nil {
		return "", err
	}
	if parsed.Scheme != "https" && !local(parsed.Hostname()) {
		return "", fmt.Errorf("%q is not an https address", address)
	}
	return originOf(parsed), nil
}

// reportsOrigin returns the origin that receives error reports. Every browser reads the DSN, so a DSN with a secret is
// refused and not repeated in the error.
func reportsOrigin(dsn string) (string, error) {
	if dsn == "" {
		return "", nil
	}
	parsed, err := webAddress(dsn)
	if err != nil || parsed.User.Username() == "" || strings.Trim(parsed.Path, "/") == "" {
		return "", errors.New("it is not a DSN such as https://key@reports.example.com/1")
	}
	if _, secret := parsed.User.Password(); secret {
		return "", errors.New("it holds a secret key, which browsers must not have; leave out the part behind the colon")
	}
	return originOf(parsed), nil
}

func local(name string) bool {
	address, err := netip.ParseAddr(name)
	return name == "localhost" || (err == nil && address.IsLoopback())
}

func network(text string) (netip.Prefix, error) {
	if address, err := netip.ParseAddr(text); err == nil {
		return netip.PrefixFrom(address, address.BitLen()), nil
	}
	prefix, err := netip.ParsePrefix(text)
	return prefix.Masked(), err
}
