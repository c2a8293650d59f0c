package fact

import "bytes"

// maxDomains bounds how many websites of a database a transaction records.
const maxDomains = 100

// Website records an event of the website of a domain, and the time of its first event.
func (p *Part) Website(text []byte, seconds int64) {
	if p.lastDomain != nil && bytes.Equal(text, p.lastDomain) && seconds >= p.lastFirst {
		return
	}
	name := websiteOf(text)
	first, known := p.domains[name]
	if !known && len(p.domains) >= maxDomains {
		return
	}
	if !known || seconds < first {
		p.domains[name], first = seconds, seconds
	}
	p.lastDomain, p.lastFirst = append(p.lastDomain[:0], text...), first
}

// websiteOf returns the name of a host in lower case; an invalid one is the website without a name.
func websiteOf(text []byte) string {
	text = bytes.ToLower(bytes.TrimSpace(text))
	if len(text) > 253 {
		return ""
	}
	for _, c := range text {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '.' && c != '-' {
			return ""
		}
	}
	return string(text)
}
