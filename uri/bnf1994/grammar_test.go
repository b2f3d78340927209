package bnf1994

import (
	"slices"
	"strings"
	"testing"
)

// The productions of the draft's section 1.3, in its order.
var draftNames = strings.Fields(`
	prefixedurl url scheme httpaddress ftpaddress afsaddress newsaddress nntpaddress midaddress cidaddress mailtoaddress
	waisaddress waisindex waisdoc wpath groupart group article database wtype prosperoaddress prosperolink hsoname version
	attributes attribute telnetaddress gopheraddress login hostport host ftptype cellname hostname hostnumber port selector
	path segment search user password fragmentid gtype xalpha xalphas xpalpha xpalphas ialpha alpha digit safe extra
	reserved escape hex national punctuation digits alphanum alphanums void`)

// Words that the draft uses without a production, and productions for its prose.
var addedNames = strings.Fields(`
	space vline addr-spec content-identifier
	prose ftpprose typecode formcode mailtoprose gopherprose gopher+string rloginprose tn3270prose`)

// The productions of RFC 1738, section 5, in its order.
var laterNames = strings.Fields(`
	genericurl url otherurl scheme schemepart ip-schemepart login hostport host hostname domainlabel toplabel alphadigit
	hostnumber port user password urlpath ftpurl fpath fsegment ftptype fileurl httpurl hpath hsegment search gopherurl gtype
	selector gopher+_string mailtourl encoded822addr newsurl grouppart group article nntpurl telneturl waisurl waisdatabase
	waisindex waisdoc database wtype wpath prosperourl ppath psegment fieldspec fieldname fieldvalue lowalpha hialpha alpha
	digit safe extra national punctuation reserved hex escape unreserved uchar xchar digits`)

func TestNames(t *testing.T) {
	for _, test := range []struct {
		name    string
		grammar *grammar
		want    []string
	}{
		{"draft", draft(), slices.Concat(draftNames, addedNames)},
		{"RFC 1738", rfc1738(), laterNames},
	} {
		t.Run(test.name, func(t *testing.T) {
			if !slices.Equal(test.grammar.names, test.want) {
				t.Errorf("got  %s\nwant %s", test.grammar.names, test.want)
			}
		})
	}
}

// TestListing checks that the listings hold a line for each production.
func TestListing(t *testing.T) {
	for _, test := range []struct {
		text  string
		names []string
	}{{Grammar(), draftNames}, {Grammar1738(), laterNames}} {
		for _, name := range test.names {
			if !slices.ContainsFunc(strings.Split(test.text, "\n"), func(line string) bool {
				return strings.HasPrefix(line, name+" ") && strings.Contains(line, " = ")
			}) {
				t.Errorf("no production of %s in the listing", name)
			}
		}
	}
}

// TestDefined checks that every name in a production is that of one, and every
// name of the word lists too.
func TestDefined(t *testing.T) {
	for _, g := range []*grammar{draft(), rfc1738()} {
		seen := 0
		check := func(name, where string) {
			seen++
			if _, ok := g.productions[name]; !ok {
				t.Errorf("%s in %s is not defined", name, where)
			}
		}
		var walk func(e expr, where string)
		walk = func(e expr, where string) {
			if e.kind == ref {
				check(e.text, where)
			}
			for _, inner := range e.list {
				walk(inner, where)
			}
		}
		for name, e := range g.productions {
			walk(e, name)
		}
		for _, words := range []map[string]bool{g.isPlain, g.isReluctant} {
			for name := range words {
				check(name, "a list of words")
			}
		}
		if seen < 100 {
			t.Errorf("only %d names", seen)
		}
	}
}

