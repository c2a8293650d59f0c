package pages

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// Runtime is what the pages must know of the installation that serves them. All of it is public.
type Runtime struct {
	Stage             string `json:"stage"`
	SupportScriptURL  string `json:"supportScriptUrl"`
	SentryDSN         string `json:"sentryDsn"`
	UpgradeURL        string `json:"upgradeUrl"`
	KnowledgeBaseURL  string `json:"knowledgeBaseUrl"`
	BugReportURL      string `json:"bugReportUrl"`
	TermsURL          string `json:"termsUrl"`
	DataProcessingURL string `json:"dataProcessingUrl"`
	Version           string `json:"version"`
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
