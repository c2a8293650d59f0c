package acceptance

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// row describes a call of an RPC. Every RPC with a path has a row; a new one without fails the tests.
type row struct {
	// values are those of a good call, with a tenant's own ids in braces.
	values string
	// draft means that the call changes the scoring it names, so that each call gets its own.
	draft bool
	// alone means that the call ends its own session.
	alone bool
	// equal is the reason why a call with an own id may return the same as one with a foreign id.
	equal string
	// filter is the reason why an unknown scoring is no failure.
	filter string
}

const (
	noRecipient = "an unknown uid filters everything away, which is what the own one does without results"
	noDraft     = "a file that was read is no draft any more, whatever the uid of its rows"
	ofCaller    = "the number only bounds what is the caller's"
	nothingRuns = "nothing of the own scoring waits or runs"
)

// everyConfig and everyExport have an id in every field that can hold one.
const (
	properties = `{"properties":[{"uid":"{uid}","propertyId":{property}}]}`
	sources    = `"percentile":0.9,"dataSources":[{"uid":"{uid}","includedGroupIds":[{group}]}],"exportToProperty":` +
		properties
	fileSources = `"dataSources":[{"uid":"{uid}","includedAll":true}],"properties":[{"uid":"{uid}","name":"{canary}"}]`
	everyConfig = `{"daysAgo":14,"mailing":{` + sources + `},"sms":{` + sources +
		`},"web":{"weights":{"page_view":"1.00"},` + sources + `}}`
	everyExport = `"config":{"mailing":{"exportToProperty":` + properties + `},"sms":{"exportToProperty":` + properties +
		`},"web":{"exportToProperty":` + properties + `}}`
)

