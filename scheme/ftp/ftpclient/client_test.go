package ftpclient

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"uriel.dev/get"
	"uriel.dev/get/gettest"
	"uriel.dev/policy"
	"uriel.dev/scheme"
	"uriel.dev/scheme/ftp"
	"uriel.dev/scheme/ftp/ftptest"
	"uriel.dev/uri"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func env() get.Env {
	return get.Env{Policy: policy.CLI(scheme.NewTable(ftp.Schemes(), nil)).AllowPrivate()}
}

// client returns a handler that ends with the test. Its clock stands still.
func client(t testing.TB, e get.Env) *handler {
	h := newHandler(e)
	h.now = func() time.Time { return time.Date(2026, 7, 20, 12, 0, 0, 0, time.UTC) }
	t.Cleanup(func() { h.Close() })
	return h
}

// describe says all of an answer or error in lines.
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
	case *get.Object:
		body, err := io.ReadAll(a.Body)
		fmt.Fprintf(&b, "object %s %q %d", a.MediaType, a.Name, a.Length)
		if !a.Modified.IsZero() {
			fmt.Fprintf(&b, " %s", a.Modified.Format(time.RFC3339))
		}
		if a.Offset > 0 {
			fmt.Fprintf(&b, " from %d", a.Offset)
		}
		fmt.Fprintf(&b, "\n%q\n", body)
		if err != nil {
			b.WriteString(describe(t, nil, err))
		}
	case *get.Listing:
		for e, err := range a.Entries {
			if err != nil {
				b.WriteString(describe(t, nil, err))
				continue
			}
			fmt.Fprintf(&b, "%s %q %d %s\n", e.Kind, e.Name, e.Size, e.URI)
		}
	case *get.Locations:
		fmt.Fprintf(&b, "location %s (%s)\n", a.List[0].URI, a.List[0].Note)
	}
	for _, n := range res.Notes {
		fmt.Fprintf(&b, "note %s\n", n)
	}
	return b.String()
}

// sends returns the commands of a plan.
func sends(plan get.Plan) (out []string) {
	for _, step := range plan {
		if step.Act == get.Send {
			out = append(out, strings.TrimSuffix(step.Text, "\r\n"))
		}
	}
	return out
}

var tree = map[string]string{
	"/etc/motd": "be kind\n", "/home/joe/a/b/c.txt": "text\n", "/home/joe/a/b/blank name": "b", "/home/joe/a;b": "s", "/home/joe/x": "x\ny\n", "/home/joe/x?y": "q",
	"/home/joe/caf\xe9": "l", "/home/joe/é/ü": "u", "/home/joe/100%": "p", "/home/joe/\xff\xfe": "i", "/a/b": "abs", "/home/joe/empty/": "", "/home/joe/nothing": "",
}

