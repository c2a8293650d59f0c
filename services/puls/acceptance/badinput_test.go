package acceptance

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/charmap"
)

const eventHeader = "event_id,occurred_at,uid,type,message_id,category,external_id,email,gsm,visitor_id,domain\n"

func badInputAccount(t *testing.T, name string) *client {
	t.Helper()
	c := shared(t).createAccount(name+"@example.com", "Europe/Warsaw", "001")
	require.Equal(
		t, "done",
		c.upload("contacts", "text/csv", strings.NewReader("uid,email\n001,a@example.com\n001,b@example.com\n")).State,
	)
	return c
}

func TestBadRowsAreRefusedWithLineAndReasonAndGoodRowsKept(t *testing.T) {
	c := badInputAccount(t, "bad-rows")
	rows := []string{
		"e1,2026-10-01T10:00:00Z,001,mailing.sent,m1,info,,a@example.com,,,",
		"e2,2026-10-01T10:00:00Z,001,mailing.sent,m1,info,,nobody@example.com,,,",  // 3
		"e3,yesterday,001,mailing.sent,m1,info,,a@example.com,,,",                  // 4
		"e4,2126-10-01T10:00:00Z,001,mailing.sent,m1,info,,a@example.com,,,",       // 5
		"e5,2026-10-01T10:00:00Z,999,mailing.sent,m1,info,,a@example.com,,,",       // 6
		"e6,2026-10-01T10:00:00Z,001,mailing.teleported,m1,info,,a@example.com,,,", // 7
		"too,few,columns", // 8
		"e8,2026-10-01T10:00:00Z,001,mailing.sent,,info,,a@example.com,,,", // 9
		"e9,2026-10-01T10:00:00Z,001,mailing.opened,m1,info,,b@example.com,,,",
	}
	got := c.upload("engagement", "text/csv", strings.NewReader(eventHeader+strings.Join(rows, "\n")+"\n"))
	require.Equal(t, [4]any{"done", 9, 2, 7}, [4]any{got.State, got.Read, got.Kept, got.Refused}, "%v", got.Errors)
	for i, e := range got.Errors {
		require.Equal(t, i+3, e.Line)
		require.NotEmpty(t, e.Reason)
	}
	status, refused := c.do(http.MethodGet, "protected/saresystem/imports/"+got.ID+":refused", "", nil)
	require.Equal(t, 200, status)
	require.Equal(t, 8, strings.Count(strings.TrimSpace(string(refused)), "\n")+1, "%s", refused)
	require.Contains(t, string(refused), "nobody@example.com")

	again := c.upload("engagement", "text/csv", strings.NewReader(eventHeader+strings.Join(rows, "\n")+"\n"))
	require.Equal(t, got.Kept, again.Kept, "a repeat is taken, and changes nothing")
}

func TestFilesThatCannotBeReadAreRefusedAtOnce(t *testing.T) {
	c := badInputAccount(t, "bad-files")
	path := "protected/saresystem/engagement:import"
	noText := "ev\x00ent_id,type\n1,mailing.sent\n"
	require.Equal(t, "IMPORT_EMPTY", c.refused(400, http.MethodPost, path, "text/csv", "").Meta.Class)
	require.Equal(
		t, "IMPORT_HEADER_INVALID", c.refused(400, http.MethodPost, path, "text/csv", "event_id,when\nx,y\n").Meta.Class,
	)
	require.Equal(
		t, "IMPORT_HEADER_INVALID",
		c.refused(400, http.MethodPost, "protected/saresystem/contacts:import", "text/csv", "uid,email,email\n").Meta.Class,
	)
	require.Equal(t, "IMPORT_ENCODING_UNKNOWN", c.refused(400, http.MethodPost, path, "text/csv", noText).Meta.Class)
	require.Equal(t, "CONTENT_TYPE_UNSUPPORTED", c.refused(415, http.MethodPost, path, "image/png", "x").Meta.Class)
	require.Empty(t, engagementImports(c))
}

func TestFilesOfPolishExcelAreRead(t *testing.T) {
	c := badInputAccount(t, "polish-excel")
	header := "uid;external_id;email;groups\r\n"
	cp1250, err := charmap.Windows1250.NewEncoder().String(header + "001;Ł1;zofia@example.com;Żółta łódź\r\n")
	require.NoError(t, err)
	require.Equal(t, 1, c.upload("contacts", "text/csv", strings.NewReader(cp1250)).Kept)
	require.Equal(
		t, 1,
		c.upload(
			"contacts", "text/csv", strings.NewReader("\xef\xbb\xbf"+header+"001;Ł2;ewa@example.com;Żółta łódź\r\n"),
		).Kept,
	)
	groups := c.groups()["001"]
	require.Len(t, groups, 1, "both encodings name the same group: %v", groups)
	require.Contains(t, groups, "Żółta łódź")
}

func TestABodyThatStopsHalfWayLeavesNothing(t *testing.T) {
	c := badInputAccount(t, "half-a-body")
	conn, err := net.Dial("tcp", strings.TrimPrefix(c.address, "http://"))
	require.NoError(t, err)
	body := eventHeader + strings.Repeat("e1,2026-10-01T10:00:00Z,001,mailing.sent,m1,info,,a@example.com,,,\n", 10_000)
	_, err = fmt.Fprintf(conn, "POST /api/protected/saresystem/engagement:import HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: text/csv\r\nContent-Length: %d\r\n\r\n%s",
		c.token, len(body)+1, body)
	require.NoError(t, err)
	require.NoError(t, conn.(*net.TCPConn).CloseWrite())
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	require.NoError(t, err)
	defer func() { _ = res.Body.Close() }()
	require.Equal(t, 400, res.StatusCode)
	var f failure
	require.NoError(t, decode(res.Body, &f))
	require.Equal(t, "IMPORT_CUT_OFF", f.Meta.Class)
	require.Empty(t, engagementImports(c))
}

func TestABodyOverTheCapIsRefusedBeforeItIsRead(t *testing.T) {
	c := badInputAccount(t, "large-body")
	conn, err := net.Dial("tcp", strings.TrimPrefix(c.address, "http://"))
	require.NoError(t, err)
	defer func() { _ = conn.Close() }()
	_, err = fmt.Fprintf(conn, "POST /api/protected/saresystem/contacts:import HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: text/csv\r\nContent-Length: %d\r\n\r\nuid,email\n",
		c.token, int64(2<<30)+1)
	require.NoError(t, err)
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	require.NoError(t, err)
	defer func() { _ = res.Body.Close() }()
	require.Equal(t, 413, res.StatusCode)
	var f failure
	require.NoError(t, decode(res.Body, &f))
	require.Equal(t, "IMPORT_TOO_LARGE", f.Meta.Class)
}
