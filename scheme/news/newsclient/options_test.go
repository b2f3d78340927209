package newsclient

import (
	"strings"
	"testing"

	"uriel.dev/get"
	"uriel.dev/get/gettest"
	"uriel.dev/scheme/news/newstest"
)

// TestOptionsOfEnv: spool and archive that are configured hold for requests that
// say nothing of them.
func TestOptionsOfEnv(t *testing.T) {
	s := &newstest.Server{}
	e := env(s.Start(t))
	e.Options = map[string]string{OptionSpool: spoolOf(t, received), OptionArchive: "https://archive.example/{message_id}"}
	h := New(e)
	res, _, err := gettest.Fetch(t, h, request("news:7@h"))
	if err != nil {
		t.Fatal(err)
	}
	if o := res.Answer.(*get.Object); !o.Rendered {
		t.Error("it is not said that the article was made a text of here")
	}
	other := request("news:gone@h")
	if _, err := h.Get(t.Context(), other); gettest.Kind(err) != "not-found" || !strings.Contains(err.Error(), "<https://archive.example/gone%40h>") {
		t.Errorf("%v", err)
	}
	other.Options = map[string]string{OptionArchive: "https://other.example/{message_id}"}
	if _, err := h.Get(t.Context(), other); err == nil || !strings.Contains(err.Error(), "<https://other.example/gone%40h>") {
		t.Errorf("%v", err)
	}
	e.Options[OptionSpool] = "relative"
	if _, err := New(e).Get(t.Context(), request("news:gone@h")); gettest.Kind(err) != "invalid" || !strings.Contains(err.Error(), `news-spool "relative"`) {
		t.Errorf("%v", err)
	}
}
