package acceptance

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAFormWithASecondFileIsRefusedWhole(t *testing.T) {
	c := shared(t).createAccount("form@example.com", "UTC", "001")
	send := func(files int) (int, []byte) {
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		for range files {
			file, err := form.CreateFormFile("file", "contacts.csv")
			require.NoError(t, err)
			_, err = file.Write([]byte("uid,email\n001,a@example.com\n"))
			require.NoError(t, err)
		}
		require.NoError(t, form.WriteField("note", "text"))
		require.NoError(t, form.Close())
		return c.do(http.MethodPost, "protected/saresystem/contacts:import", form.FormDataContentType(), &body)
	}
	status, data := send(2)
	require.Equal(t, http.StatusBadRequest, status, "%s", data)
	require.Contains(t, string(data), "IMPORT_SECOND_FILE")
	var list struct{ Items []importState }
	c.call(http.MethodGet, "protected/saresystem/imports", nil, &list)
	require.Empty(t, list.Items, "nothing of it was taken")
	status, data = send(1)
	require.Equal(t, http.StatusOK, status, "%s", data)
}
