package pages

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// Runtime is what the pages must know of the installation that serves them. All of it is public.
type Runtime struct {
	// Stage names the installation, such as "production" or "local".
	Stage string `json:"stage" env:"STAGE" envDefault:"production"`
	// SupportScriptURL is a script that every page loads.
	SupportScriptURL string `json:"supportScriptUrl" env:"SUPPORT_SCRIPT_URL"`
	// SentryDSN is where browsers report errors.
	SentryDSN string `json:"sentryDsn" env:"SENTRY_DSN"`
	// UpgradeURL, KnowledgeBaseURL and BugReportURL are where links of the pages lead.
	UpgradeURL       string `json:"upgradeUrl" env:"UPGRADE_URL"`
	KnowledgeBaseURL string `json:"knowledgeBaseUrl" env:"KNOWLEDGE_BASE_URL"`
	BugReportURL     string `json:"bugReportUrl" env:"BUG_REPORT_URL"`
	// TermsURL and DataProcessingURL are accepted at the registration.
	TermsURL          string `json:"termsUrl" env:"TERMS_URL"`
	DataProcessingURL string `json:"dataProcessingUrl" env:"DATA_PROCESSING_URL"`
	// Version is the program's.
	Version string `json:"version"`
}

// Handler serves it as JSON, which browsers ask for again each time but seldom have to load.
func (c Runtime) Handler() (http.Handler, error) {
	body, err := json.Marshal(c)
	if err != nil {
		return nil, fmt.Errorf("write configuration of the pages: %w", err)
	}
	file := &File{contentType: "application/json", plain: newForm("", body)}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { file.Serve(w, r, "no-cache") }), nil
}