// TestSchemes checks which production answers for which scheme.
func TestSchemes(t *testing.T) {
	wantDraft := map[string]string{"http": "httpaddress", "ftp": "ftpaddress", "news": "newsaddress", "nntp": "nntpaddress",
		"prospero": "prosperoaddress", "telnet": "telnetaddress", "gopher": "gopheraddress", "wais": "waisaddress",
		"mailto": "mailtoaddress", "mid": "midaddress", "cid": "cidaddress"}
	wantLater := map[string]string{"http": "httpurl", "ftp": "ftpurl", "news": "newsurl", "nntp": "nntpurl",
		"prospero": "prosperourl", "telnet": "telneturl", "gopher": "gopherurl", "wais": "waisurl", "mailto": "mailtourl",
		"file": "fileurl"}
	for _, test := range []struct{ got, want map[string]string }{{draft().schemes, wantDraft}, {rfc1738().schemes, wantLater}} {
		if len(test.got) != len(test.want) {
			t.Errorf("schemes %v, want %v", test.got, test.want)
		}
		for scheme, want := range test.want {
			if got := test.got[scheme]; got != want {
				t.Errorf("%s is %q, want %q", scheme, got, want)
			}
		}
	}
}

// The classes of the draft, section 1.3, and of RFC 1738, section 5.
var classTests = []struct {
	grammar func() *grammar
	prefix  string            // of a text in which a character is put into a path
	classes map[string]string // a class and its characters
	bare    string            // what may stand bare in a segment, beside letters and digits
}{
	{draft, "URL:http://h/", map[string]string{
		"safe": "$-_@.&+", "extra": `"'(), `, "reserved": "=;/#?:", "national": `{}|[]\^~`, "punctuation": "<>",
	}, `$-_@.&+"'(),`},
	{rfc1738, "URL:http://h/", map[string]string{
		"safe": "$-_.+", "extra": "!*'(),", "reserved": ";/?:@=&", "national": "{}|\\^~[]`", "punctuation": `<>#%"`,
	}, "$-_.+!*'(),;:@&="},
}

// TestClasses puts every character of US-ASCII into a segment of a path: it is
// in the class that the standard prints, and stands bare as the class says.
func TestClasses(t *testing.T) {
	for _, test := range classTests {
		for c := range byte(0x80) {
			want := ""
			switch {
			case 'a' <= c|0x20 && c|0x20 <= 'z':
				want = "alpha"
			case '0' <= c && c <= '9':
				want = "digit"
			}
			for class, chars := range test.classes {
				if strings.IndexByte(chars, c) >= 0 {
					want = class
				}
			}
			if got := test.grammar().classOf(c); got != want {
				t.Errorf("%q is %q, want %q", c, got, want)
			}
			if c == '/' || c == '?' {
				continue // they begin another segment, or a search
			}
			checkBare(t, test.grammar, test.prefix+"a", c, want, want == "alpha" || want == "digit" || strings.IndexByte(test.bare, c) >= 0)
		}
	}
}

func checkBare(t *testing.T, g func() *grammar, before string, c byte, class string, isBare bool) {
	t.Helper()
	parse := Parse
	if g() == rfc1738() {
		parse = Parse1738
	}
	v := parse(before + string(rune(c)) + "bc")
	if c == '%' {
		isBare = true // "%bc" is an escape
	}
	switch {
	case v.Valid != isBare:
		t.Errorf("%q: valid is %v, want %v", v.Input, v.Valid, isBare)
	case !v.Valid && (v.Error.Offset != len(before) || v.Error.Class != class):
		t.Errorf("%q: error %+v, want class %q at byte %d", v.Input, *v.Error, class, len(before))
	}
}

func TestNotation(t *testing.T) {
	for _, text := range []string{"a = [ b", "a = b ]", "a = ( b"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%q is read", text)
				}
			}()
			readProductions(text)
		}()
	}
	names, productions := readProductions("; comment\na = \";\" <\"> ; comment\n    | *[ b ] 1*c\nb = \"\"\n")
	if !slices.Equal(names, []string{"a", "b"}) {
		t.Errorf("names %q", names)
	}
	a := productions["a"]
	if a.kind != alt || len(a.list) != 2 || a.list[0].list[0].text != ";" || a.list[0].list[1].text != `"` || a.list[1].list[0].kind != many {
		t.Errorf("a is %+v", a)
	}
}
