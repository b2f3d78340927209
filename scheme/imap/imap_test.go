package imap

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"uriel.dev/scheme"
	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

func TestMeaning(t *testing.T) {
	schemetest.Meanings(t, Schemes(), map[string]string{
		"imap://h":                              "the IMAP server h, port 143",
		"imap://joe@h/INBOX":                    `the mailbox "INBOX" at h, port 143, as user "joe"`,
		"imap://h/a?ALL":                        `the messages of the mailbox "a" that are found by "ALL" at h, port 143`,
		"imap://h/a/;UID=1":                     `the message with the UID 1 of the mailbox "a" at h, port 143`,
		"imap://h/a/;UID=1/;SECTION=2":          `the section "2" of the message with the UID 1 of the mailbox "a" at h, port 143`,
		"imap://h/a/;UID=1/;PARTIAL=5":          `all behind byte 5 of the message with the UID 1 of the mailbox "a" at h, port 143`,
		"imap://h/a/;UID=1/;PARTIAL=5.6":        `6 bytes from byte 5 of the message with the UID 1 of the mailbox "a" at h, port 143`,
		"imap://h/%25;TYPE=LIST":                `the mailboxes whose name is like "%" at h, port 143`,
		"imap://u;AUTH=*@h/a?%0A":               "the messages of the mailbox \"a\" that are found by \"\\n\" at h, port 143, as user \"u\"",
		"imap://h/a/;UID=1;URLAUTH=u::s3cret99": `the message with the UID 1 of the mailbox "a" at h, port 143`,
	})
}

// TestSecrets: neither a password nor a token is in what a view or remark says.
func TestSecrets(t *testing.T) {
	for _, text := range []string{
		"imap://u:s3cret@h/a/;UID=1;URLAUTH=anonymous:INTERNAL:s3cret",
		"imap://u:s3cret;AUTH=x@h/a/;UID=1;URLAUTH=anonymous:%00:s3cret",
		"imap://h/a/;URLAUTH=anonymous:INTERNAL:s3cret/;UID=1",
	} {
		u := uri.MustParse(text)
		v, err := Parse(u)
		if err == nil {
			t.Fatalf("%s is not forbidden", text)
		}
		shown, _ := json.Marshal(v)
		said := string(shown) + v.Meaning() + err.Error()
		for _, r := range read(u).remarks {
			said += r.Text
		}
		for _, p := range v.Parts() {
			said += p.Label
		}
		if strings.Contains(said, "s3cret") {
			t.Errorf("%s is told: %s", text, said)
		}
		if !strings.HasPrefix(v.Token(), "s3cret") {
			t.Errorf("%s: token %q", text, v.Token())
		}
	}
}

// TestOffsets: remarks point to the bytes they are about.
func TestOffsets(t *testing.T) {
	for _, x := range []struct{ uri, at, why string }{
		{"imap://joe:pw;AUTH=a%20b@h/", ":pw %20", "the password, the space"},
		{"imap://;X@h/", "X", "what is no AUTH"},
		{"imap://;AUTH=@h/", "", "the mechanism that is missing"},
		{"imap://;AUTH=*@h/", ";AUTH=*", "the whole"},
		{"imap://h/%C3%BC%C3/", "%C3", "half a character"},
		{"imap://h/a/../b/%2E;X=1", ";X=1 ..", "the parameter; the dots, and not those before a parameter"},
		{"imap://h/a/;UID=x/;SECTION=1.%54EXT2", "x %54", "the number, the word"},
		{"imap://h/a;UID=1/;PARTIAL=0.x;EXPIRE=y;URLAUTH=z:w", ";UID= x y z ", "one after the other"},
		{"imap://h/a/;UID=1;URLAUTH=anonymous:a_b:x", "a_b x x", "the mechanism, the token twice"},
		{"imap://h/a?%61%7B1+%7D%0D%0A%0A%0A", "%0A", "what stands behind the literal"},
		{"imap://h/a?%22%5C%22%22%22x", "", "the end of the second quoted string"},
		{"imap://h?x", "?x", "the query with its mark"},
	} {
		var got []string
		for _, r := range read(uri.MustParse(x.uri)).remarks {
			got = append(got, x.uri[r.Offset:r.Offset+r.Length])
		}
		if strings.Join(got, " ") != x.at {
			t.Errorf("%s: remarks at %q, want %q: %s", x.uri, got, x.at, x.why)
		}
	}
}

