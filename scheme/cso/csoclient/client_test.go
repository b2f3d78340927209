package csoclient

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"uriel.dev/get"
	"uriel.dev/get/gettest"
	"uriel.dev/policy"
	"uriel.dev/scheme"
	"uriel.dev/scheme/cso"
	"uriel.dev/uri"
)

func TestHandler(t *testing.T) {
	at := func(path string) func(string) string {
		return func(addr string) string { return "cso://" + addr + path }
	}
	gettest.Run(t, gettest.Subject{
		Schemes: cso.Schemes(),
		New:     New,
		Servers: []gettest.Server{
			{
				Name: "query", URI: at("/joe"), Start: "102:There were matches.\r\n", Payload: "-200:1:   name: Joe\r\n-200:2:   name: Joan\r\n", Huge: "-200:1:endless ", Lines: 2,
				Complete: func(sent string) bool { return strings.HasSuffix(sent, "quit\r\n") },
				Octets: func(addr, escape string) []string {
					return []string{"cso://" + addr + "/" + escape, "cso://" + addr + "/joe" + escape + "x"}
				},
			},
		},
	})
}

// serve starts a server that says the same to everybody who asks, and returns
// its address and what it was sent.
func serve(t *testing.T, says string) (addr string, sent <-chan string) {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ln.Close() })
	heard := make(chan string, 10)
	go func() {
		for {
			conn, err := ln.Accept()
			if err != nil {
				return
			}
			in, text := bufio.NewReader(conn), ""
			for !strings.HasSuffix(text, "quit\r\n") {
				line, err := in.ReadString('\n')
				if text += line; err != nil {
					break
				}
			}
			heard <- text
			io.WriteString(conn, says)
			conn.Close()
		}
	}()
	return ln.Addr().String(), heard
}

func env() get.Env {
	return get.Env{Policy: policy.CLI(scheme.NewTable(cso.Schemes(), nil)).AllowPrivate()}
}

func describe(t *testing.T, res *get.Response, err error) string {
	t.Helper()
	if err != nil {
		e, ok := errors.AsType[*get.Error](err)
		if !ok {
			t.Fatalf("error %v of type %T", err, err)
		}
		return fmt.Sprintf("error %s %q\n", e.Kind, e.Server)
	}
	defer res.Close()
	var b strings.Builder
	switch a := res.Answer.(type) {
	case *get.Form:
		for _, f := range a.Fields {
			fmt.Fprintf(&b, "field %s %q\n", f.Name, f.Label)
		}
	case *get.Listing:
		for e, err := range a.Entries {
			if err != nil {
				return b.String() + describe(t, nil, err)
			}
			fmt.Fprintf(&b, "%s %q %s\n", e.Kind, e.Name, e.URI)
		}
	}
	for _, n := range res.Notes {
		fmt.Fprintf(&b, "note %s\n", n)
	}
	return b.String()
}

func TestDialogues(t *testing.T) {
	const fields = "fields\r\nquit\r\n"
	for _, x := range []struct{ name, path, sent, says, want, why string }{
		{"fields", "/", fields, "-200:2:alias:max 32 Indexed Lookup Public Default\r\n-200:2:alias:Unique name.\r\n-200:3:name:max 64 Lookup Public Indexed\r\n-200:3:name:Full name.\r\n-200:4:phone:max 64 Lookup Public\r\n" +
			"-200:4:phone:Telephone, with area code\r\n-200:5:text:max 99 Public\r\n-200:5:text:Words.\r\n-200:6:office:max 9 Indexed Lookup\r\n200:Fields displayed.\r\n", `
field alias "Unique name"
field name "Full name"
field office "office"
field phone "Telephone, with area code"
`, "RFC 2378 2: properties of fields"},
		{"a server that does not say", "", fields, "514:Unknown command.\r\n", `
field name "Name"
note the server does not say in which fields it looks
`, "RFC 2378 4"},
		{"found", "/joe%20user", "query joe user\r\nquit\r\n", "102:There were 2 matches to your request.\r\n-200:1:          alias: j-user\r\n-200:1:           name: Joe User\r\n-200:1:          email: joe@example.org\r\n-200:1:        address: 1 Road\r\n" +
			"-200:1:               : Town: Land\r\n-508:2:          alias: Not present.\r\n-200:2:           name: Jo\xeb User\r\n-200:2:          email: none, sorry\r\n200:Ok.\r\n200:Bye!\r\n", `
person "Joe User" cso://ADDR/alias=j-user
info "  alias: j-user" 
info "  name: Joe User" 
mail "  email: joe@example.org" mailto:joe@example.org
info "  address: 1 Road" 
info "    Town: Land" 
person "Joë User" 
info "  name: Joë User" 
info "  email: none, sorry" 
`, "RFC 2378 4: entries by their number; a field that lacks is none"},
		{"an entry without a name", "/x", "query x\r\nquit\r\n", "-200:7:phone:1\r\n200:Ok.\r\n", `
person "entry 7" 
info "  phone: 1" 
`, "the number is all there is"},
		{"nothing found", "/x", "query x\r\nquit\r\n", "501:No matches to your query.\r\n200:Bye!\r\n", `
error not-found "No matches to your query."
`, "RFC 2378 4: 501"},
		{"too much found", "/x", "query x\r\nquit\r\n", "502:Too many entries to print.\r\n", `
error invalid "Too many entries to print."
`, "the query is to be another"},
		{"not now", "/x", "query x\r\nquit\r\n", "475:Database unavailable; try later.\r\n", `
error network "Database unavailable; try later."
`, "RFC 2378 4: 4xx"},
		{"it breaks off", "/x", "query x\r\nquit\r\n", "-200:1:name: Joe\r\n", `
error protocol ""
`, "the last line lacks"},
		{"another protocol", "/x", "query x\r\nquit\r\n", "220 mail.example ESMTP\r\n", `
error protocol ""
`, "no line of an answer"},
	} {
		t.Run(x.name, func(t *testing.T) {
			addr, sent := serve(t, x.says)
			res, err := New(env()).Get(t.Context(), &get.Request{URI: uri.MustParse("cso://" + addr + x.path)})
			want := strings.ReplaceAll(strings.TrimPrefix(x.want, "\n"), "ADDR", addr)
			if diff := cmp.Diff(want, describe(t, res, err)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", x.why, diff)
			}
			if got := <-sent; got != x.sent {
				t.Errorf("sent %q, want %q", got, x.sent)
			}
		})
	}
}