// TestCommands: the exact commands for each form of a path and each type, and
// that they are what the plan says.
func TestCommands(t *testing.T) {
	const in, file, list = "USER anonymous|PASS uriel@|", "|TYPE I|SIZE %s|MDTM %[1]s|EPSV|RETR %[1]s", "|EPSV|MLSD"
	get1 := func(before, name string) string {
		return strings.TrimSuffix(in+before, "|") + fmt.Sprintf(file, name)
	}
	for _, x := range []struct{ path, option, want, body, why string }{
		{"/x", "", get1("", "x"), "x\ny\n", "RFC 1738 3.2.2"},
		{"/a/b/c.txt", "", get1("PWD|CWD a|CWD b|", "c.txt"), "text\n", "a CWD for each segment"},
		{"/a/b/blank%20name", "", get1("PWD|CWD a|CWD b|", "blank name"), "b", "decoded"},
		{"/%2Fetc/motd", "", get1("PWD|CWD /etc|", "motd"), "be kind\n", "from the root"},
		{"/%2Fetc%2Fmotd", "", get1("", "/etc/motd"), "be kind\n", "an encoded slash is part of a name"},
		{"/a%2Fb/c.txt", "", get1("PWD|CWD a/b|", "c.txt"), "text\n", "an encoded slash is part of a name"},
		{"/a//b/c.txt", "", get1("PWD|CWD a|CWD |CWD b|", "c.txt"), "text\n", "an empty segment is a null argument"},
		{"//a/b/c.txt", "", get1("PWD|CWD |CWD a|CWD b|", "c.txt"), "text\n", "and no root"},
		{"/a;b", "", get1("", "a;b"), "s", "a semicolon without a type"},
		{"/x?y", "", get1("", "x?y"), "q", "a question mark is part of the path"},
		{"/100%25", "", get1("", "100%"), "p", "decoded once"},
		{"/caf%E9", "", get1("", "caf\xe9"), "l", "octets that are not UTF-8 go as they are"},
		{"/%FF%FE", "", get1("", "\xff\xfe"), "i", "RFC 959 2.3: 255 is doubled on the wire"},
		{"/%C3%A9/%C3%BC", "", "USER anonymous|PASS uriel@|FEAT|OPTS UTF8 ON|PWD|CWD é|TYPE I|SIZE ü|MDTM ü|EPSV|RETR ü", "u", "RFC 2640: the server has to know"},
		{"/x;type=a", "", in + "TYPE A|MDTM x|EPSV|RETR x", "x\r\ny\r\n", "as text"},
		{"/x;type=A", "", in + "TYPE A|MDTM x|EPSV|RETR x", "x\r\ny\r\n", "in any case"},
		{"/x;TYPE=i", "", get1("", "x"), "x\ny\n", "in any case"},
		{"/a/b;type=d", "", in + "FEAT|OPTS UTF8 ON|PWD|CWD a" + list + " b", "blank name|c.txt", "exactly that directory"},
		{"/a/b/", "", in + "FEAT|OPTS UTF8 ON|PWD|CWD a|CWD b" + list, "blank name|c.txt", "no name is the directory"},
		{"/a/b/;type=i", "", in + "FEAT|OPTS UTF8 ON|PWD|CWD a|CWD b" + list, "blank name|c.txt", "whatever the type"},
		{"", "", in + "FEAT|OPTS UTF8 ON" + list, "100%|a|a;b|caf\xe9|empty|nothing|x|x?y|é|\xff\xfe", "the directory of the login"},
		{"/", "", in + "FEAT|OPTS UTF8 ON" + list, "100%|a|a;b|caf\xe9|empty|nothing|x|x?y|é|\xff\xfe", "the directory of the login"},
		{"/%2F", "", in + "FEAT|OPTS UTF8 ON" + list + " /", "a|etc|home", "the root of the server"},
		{"/%2Fetc/", "", in + "FEAT|OPTS UTF8 ON|PWD|CWD /etc" + list, "motd", "below the root"},
		{"/a/./b/../b/c.txt", "", get1("PWD|CWD a|CWD .|CWD b|CWD ..|CWD b|", "c.txt"), "text\n", "dot segments are names to RFC 1738; whoever resolves the URI removes them"},
		{"/a/b/c.txt", "ftp-method=multicwd", get1("PWD|CWD a|CWD b|", "c.txt"), "text\n", ""},
		{"/a/b/c.txt", "ftp-method=singlecwd", get1("PWD|CWD a/b|", "c.txt"), "text\n", "one CWD"},
		{"/a/b/c.txt", "ftp-method=nocwd", get1("", "a/b/c.txt"), "text\n", "none"},
		{"//etc/motd", "ftp-method=singlecwd", get1("PWD|CWD /etc|", "motd"), "be kind\n", "an empty first segment is the root"},
		{"//etc/motd", "ftp-method=nocwd", get1("", "/etc/motd"), "be kind\n", "an empty first segment is the root"},
		{"/%2Fetc/motd", "ftp-method=nocwd", get1("", "/etc/motd"), "be kind\n", "one slash, not two"},
		{"//etc/", "ftp-method=nocwd", in + "FEAT|OPTS UTF8 ON" + list + " /etc", "motd", "curl's LIST /etc"},
		{"/%2F/", "ftp-method=nocwd", in + "FEAT|OPTS UTF8 ON" + list + " /", "a|etc|home", "not //"},
		{"/a/b/", "ftp-method=singlecwd", in + "FEAT|OPTS UTF8 ON|PWD|CWD a/b" + list, "blank name|c.txt", ""},
		{"/a/b;type=d", "ftp-method=singlecwd", in + "FEAT|OPTS UTF8 ON|PWD|CWD a/b" + list, "blank name|c.txt", ""},
		{"/a/b;type=d", "ftp-method=nocwd", in + "FEAT|OPTS UTF8 ON" + list + " a/b", "blank name|c.txt", ""},
		{"/a/b/c.txt", "ftp-type=auto", in + "PWD|CWD a|CWD b|TYPE A|MDTM c.txt|EPSV|RETR c.txt", "text\r\n", "by the name"},
		{"/x", "ftp-type=auto", get1("", "x"), "x\ny\n", "by the name"},
		{"/x", "ftp-email=me@h.example", "USER anonymous|PASS me@h.example" + fmt.Sprintf(file, "x"), "x\ny\n", "RFC 1635"},
		{"/nothing", "", get1("", "nothing"), "", "an empty file"},
		{"/empty/", "", in + "FEAT|OPTS UTF8 ON|PWD|CWD empty" + list, "", "an empty directory"},
	} {
		t.Run(x.path+" "+x.option, func(t *testing.T) {
			s := ftptest.Serve(t, ftptest.Config{Files: tree, Home: "/home/joe"})
			req := &get.Request{URI: s.URI(x.path)}
			if key, value, ok := strings.Cut(x.option, "="); ok {
				req.Options = map[string]string{key: value}
			}
			h := client(t, env())
			res, err := h.Get(t.Context(), req)
			if err != nil {
				t.Fatal(err)
			}
			defer res.Close()
			if got := content(t, res); got != x.body {
				t.Errorf("got %q, want %q", got, x.body)
			}
			sent := s.Sessions()
			if got := strings.Join(sent[0], "|"); len(sent) != 1 || got != x.want {
				t.Errorf("sent %q,\nwant %q (%s)", got, x.want, x.why)
			}
			plan, err := h.Plan(req)
			planned := strings.Join(sends(plan), "|")
			if said := strings.ReplaceAll(x.want, "OPTS UTF8 ON|", ""); err != nil || planned != said {
				t.Errorf("the plan sends %q, %v; want %q", planned, err, said)
			}
		})
	}
}

