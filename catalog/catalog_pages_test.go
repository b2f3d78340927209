package catalog

import (
	"bytes"
	"fmt"
	"html"
	"log/slog"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"uriel.dev/gateway"
	"uriel.dev/get"
	"uriel.dev/policy"
	"uriel.dev/scheme/known"
)

// attributes are where a page of the gateway has to repeat the URI that it was
// asked for, whole: addresses, and the field that holds it.
var attributes = regexp.MustCompile(`(href|value|action|src)="[^"]*"`)

// TestCanaryPages: no page of the gateway shows a secret, nor does its log.
func TestCanaryPages(t *testing.T) {
	var log bytes.Buffer
	table := known.Table()
	for _, p := range []policy.Policy{policy.Gateway(table), policy.CLI(table)} {
		h := gateway.New(gateway.Options{
			Client:  &get.Client{Policy: p, Schemes: table, Handlers: Handlers(get.Env{Policy: p})},
			Schemes: table, Policy: p, Pages: Pages(), Log: slog.New(slog.NewTextHandler(&log, nil)),
		})
		n := 0
		for _, slot := range append([]string{"http://u:%s@0x7f.1/", "telnet://u:%s@h/", "gopher://u:%s@0x7f.1/0x", "ftp://u:%s@0x7f.1/x", "http://u:%s@h x/"}, slots...) {
			text := fmt.Sprintf(slot, canary)
			for _, target := range []string{"/u/" + url.QueryEscape(text), "/raw/" + url.QueryEscape(text), "/inspect?u=" + url.QueryEscape(text), "/inspect?u=a:b&with=" + url.QueryEscape(text)} {
				r := httptest.NewRequest("GET", strings.ReplaceAll(target, "+", "%20"), nil)
				r.Host = "localhost"
				w := httptest.NewRecorder()
				h.ServeHTTP(w, r)
				shown := html.UnescapeString(attributes.ReplaceAllString(w.Body.String(), ""))
				if i := strings.Index(strings.ToLower(shown), strings.ToLower(canary)); i >= 0 {
					t.Errorf("%s: %s shows the secret: %q", p, target, shown[max(0, i-80):i+len(canary)])
				}
				n++
			}
		}
		if n < 60 {
			t.Errorf("saw %d pages only", n)
		}
	}
	for line := range strings.Lines(log.String()) {
		if strings.Contains(strings.ToLower(line), strings.ToLower(canary)) {
			t.Errorf("the log has the secret: %s", line)
		}
	}
	if log.Len() == 0 {
		t.Error("nothing was logged")
	}
}