var matrix = map[string]row{
	"account.v1.AccountService.ChangeLanguage": {values: `{"language":"pl"}`},
	"account.v1.AccountService.ChangePassword": {
		values: `{"currentPassword":"Wrong-Horse-1","newPassword":"Another-Horse-1"}`,
	},
	"account.v1.AccountService.CreateApiKey":             {values: `{}`},
	"account.v1.AccountService.GetApiKey":                {values: `{}`},
	"account.v1.AccountService.GetMe":                    {values: `{}`},
	"account.v1.AccountService.GetSettings":              {values: `{}`},
	"account.v1.AccountService.ListExternalTranslations": {values: `{}`},
	"account.v1.AccountService.ListLanguages":            {values: `{}`},
	"account.v1.AccountService.ListTimezones":            {values: `{}`},
	"account.v1.AccountService.ListUsers":                {values: `{}`},
	"account.v1.AccountService.RevokeApiKey":             {values: `{}`},
	"account.v1.AccountService.UpdateSettings":           {values: `{"language":"pl","timezone":"UTC"}`},
	"account.v1.NotificationService.ListNotifications":   {values: `{}`},
	"account.v1.NotificationService.ReadNotifications":   {values: `{"upToId":{news}}`, equal: ofCaller},
	"account.v1.RegistrationService.Activate":            {values: `{"token":"unknown"}`},
	"account.v1.RegistrationService.CheckActivationLink": {values: `{"token":"unknown"}`},
	"account.v1.RegistrationService.CheckResetLink":      {values: `{"token":"unknown"}`},
	"account.v1.RegistrationService.Register": {
		values: `{"email":"new@example.com","password":"New-Horse-2026","terms":true,"dataProcessing":true}`,
	},
	"account.v1.RegistrationService.RequestPasswordReset": {values: `{"email":"{email}"}`},
	"account.v1.RegistrationService.ResetPassword":        {values: `{"token":"unknown","password":"New-Horse-2026"}`},
	"account.v1.SessionService.CreateExternalLogin":       {values: `{}`, equal: "the bearer is no API key"},
	"account.v1.SessionService.GetToken":                  {values: `{"exchange":{"token":"unknown"}}`},
	"account.v1.SessionService.Login":                     {values: `{"email":"{email}","password":"Correct-Horse-9"}`},
	"account.v1.SessionService.LoginClient":               {values: `{}`},
	"account.v1.SessionService.Logout":                    {values: `{}`, alone: true},
	"account.v1.SessionService.RefreshToken":              {values: `{}`},
	"account.v1.WebhookService.CreateWebhook": {
		values: `{"url":"https://{canary}.example/","events":["contact.erased"]}`,
	},
	"account.v1.WebhookService.DeleteWebhook":         {values: `{"id":"0199c0de-0000-7000-8000-000000000000"}`},
	"account.v1.WebhookService.ListWebhookDeliveries": {values: `{"id":"{webhook}"}`},
	"account.v1.WebhookService.ListWebhooks":          {values: `{}`},
	"account.v1.WebhookService.PauseWebhook":          {values: `{"id":"{webhook}"}`},
	"account.v1.WebhookService.ResumeWebhook":         {values: `{"id":"{webhook}"}`},
	"account.v1.WebhookService.RotateWebhookSecret":   {values: `{"id":"{webhook}"}`},
	"account.v1.WebhookService.SendWebhookDelivery":   {values: `{"id":"{webhook}","deliveryId":"{delivery}"}`},
	"account.v1.WebhookService.TestWebhook":           {values: `{"id":"{webhook}"}`},
	"account.v1.WebhookService.UpdateWebhook": {
		values: `{"id":"{webhook}","url":"https://{canary}.example/","events":["contact.erased"]}`,
	},
	"contacts.v1.ContactsService.AddProperty": {values: `{"uid":"{uid}","name":"another","type":"Text"}`},
	"contacts.v1.ContactsService.AddContact": {
		values: `{"uid":"{uid}","email":"new@example.com","groupIds":[{group}],` +
			`"properties":[{"propertyId":{property},"value":"7"}]}`,
	},
	"contacts.v1.ContactsService.UpdateContact": {
		values: `{"uid":"{uid}","number":0,"addGroupIds":[{group}],"removeGroupIds":[{group}],` +
			`"properties":[{"propertyId":{property},"value":"7"}]}`,
	},
	"contacts.v1.ContactsService.AddGroupMembers":     {values: `{"id":{group},"numbers":[0]}`},
	"contacts.v1.ContactsService.CreateDatabase":      {values: `{"uid":"{uid}"}`},
	"contacts.v1.ContactsService.CreateGroup":         {values: `{"uid":"{uid}","name":"another"}`},
	"contacts.v1.ContactsService.DeleteProperty":      {values: `{"id":{property}}`},
	"contacts.v1.ContactsService.ListCharacteristics": {values: `{}`},
	"contacts.v1.ContactsService.RenameProperty":      {values: `{"id":{property},"name":"{canary}"}`},
	"contacts.v1.ContactsService.DeleteGroup":         {values: `{"id":{group}}`},
	"contacts.v1.ContactsService.ExportContacts":      {values: `{"uid":"{uid}"}`},
	"contacts.v1.ContactsService.GetContact":          {values: `{"uid":"{uid}","number":0}`},
	"contacts.v1.ContactsService.ListDatabases":       {values: `{}`},
	"contacts.v1.ContactsService.ListGroups":          {values: `{}`},
	"contacts.v1.ContactsService.ListProperties":      {values: `{}`},
	"contacts.v1.ContactsService.RemoveGroupMembers":  {values: `{"id":{group},"numbers":[99]}`},
	"contacts.v1.ContactsService.RenameDatabase":      {values: `{"uid":"{uid}","name":"{canary}"}`},
	"contacts.v1.ContactsService.RenameGroup":         {values: `{"id":{group},"name":"{canary}"}`},
	"contacts.v1.ContactsService.SearchContacts": {
		values: `{"query":"{canary}","uid":"{uid}","groupId":{group}}`,
	},
	"contacts.v1.DestinationService.CreateDestination": {
		values: `{"name":"{canary}","provider":"mailgun","key":"key","list":"{canary}-new@lists.example.com",` +
			`"selection":{"scoringId":"{scoring}","scoringType":"mailing","bands":[4]}}`,
	},
	"contacts.v1.DestinationService.DeleteDestination":   {values: `{"id":"0199c0de-0000-7000-8000-000000000000"}`},
	"contacts.v1.DestinationService.ListDestinationRuns": {values: `{"id":"{destination}"}`},
	"contacts.v1.DestinationService.ListDestinations":    {values: `{}`},
	"contacts.v1.DestinationService.PauseDestination":    {values: `{"id":"{destination}"}`},
	"contacts.v1.DestinationService.ResumeDestination":   {values: `{"id":"{destination}"}`},
	"contacts.v1.DestinationService.RunDestination":      {values: `{"id":"{destination}"}`},
	"contacts.v1.DestinationService.UpdateDestination": {
		values: `{"id":"{destination}","name":"{canary}",` +
			`"selection":{"scoringId":"{scoring}","scoringType":"mailing","bands":[4]}}`,
	},
	"contacts.v1.GroupExportService.ExportExcludedToGroups": {
		values: `{"id":"{scoring}","uids":["{uid}"],"targets":[{"reason":"NO_CONSENT","groupId":{group}}]}`,
	},
	"contacts.v1.GroupExportService.ExportToGroups": {
		values: `{"id":"{scoring}","uids":["{uid}"],"targets":[{"scoringMax":100,"groupId":{group}}]}`,
	},
	"contacts.v1.GroupExportService.GetGroupExport":       {values: `{"id":"{export}"}`},
	"contacts.v1.GroupExportService.ListGroupExports":     {values: `{"id":"{scoring}"}`},
	"contacts.v1.GroupExportService.UndoGroupExport":      {values: `{"id":"{export}"}`},
	"contacts.v1.DataProtectionService.DownloadAddresses": {values: `{"id":"{import}"}`},
	"contacts.v1.DataProtectionService.DownloadEntry":     {values: `{"id":"{import}"}`},
	"contacts.v1.DataProtectionService.ErasePerson":       {values: `{"address":"nobody@example.com"}`},
	"contacts.v1.DataProtectionService.ExportPerson":      {values: `{"address":"nobody@example.com"}`},
	"contacts.v1.DataProtectionService.FindPerson":        {values: `{"address":"nobody@example.com"}`},
	"contacts.v1.DataProtectionService.ListEntries":       {values: `{}`},
	"contacts.v1.ImportService.CancelImport":              {values: `{"id":"{import}"}`},
	"contacts.v1.ImportService.CheckImport":               {values: `{"id":"{import}"}`, equal: noDraft},
	"contacts.v1.ImportService.DownloadRefused":           {values: `{"id":"{import}"}`},
	"contacts.v1.ImportService.GetImport":                 {values: `{"id":"{import}"}`},
	"contacts.v1.ImportService.GetSampleFile":             {values: `{"kind":"contacts"}`},
	"contacts.v1.ImportService.InspectImport":             {values: `{"id":"{import}"}`, equal: noDraft},
	"contacts.v1.ImportService.ListImports":               {values: `{}`},
	"contacts.v1.ImportService.StartImport":               {values: `{"id":"{import}"}`, equal: noDraft},
	"contacts.v1.MailProviderService.DeleteMailProvider": {
		values: `{"provider":"sendgrid"}`, equal: "the name is every account's; it is set up in neither",
	},
	"contacts.v1.MailProviderService.ListMailProviders": {values: `{}`},
	"contacts.v1.MailProviderService.SetMailProvider":   {values: `{"provider":"postmark","uid":"{uid}"}`},
	"contacts.v1.MailProviderService.StreamRecentMailEvents": {
		values: `{"provider":"mailgun"}`, equal: "the name is every account's; it is set up in neither",
	},
	"contacts.v1.OneClickService.EndOneClickLinks":         {values: `{}`},
	"contacts.v1.OneClickService.GetOneClickLinks":         {values: `{}`},
	"contacts.v1.TrackingService.CreateWebTrackingAccount": {values: `{"uid":"{uid}","domain":"shop.example.com"}`},
	"contacts.v1.TrackingService.DeleteWebTrackingAccount": {values: `{"siClientId":"{website}"}`},
	"contacts.v1.TrackingService.ListWebTrackingAccounts":  {values: `{}`},
	"contacts.v1.TrackingService.StreamRecentWebEvents":    {values: `{"siClientId":"{website}"}`},
	"scoringconfig.v1.ScoringService.GetLead":              {values: `{}`},
	"flags.v1.FlagService.GetPayload":                      {values: `{}`},
	"reports.v1.ReportService.ExportToCsv": {
		values: `{"id":"{scoring}","scoringType":"mailing","uids":["{uid}"]}`,
	},
	"reports.v1.ReportService.ExportChanges": {
		values: `{"id":"{scoring}","scoringType":"mailing","uids":["{uid}"]}`,
	},
	"reports.v1.ReportService.ListChanges": {
		values: `{"id":"{scoring}","scoringType":"mailing","uids":["{uid}"]}`,
	},
	"reports.v1.ReportService.GetExcludedReasonsSummary": {
		values: `{"id":"{scoring}","scoringType":"mailing","uids":["{uid}"]}`,
	},
	"reports.v1.ReportService.GetPartitionSummary": {
		values: `{"id":"{scoring}","scoringType":"mailing","uids":["{uid}"]}`,
	},
	"reports.v1.ReportService.GetFluctuation": {
		values: `{"id":"{scoring}","scoringType":"mailing","uids":["{uid}"]}`,
	},
	"reports.v1.ReportService.GetLift": {
		values: `{"id":"{scoring}","scoringType":"mailing","uids":["{uid}"]}`,
	},
	"reports.v1.ReportService.GetPartitionAverages": {
		values: `{"id":"{scoring}","scoringType":"mailing","uids":["{uid}"],"start":"2026-10-01","end":"` +
			securityDate + `"}`,
	},
	"reports.v1.ReportService.ListWeeklyAverages": {values: `{}`},
	"reports.v1.SendingService.ExportSendings": {
		values: `{"start":"2026-10-01","end":"` + securityDate + `","uids":["{uid}"]}`,
	},
	"reports.v1.SendingService.ExportSentMessages": {values: `{"date":"2026-10-25","uids":["{uid}"]}`},
	"reports.v1.SendingService.ListSendings": {
		values: `{"start":"2026-10-01","end":"` + securityDate + `","uids":["{uid}"]}`,
	},
	"reports.v1.SendingService.ListSentMessages":           {values: `{"date":"2026-10-25","uids":["{uid}"]}`},
	"reports.v1.ReportService.ListGeneratedDates":          {values: `{"id":"{scoring}"}`},
	"reports.v1.ReportService.ListSummaries":               {values: `{}`},
	"scoringconfig.v1.ScoringService.CreateScoring":        {values: `{"name":"Another","config":` + everyConfig + `}`},
	"scoringconfig.v1.ScoringService.DeleteScoring":        {values: `{"id":"{scoring}"}`, draft: true},
	"scoringconfig.v1.ScoringService.DuplicateScoring":     {values: `{"id":"{scoring}","name":"{canary}"}`},
	"scoringconfig.v1.ScoringService.GetPredefinedWeights": {values: `{}`},
	"scoringconfig.v1.ScoringService.GetScoringFile":       {values: `{"id":"{scoring}"}`},
	"scoringconfig.v1.ScoringService.ImportScoringFile": {
		values: `{"file":{"format":"puls-scoring-1","name":"Another","config":{"daysAgo":14,"mailing":{` + fileSources +
			`},"sms":{` + fileSources + `},"web":{` + fileSources + `}}}}`,
	},
	"scoringconfig.v1.ScoringService.PreviewScoring": {values: `{"id":"{scoring}","config":` + everyConfig + `}`},
	"scoringconfig.v1.ScoringService.BacktestScoring": {
		values: `{"id":"{scoring}","scoringType":"web","config":` + everyConfig + `,"before":` + everyConfig + `}`,
	},
	"scoringconfig.v1.ScoringService.GetScoring":   {values: `{"id":"{scoring}"}`},
	"scoringconfig.v1.ScoringService.ListScorings": {values: `{}`},
	"scoringconfig.v1.ScoringService.SaveScoring": {
		values: `{"id":"{scoring}","name":"Another","status":0,"version":1,"config":` + everyConfig + `}`, draft: true,
	},
	"scoringconfig.v1.ScoringService.SetScoringStatus": {values: `{"id":"{scoring}","newStatus":1}`, draft: true},
	"scoringconfig.v1.ScoringService.UpdateActiveScoring": {
		values: `{"id":"{scoring}","name":"{canary}",` + everyExport + `}`,
	},
	"scoringengine.v1.CalculationService.Calculate": {
		values: `{"id":"{scoring}","generatedDate":"` + securityDate + `"}`,
	},
	"scoringengine.v1.ExplanationService.GetReceipt": {
		values: `{"id":"{scoring}","scoringType":"mailing","uid":"{uid}","number":0}`,
	},
	"scoringengine.v1.ExplanationService.ListContactMessages": {values: `{"uid":"{uid}","number":0}`},
	"scoringengine.v1.ExplanationService.ListContactScores": {
		values: `{"uid":"{uid}","number":0,"scoringId":"{scoring}","scoringType":"mailing"}`,
	},
	"scoringengine.v1.RunService.Cancel":   {values: `{"id":"{scoring}"}`, equal: nothingRuns},
	"scoringengine.v1.RunService.ListRuns": {values: `{"scoringId":"{scoring}"}`, filter: "it narrows a list"},
	"reports.v1.ReportService.WatchProgress": {
		values: `{"id":"{scoring}","generatedDate":"` + securityDate + `"}`,
	},
}

