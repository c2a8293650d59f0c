package acceptance

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// fails runs an operator's command that must fail, and returns its output.
func (p *process) fails(args ...string) string {
	p.t.Helper()
	program, err := built()
	require.NoError(p.t, err)
	output, err := exec.Command(program, append(args, "--data", p.data)...).CombinedOutput()
	require.Error(p.t, err, "%s", output)
	return string(output)
}

// kept returns the link in the n-th mail that was stored as a file.
func (p *process) kept(page string, n int) string {
	p.t.Helper()
	var files []string
	eventually(p.t, "a mail to be kept", func() bool {
		var err error
		files, err = filepath.Glob(filepath.Join(p.data, "mail", "*.html"))
		return err == nil && len(files) >= n
	})
	html, err := os.ReadFile(files[n-1])
	require.NoError(p.t, err)
	link := regexp.MustCompile(`href="(http://[^"]+)/` + page + `/([A-Z0-9]+)"`).FindStringSubmatch(string(html))
	require.Len(p.t, link, 3, "%s", html)
	return link[2]
}

func TestOperatorsLookAfterAccounts(t *testing.T) {
	p := newProcess(t)
	address := p.start()
	agency := p.createAccount(address, "agency@example.com")
	require.Contains(
		t, p.puls("account", "list"), "1        active  STANDARD  no trial  Europe/Warsaw  agency@example.com",
	)

	guest := &client{t: t, address: address}
	guest.call(http.MethodPost, "public/account/accounts", object{
		"email": "new@example.com", "password": testPassword, "language": "en", "terms": true, "dataProcessing": true,
	}, nil)
	require.Contains(
		t, p.puls("account", "list"), "2        not activated  STANDARD  no trial  UTC            new@example.com",
	)
	guest.call(http.MethodPost, "public/account/accounts:activate", object{"token": p.kept("activate", 1)}, nil)
	guest.login("new@example.com", testPassword)
	var groups map[string]any
	guest.call(http.MethodGet, "protected/saresystem/groups", nil, &groups)
	require.Contains(t, groups, "002", "its recipient database is there")

	require.Regexp(
		t, `^account 2: PRO, trial until 2099-01-31T00:00:00Z`,
		p.puls("account", "set-package", "2", "pro", "--trial-until", "2099-01-31"),
	)
	require.Equal(t, "account 2: ENTERPRISE, no trial\n", p.puls("account", "set-package", "002", "ENTERPRISE"))
	require.Contains(t, p.fails("account", "set-package", "2", "GOLD"), "package")
	require.Contains(t, p.fails("account", "set-package", "two", "PRO"), `"two" is no account number`)
	require.Contains(t, p.fails("account", "set-package", "2", "PRO", "--trial-until", "soon"), "is no day")
	require.Contains(t, p.fails("account", "set-package", "4711", "PRO"), "puls: there is no such account\n")

	require.Equal(t, "account 2: client of 1\n", p.puls("account", "link", "1", "2"))
	var entered struct{ Token string }
	agency.call(http.MethodPost, "public/account/users/me:login", object{"clientId": "2"}, &entered)
	require.NotEmpty(t, entered.Token)
	require.Regexp(t, `agency@example.com +1 +2 +- +enter`, p.puls("account", "audit"))
	require.NotContains(t, p.puls("account", "audit", "--account", "1"), "enter")
	require.Equal(t, "account 2: no client of 1 any more\n", p.puls("account", "link", "1", "2", "--remove"))
	me, err := user.Current()
	require.NoError(t, err)
	require.Regexp(
		t, `operator `+regexp.QuoteMeta(me.Username)+`.* - +2 +- +account link 1 2 --remove\n`,
		p.puls("account", "audit", "--account", "2", "--limit", "1"),
	)
	require.Contains(t, p.fails("account", "link", "1", "1"), "an account cannot be its own client")

	require.Equal(t, "agency@example.com: super admin\n", p.puls("account", "grant-super-admin", "agency@example.com"))
	require.Contains(t, p.puls("account", "list"), "agency@example.com (super admin)")
	require.Equal(
		t, "agency@example.com: no super admin any more\n",
		p.puls("account", "grant-super-admin", "agency@example.com", "--revoke"),
	)
	require.Contains(t, p.fails("account", "grant-super-admin", "nobody@example.com"), "there is no such user")

	require.Contains(
		t, p.fails("account", "create", "--email", "agency@example.com"), "a user with this e-mail already exists",
	)
	require.Equal(t, "account 2: disabled\n", p.puls("account", "disable", "2"))
	refused, _ := guest.do(
		http.MethodPost, "public/account/users:login", "application/json",
		strings.NewReader(fmt.Sprintf(`{"email":"new@example.com","password":%q}`, testPassword)),
	)
	require.Equal(t, http.StatusBadRequest, refused)
	require.Equal(t, "account 2: enabled\n", p.puls("account", "enable", "2"))
	guest.login("new@example.com", testPassword)
}
