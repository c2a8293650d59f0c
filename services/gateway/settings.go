package gateway

import "time"

// settings are the service's own; all may be empty.
type settings struct {
	// Stage names the installation, such as "production" or "local".
	Stage string `env:"STAGE" envDefault:"production"`
	// WebDir holds the built web pages; empty serves the API alone.
	WebDir string `env:"WEB_DIR"`
	// SupportScriptURL is a script that every page loads.
	SupportScriptURL string `env:"SUPPORT_SCRIPT_URL"`
	// SentryDSN is where browsers report errors.
	SentryDSN string `env:"SENTRY_DSN"`
	// UpgradeURL, KnowledgeBaseURL and BugReportURL are where links of the pages lead.
	UpgradeURL       string `env:"UPGRADE_URL"`
	KnowledgeBaseURL string `env:"KNOWLEDGE_BASE_URL"`
	BugReportURL     string `env:"BUG_REPORT_URL"`
	// TermsURL and DataProcessingURL are what a person accepts who registers.
	TermsURL          string `env:"TERMS_URL"`
	DataProcessingURL string `env:"DATA_PROCESSING_URL"`
	// AllowedOrigins are other origins whose pages may use the API, such as "https://app.example.com".
	AllowedOrigins []string `env:"ALLOWED_ORIGINS"`
	// TLSCertFile and TLSKeyFile are PEM files; with them the gateway speaks HTTPS and HTTP/2 itself.
	TLSCertFile string `env:"TLS_CERT_FILE"`
	TLSKeyFile  string `env:"TLS_KEY_FILE"`
	// TrustedProxies are addresses or networks whose X-Forwarded-For is believed.
	TrustedProxies []string `env:"TRUSTED_PROXIES"`
	// Downloads and DownloadsPerAccount bound the downloads that are open at once, WatchesPerAccount an account's other
	// streams.
	Downloads           int `env:"DOWNLOADS" envDefault:"48"`
	DownloadsPerAccount int `env:"DOWNLOADS_PER_ACCOUNT" envDefault:"4"`
	WatchesPerAccount   int `env:"WATCHES_PER_ACCOUNT" envDefault:"64"`
	// Uploads and UploadsPerAccount bound the files that are on their way at once.
	Uploads           int `env:"UPLOADS" envDefault:"32"`
	UploadsPerAccount int `env:"UPLOADS_PER_ACCOUNT" envDefault:"4"`
	// ReadPatience is how long a client that reads nothing of an answer is waited for: longer than a train's tunnel.
	ReadPatience time.Duration `env:"READ_PATIENCE" envDefault:"30s"`
}
