package table

import (
	"slices"

	"puls.app/services/contacts/internal/words"
)

// tools are other programs with the marks of their exports; the first match wins.
var tools = []struct {
	name string
	// columns are names, in the form of words.Name, that only this tool's exports have together.
	columns []string
	// values are words, in the form of words.Plain, that one of the columns has if its names alone are not specific.
	values map[string]bool
}{
	{name: "Mailchimp", columns: []string{"memberrating", "leid", "euid"}},
	{name: "Brevo", columns: []string{"contactid", "emailblacklisted", "smsblacklisted"}},
	{name: "Brevo", columns: []string{"sttext", "ts", "sub"}},
	{name: "HubSpot", columns: []string{"recordid", "email", "lifecyclestage"}},
	{name: "HubSpot", columns: []string{"recordid", "email", "createdate"}},
	{name: "MailerLite", columns: []string{"subscriber", "sent", "opens", "clicks", "subscribed"}},
	{name: "MailUp", columns: []string{"idlist", "email", "statustype"}},
	{name: "Shopify", columns: []string{"acceptsemailmarketing", "totalspent", "totalorders"}},
	{name: "ActiveCampaign", columns: []string{"email", "tags", "datecreated", "ip"}},
	{name: "GetResponse", columns: []string{"email", "name", "createdon", "ipaddress"}},
	{name: "SALESmanago", columns: []string{"email", "optin", "tagi"}},
	{
		name: "FreshMail", columns: []string{"email", "status"},
		values: words.SetOf("do aktywacji", "twardo odbity", "miekko odbity", "twardo odbijajacy", "miekko odbijajacy"),
	},
}

// toolOf returns the name of the tool whose export a file seems to be; empty if unknown.
func toolOf(columns []FileColumn) string {
	for _, tool := range tools {
		named := !slices.ContainsFunc(tool.columns, func(name string) bool {
			return !slices.ContainsFunc(columns, func(c FileColumn) bool { return words.Name(c.Name) == name })
		})
		says := func(c FileColumn) bool { return c.hasOneOf(tool.values) }
		if named && (tool.values == nil || slices.ContainsFunc(columns, says)) {
			return tool.name
		}
	}
	return ""
}

func (c *FileColumn) hasOneOf(values map[string]bool) bool {
	for plain := range c.tally.counts {
		if values[plain] {
			return true
		}
	}
	return false
}
