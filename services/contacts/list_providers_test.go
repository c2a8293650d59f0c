package contacts_test

import (
	"crypto/md5"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// listProviders fakes SendGrid, Mailgun, Mailchimp and Brevo after their documentation, for the calls that destinations
// make. Each has one list with the field PULS.
type listProviders struct {
	*httptest.Server
	mu sync.Mutex
	// lists maps providers to the addresses on their list, with the value of the member's field.
	lists map[string]map[string]string
	// known maps providers to all their contacts, on the list or not; for Mailchimp "subscribed" or "unsubscribed".
	known map[string]map[string]string
	// jobs end a little later, whether they are polled or not.
	jobs  map[int]*listJob
	calls map[string]int
	// fields is true for providers whose field exists.
	fields map[string]bool
	// faults is the number of faults left by provider; chance decides which calls have one.
	faults map[string]int
	chance *rand.Rand
	// refuses reports whether a new address is refused; nil for none.
	refuses func(address string) bool
	// revoked makes the providers refuse the key, down makes them unavailable for an hour.
	revoked, down bool
	// unanswered makes removals take effect and then fail for an hour.
	unanswered bool
	// before is called before each call other than GET, without the lock.
	before func(provider string)
}

type listJob struct{ done, refused bool }

func newListProviders(t testing.TB) *listProviders {
	t.Helper()
	p := &listProviders{
		lists: map[string]map[string]string{}, known: map[string]map[string]string{}, jobs: map[int]*listJob{},
		calls: map[string]int{}, fields: map[string]bool{}, faults: map[string]int{},
		chance: rand.New(rand.NewPCG(1, 2)),
	}
	for _, name := range []string{"sendgrid", "mailgun", "mailchimp", "brevo"} {
		p.lists[name], p.known[name] = map[string]string{}, map[string]string{}
	}
	mux := http.NewServeMux()
	p.sendGrid(mux)
	p.mailgun(mux)
	p.mailchimp(mux)
	p.brevo(mux)
	p.Server = httptest.NewServer(p.faulty(mux))
	t.Cleanup(p.Close)
	return p
}

// on returns the members of a list with their fields.
func (p *listProviders) on(provider string) map[string]string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return maps.Clone(p.lists[provider])
}

// fail sets whether the providers refuse the key, and whether they are unavailable.
func (p *listProviders) fail(revoked, down bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.revoked, p.down = revoked, down
}

// asked returns the number of calls to a provider since the last call of asked.
func (p *listProviders) asked(provider string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := p.calls[provider]
	p.calls[provider] = 0
	return n
}