func TestFill(t *testing.T) {
	addr, _ := serve(t, "-200:3:name:Indexed Lookup\r\n-200:4:phone:Lookup\r\n200:Ok\r\n")
	res, err := New(env()).Get(t.Context(), &get.Request{URI: uri.MustParse("cso://" + addr)})
	if err != nil {
		t.Fatal(err)
	}
	form := res.Answer.(*get.Form)
	for _, x := range []struct {
		values []get.Value
		want   string // "" for an error
	}{
		{[]get.Value{{Name: "name", Value: "joe"}}, "/name=joe"},
		{[]get.Value{{Name: "name", Value: "joe user"}, {Name: "phone", Value: ""}}, "/name=%22joe%20user%22"},
		{[]get.Value{{Name: "name", Value: `j"o\e`}, {Name: "phone", Value: "1*"}}, "/name=%22j%5C%22o%5C%5Ce%22%20phone=1*"},
		{[]get.Value{{Name: "phone", Value: "a=b"}}, "/phone=%22a=b%22"},
		{[]get.Value{{Name: "name", Value: ""}}, ""},
		{nil, ""},
		{[]get.Value{{Name: "name", Value: "a\r\nquit"}}, ""},
		{[]get.Value{{Name: "age", Value: "1"}}, ""},
	} {
		filled, err := form.Fill(x.values)
		if x.want == "" {
			if e, ok := errors.AsType[*get.Error](err); !ok || e.Kind != get.Invalid {
				t.Errorf("%v: %v, %v; want an error of kind invalid", x.values, filled, err)
			}
			continue
		}
		if err != nil || filled.URI.String() != "cso://"+addr+x.want {
			t.Errorf("%v: %v, %v; want %s", x.values, filled, err, x.want)
		}
	}
}

func TestPlan(t *testing.T) {
	for u, want := range map[string]string{"cso://h": "fields\r\nquit\r\n", "cso://h/name=joe%20return%20all": "query name=joe return all\r\nquit\r\n"} {
		plan, err := New(env()).Plan(&get.Request{URI: uri.MustParse(u)})
		if diff := cmp.Diff(get.Plan{{Act: get.Connect, Text: "h:105"}, {Act: get.Send, Text: want}}, plan); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", u, err, diff)
		}
	}
	for u, kind := range map[string]get.Kind{"cso://h/a%0D%0Aquit": get.Denied, "cso://h:0/": get.Invalid, "cso:a": get.Invalid} {
		_, err := New(env()).Plan(&get.Request{URI: uri.MustParse(u)})
		if e, ok := errors.AsType[*get.Error](err); !ok || e.Kind != kind {
			t.Errorf("%s: %v, want an error of kind %s", u, err, kind)
		}
	}
}

// TestEntryWithoutEnd: what is held of one entry is bounded.
func TestEntryWithoutEnd(t *testing.T) {
	e := env()
	limits := e.Policy.Limits()
	limits.Header = 1 << 10
	e.Policy = e.Policy.WithLimits(limits)
	addr, _ := serve(t, strings.Repeat("-200:1:text: words\r\n", 1000))
	res, err := New(e).Get(t.Context(), &get.Request{URI: uri.MustParse("cso://" + addr + "/x")})
	if got := describe(t, res, err); got != "error limit \"\"\n" {
		t.Error(got)
	}
}

// FuzzLine: a line that is read is one of an answer, and what is written of it
// is in it.
func FuzzLine(f *testing.F) {
	for _, s := range []string{"200:Ok.", "-200:1:   name: Joe: User", "-508:2:x:y", "102:1", "-200:1:", ":", "-:", "99999:x", "-200:x:y:z"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		l, ok := parseLine(s)
		if !ok {
			return
		}
		if l.code < 0 || l.entry < 0 || !strings.Contains(s, l.field) || !strings.HasSuffix(s, l.text) || l.last != (s[0] != '-' && l.code >= 200) {
			t.Errorf("%q: %+v", s, l)
		}
	})
}
