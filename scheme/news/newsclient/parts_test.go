package newsclient

import (
	"io"
	"strings"
	"testing"

	"uriel.dev/get"
	"uriel.dev/get/gettest"
	"uriel.dev/scheme/news/newstest"
)

const ofParts = "Newsgroups: a.b\nSubject: x\nMessage-ID: <1@h>\nContent-Type: multipart/mixed; boundary=x\n\npreamble\n" +
	"--x\nContent-Type: multipart/alternative; boundary=y\n\n" +
	"--y\nContent-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\ncaf=E9\n" +
	"--y\nContent-Type: text/html\n\n<p>caf\n--y--\n" +
	"--x\nContent-Type: image/png; name=a.png\nContent-ID: <pic@h>\nContent-Transfer-Encoding: base64\n\nAAAA\n" +
	"--x\nContent-Type: ;;;\nContent-Disposition: attachment; filename=\"b.bin\"\nContent-Transfer-Encoding: base64\n\n%%%%\n" +
	"--x\n\nlast\n--x--\nepilogue\n"

// TestPart: each part has a URI of its own, which the article names and which
// gives what the part holds.
func TestPart(t *testing.T) {
	s := &newstest.Server{}
	s.AddGroup("a.b", "")
	if err := s.Add(ofParts); err != nil {
		t.Fatal(err)
	}
	addr := s.Start(t)
	h := New(env(addr))
	for _, x := range []struct{ part, media, name, body, kind string }{
		{"1", "text/plain; charset=iso-8859-1", "", "caf\xe9", "<nil>"},
		{"2", "text/html", "", "<p>caf", "<nil>"},
		{"3", "image/png; name=a.png", "a.png", "\x00\x00\x00", "<nil>"},
		{"4", "text/plain", "b.bin", "", "protocol"},
		{"5", "text/plain", "", "last", "<nil>"},
		{"6", "", "", "", "not-found"},
	} {
		for _, u := range []string{"news:1@h", "nntp://" + addr + "/a.b/1"} {
			res, body, err := gettest.Fetch(t, h, request(u+"?part="+x.part, "text/html", "*/*"))
			if gettest.Kind(err) != x.kind || body != x.body {
				t.Errorf("%s, part %s: %q, %v", u, x.part, body, err)
			}
			if x.media == "" {
				continue
			}
			o := res.Answer.(*get.Object)
			canonical := ""
			if strings.HasPrefix(u, "nntp") {
				canonical = "news:1@h?part=" + x.part
			}
			if o.MediaType != x.media || o.Name != x.name || res.Canonical.String() != canonical {
				t.Errorf("%s, part %s: %q called %q, canonical %s", u, x.part, o.MediaType, o.Name, res.Canonical)
			}
		}
	}
	_, body, err := gettest.Fetch(t, h, request("news:1@h"))
	want := "Newsgroups: a.b\nSubject: x\nMessage-ID: <1@h>\n\ncafé\n\n[attachment: a.png, image/png, 3 bytes, <news:1@h?part=3>]\n\n" +
		"[attachment: b.bin, text/plain, 0 bytes, damaged, <news:1@h?part=4>]\n\nlast\n"
	if body != want || err != nil {
		t.Errorf("%q, %v; want %q", body, err, want)
	}
	shown := presenter{req: request("news://joe:secret@h/1@h?part=3")}.whole()
	if shown.String() != "news://joe@h/1@h" {
		t.Errorf("parts are linked as those of %s", shown)
	}
}

// TestPartBreaksOff: a part of an article that breaks off is not taken for all.
func TestPartBreaksOff(t *testing.T) {
	const hi = "S: 200 hi\nC: MODE READER\nS: 200 reader\nC: ARTICLE <1@h>\nS: 220 0 <1@h>\n"
	for script, kind := range map[string]string{
		hi + "S: Subject: x\nS:\nS: half\nS.":                                                                                  "network",
		hi + "S: Content-Type: multipart/mixed; boundary=x\nS:\nS: --x\nS:\nS: half\nS.":                                       "network",
		hi + "S: Content-Type: multipart/mixed; boundary=x\nS:\nS: --x\nS: Content-Transfer-Encoding: base64\nS:\nS: aGFs\nS.": "network",
	} {
		res, err := New(env(newstest.Dialogue(t, script))).Get(t.Context(), request("news:1@h?part=1"))
		if err != nil {
			t.Fatal(err)
		}
		_, err = io.ReadAll(res.Answer.(*get.Object).Body)
		res.Close()
		if e := get.Fail(t.Context(), "read", res.URI, get.Network, err); err == nil || e.Kind.String() != kind {
			t.Errorf("%q: %v of kind %s, want %s", script, err, e.Kind, kind)
		}
	}
}