// faulty lets some calls fail, before or after they took effect.
func (p *listProviders) faulty(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		provider := strings.Split(r.URL.Path, "/")[1]
		p.mu.Lock()
		p.calls[provider]++
		fault := -1
		if p.faults[provider] > 0 && p.chance.IntN(4) == 0 {
			p.faults[provider]--
			fault = p.chance.IntN(9)
		}
		before, revoked, down := p.before, p.revoked, p.down
		if p.unanswered && (r.Method == http.MethodDelete || strings.HasSuffix(r.URL.Path, "/remove")) {
			fault = 8
		}
		p.mu.Unlock()
		if before != nil && r.Method != http.MethodGet {
			before(provider)
		}
		if down {
			w.Header().Set("Retry-After", "3600") // the run ends
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		if revoked || !authorized(provider, r.Header) {
			http.Error(w, `{"message":"Forbidden"}`, http.StatusUnauthorized)
			return
		}
		switch fault {
		case 0, 1: // too many requests, for a moment or for an hour
			pause := time.Duration(fault) * time.Hour
			switch provider {
			case "brevo":
				w.Header().Set("x-sib-ratelimit-reset", strconv.Itoa(int(pause.Seconds())))
			case "mailchimp":
			default:
				w.Header().Set("X-RateLimit-Reset", strconv.FormatInt(time.Now().Add(pause).Unix(), 10))
			}
			w.WriteHeader(http.StatusTooManyRequests)
		case 2:
			w.WriteHeader(http.StatusInternalServerError)
		case 3: // it took effect, and the caller gets an error
			next.ServeHTTP(httptest.NewRecorder(), r)
			w.WriteHeader(http.StatusBadGateway)
		case 4:
			panic(http.ErrAbortHandler)
		case 5:
			next.ServeHTTP(httptest.NewRecorder(), r)
			panic(http.ErrAbortHandler)
		case 6:
			time.Sleep(50 * time.Millisecond)
			next.ServeHTTP(w, r)
		case 7, 8: // before it took effect, or after
			if fault == 8 {
				next.ServeHTTP(httptest.NewRecorder(), r)
			}
			w.Header().Set("Retry-After", "7200")
			w.WriteHeader(http.StatusServiceUnavailable)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// The keys that the providers accept.
const (
	listKey      = "SG.key"
	mailchimpKey = "0123456789abcdef-us6"
)

func authorized(provider string, h http.Header) bool {
	switch provider {
	case "sendgrid":
		return h.Get("Authorization") == "Bearer "+listKey
	case "mailchimp":
		return h.Get("Authorization") == "Bearer "+mailchimpKey
	case "mailgun":
		user, key, _ := (&http.Request{Header: h}).BasicAuth()
		return user == "api" && key == listKey
	default:
		return h.Get("Api-Key") == listKey
	}
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

func read[T any](r *http.Request) (body T) {
	text, _ := io.ReadAll(r.Body)
	_ = json.Unmarshal(text, &body)
	return body
}

// handle registers a handler that runs with the lock held.
func (p *listProviders) handle(mux *http.ServeMux, pattern string, do http.HandlerFunc) {
	mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		defer p.mu.Unlock()
		do(w, r)
	})
}

func (p *listProviders) refused(address string) bool { return p.refuses != nil && p.refuses(address) }

// later starts a job and returns its id.
func (p *listProviders) later(do func() (failed bool)) int {
	id, job := len(p.jobs)+1, &listJob{}
	p.jobs[id] = job
	time.AfterFunc(time.Duration(20+p.chance.IntN(800))*time.Millisecond, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		job.refused, job.done = do(), true
	})
	return id
}

// settled reports whether no job is left that may still take effect.
func (p *listProviders) settled() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, job := range p.jobs {
		if !job.done {
			return false
		}
	}
	return true
}

func (p *listProviders) look(id string) *listJob {
	n, _ := strconv.Atoi(id)
	return p.jobs[n]
}

const (
	sendGridList = "ca7a4a6c-4d5e-4b8e-9d3a-1c2b3a4d5e6f"
	mailgunList  = "best@lists.example.com"
	chimpList    = "9e67587f52"
	brevoList    = "27"
)

