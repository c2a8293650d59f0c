package gateway

import (
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/gateway/internal/pages"
)

func TestSettingsThatCannotBeUsedAreToldAllAtOnce(t *testing.T) {
	t.Parallel()
	_, err := readConfig(settings{
		Runtime: pages.Runtime{
			Stage: "my stage", SupportScriptURL: "http://cdn.example.com/a.js", SentryDSN: "https://key:hidden@errors.example/1",
			UpgradeURL: "plans", KnowledgeBaseURL: "ftp://example.com", BugReportURL: "https://example.com/;script-src *",
		},
		AllowedOrigins: []string{
			"*", "null", "https://app.example.com/", "https://APP.example.com", "https://ok.example.com",
		},
		TrustedProxies: []string{"proxy"},
	})
	require.Error(t, err)
	for _, part := range []string{
		`PULS_STAGE "my stage"`, "PULS_SUPPORT_SCRIPT_URL", "PULS_SENTRY_DSN: it holds a secret key", "PULS_UPGRADE_URL",
		"PULS_KNOWLEDGE_BASE_URL",
		"PULS_BUG_REPORT_URL", `"*" is not an origin`, `"null" is not`, `"https://app.example.com/" is not`,
		`"https://APP.example.com" is not`, `"proxy" is neither`,
	} {
		require.ErrorContains(t, err, part)
	}
	require.NotContains(t, err.Error(), "hidden")
	require.NotContains(t, err.Error(), "ok.example.com")
	for _, dsn := range []string{"https://errors.example/1", "https://key@errors.example", "errors"} {
		_, err := readConfig(settings{Runtime: pages.Runtime{Stage: "test", SentryDSN: dsn}})
		require.ErrorContains(t, err, "it is not a DSN", dsn)
	}
	c, err := readConfig(settings{
		Runtime:        pages.Runtime{Stage: "test", SupportScriptURL: "http://localhost:9/a.js"},
		TrustedProxies: []string{"10.1.2.3/8", "::1"},
	})
	require.NoError(t, err)
	require.Equal(t, "10.0.0.0/8", c.proxies[0].String())
}