// content is the body of an object, or the names of a listing.
func content(t *testing.T, res *get.Response) string {
	t.Helper()
	switch a := res.Answer.(type) {
	case *get.Object:
		body, err := io.ReadAll(a.Body)
		if err != nil {
			t.Error(err)
		}
		return string(body)
	case *get.Listing:
		var names []string
		for e, err := range a.Entries {
			if err != nil {
				t.Error(err)
			}
			names = append(names, e.Name)
		}
		return strings.Join(names, "|")
	}
	return fmt.Sprintf("%T", res.Answer)
}

// TestEntries: what a list leads to can be got by its URI, whatever it is called.
func TestEntries(t *testing.T) {
	for _, without := range [][]string{nil, {"MLSD"}, {"MLSD", "LIST"}} {
		s := ftptest.Serve(t, ftptest.Config{Files: tree, Home: "/home/joe", Without: without})
		h := client(t, env())
		var walk func(u uri.URI) int
		walk = func(u uri.URI) (files int) {
			res, err := h.Get(t.Context(), &get.Request{URI: u})
			if err != nil {
				t.Fatalf("%s: %v", u, err)
			}
			defer res.Close()
			switch a := res.Answer.(type) {
			case *get.Listing:
				var entries []get.Entry
				for e, err := range a.Entries {
					if err != nil {
						t.Fatal(err)
					}
					entries = append(entries, e)
				}
				for _, e := range entries {
					files += walk(e.URI)
				}
			case *get.Locations:
				files += walk(a.List[0].URI)
			case *get.Object:
				body, err := io.ReadAll(a.Body)
				if want := tree["/home/joe/"+strings.TrimPrefix(pathOf(u), "/")]; err != nil || string(body) != want {
					t.Errorf("%s: %q, %v; want %q", u, body, err, want)
				}
				files++
			}
			return files
		}
		if n := walk(s.URI("/")); n != 10 {
			t.Errorf("without %s: %d files", without, n)
		}
		if n := len(s.Sessions()); n != 1 {
			t.Errorf("without %s: %d connections", without, n)
		}
	}
}