// naming returns the kind of object that a field names. A field that looks like an id and is not listed fails the
// tests.
func naming(e endpoint, field string) (kind string, known bool) {
	path := strings.Split(strings.ReplaceAll(field, "[]", ""), ".")
	leaf := path[len(path)-1]
	switch {
	case leaf == "id" && strings.Contains(e.path, "/scorings"), leaf == "scoringId":
		return "scoring", true
	case leaf == "id" && strings.Contains(e.path, "/exports/{id}"):
		return "export", true
	case leaf == "id" && strings.Contains(e.path, "/imports/{id}"):
		return "import", true
	case leaf == "id" && strings.Contains(e.path, "/data-protection/events/{id}"):
		return "import", true // an import's entry has its id
	case leaf == "id" && strings.Contains(e.path, "/webhooks/{id}") && e.method == http.MethodDelete:
		return "spare webhook", true
	case leaf == "id" && strings.Contains(e.path, "/webhooks/{id}"):
		return "webhook", true
	case leaf == "id" && strings.Contains(e.path, "/destinations/{id}") && e.method == http.MethodDelete:
		return "spare destination", true
	case leaf == "id" && strings.Contains(e.path, "/destinations/{id}"):
		return "destination", true
	case leaf == "deliveryId":
		return "delivery", true
	case leaf == "id" && strings.Contains(e.path, "/groups/{id}"):
		return "group", true
	case leaf == "id" && strings.Contains(e.path, "/properties/{id}"):
		return "property", true
	case e.name == "contacts.v1.ContactsService.CreateDatabase":
		return "", true // names a new object; two accounts may both have a uid
	case leaf == "uid" || leaf == "uids":
		return "uid", true
	case leaf == "includedGroupIds" || leaf == "excludedGroupIds" || leaf == "groupId" || leaf == "groupIds",
		leaf == "addGroupIds" || leaf == "removeGroupIds":
		return "group", true
	case leaf == "propertyId":
		return "property", true
	case leaf == "siClientId":
		return "website", true
	case leaf == "upToId":
		return "notification", true
	case leaf == "clientId":
		return "account", true
	case leaf == "externalId" || leaf == "externalSystemServerId" || leaf == "externalSystemUserId" || leaf == "taxId":
		return "", true // names outside the product: stored and shown, never looked up
	case leaf == "id" || strings.HasSuffix(leaf, "Id") || strings.HasSuffix(leaf, "Ids") || leaf == "accounts":
		return "", false
	default:
		return "", true
	}
}

