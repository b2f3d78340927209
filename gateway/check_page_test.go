package gateway

import (
	"bytes"
	"encoding/json"
	"io"
	"iter"
	"mime/multipart"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"uriel.dev/find"
)

// sendDocument checks a document as a browser sends it.
func sendDocument(t *testing.T, change func(*Options), fields map[string]string, file, content string, header ...string) *httptest.ResponseRecorder {
	t.Helper()
	h := fixture(nil, func(o *Options) {
		o.Finder = find.New(o.Schemes)
		o.Containers = []find.Container{find.Text, lines}
		if change != nil {
			change(o)
		}
	})
	token := regexp.MustCompile(`name="token" value="([^"]+)"`).FindStringSubmatch(ask(h, "/check").Body.String())
	if token == nil {
		t.Fatal("the form has no token")
	}
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	if _, ok := fields["token"]; !ok {
		w.WriteField("token", token[1])
	}
	for name, value := range fields {
		w.WriteField(name, value)
	}
	part, err := w.CreateFormFile("file", file)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(part, content)
	w.Close()
	r := httptest.NewRequest("POST", "/check", &body)
	r.Host = "localhost:8070"
	r.Header.Set("Content-Type", w.FormDataContentType())
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, r)
	return rec
}

// lines is a container of which each line is a URI.
var lines = find.Container{Name: "lines", Suffixes: []string{".uris"}, Scan: func(_ find.Finder, r io.Reader) iter.Seq2[find.Match, error] {
	return func(yield func(find.Match, error) bool) {
		text, err := io.ReadAll(r)
		if err != nil {
			yield(find.Match{}, err)
			return
		}
		for line := range strings.Lines(string(text)) {
			u, ok := find.Reference(line)
			if ok && !yield(find.Match{URI: u, Text: u.String(), Form: "lines"}, nil) {
				return
			}
		}
	}
}}

func TestCheck(t *testing.T) {
	const text = "see <URL:gopher://h/0/x> and\n http://u:secret@h/?q, javascript:alert(1) <b>"
	w := sendDocument(t, nil, map[string]string{"text": text}, "", "")
	mustHold(t, w, 200, "What was pasted", `href="/u/gopher%3A%2F%2Fh%2F0%2Fx"`, "1:6", "url-prefix", "2:2", "uri/password", "2 URIs", "read as text", "&lt;b&gt;")
	checkPage(t, w.Body.String())
	w = sendDocument(t, nil, nil, `C:\my\list.uris`, "gopher://h/1\n../x\n")
	mustHold(t, w, 200, "list.uris", "read as lines", "../x", "2 URIs")
	checkPage(t, w.Body.String())
	mustHold(t, sendDocument(t, nil, map[string]string{"as": "lines", "text": "gopher://h/1 x"}, "", ""), 200, "read as lines", "gopher://h/1%20x", `<option selected>lines`)
	mustHold(t, sendDocument(t, nil, map[string]string{"text": "nothing"}, "", ""), 200, "There is no URI in it.")
	mustHold(t, sendDocument(t, nil, map[string]string{"text": strings.Repeat("gopher://h/1\n", 2010)}, "", ""), 200, "And 10 more", "2,010 URIs")
	checkPage(t, ask(fixture(nil), "/check").Body.String())
}

func TestCheckRefuses(t *testing.T) {
	mustHold(t, sendDocument(t, nil, map[string]string{"token": "x", "text": "gopher://h/1"}, "", ""), 403, "not filled in here")
	mustHold(t, sendDocument(t, nil, map[string]string{"text": "gopher://h/1"}, "", "", "Sec-Fetch-Site", "cross-site"), 403, "not filled in here")
	mustHold(t, sendDocument(t, nil, nil, "big", strings.Repeat("x", maxSubmission)), 413, "At most 2 MiB are taken")
}

func TestCheckJSON(t *testing.T) {
	w := sendDocument(t, nil, map[string]string{"text": "see <URL:gopher://h/0/x>,\nhttp://h:80/"}, "", "", "Accept", "application/json")
	var got []map[string]any
	for dec := json.NewDecoder(w.Body); dec.More(); {
		var x map[string]any
		if err := dec.Decode(&x); err != nil {
			t.Fatal(err)
		}
		got = append(got, x)
	}
	if len(got) != 2 || got[0]["uri"] != "gopher://h/0/x" || got[0]["line"] != 1.0 || got[0]["column"] != 6.0 || got[0]["form"] != "url-prefix" || len(got[1]["remarks"].([]any)) != 1 {
		t.Errorf("%v", got)
	}
}