// TestSameNames: what a directory holds is the same by all ways of asking, and
// with a type of d it is exactly that directory.
func TestSameNames(t *testing.T) {
	for _, without := range []string{"", "MLSD", "MLSD LIST", "MLSD LIST EPSV PWD FEAT"} {
		s := ftptest.Serve(t, ftptest.Config{Files: tree, Home: "/home/joe", Without: strings.Fields(without)})
		for _, path := range []string{"/a/b;type=d", "/a/b/"} {
			res, err := client(t, env()).Get(t.Context(), &get.Request{URI: s.URI(path)})
			if err != nil {
				t.Fatal(err)
			}
			if got := content(t, res); got != "blank name|c.txt" {
				t.Errorf("%s without %q: %q", path, without, got)
			}
			res.Close()
		}
	}
}

// TestStreamMode: no mode is ever set, since the first one is the stream, and
// nobody asks for the directory above (draft-ietf-uri-url-03, section 1.2.1).
func TestStreamMode(t *testing.T) {
	s := ftptest.Serve(t, ftptest.Config{Files: tree, Home: "/home/joe"})
	h := client(t, env())
	commands := 0
	for _, path := range []string{"/x", "/x;type=a", "/a/b/", "/a/b/c.txt", "/a/", "/none"} {
		res, err := h.Get(t.Context(), &get.Request{URI: s.URI(path)})
		if err == nil {
			content(t, res)
			res.Close()
		}
	}
	for _, session := range s.Sessions() {
		for _, line := range session {
			commands++
			if verb, _, _ := strings.Cut(line, " "); verb == "MODE" || verb == "STRU" || verb == "CDUP" {
				t.Errorf("sent %q", line)
			}
		}
	}
	if commands < 20 {
		t.Errorf("saw %d commands", commands)
	}
}

// pathOf is the path that an entry of the tree leads to.
func pathOf(u uri.URI) string {
	v, _ := ftp.Parse(u)
	var names []string
	for _, cwd := range v.CWD {
		names = append(names, string(cwd))
	}
	return strings.Join(append(names, string(v.Name)), "/")
}

// Nobody listens at the hosts of these URIs.
func TestRefused(t *testing.T) {
	for _, x := range []struct{ uri, option, want, why string }{
		{"ftp://h/a%0D%0ADELE%20b", "", "denied", "it would be a second command"},
		{"ftp://h/a%0d%0a/b", "", "denied", "in a CWD"},
		{"ftp://h/a?%0A", "", "denied", "the query is part of the path"},
		{"ftp://h/hej%01ha", "", "denied", "any control character"},
		{"ftp://h/a%00", "", "denied", "NUL"},
		{"ftp://h/a%7F", "", "denied", "DEL"},
		{"ftp://bad%0auser@h/a", "", "denied", "in the login"},
		{"ftp://u:p%0D%0AQUIT@h/a", "", "denied", "in the password"},
		{"ftp://h/a;type=%0D", "", "denied", "in the type"},
		{"ftps://h/a%0A", "", "denied", "over TLS, too"},
		{"ftp:a", "", "invalid", "no host"},
		{"ftp://h:0/a", "", "invalid", "no port"},
		{"ftp://h:65536/a", "", "invalid", "no port"},
		{"ftp://h/a;type=x", "", "invalid", "no type"},
		{"ftp://h/a;type=l8", "", "unsupported", "a type that servers of today do not know"},
		{"ftp://h/a", "ftp-method=twocwd", "invalid", "an option"},
		{"ftp://h/a", "ftp-ssl=maybe", "invalid", "an option"},
		{"ftp://h/a", "ftp-type=guess", "invalid", "an option"},
		{"ftp://h/a", "ftp-email=me@h\r\nDELE a", "invalid", "an option"},
		{"ftp://h/a", "ftp-account=a\nb", "invalid", "an option"},
		{"ftp://h/a", "append=perhaps", "invalid", "an option"},
	} {
		req := &get.Request{URI: uri.MustParse(x.uri)}
		if key, value, ok := strings.Cut(x.option, "="); ok {
			req.Options = map[string]string{key: value}
		}
		e := env()
		e.Policy = policy.Policy{} // dials nobody
		h := client(t, e)
		_, err := h.Get(t.Context(), req)
		_, perr := h.Plan(req)
		_, puterr := h.PlanPut(req)
		for _, err := range []error{err, perr, puterr} {
			if gettest.Kind(err) != x.want {
				t.Errorf("%s %s: %v (%s), want %s (%s)", x.uri, x.option, err, gettest.Kind(err), x.want, x.why)
			}
		}
	}
	for _, req := range []*get.Request{
		{URI: uri.MustParse("ftp://h/a"), User: "joe\r\nDELE a", Password: "p"},
		{URI: uri.MustParse("ftp://h/a"), User: "joe", Password: "p\nDELE a"},
	} {
		if _, err := client(t, env()).Get(t.Context(), req); gettest.Kind(err) != "invalid" || strings.Contains(err.Error(), "DELE") {
			t.Errorf("user %q, password %q: %v", req.User, req.Password, err)
		}
	}
}

