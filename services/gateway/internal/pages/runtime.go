package pages

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// Runtime is the configuration of the pages for this installation. All of it is public.
type Runtime struct {
	// Stage names the installation, such as "production" or "local".
	Stage string `json:"stage" env:"STAGE" envDefault:"production"`
	// SupportScriptURL is a script that every page loads.
	SupportScriptURL string `json:"supportScriptUrl" env:"SUPPORT_SCRIPT_URL"`
	// SentryDSN is the address to which browsers report errors.
	SentryDSN string `json:"sentryDsn" env:"SENTRY_DSN"`
	// UpgradeURL, KnowledgeBaseURL and BugReportURL are the targets of links in the pages.
	UpgradeURL       string `json:"upgradeUrl" env:"UPGRADE_URL"`
	KnowledgeBaseURL string `json:"knowledgeBaseUrl" env:"KNOWLEDGE_BASE_URL"`
	BugReportURL     string `json:"bugReportUrl" env:"BUG_REPORT_URL"`
	// TermsURL and DataProcessingURL are the documents that users accept at registration.
	TermsURL          string `json:"termsUrl" env:"TERMS_URL"`
	DataProcessingURL string `json:"dataProcessingUrl" env:"DATA_PROCESSING_URL"`
	// Version is the version of the program.
	Version string `json:"version"`
}

// Handler serves c as JSON, which browsers revalidate each time but seldom have to load.
func (c Runtime) Handler() (http.Handler, error) {
	body, err := json.Marshal(c)
	if err != nil {
		return nil, fmt.Errorf("write configuration of the pages: %w", err)
	}
	file := &File{contentType: "application/json", plain: newForm("", body)}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { file.Serve(w, r, "no-cache") }), nil
}