func (p *listProviders) sendGrid(mux *http.ServeMux) {
	const base = "/sendgrid/v3/marketing"
	list, known := p.lists["sendgrid"], p.known["sendgrid"]
	p.handle(mux, "GET "+base+"/lists/{id}", func(w http.ResponseWriter, r *http.Request) {
		if r.PathValue("id") != sendGridList {
			answer(w, http.StatusNotFound, nil)
			return
		}
		answer(w, http.StatusOK, map[string]any{"id": sendGridList})
	})
	p.handle(mux, "GET "+base+"/field_definitions", func(w http.ResponseWriter, _ *http.Request) {
		fields := []map[string]string{}
		if p.fields["sendgrid"] {
			fields = append(fields, map[string]string{"id": "e1_T", "name": "PULS", "field_type": "Text"})
		}
		answer(w, http.StatusOK, map[string]any{"custom_fields": fields})
	})
	p.handle(mux, "POST "+base+"/field_definitions", func(w http.ResponseWriter, _ *http.Request) {
		p.fields["sendgrid"] = true
		answer(w, http.StatusOK, map[string]string{"id": "e1_T", "name": "PULS", "field_type": "Text"})
	})
	p.handle(mux, "PUT "+base+"/contacts", func(w http.ResponseWriter, r *http.Request) {
		body := read[struct {
			Lists    []string `json:"list_ids"`
			Contacts []struct {
				Email  string            `json:"email"`
				Fields map[string]string `json:"custom_fields"`
			} `json:"contacts"`
		}](r)
		id := p.later(func() (failed bool) {
			for _, c := range body.Contacts {
				if p.refused(c.Email) {
					failed = true
					continue
				}
				known[c.Email], list[c.Email] = "id-"+c.Email, c.Fields["e1_T"]
			}
			return failed
		})
		answer(w, http.StatusAccepted, map[string]string{"job_id": strconv.Itoa(id)})
	})
	p.handle(mux, "GET "+base+"/contacts/imports/{id}", func(w http.ResponseWriter, r *http.Request) {
		job, status := p.look(r.PathValue("id")), "pending"
		if job.done {
			status = map[bool]string{false: "completed", true: "errored"}[job.refused]
		}
		answer(w, http.StatusOK, map[string]any{"id": r.PathValue("id"), "status": status})
	})
	p.handle(mux, "POST "+base+"/contacts/search/emails", func(w http.ResponseWriter, r *http.Request) {
		body := read[struct{ Emails []string }](r)
		result, some := map[string]any{}, false
		for _, address := range body.Emails {
			if _, there := known[address]; !there {
				result[address] = map[string]string{"error": "contact not found"}
				continue
			}
			lists := []string{}
			if _, on := list[address]; on {
				lists = append(lists, sendGridList)
			}
			some = true
			result[address] = map[string]any{"contact": map[string]any{"id": known[address], "list_ids": lists}}
		}
		switch {
		case len(body.Emails) > 100:
			answer(w, http.StatusBadRequest, nil)
		case !some:
			answer(w, http.StatusNotFound, nil)
		default:
			answer(w, http.StatusOK, map[string]any{"result": result})
		}
	})
	p.handle(mux, "DELETE "+base+"/lists/{id}/contacts", func(w http.ResponseWriter, r *http.Request) {
		for _, id := range strings.Split(r.URL.Query().Get("contact_ids"), ",") {
			delete(list, strings.TrimPrefix(id, "id-"))
		}
		answer(w, http.StatusAccepted, map[string]string{"job_id": "removal"})
	})
}

func (p *listProviders) mailgun(mux *http.ServeMux) {
	const base = "/mailgun/v3/lists/" + mailgunList
	list := p.lists["mailgun"]
	p.handle(mux, "GET "+base, func(w http.ResponseWriter, _ *http.Request) {
		answer(w, http.StatusOK, map[string]any{"list": map[string]string{"address": mailgunList}})
	})
	p.handle(mux, "POST "+base+"/members.json", func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		form, _ := url.ParseQuery(string(text))
		var members []string
		_ = json.Unmarshal([]byte(form.Get("members")), &members)
		if len(members) > 100 || slices.ContainsFunc(members, p.refused) {
			answer(w, http.StatusBadRequest, map[string]string{"message": "address is not valid"})
			return
		}
		for _, address := range members {
			if _, there := list[address]; !there || form.Get("upsert") != "no" {
				list[address] = ""
			}
		}
		answer(w, http.StatusOK, map[string]string{"message": "Mailing list has been updated"})
	})
	p.handle(mux, "DELETE "+base+"/members/{address}", func(w http.ResponseWriter, r *http.Request) {
		address := r.PathValue("address")
		if _, there := list[address]; !there {
			answer(w, http.StatusNotFound, map[string]string{"message": "Member " + address + " not found"})
			return
		}
		delete(list, address)
		answer(w, http.StatusOK, map[string]any{"member": map[string]string{"address": address}})
	})
}