func TestParts(t *testing.T) {
	schemetest.Parts(t, Schemes(), map[string]string{
		"imap://joe:pw;AUTH=X@h:99/a/b;uidvalidity=3/;UID=20/;SECTION=1.2/;PARTIAL=0.9;EXPIRE=t;URLAUTH=user+x:I:0?q": "user joe|password pw|AUTH X|host h|port 99|mailbox a/b|" +
			"UIDVALIDITY 3|UID 20|SECTION 1.2|PARTIAL 0.9|EXPIRE t|URLAUTH access user+x|URLAUTH mechanism I|URLAUTH token 0|search q",
	})
}

func TestURI(t *testing.T) {
	text := func(s string) *scheme.Octets { return new(scheme.Octets(s)) }
	h := scheme.Server{Host: "h"}
	for _, x := range []struct {
		view View
		want string
	}{
		{View{Server: h}, "imap://h/"},
		{View{Server: scheme.Server{Host: "h", Port: "99", User: text("j;:@=")}, Auth: text("X")}, "imap://j%3B%3A%40=;AUTH=X@h:99/"},
		{View{Server: h, Mailbox: text("/a b;c?")}, "imap://h/%2Fa%20b%3Bc%3F"},
		{View{Server: h, Mailbox: text("a/../b")}, "imap://h/a%2F..%2Fb"},
		{View{Server: h, Mailbox: text(".././/b/.")}, "imap://h/..%2F.%2F/b%2F."},
		{View{Server: h, Mailbox: text("..")}, "imap://h/%2E%2E"},
		{View{Server: h, Mailbox: text("a"), Search: text("SUBJECT \"x?\"")}, "imap://h/a?SUBJECT%20%22x%3F%22"},
		{View{Server: h, Mailbox: text("a/"), UIDValidity: new("3"), UID: new("1"), Section: text("1.TEXT"), Partial: &Partial{"0", new("9")}, Expire: text("2007-01-01T00:00:00+01:00"), URLAuth: &URLAuth{Access: "user+j:@"}},
			"imap://h/a/;UIDVALIDITY=3/;UID=1/;SECTION=1.TEXT/;PARTIAL=0.9;EXPIRE=2007-01-01T00:00:00+01:00;URLAUTH=user+j%3A%40"},
		{View{}, ""},
		{View{Server: scheme.Server{Host: "h", Password: true}}, ""},
		{View{Server: scheme.Server{Host: "h", User: text("")}}, ""},
		{View{Server: h, Auth: text("a b")}, ""},
		{View{Server: h, UID: new("1")}, ""},
		{View{Server: h, Search: text("ALL")}, ""},
		{View{Server: h, Mailbox: text("")}, ""},
		{View{Server: h, Mailbox: text("\xff")}, ""},
		{View{Server: h, Mailbox: text("a"), UID: new("1/;UID=2")}, ""},
		{View{Server: h, Mailbox: text("a"), UID: new("x")}, ""},
		{View{Server: h, Mailbox: text("a"), Section: text("1")}, ""},
		{View{Server: h, Mailbox: text("a"), Search: text("\n")}, ""},
		{View{Server: h, Mailbox: text("a"), ListType: text("LIST")}, ""},
		{View{Server: h, Mailbox: text("a"), UID: new("1"), URLAuth: &URLAuth{Access: "x"}}, ""},
	} {
		got, err := x.view.URI()
		if err == nil && got.String() != x.want || (err == nil) != (x.want != "") {
			t.Errorf("%+v: %q, %v; want %q", x.view, got, err, x.want)
		}
	}
}