// id returns a tenant's own id of a kind.
func (c *tenant) id(kind string) any {
	switch kind {
	case "scoring":
		return c.scoring
	case "export":
		return c.export
	case "import":
		return c.importID
	case "uid":
		return c.uid
	case "group":
		return c.group
	case "property":
		return c.property
	case "notification":
		return c.news
	case "website":
		return c.website()
	case "webhook":
		return c.webhook
	case "spare webhook":
		return c.spareWebhook
	case "delivery":
		return c.delivery
	case "destination":
		return c.destination
	case "spare destination":
		return c.spareDestination
	case "account":
		return fmt.Sprint(c.account)
	default:
		panic("no kind " + kind)
	}
}

// unused are ids that no account has, and malformed are invalid ids.
var (
	unused = map[string]any{
		"scoring": "0199c0de-0000-7000-8000-000000000000", "import": "0199c0de-0000-7000-8000-000000000000", "uid": "777",
		"export": "0199c0de-0000-7000-8000-000000000000", "group": 2000000001,
		"property": 2000000001, "notification": 2000000001, "account": "2000000001",
		"website": "0199c0de-0000-7000-8000-000000000000", "webhook": "0199c0de-0000-7000-8000-000000000000",
		"spare webhook": "0199c0de-0000-7000-8000-000000000000",
		"delivery":      "0199c0de-0000-7000-8000-000000000000",
		"destination":   "0199c0de-0000-7000-8000-000000000000", "spare destination": "0199c0de-0000-7000-8000-000000000000",
	}
	malformed = map[string]any{
		"scoring": "no-id", "export": "no-id", "import": "no-id", "uid": "no uid", "group": -1, "property": "one",
		"notification": -1,
		"account":      "no-number", "website": "no-id", "webhook": "no-id", "spare webhook": "no-id", "delivery": "no-id",
		"destination": "no-id", "spare destination": "no-id",
	}
)