func (p *listProviders) mailchimp(mux *http.ServeMux) {
	const base = "/mailchimp/3.0/lists/" + chimpList
	list, known := p.lists["mailchimp"], p.known["mailchimp"]
	tagged, merged, hashes := false, map[string]string{}, map[string]string{}
	p.handle(mux, "GET "+base, func(w http.ResponseWriter, _ *http.Request) {
		answer(w, http.StatusOK, map[string]string{"id": chimpList})
	})
	p.handle(mux, "GET "+base+"/tag-search", func(w http.ResponseWriter, _ *http.Request) {
		tags := []map[string]any{}
		if tagged {
			tags = append(tags, map[string]any{"id": 49377, "name": "Best"})
		}
		answer(w, http.StatusOK, map[string]any{"tags": tags})
	})
	p.handle(mux, "POST "+base+"/segments", func(w http.ResponseWriter, _ *http.Request) {
		tagged = true
		answer(w, http.StatusOK, map[string]any{"id": 49377, "name": "Best"})
	})
	p.handle(mux, "GET "+base+"/merge-fields", func(w http.ResponseWriter, _ *http.Request) {
		fields := []map[string]string{{"tag": "FNAME"}}
		if p.fields["mailchimp"] {
			fields = append(fields, map[string]string{"tag": "PULS"})
		}
		answer(w, http.StatusOK, map[string]any{"merge_fields": fields})
	})
	p.handle(mux, "POST "+base+"/merge-fields", func(w http.ResponseWriter, _ *http.Request) {
		p.fields["mailchimp"] = true
		answer(w, http.StatusOK, map[string]string{"tag": "PULS"})
	})
	p.handle(mux, "POST "+base, func(w http.ResponseWriter, r *http.Request) {
		body := read[struct {
			Members []struct {
				Email  string            `json:"email_address"`
				Status string            `json:"status"`
				Fields map[string]string `json:"merge_fields"`
			} `json:"members"`
			Update bool `json:"update_existing"`
		}](r)
		errors := []map[string]string{}
		for _, m := range body.Members {
			failed := map[string]string{"email_address": m.Email}
			switch {
			case known[m.Email] != "" && !body.Update:
				failed["error"], failed["error_code"] = m.Email+" is already a list member.", "ERROR_CONTACT_EXISTS"
			case p.refused(m.Email):
				failed["error"], failed["error_code"] = m.Email+" looks fake or invalid.", "ERROR_GENERIC"
			default:
				known[m.Email], merged[m.Email] = m.Status, m.Fields["PULS"]
				continue
			}
			errors = append(errors, failed)
		}
		answer(w, http.StatusOK, map[string]any{"errors": errors, "error_count": len(errors)})
	})
	p.handle(mux, "PATCH "+base+"/members/{hash}", func(w http.ResponseWriter, r *http.Request) {
		body := read[struct {
			Fields map[string]string `json:"merge_fields"`
		}](r)
		if len(hashes) != len(known) {
			for address := range known {
				sum := md5.Sum([]byte(address))
				hashes[hex.EncodeToString(sum[:])] = address
			}
		}
		address, there := hashes[r.PathValue("hash")]
		if !there {
			answer(w, http.StatusNotFound, nil)
			return
		}
		merged[address] = body.Fields["PULS"]
		if _, on := list[address]; on {
			list[address] = merged[address]
		}
		answer(w, http.StatusOK, nil)
	})
	p.handle(mux, "POST "+base+"/segments/{id}", func(w http.ResponseWriter, r *http.Request) {
		body := read[struct {
			Add    []string `json:"members_to_add"`
			Remove []string `json:"members_to_remove"`
		}](r)
		if len(body.Add) > 500 || len(body.Remove) > 500 || r.PathValue("id") != "49377" {
			answer(w, http.StatusBadRequest, nil)
			return
		}
		errors := []map[string]any{}
		for _, address := range body.Add {
			if known[address] != "subscribed" {
				errors = append(errors, map[string]any{"email_addresses": []string{address}, "error": "not subscribed"})
				continue
			}
			list[address] = merged[address]
		}
		for _, address := range body.Remove {
			delete(list, address)
		}
		answer(w, http.StatusOK, map[string]any{"errors": errors})
	})
}