func TestSection(t *testing.T) {
	for s, want := range map[string]int{
		"1": -1, "1.2.3": -1, "TEXT": -1, "header": -1, "1.MIME": -1, "HEADER.FIELDS (a)": -1, "1.HEADER.FIELDS.NOT (a b \"c d\")": -1,
		"": 0, "0": 0, "01": 0, "1.": 2, "1a": 1, "MIME": 0, "TEXTS": 0, "1.2.X": 4, "4294967296": 0, "HEADER.FIELDS": 0, "HEADER.FIELDS ": 14,
		"HEADER.FIELDS ()": 15, "HEADER.FIELDS (a": 16, "HEADER.FIELDS (a )": 17, "HEADER.FIELDS (a)x": 16, "HEADER.FIELDS (\"a)": 15, "HEADER.FIELDS (a\r\n)": 16,
	} {
		if got := notSection(s); got != want {
			t.Errorf("notSection(%q) is %d, want %d", s, got, want)
		}
	}
}

func TestDateTime(t *testing.T) {
	for s, want := range map[string]bool{
		"2007-11-30T23:59:59Z": true, "2007-11-30t23:59:59.123z": true, "1990-12-31T15:59:60-08:00": true, "1996-12-19T16:39:57+00:20": true,
		"": false, "2007-11-30": false, "2007-11-30T23:59:59": false, "2007-13-30T23:59:59Z": false, "2007-02-30T23:59:59Z": false, "2007-11-30 23:59:59Z": false,
		"2007-11-30T3:59:59.1Z": false, "2007-11-30T23:59:59,5Z": false, "2007-11-30T23:60:60Z": false, "2007-11-30T23:59:59Zx": false,
	} {
		if isDateTime(s) != want {
			t.Errorf("isDateTime(%q) is %v", s, !want)
		}
	}
}

func TestUTF7(t *testing.T) {
	for s, want := range map[string]string{
		"~peter/&ZeVnLIqe-/&U,BTFw-": "~peter/\u65e5\u672c\u8a9e/\u53f0\u5317", "&2D3eAA-": "\U0001F600", "a&-b&APw-": "a&b\u00fc",
		"": "", "a": "", "a&-b": "", "&": "", "&APw": "", "&x-": "", "&AGE-": "", "&2D0-": "", "&AP-": "", "&APy-": "",
	} {
		if got, ok := decodeUTF7(s); ok != (want != "") || ok && got != want {
			t.Errorf("decodeUTF7(%q) is %q, %v, want %q", s, got, ok, want)
		}
	}
}

// FuzzView: a view that no rule forbids is written as a URI of the same view, and
// but for dots with the same normal form; what is asked of the server is one
// line.
func FuzzView(f *testing.F) {
	table := scheme.NewTable(Schemes(), nil)
	seeds := []string{"imap://h/a//;UID=1", "imap://;AUTH=x@h:/%2e", "imap://h/%49nbox;%55IDVALIDITY=1", "imap://h/a/;UID=1/;SECTION=TEXT/", "imap://h/a?%7B0+%7D%0D%0A", "imap://h/;;;=;"}
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		v, err := Parse(u)
		if err != nil {
			return
		}
		w, err := v.URI()
		if err != nil {
			t.Fatalf("%q has a view, but no URI: %v", u, err)
		}
		back, err := Parse(w)
		if diff := cmp.Diff(v, back, cmpopts.IgnoreUnexported(View{}, scheme.Server{})); diff != "" || err != nil {
			t.Errorf("%q, written as %q, is read as another (%v; -first +second):\n%s", u, w, err, diff)
		}
		if v.URLAuth == nil && !hasDotSegment(u) && !hasDotSegment(w) {
			if rung, _ := table.Compare(u.WithoutFragment(), w); rung < uri.EqualScheme {
				t.Errorf("%q, written as %q, is not the same", u, w)
			}
		}
		if v.Section != nil && strings.ContainsAny(string(*v.Section), "\r\n\x00") {
			t.Errorf("%q asks for the section %q", u, *v.Section)
		}
	})
}
