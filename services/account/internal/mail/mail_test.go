package mail_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/account/internal/mail"
	"puls.app/services/kit/conf"
)

func TestEveryMailIsWrittenInBothLanguages(t *testing.T) {
	w, err := mail.NewWriter("https://puls.example/")
	require.NoError(t, err)
	seen := map[string]bool{}
	for _, kind := range []string{"activation", "reset", "blocked"} {
		for _, language := range []string{"pl", "en"} {
			m, err := w.Write(kind, language, "jan@example.com", "SECRET&<>")
			require.NoError(t, err)
			page := map[string]string{
				"activation": "activate/SECRET&%3C%3E", "reset": "password-reset/SECRET&%3C%3E", "blocked": "password-reset",
			}[kind]
			require.Contains(t, m.Text, "https://puls.example/"+page+"\n")
			require.NotContains(t, m.HTML, "<>")
			require.Contains(t, m.HTML, `lang="`+language+`"`)
			require.NotContains(t, m.HTML+m.Text, "{{")
			require.NotEmpty(t, m.Subject)
			require.False(t, seen[m.Subject+m.Text])
			seen[m.Subject+m.Text] = true
		}
	}
}

func TestAddressesThatCannotBeUsedAreTold(t *testing.T) {
	for _, address := range []string{"", "puls.example", "ftp://puls.example"} {
		_, err := mail.NewWriter(address)
		require.ErrorContains(t, err, "PULS_PUBLIC_URL", address)
	}
	for _, address := range []string{"mail.example", "http://mail.example", "smtp://:25", "smtp://mail.example:x"} {
		_, err := mail.NewSMTP(conf.Secret(address), "Puls <puls@example.com>")
		require.ErrorContains(t, err, "PULS_SMTP_URL", address)
	}
	_, err := mail.NewSMTP("smtp://user:canary@mail.example:port", "Puls <puls@example.com>")
	require.NotContains(t, err.Error(), "canary")
	_, err = mail.NewSMTP("smtps://mail.example", "nobody")
	require.ErrorContains(t, err, "PULS_MAIL_FROM")
	_, err = mail.NewSMTP("smtps://user:p%40ss@mail.example", "Puls <puls@example.com>")
	require.NoError(t, err)
}
