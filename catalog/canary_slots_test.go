package catalog

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"html"
	"log/slog"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"uriel.dev/gateway"
	"uriel.dev/get"
	"uriel.dev/internal/dnstest"
	"uriel.dev/policy"
	"uriel.dev/scheme"
	"uriel.dev/scheme/known"
	"uriel.dev/uri"
)

// TestEverySlot puts a random secret wherever a scheme says that a secret
// stands, in each URI of all vectors, and looks for it in what is said of the
// URI: by the scheme, by the policies, by the plan, and by the gateway on its
// pages, in its headers and in its log.
func TestEverySlot(t *testing.T) {
	table := known.Table()
	p := policy.Gateway(table).WithDNS(dnstest.Start(t, nil).Addr)
	client := &get.Client{Policy: p, Schemes: table, Handlers: Handlers(get.Env{Policy: p})}
	var log bytes.Buffer
	pages := gateway.New(gateway.Options{Client: client, Schemes: table, Policy: p, Pages: Pages(), Log: slog.New(slog.NewTextHandler(&log, nil))})
	secret := "k" + rand.Text() // of letters and digits of base32
	slots, schemes := 0, map[string]bool{}
	for _, u := range vectors(t) {
		for _, part := range table.Secrets(u) {
			text := u.String()[:part.Start] + secret + u.String()[part.End:]
			with, err := uri.Parse(text)
			if err != nil || !slices.ContainsFunc(table.Secrets(with), func(p scheme.Part) bool { return p.Start <= part.Start && part.Start+len(secret) <= p.End }) {
				t.Errorf("%s: the secret in it is none any more (%v)", text, err)
				continue
			}
			slots++
			schemes[u.Scheme()] = true
			for where, said := range saidOf(client, with) {
				if strings.Contains(strings.ToLower(said), strings.ToLower(secret)) {
					t.Errorf("%s: the secret is in the %s: %.300q", text, where, said)
				}
			}
			for _, address := range []string{"/u/", "/raw/", "/inspect?u="} {
				w := httptest.NewRecorder()
				pages.ServeHTTP(w, httptest.NewRequest("GET", "http://localhost"+address+strings.ReplaceAll(url.QueryEscape(text), "+", "%20"), nil))
				shown := html.UnescapeString(attributes.ReplaceAllString(w.Body.String(), ""))
				if strings.Contains(strings.ToLower(shown), strings.ToLower(secret)) {
					t.Errorf("%s: the secret is on the page %s", text, address)
				}
				if w.Header().Get("Referrer-Policy") != "no-referrer" {
					t.Errorf("%s: the page %s lets a browser tell others where it was", text, address)
				}
			}
		}
	}
	for _, address := range []string{"/", "/status", "/metrics"} {
		w := httptest.NewRecorder()
		pages.ServeHTTP(w, httptest.NewRequest("GET", "http://localhost"+address, nil))
		if strings.Contains(strings.ToLower(w.Body.String()), strings.ToLower(secret)) {
			t.Errorf("the secret is on the page %s", address)
		}
	}
	if i := strings.Index(strings.ToLower(log.String()), strings.ToLower(secret)); i >= 0 || log.Len() == 0 {
		t.Errorf("the log, of %d bytes, has the secret: %.300q", log.Len(), log.String()[max(0, i-100):])
	}
	if slots < 30 || len(schemes) < 10 {
		t.Errorf("saw %d slots of %d schemes only", slots, len(schemes))
	}
}

// vectors returns the URIs of the vectors of all schemes.
func vectors(t *testing.T) (out []uri.URI) {
	files, err := filepath.Glob("../scheme/*/testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var rows []struct{ URI string }
		if err := json.Unmarshal(text, &rows); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, row := range rows {
			if u, err := uri.Parse(row.URI); err == nil {
				out = append(out, u)
			}
		}
	}
	return out
}

// saidOf returns what is said of a URI without asking anybody, by where.
func saidOf(c *get.Client, u uri.URI) map[string]string {
	d := c.Schemes.Describe(u)
	said := map[string]string{
		"redacted URI":         c.Schemes.Redacted(u),
		"redacted normal form": c.Schemes.Redacted(d.Normal),
		"verdict":              policy.CLI(c.Schemes).Judge(u).Text,
		"verdict of a gateway": c.Policy.Judge(u).Text,
		"verdict of a text":    c.Policy.JudgeText("URL:" + u.String() + " ").Text,
	}
	if d.View != nil {
		view, _ := json.Marshal(d.View)
		said["meaning"], said["view"] = d.View.Meaning(), string(view)
	}
	if d.Err != nil {
		said["error of the view"] = d.Err.Error()
	}
	for _, r := range d.Remarks {
		said["remark "+r.Rule] = r.Text
	}
	plan, err := c.Plan(&get.Request{URI: u})
	for _, step := range plan {
		said["plan"] += step.Text
	}
	if err != nil {
		said["error of the plan"] = err.Error()
	}
	return said
}
