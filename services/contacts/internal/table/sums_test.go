package table

import (
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/contacts/internal/engine/file"
)

func TestReportsOfSumsAreRefused(t *testing.T) {
	// The headers are those of Mailchimp's export of campaigns and of its report of one campaign.
	for text, want := range map[string]error{
		"Title,Subject,List,Send Date,Total Recipients,Successful Deliveries,Unique Opens,Open Rate\n" +
			"Lato,Cześć,Klienci,\"Jun 09, 2018 09:30 pm\",1750,1740,680,38.91%\n": ErrSums,
		"\"Email Campaign Report\"\n\"Title:\",\"Lato\"\n" +
			"\"Total Recipients:\",\"1,750\"\n\"Opened:\",\"1489 (38.91%)\"\n": ErrSums,
		"Kampania;Liczba odbiorców;Unikalne otwarcia\nLato;1750;680\n": ErrSums,
		"Email,Opened,Clicked\n,1,2\n":                                 nil,
		"Who,Opened,Clicked\na@x.co,1,2\n":                             nil,
		"Phone,Opened,Clicked\n500000001,1,2\n":                        nil,
		"Campaign,Recipients,When\nLato,12,2026\n":                     nil,
	} {
		_, err := ReadLayout(KindEngagement, FormatCSV, file.UTF8, ReadOptions{}, []byte(text))
		require.ErrorIs(t, err, want, text)
	}
}
