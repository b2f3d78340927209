package msgid

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"uriel.dev/scheme"
	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

func TestMeaning(t *testing.T) {
	schemetest.Meanings(t, Schemes(), map[string]string{
		"mid:a@h":     `the message with the Message-ID "a@h"`,
		"mid:a@h/b@h": `the part with the Content-ID "b@h" of the message with the Message-ID "a@h"`,
		"cid:%0A@h":   `the part with the Content-ID "\n@h" of the message that refers to it`,
		"mid://h":     "no message",
	})
}

func TestOffsets(t *testing.T) {
	for _, x := range []struct{ uri, at, why string }{
		{"mid:a%2Eb@h%25%2E%2Ec", "%2E", "the second dot"},
		{"mid:%3Ca..b@h%3E", "%3Ca..b@h%3E .", "the brackets, then what is in them"},
		{"mid:a@h/b%40c@d", "@", "the second @"},
		{"mid:%C3%BC@h%40", "%40", "behind a character of two octets"},
		{"cid:%22a", "", "something is missing at the end"},
		{"cid:a/b/c@h", "/", "the first slash only"},
		{"mid:a@h?b", "?b", "the query with its mark"},
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

func TestURI(t *testing.T) {
	id := func(s string) *scheme.Octets { return new(scheme.Octets(s)) }
	for _, x := range []struct {
		view View
		want string
	}{
		{View{MessageID: id("a/b?c#d%e@h")}, "mid:a%2Fb%3Fc%23d%25e@h"},
		{View{ContentID: id("a@[1.2.3.4]")}, "cid:a@%5B1.2.3.4%5D"},
		{View{MessageID: id(`"a@b c"@h`), ContentID: id("\u00fc@h")}, "mid:%22a%40b%20c%22@h/%C3%BC@h"},
		{View{}, ""},
		{View{MessageID: id("")}, ""},
		{View{MessageID: id("a@h"), ContentID: id("b")}, ""},
		{View{ContentID: id("<a@h>")}, ""},
	} {
		got, err := x.view.URI()
		if got.String() != x.want || (err == nil) != (x.want != "") {
			t.Errorf("%+v: %q, %v; want %q", x.view, got, err, x.want)
		}
	}
}

// FuzzView: a view that no rule forbids is written as a URI of the same view, and
// that is the normal form.
func FuzzView(f *testing.F) {
	table := scheme.NewTable(Schemes(), nil)
	seeds := []string{"mid:%22%5C%0A%22@h", "mid:a@b//c@d", "cid:%3C%3E", "mid:%3c%3e/%3C@%3E", "cid:a@[", "mid:%F0%9F%98%80@h#f"}
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		v, err := Parse(u)
		w, buildErr := v.URI()
		switch {
		case err == nil && buildErr != nil:
			t.Errorf("%q has a view, but no URI: %v", u, buildErr)
		case err == nil && table.Normalize(u.WithoutFragment()) != w:
			t.Errorf("the normal form of %q is not that of its view, %q", u, w)
		}
		if buildErr != nil {
			return
		}
		back, err := Parse(w)
		if diff := cmp.Diff(v, back, cmpopts.IgnoreUnexported(View{})); diff != "" || err != nil {
			t.Errorf("%q, written as %q, is read as another (%v; -first +second):\n%s", u, w, err, diff)
		}
	})
}