func rowOf(t *testing.T, e endpoint) row {
	t.Helper()
	r, found := matrix[e.name]
	require.True(t, found, "%s has no row in the matrix: say how it is called", e.name)
	return r
}

// named returns the fields of an endpoint that name an object of an account, with its kind.
func named(t *testing.T, e endpoint) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, field := range fields(e.input, "", 0) {
		kind, known := naming(e, field)
		require.True(t, known, "%s: say in naming what the field %s names", e.name, field)
		if kind != "" {
			found[field] = kind
		}
	}
	return found
}

// matrixRun is one run through the matrix: a caller, and a victim whose objects it must not see.
type matrixRun struct {
	caller, victim *tenant
	calls          int
}

// S1: objects of another account are, byte for byte, like unknown ones.
func TestMatrixForeignIDsAreLikeUnknownOnes(t *testing.T) {
	p := startProgram(t)
	m := &matrixRun{caller: newTenant(p, "mine", "011"), victim: newTenant(p, "other", "022")}
	before := m.victim.state()
	names, rows := map[string]bool{}, 0
	for _, e := range endpoints(t) {
		names[e.name] = true
		t.Run(e.name, func(t *testing.T) {
			r := rowOf(t, e)
			m.plain(t, e, r)
			for field, kind := range named(t, e) {
				m.field(t, e, r, field, kind)
				rows++
			}
		})
	}
	for name := range matrix {
		require.True(t, names[name], "the matrix has a row for %s, which does not exist", name)
	}
	require.Equal(t, before, m.victim.state(), "the other account was changed")
	foreignRows(t, m.caller, m.victim)
	figure(t, "%d RPCs, %d fields that name something, %d calls", len(names), rows, m.calls)
}