// TestReuse: one connection serves what follows, and each path counts from the
// directory of the login. Where the way back is not known there is a new
// connection, as draft-ietf-uri-url-03, section 1.2.1, wants it.
func TestReuse(t *testing.T) {
	const one = "PWD|CWD a|CWD b|TYPE I|SIZE c.txt|MDTM c.txt|EPSV|RETR c.txt"
	for _, x := range []struct {
		name  string
		conf  ftptest.Config
		paths string
		want  string // commands behind the login, by connection
	}{
		{"one directory", ftptest.Config{}, "/a/b/c.txt /a/b/blank%20name",
			one + "|SIZE blank name|MDTM blank name|EPSV|RETR blank name"},
		{"deeper", ftptest.Config{}, "/a;type=d /a/b/c.txt",
			"FEAT|OPTS UTF8 ON|EPSV|MLSD a|" + one},
		{"back home", ftptest.Config{}, "/a/b/c.txt /x",
			one + "|CWD /home/joe|SIZE x|MDTM x|EPSV|RETR x"},
		{"to a brother", ftptest.Config{}, "/a/b/c.txt /a;b /%2Fetc/motd",
			one + "|CWD /home/joe|SIZE a;b|MDTM a;b|EPSV|RETR a;b|CWD /etc|SIZE motd|MDTM motd|EPSV|RETR motd"},
		{"by another method", ftptest.Config{}, "/a/b/c.txt singlecwd:/a/b/c.txt",
			one + "|CWD /home/joe|CWD a/b|SIZE c.txt|MDTM c.txt|EPSV|RETR c.txt"},
		{"another type", ftptest.Config{}, "/x /x;type=a /x",
			"TYPE I|SIZE x|MDTM x|EPSV|RETR x|TYPE A|MDTM x|EPSV|RETR x|TYPE I|SIZE x|MDTM x|EPSV|RETR x"},
		{"a list after a file", ftptest.Config{Without: []string{"MLSD"}}, "/x /a/",
			"TYPE I|SIZE x|MDTM x|EPSV|RETR x|FEAT|OPTS UTF8 ON|PWD|CWD a|TYPE A|EPSV|LIST"},
		{"what is not known is not asked again", ftptest.Config{Without: []string{"SIZE", "MDTM", "EPSV", "MLSD", "LIST"}}, "/x /x / /",
			"TYPE I|SIZE x|MDTM x|EPSV|PASV|RETR x|PASV|RETR x|FEAT|OPTS UTF8 ON|TYPE A|PASV|LIST|PASV|NLST|PASV|NLST"},
		{"after a miss", ftptest.Config{}, "/none /x",
			"TYPE I|SIZE none|MDTM none|EPSV|RETR none|PWD|CWD none|SIZE x|MDTM x|EPSV|RETR x"},
		{"after a directory that is not there", ftptest.Config{}, "/a/none/x /a/b/c.txt",
			"PWD|CWD a|CWD none|CWD b|TYPE I|SIZE c.txt|MDTM c.txt|EPSV|RETR c.txt"},
		{"on a server without PWD", ftptest.Config{Without: []string{"PWD"}}, "/a/b/c.txt /x",
			one + "\n" + "TYPE I|SIZE x|MDTM x|EPSV|RETR x"},
		{"on a server whose PWD is of no use", ftptest.Config{Answers: map[string]string{"PWD": "257 somewhere"}}, "/a/b/c.txt /x",
			one + "\n" + "TYPE I|SIZE x|MDTM x|EPSV|RETR x"},
		{"on a server that does not let us home", ftptest.Config{Answers: map[string]string{"CWD /home/joe": "550 No."}}, "/a/b/c.txt /x",
			one + "|CWD /home/joe\n" + "TYPE I|SIZE x|MDTM x|EPSV|RETR x"},
		{"on a server that writes around it", ftptest.Config{Answers: map[string]string{"PWD": `257 rubbish "/home/joe" and more`}}, "/a/b/c.txt /x",
			one + "|CWD /home/joe|SIZE x|MDTM x|EPSV|RETR x"},
	} {
		t.Run(x.name, func(t *testing.T) {
			x.conf.Files, x.conf.Home = tree, "/home/joe"
			s := ftptest.Serve(t, x.conf)
			h := client(t, env())
			for path := range strings.FieldsSeq(x.paths) {
				method, rest, ok := strings.Cut(path, ":")
				if !ok {
					method, rest = "", path
				}
				res, err := h.Get(t.Context(), &get.Request{URI: s.URI(rest), Options: map[string]string{OptionMethod: method}})
				if err == nil {
					content(t, res)
					res.Close()
				} else if !strings.Contains(path, "none") {
					t.Errorf("%s: %v", path, err)
				}
			}
			var got []string
			for _, session := range s.Sessions() {
				got = append(got, strings.Join(session[2:], "|"))
			}
			if diff := cmp.Diff(x.want, strings.Join(got, "\n")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestOwnConnection: a connection serves the login and the server that it was
// made for, and nobody to whom it would not have been given.
func TestOwnConnection(t *testing.T) {
	s := ftptest.Serve(t, ftptest.Config{Files: tree, Home: "/home/joe"})
	e := env()
	e.Policy = policy.CLI(scheme.NewTable(ftp.Schemes(), nil))
	h := client(t, e)
	fetch := func(ctx context.Context, u uri.URI) string {
		res, err := h.Get(ctx, &get.Request{URI: u})
		if err != nil {
			return gettest.Kind(err)
		}
		defer res.Close()
		return content(t, res)
	}
	u := s.URI("/x")
	joe := uri.MustParse(strings.Replace(u.String(), "//", "//joe:secret@", 1))
	other := uri.MustParse(strings.Replace(u.String(), "//", "//joe:other@", 1))
	named := policy.Named(t.Context(), u)
	for range 2 {
		for _, u := range []uri.URI{u, joe, other} {
			if got := fetch(named, u); got != tree["/home/joe/x"] {
				t.Errorf("%s: %q", u.Redacted(), got)
			}
		}
	}
	if n := len(s.Sessions()); n != 3 {
		t.Errorf("%d connections, want one for each login", n)
	}
	if got := fetch(t.Context(), u); got != "denied" {
		t.Errorf("what the user did not name: %q", got)
	}
}

// TestStale: a connection that the server has closed is no reason to fail.
func TestStale(t *testing.T) {
	const login = `
< 220 hi
> USER anonymous
< 331 more
> PASS uriel@
< 230 in
> TYPE I
< 200 ok
`
	const file = `
> SIZE %[1]s
< 213 1
> MDTM %[1]s
< 213 20240101000000
> EPSV
< 229 (|||{port}|)
> RETR %[1]s
< 150 ok
= %[1]s
< 226 done
`
	for name, end := range map[string]string{"closed": "!", "with a word before": "< 421 Timeout.\n!", "with a word after": "> SIZE b\n< 421 Timeout."} {
		t.Run(name, func(t *testing.T) {
			s := ftptest.Script(t, strings.TrimSpace(login)+fmt.Sprintf(file, "a")+end+"\n--\n"+strings.TrimSpace(login)+fmt.Sprintf(file, "b"))
			h := client(t, env())
			for _, name := range []string{"a", "b"} {
				_, body, err := gettest.Fetch(t, h, &get.Request{URI: s.URI("/" + name)})
				if err != nil || body != name {
					t.Errorf("%q, %v", body, err)
				}
			}
		})
	}
}
