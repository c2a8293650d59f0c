package gateway

import (
	"time"

	"puls.app/services/gateway/internal/pages"
	"puls.app/services/gateway/internal/stream"
)

// settings are the gateway's own settings; all may be empty.
type settings struct {
	pages.Runtime
	stream.Limits
	// WebDir holds the built web pages. If it is empty, only the API is served.
	WebDir string `env:"WEB_DIR"`
	// AllowedOrigins are other origins whose pages may use the API, such as "https://app.example.com".
	AllowedOrigins []string `env:"ALLOWED_ORIGINS"`
	// TLSCertFile and TLSKeyFile are PEM files; with them the gateway speaks HTTPS and HTTP/2 itself.
	TLSCertFile string `env:"TLS_CERT_FILE"`
	TLSKeyFile  string `env:"TLS_KEY_FILE"`
	// TrustedProxies are addresses or networks whose X-Forwarded-For is trusted.
	TrustedProxies []string `env:"TRUSTED_PROXIES"`
	// Uploads and UploadsPerAccount bound the concurrent uploads.
	Uploads           int `env:"UPLOADS" envDefault:"32"`
	UploadsPerAccount int `env:"UPLOADS_PER_ACCOUNT" envDefault:"4"`
	// ReadPatience is how long to wait for a client that reads nothing of a response: longer than a train's tunnel.
	ReadPatience time.Duration `env:"READ_PATIENCE" envDefault:"30s"`
}