// plain makes the good call, which may show only the caller's own objects.
func (m *matrixRun) plain(t *testing.T, e endpoint, r row) {
	t.Helper()
	caller := *m.caller.client
	if r.alone {
		caller.login(m.caller.email, testPassword)
	}
	status, answer := e.send(&caller, m.caller.ready(e, r))
	m.calls++
	m.victim.mustNotLeak(t, e.name, answer)
	require.Less(t, status, 500, "%s", answer)
}

// field tries a field with ids of all four kinds.
func (m *matrixRun) field(t *testing.T, e endpoint, r row, field, kind string) {
	t.Helper()
	try := func(id any) (int, string) {
		values := m.caller.ready(e, r)
		set(values, field, id)
		status, answer := e.send(m.caller.client, values)
		m.calls++
		m.victim.mustNotLeak(t, field, answer)
		require.Less(t, status, 500, "%s: %s", field, answer)
		// The response may repeat the caller's own values.
		return status, strings.ReplaceAll(string(answer), fmt.Sprintf("uid %v", id), "uid …")
	}
	foreignStatus, foreign := try(m.victim.id(kind))
	unknownStatus, unknown := try(unused[kind])
	require.Equal(t, unknownStatus, foreignStatus, "%s: %s", field, foreign)
	require.Equal(t, unknown, foreign, field)
	if kind == "scoring" && r.filter == "" {
		assert.Equal(t, 404, unknownStatus, "%s: a call about a scoring says first that there is none: %s", field, unknown)
	}
	badStatus, bad := try(malformed[kind])
	require.Contains(t, []int{400, 404}, badStatus, "%s: %s", field, bad)
	if strings.Contains(e.path, "{"+field+"}") && unknownStatus == 404 {
		assert.Equal(t, 404, badStatus, "%s: an id that is none is nobody's: %s", field, bad)
		assert.Equal(t, unknown, bad, field)
	}
	if r.equal == "" && kind != "account" {
		own := m.caller.id(kind)
		if kind == "scoring" && r.draft {
			own = m.caller.nextDraft()
		}
		_, answer := try(own)
		require.NotEqual(t, foreign, answer, "%s: the own id is like an unknown one, so nothing was shown", field)
	}
}