func TestSplit(t *testing.T) {
	long := strings.Repeat("a", maxCore-2)
	for _, x := range []struct {
		text              string
		msgID, core, addr int // where the fault is; -1 if there is none
		why               string
	}{
		{"a@h", -1, -1, -1, "dot-atom-text on both sides"},
		{"a.b!#$%&'*+-/=?^_`{|}~@h.example", -1, -1, -1, "RFC 5322 3.2.3: atext"},
		{"a@[]", -1, -1, -1, "RFC 5322 3.6.4: no-fold-literal may be empty"},
		{"a@[b:<\"@(,;]", -1, -1, -1, "RFC 5536 3.1.3: mdtext"},
		{"a@[>]", -1, 3, -1, "RFC 5536 3.1.3: no > in mdtext"},
		{"a@[[]", 3, 3, 3, "no bracket in dtext"},
		{"a@[\\]]", 3, 3, 3, "no backslash in dtext"},
		{"a@[ ]", 3, 3, 3, "no white space"},
		{"a@[x", 4, 4, 4, "no bracket at the end"},
		{"a@[x]y", 5, 5, 5, "something behind the literal"},
		{`"a"@h`, -1, 0, -1, "quoted-string"},
		{`""@h`, -1, 0, -1, "an empty quoted-string"},
		{`"a b"@h`, -1, 0, 2, "RFC 6068 2: no white space"},
		{`"a\ b\"\\c"@h`, -1, 0, -1, "RFC 6068 6.2: quoted-pairs"},
		{"\"a\\\tb\"@h", -1, 0, -1, "a tab in a quoted-pair"},
		{"\"\\\n\"@h", 2, 0, 2, "RFC 5322 4.1: obs-qp"},
		{"\"\\\u00fc\"@h", -1, 0, -1, "RFC 6532 3.2: VCHAR"},
		{"\"\\\xff\"@h", 2, 0, 2, "no UTF-8"},
		{`"a`, 2, 0, 2, "no quotation mark at the end"},
		{`"a\`, 3, 0, 3, "nothing behind the backslash"},
		{`"a".b@h`, -1, 0, 3, "obs-local-part"},
		{`b."a"@h`, -1, 2, 2, "obs-local-part"},
		{`"a"b@h`, 3, 0, 3, "a quoted-string is a word"},
		{"\u00fc@h\u00fc.example", -1, 0, -1, "RFC 6532"},
		{"a@\xfc", 2, 2, 2, "no UTF-8"},
		{"a\x00@h", 1, 1, 1, "a NUL"},
		{"\x00@h", 0, 0, 0, "a NUL"},
		{"a@h\x7f", 3, 3, 3, "DEL"},
		{"a@b@c", 3, 3, 3, "two @"},
		{"a@b c", 3, 3, 3, "white space"},
		{"", 0, 0, 0, "nothing"},
		{"a", 1, 1, 1, "no @"},
		{"@h", 0, 0, 0, "no left side"},
		{"a@", 2, 2, 2, "no right side"},
		{"a@.", 2, 2, 2, "a dot alone"},
		{".a@h", 0, 0, 0, "a dot at the start"},
		{"a.@h", 2, 2, 2, "a dot at the end"},
		{"a..b@h", 2, 2, 2, "two dots"},
		{"a@h.", 4, 4, 4, "a dot at the end"},
		{"a@h..i", 4, 4, 4, "two dots"},
		{long + "@h", -1, -1, -1, "248 octets"},
		{long + "@hh", -1, maxCore, -1, "249 octets"},
	} {
		for name, p := range map[string]struct {
			split func(string) (string, string, *Fault)
			want  int
		}{"msg-id": {SplitMsgID, x.msgID}, "msg-id-core": {SplitMsgIDCore, x.core}, "addr-spec": {SplitAddrSpec, x.addr}} {
			left, right, fault := p.split(x.text)
			switch {
			case fault == nil && (p.want >= 0 || left+"@"+right != x.text):
				t.Errorf("%s: %q is split in %q and %q, want a fault at %d: %s", name, x.text, left, right, p.want, x.why)
			case fault != nil && (fault.Offset != p.want || fault.Reason == "" || left+right != ""):
				t.Errorf("%s: %q has the fault %+v, want one at %d: %s", name, x.text, *fault, p.want, x.why)
			}
		}
	}
}

// FuzzSplit: a fault lies in the text, and points to the same octet however the
// text is encoded; what Netnews allows is allowed everywhere.
func FuzzSplit(f *testing.F) {
	for _, s := range []string{"a@h", `"a\ b".c@[d]`, "\u00fc@\xff", "a..@", `"`, "\x00"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		_, _, core := SplitMsgIDCore(text)
		_, _, id := SplitMsgID(text)
		_, _, addr := SplitAddrSpec(text)
		if core == nil && (id != nil || addr != nil) || addr == nil && id != nil {
			t.Errorf("%q: faults %v, %v, %v", text, core, id, addr)
		}
		raw := pct.Encode(text, pct.Unreserved)
		for _, fault := range []*Fault{core, id, addr} {
			if fault == nil {
				continue
			}
			if start, end := fault.In(raw); fault.Offset > len(text) || pct.Decode(raw[:start]) != text[:fault.Offset] || pct.Decode(raw[start:end]) != text[fault.Offset:min(fault.Offset+1, len(text))] {
				t.Errorf("%q, written %q: fault %+v lies at %d to %d", text, raw, *fault, start, end)
			}
		}
	})
}
