package newsclient

import (
	"errors"
	"strings"
	"testing"

	"uriel.dev/get"
	"uriel.dev/get/gettest"
	"uriel.dev/scheme/news/newstest"
)

// TestExpired: an article that is gone is an error that says so, with the words
// of the server and where an archive may have it.
func TestExpired(t *testing.T) {
	s := &newstest.Server{}
	s.AddGroup("a.b", "")
	h := New(env(s.Start(t)))
	const archive = "https://archive.example/?id={message_id}"
	for _, x := range []struct{ uri, template, kind, text, to string }{
		{"news:1%2F2%25@h.example", "", "not-found", "it may have expired, or not come this way (430): the server says \"no such article\"", ""},
		{"news:1%2F2%25@h.example", archive, "not-found", "an archive may have it: <https://archive.example/?id=1%2F2%25%40h.example>", "https://archive.example/?id=1%2F2%25%40h.example"},
		{"news:1@h.example?thread", archive, "not-found", "", "https://archive.example/?id=1%40h.example"},
		{"nntp:a.b/7", archive, "not-found", "", ""}, // nobody knows its Message-ID
		{"news:x.y", archive, "not-found", "", ""},
		{"news:1@h.example", "https://archive.example/{", "invalid", "brace", ""},
		{"news:1@h.example", "file:///etc/{message_id}", "invalid", "http", ""},
	} {
		req := request(x.uri)
		req.Options = map[string]string{OptionArchive: x.template}
		_, err := h.Get(t.Context(), req)
		e, _ := errors.AsType[*get.Error](err)
		if gettest.Kind(err) != x.kind || !strings.Contains(err.Error(), x.text) {
			t.Errorf("%s, %s: %v", x.uri, x.template, err)
			continue
		}
		to := ""
		if e.Answer != nil {
			to = e.Answer.Answer.(*get.Locations).List[0].URI.String()
		}
		if to != x.to {
			t.Errorf("%s, %s: leads to %q, want %q", x.uri, x.template, to, x.to)
		}
	}
}

// TestForm: a login that is wanted and not there is an error with a form that
// leads on.
func TestForm(t *testing.T) {
	server, _ := certified()
	s := secretive(server)
	addr := s.Start(t)
	h := New(env(addr))
	for u, user := range map[string]string{"news:a.b": "", "news://joe@" + addr + "/a.b": "joe", "news://joe:wrong@" + addr + "/a.b": "joe"} {
		_, err := h.Get(t.Context(), request(u))
		e, ok := errors.AsType[*get.Error](err)
		if !ok || e.Kind != get.Auth || e.Answer == nil {
			t.Fatalf("%s: %v, want kind auth and a form", u, err)
		}
		form := e.Answer.Answer.(*get.Form)
		if !form.Clear || form.Fields[0].Default != user || form.Fields[1].Type != get.Password {
			t.Errorf("%s: form %+v", u, form)
		}
		next, err := form.Fill([]get.Value{{Name: "user", Value: "joe"}, {Name: "password", Value: "s3 cret"}})
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := gettest.Fetch(t, h, next); err != nil {
			t.Errorf("%s, filled in: %v", u, err)
		}
		for _, values := range [][]get.Value{{{Name: "nosuch", Value: "x"}}, {{Name: "user", Value: ""}}, {{Name: "user", Value: "joe\r\nPOST"}}, {{Name: "password", Value: "a\nb"}}} {
			if _, err := form.Fill(values); gettest.Kind(err) != "invalid" {
				t.Errorf("%s, filled in with %v: %v", u, values, err)
			}
		}
	}
	h = New(env((&newstest.Server{ReadOnly: true}).Start(t)))
	_, err := h.(get.Poster).Post(t.Context(), request("news:a.b"), strings.NewReader("From: j@h\nSubject: s\n\n"))
	if e, _ := errors.AsType[*get.Error](err); e.Kind != get.Auth || e.Answer != nil {
		t.Errorf("nobody may post: %v with %v", err, e.Answer)
	}
}