// ready returns the values of a good call, with a separate draft if the call changes it.
func (c *tenant) ready(e endpoint, r row) object {
	c.t.Helper()
	values := c.body(r.values)
	if _, names := values["id"]; names && r.draft {
		if e.method == http.MethodDelete {
			values["id"] = c.nextDraft()
		} else {
			values["id"] = c.drafts[len(c.drafts)-1]
		}
	}
	if e.name == "scoringconfig.v1.ScoringService.SaveScoring" { // it has the version that it was made from
		var now struct{ Version int }
		_, data := c.do(http.MethodGet, "protected/scoring/scorings/"+fmt.Sprint(values["id"]), "", nil)
		if json.Unmarshal(data, &now) == nil && now.Version > 0 {
			values["version"] = now.Version
		}
	}
	return values
}

// foreignRows does the same for files: rows of another account's uid are refused like those of an unknown one.
func foreignRows(t *testing.T, mine, other *tenant) {
	t.Helper()
	reasons := func(kind, file string) []string {
		state := mine.upload(kind, "text/csv", strings.NewReader(file))
		require.Equal(t, 0, state.Kept)
		var all []string
		for _, refused := range state.Errors {
			all = append(all, refused.Reason)
		}
		require.NotEmpty(t, all)
		other.mustNotLeak(t, kind, []byte(strings.Join(all, " ")))
		return all
	}
	for _, kind := range []string{"contacts", "engagement"} {
		file := func(uid string) string {
			if kind == "contacts" {
				return "uid,email\n" + uid + "," + other.email + "\n"
			}
			return eventHeader + "e1,2026-10-25T10:00:00Z," + uid + ",mailing.sent,m1,info," + other.canary + "-1,,,,\n"
		}
		require.Equal(t, reasons(kind, file("777")), slices.Clone(reasons(kind, file(other.uid))), kind)
	}
}