func (p *listProviders) brevo(mux *http.ServeMux) {
	const base = "/brevo/v3"
	list, all := p.lists["brevo"], []string(nil)
	p.handle(mux, "GET "+base+"/contacts/lists/"+brevoList, func(w http.ResponseWriter, _ *http.Request) {
		answer(w, http.StatusOK, map[string]int{"id": 27})
	})
	p.handle(mux, "GET "+base+"/contacts/attributes", func(w http.ResponseWriter, _ *http.Request) {
		attributes := []map[string]string{{"name": "FIRSTNAME", "category": "normal", "type": "text"}}
		if p.fields["brevo"] {
			attributes = append(attributes, map[string]string{"name": "PULS"})
		}
		answer(w, http.StatusOK, map[string]any{"attributes": attributes})
	})
	p.handle(mux, "POST "+base+"/contacts/attributes/normal/PULS", func(w http.ResponseWriter, _ *http.Request) {
		p.fields["brevo"] = true
		w.WriteHeader(http.StatusCreated)
	})
	p.handle(mux, "POST "+base+"/contacts/import", func(w http.ResponseWriter, r *http.Request) {
		body := read[struct {
			Contacts []struct {
				Email      string            `json:"email"`
				Attributes map[string]string `json:"attributes"`
			} `json:"jsonBody"`
			Lists []int `json:"listIds"`
		}](r)
		id := p.later(func() (failed bool) {
			for _, c := range body.Contacts {
				if p.refused(c.Email) {
					failed = true
					continue
				}
				list[c.Email] = c.Attributes["PULS"]
			}
			return failed
		})
		answer(w, http.StatusAccepted, map[string]int{"processId": id})
	})
	p.handle(mux, "GET "+base+"/processes/{id}", func(w http.ResponseWriter, r *http.Request) {
		job, state := p.look(r.PathValue("id")), map[string]any{"status": "queued"}
		if job.done {
			files := map[string]string{"invalid_emails": ""}
			if job.refused {
				files["invalid_emails"] = "https://files.example.com/invalid.csv"
			}
			state = map[string]any{"status": "completed", "info": map[string]any{"import": files}}
		}
		answer(w, http.StatusOK, state)
	})
	p.handle(mux, "GET "+base+"/contacts/lists/"+brevoList+"/contacts", func(w http.ResponseWriter, r *http.Request) {
		offset, _ := strconv.Atoi(r.URL.Query().Get("offset"))
		if offset == 0 {
			all = slices.Sorted(maps.Keys(list))
		}
		contacts := []map[string]string{}
		for _, address := range all[min(offset, len(all)):min(offset+500, len(all))] {
			contacts = append(contacts, map[string]string{"email": address})
		}
		answer(w, http.StatusOK, map[string]any{"contacts": contacts, "count": len(all)})
	})
	const remove = base + "/contacts/lists/" + brevoList + "/contacts/remove"
	p.handle(mux, "POST "+remove, func(w http.ResponseWriter, r *http.Request) {
		body := read[struct{ Emails []string }](r)
		success, failure := []string{}, []string{}
		for _, address := range body.Emails {
			if _, there := list[address]; there {
				success = append(success, address)
				delete(list, address)
			} else {
				failure = append(failure, address)
			}
		}
		if len(success) == 0 || len(body.Emails) > 150 {
			answer(w, http.StatusBadRequest, map[string]string{
				"code": "invalid_parameter", "message": "Contact already removed from list and/or does not exist",
			})
			return
		}
		answer(w, http.StatusCreated, map[string]any{"contacts": map[string]any{"success": success, "failure": failure}})
	})
}

// listAt returns the fields of a request that name a provider's list.
func listAt(provider string) (list, key, tag, field string) {
	switch provider {
	case "sendgrid":
		return sendGridList, listKey, "", "PULS"
	case "mailgun":
		return mailgunList, listKey, "", ""
	case "mailchimp":
		return chimpList, mailchimpKey, "Best", "PULS"
	default:
		return brevoList, listKey, "", "PULS"
	}
}

func (p *listProviders) String() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return fmt.Sprint(p.lists)
}
