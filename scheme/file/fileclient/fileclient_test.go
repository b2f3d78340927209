package fileclient

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"uriel.dev/get"
	"uriel.dev/get/gettest"
	"uriel.dev/policy"
	"uriel.dev/scheme"
	"uriel.dev/scheme/file"
	"uriel.dev/uri"
)

var (
	table = scheme.NewTable(file.Schemes(), nil)
	cli   = get.Env{Policy: policy.CLI(table)}
)

// write makes a file in a new folder and returns its name.
func write(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestHandler(t *testing.T) {
	path := write(t, "a b.txt", "hello\n")
	u := file.FromPath(path)
	gettest.Run(t, gettest.Subject{Schemes: file.Schemes(), New: New, URIs: []string{
		u.String(), "file:" + u.Path(), "file://localhost" + u.Path(), file.FromPath(filepath.Dir(path)).String(), u.String() + "#part",
	}})
}

func TestObject(t *testing.T) {
	path := write(t, "page.html", "<p>hello")
	then := time.Date(1994, 3, 1, 0, 0, 0, 0, time.UTC)
	if err := os.Chtimes(path, then, then); err != nil {
		t.Fatal(err)
	}
	u := file.FromPath(path)
	res, body, err := gettest.Fetch(t, New(cli), &get.Request{URI: u})
	if err != nil {
		t.Fatal(err)
	}
	o := res.Answer.(*get.Object)
	if res.URI != u || body != "<p>hello" || o.Length != 8 || o.MediaType != "text/html; charset=utf-8" || o.Name != "page.html" || !o.Modified.Equal(then) {
		t.Errorf("%s: %+v, body %q", res.URI, o, body)
	}
	plan, err := New(cli).Plan(&get.Request{URI: uri.MustParse("file:" + u.Path())})
	if err != nil || !slices.Equal(plan, get.Plan{{Act: get.Open, Text: path}}) {
		t.Errorf("plan %v, %v; want to open %q", plan, err, path)
	}
}

func TestRange(t *testing.T) {
	u := file.FromPath(write(t, "digits", "0123456789"))
	for _, test := range []struct {
		first, last int64
		want        string // or the kind of the error
	}{
		{0, 3, "0123"}, {3, -1, "3456789"}, {9, 9, "9"}, {5, 99, "56789"},
		{-1, 4, "6789"}, {-1, 99, "0123456789"},
		{10, -1, "invalid"}, {4, 3, "invalid"}, {-1, 0, "invalid"},
	} {
		res, body, err := gettest.Fetch(t, New(cli), &get.Request{URI: u, Range: &get.Range{First: test.first, Last: test.last}})
		if err != nil {
			body = gettest.Kind(err)
		} else if l := res.Answer.(*get.Object).Length; l != int64(len(body)) {
			t.Errorf("%d-%d: length %d of %q", test.first, test.last, l, body)
		}
		if body != test.want {
			t.Errorf("%d-%d: %q, want %q", test.first, test.last, body, test.want)
		}
	}
	_, _, err := gettest.Fetch(t, New(cli), &get.Request{URI: u, Range: &get.Range{First: 10, Last: -1}})
	if r, ok := errors.AsType[*get.RangeError](err); !ok || r.Size != 10 {
		t.Errorf("from the end on: %v, want to know that there are 10 bytes", err)
	}
}

// A file of proc says that it is empty, and is not. It is read on demand only.
func TestMadeUp(t *testing.T) {
	special := map[string]string{OptionSpecial: "yes"}
	res, body, err := gettest.Fetch(t, New(cli), &get.Request{URI: uri.MustParse("file:///proc/self/status"), Options: special})
	if err != nil || !strings.Contains(body, "VmPeak") {
		t.Fatalf("%q, %v", body, err)
	}
	if o := res.Answer.(*get.Object); o.Length != -1 || o.MediaType != "text/plain; charset=utf-8" {
		t.Errorf("length %d, type %s", o.Length, o.MediaType)
	}
	_, _, err = gettest.Fetch(t, New(cli), &get.Request{URI: uri.MustParse("file:///proc/self/status"), Options: special, Range: &get.Range{First: 0, Last: 1}})
	if gettest.Kind(err) != "unsupported" {
		t.Errorf("a range of it: %v", err)
	}
}

func TestRefused(t *testing.T) {
	dir := t.TempDir()
	os.WriteFile(filepath.Join(dir, "file"), nil, 0o644)
	os.Symlink("loop", filepath.Join(dir, "loop"))
	if err := syscall.Mkfifo(filepath.Join(dir, "fifo"), 0o644); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("unix", filepath.Join(dir, "socket"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	base := file.FromPath(dir).String()
	for _, test := range []struct{ uri, kind, text, why string }{
		{"file://elsewhere.example/etc/passwd", "unsupported", "sftp://elsewhere.example/etc/passwd", "RFC 8089 3: not local"},
		{"file://192.0.2.1/x", "unsupported", "192.0.2.1", "an address is a host like others"},
		{"file://C:/Windows", "invalid", "file:///C:/Windows", "RFC 8089 E.2"},
		{"file://u@localhost/etc/passwd", "invalid", "user or port", "RFC 8089 2"},
		{"file:etc/passwd", "invalid", `"etc/passwd"`, "RFC 8089 2: no relative path"},
		{"file:", "invalid", "without a path", "RFC 8089 2"},
		{base + "/..%2f..%2f..%2fetc%2fpasswd", "invalid", "encoded slash", "RFC 3986 2.2: the slash is part of a name"},
		{base + "/file%00.txt", "invalid", "NUL", "C functions would end the name there"},
		{base + "/file?x", "invalid", "%3F", "RFC 8089 2: no query"},
		{base + "/none", "not-found", "no such file", ""},
		{base + "/file/", "not-found", "not a directory", ""},
		{base + "/loop", "not-found", "symbolic links", ""},
		{base + "/" + strings.Repeat("x", 300), "not-found", "name too long", ""},
		{base + "/fifo", "denied", "pipe", "it would wait for a writer"},
		{base + "/socket", "denied", "socket", "not to be opened"},
		{"file:///dev/zero", "denied", "device", "it never ends"},
		{"file:///proc/self/environ", "denied", "--allow-special", "secrets of programs are there"},
		{"file:///sys/kernel/uevent_seqnum", "denied", "--allow-special", "made up, too"},
		{"file:/cgi-bin/helpindex", "not-found", "man:(index), info:(dir)", "uri(7): KDE generated it"},
	} {
		_, body, err := gettest.Fetch(t, New(cli), &get.Request{URI: uri.MustParse(test.uri)})
		if err == nil || gettest.Kind(err) != test.kind || !strings.Contains(err.Error(), test.text) {
			t.Errorf("%s: %q, %v (%s); want %s with %q: %s", test.uri, body, err, gettest.Kind(err), test.kind, test.text, test.why)
		}
	}
	// The superuser reads what others may not, so the system is not asked here.
	err = get.Fail(t.Context(), "open", uri.MustParse(base), get.Internal, &fs.PathError{Op: "open", Path: "\x1b[2J", Err: syscall.EACCES})
	if gettest.Kind(err) != "auth" || !strings.HasSuffix(err.Error(), ": permission denied") {
		t.Errorf("what the system does not let us read: %v (%s)", err, gettest.Kind(err))
	}
}

// A plan is refused where the request is, if the URI tells.
func TestPlanRefused(t *testing.T) {
	for _, u := range []string{"file://elsewhere.example/x", "file:x", "file:///a%2Fb"} {
		if plan, err := New(cli).Plan(&get.Request{URI: uri.MustParse(u)}); err == nil {
			t.Errorf("%s: plan %v", u, plan)
		}
	}
}

func TestThisHost(t *testing.T) {
	path := write(t, "f", "x")
	h := handler{env: cli, hostname: func() (string, error) { return "Host.Example", nil }}
	for host, want := range map[string]string{"host.example": "x", "HOST.example.": "x", "host": "x", "127.0.0.1": "x", "[::1]": "x", "192.0.2.1": "unsupported", "host.example.org": "unsupported", "": "x", "LocalHost": "x"} {
		_, got, err := gettest.Fetch(t, h, &get.Request{URI: uri.MustParse("file://" + host + path)})
		if err != nil {
			got = gettest.Kind(err)
		}
		if got != want {
			t.Errorf("host %q: %q, want %q", host, got, want)
		}
	}
	table := "127.0.0.1\tlocalhost\n# 127.0.0.1 comment\n127.0.1.1 Here.Example. here # ours, not there\n192.0.2.1 elsewhere\nbad here2\n\n::1 six\n"
	for name, want := range map[string]bool{"here": true, "here.example": true, "six": true, "elsewhere": false, "comment": false, "there": false, "here2": false, "127.0.1.1": false, "": false} {
		if got := isOwnName(strings.NewReader(table), name); got != want {
			t.Errorf("by its table of hosts %q is this machine: %v, want %v", name, got, want)
		}
	}
	h.hostname = func() (string, error) { return "", nil }
	if h.isThisHost("") || h.isThisHost(".") {
		t.Error("a machine without a name is not every host")
	}
}

// A gateway shows what is below its root and nothing else.
func TestRoot(t *testing.T) {
	outside := write(t, "secret", "secret")
	root := t.TempDir()
	os.MkdirAll(filepath.Join(root, "in", "deep"), 0o755)
	os.WriteFile(filepath.Join(root, "in", "f"), []byte("shown"), 0o644)
	os.Symlink(outside, filepath.Join(root, "absolute"))
	os.Symlink("../../"+strings.TrimPrefix(outside, filepath.Dir(filepath.Dir(root))+"/"), filepath.Join(root, "relative"))
	os.Symlink("/etc", filepath.Join(root, "folder"))
	os.Symlink("in/f", filepath.Join(root, "inside"))
	h := New(get.Env{Policy: policy.Gateway(table).AllowLocal(root)})
	base := file.FromPath(root).String()
	for _, test := range []struct{ uri, want string }{
		{base + "/in/f", "shown"},
		{base + "/inside", "shown"},
		{base + "/in/deep/../f", "shown"},
		{base + "/in//f", "shown"},
		{base + "/../" + filepath.Base(root) + "/in/f", "shown"},
		{base + "/absolute", "denied"},
		{base + "/relative", "denied"},
		{base + "/folder/passwd", "denied"},
		{base + "/folder/", "denied"},
		{base + "/../../../../../../etc/passwd", "denied"},
		{base + "/%2e%2e/%2E%2e/etc/passwd", "denied"},
		{base + "/..%2f..%2fetc%2fpasswd", "invalid"},
		{base + "x", "denied"},
		{"file:///etc/passwd", "denied"},
		{"file:///", "denied"},
		{file.FromPath(outside).String(), "denied"},
	} {
		_, got, err := gettest.Fetch(t, h, &get.Request{URI: uri.MustParse(test.uri)})
		if err != nil {
			got = gettest.Kind(err)
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q (%v)", test.uri, got, test.want, err)
		}
	}
	// Where links lead is told of those that stay inside only.
	res, err := h.Get(t.Context(), &get.Request{URI: uri.MustParse(base + "/")})
	if err != nil {
		t.Fatal(err)
	}
	defer res.Close()
	links := 0
	for e := range res.Answer.(*get.Listing).Entries {
		if e.Kind == "link" {
			links++
		}
		if e.Target != "" != (e.Name == "inside") {
			t.Errorf("%s leads to %q", e.Name, e.Target)
		}
	}
	if links != 4 {
		t.Errorf("%d links", links)
	}
	for _, p := range []policy.Policy{policy.Gateway(table), policy.Gateway(table).AllowLocal("")} {
		if _, _, err := gettest.Fetch(t, New(get.Env{Policy: p}), &get.Request{URI: uri.MustParse(base + "/in/f")}); gettest.Kind(err) != "denied" {
			t.Errorf("without a root: %v", err)
		}
	}
}

func TestListing(t *testing.T) {
	dir := t.TempDir()
	names := []string{"b", "a b.txt", "100%", "a#b?c", ":colon", "ümlaut", "latin\xe9", "line\nend", "-dash", "~"}
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	os.Mkdir(filepath.Join(dir, "sub"), 0o755)
	os.Symlink("b", filepath.Join(dir, "link"))
	syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o644)
	want := map[string]string{"sub": "directory", "link": "link", "pipe": "special"}

	u := file.FromPath(dir) // without a slash at the end
	res, err := New(cli).Get(t.Context(), &get.Request{URI: u})
	if err != nil {
		t.Fatal(err)
	}
	defer res.Close()
	if res.URI.String() != u.String()+"/" {
		t.Errorf("the answer's URI is %s: references would be resolved against the folder above", res.URI)
	}
	var seen []string
	for e, err := range res.Answer.(*get.Listing).Entries {
		if err != nil {
			t.Fatal(err)
		}
		seen = append(seen, e.Name)
		if k := want[e.Name]; k != "" {
			if e.Kind != k || e.Size != -1 || (e.Target == "b") != (k == "link") || strings.HasSuffix(e.URI.String(), "/") != (k == "directory") {
				t.Errorf("%+v, want a %s", e, k)
			}
			continue
		}
		if e.Kind != "file" || e.Size != int64(len(e.Name)) || e.Modified.IsZero() || strings.HasSuffix(e.Name, ".txt") != (e.MediaType == "text/plain") {
			t.Errorf("%+v", e)
		}
		if _, body, err := gettest.Fetch(t, New(cli), &get.Request{URI: e.URI}); body != e.Name || err != nil {
			t.Errorf("%s leads to %q, %v; want %q", e.URI, body, err, e.Name)
		}
	}
	all := slices.Sorted(slices.Values(append(names, "sub", "link", "pipe")))
	if !slices.Equal(seen, all) {
		t.Errorf("listed %q, want %q", seen, all)
	}
}

func TestGlob(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.txt", "b.txt", "c.png", ".hidden.txt", "[x].txt", "a?b", "sub/d.txt", "sub/deep/e.txt", "other/f.txt", "star*", "star1", "back\\slash"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	os.Symlink(".", filepath.Join(dir, "loop"))
	for _, test := range []struct{ pattern, want, why string }{
		{"*.txt", "[x].txt a.txt b.txt", "a dot at the start is not meant"},
		{".*.txt", ".hidden.txt", "but when it is written"},
		{"%5Bab%5D.txt", "a.txt b.txt", "a class"},
		{"%5B!ab%5D.png", "c.png", "one that is negated"},
		{"%5Bx%5D.txt", "", "a file of that name is no pattern"},
		{"?.txt", "a.txt b.txt", "a question mark begins a query"},
		{"a?b", "", "a name with a question mark"},
		{"*/*.txt", "loop/[x].txt loop/a.txt loop/b.txt other/f.txt sub/d.txt", "in folders"},
		{"s*/deep/*", "sub/deep/e.txt", "names between patterns"},
		{"star%2A", "", "an encoded star is one"},
		{"sta%2A", "not-found", "and no pattern"},
		{"back%5C*", "back\\slash", "a backslash stands for itself"},
		{"*.gif", "not-found", "nothing fits"},
		{"a.txt/*", "not-found", "a file has nothing in it"},
		{"%5B", "not-found", "a pattern that is none"},
	} {
		res, body, err := gettest.Fetch(t, New(cli), &get.Request{URI: uri.MustParse(file.FromPath(dir).String() + "/" + test.pattern), Options: map[string]string{OptionGlob: "list"}})
		var got []string
		if err != nil {
			got = []string{gettest.Kind(err)}
		} else if list, ok := res.Answer.(*get.Listing); ok {
			for e, err := range list.Entries {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, strings.TrimPrefix(e.Name, dir+"/"))
			}
		} else if name := strings.NewReplacer("%5B", "[", "%5D", "]", "%2A", "*").Replace(test.pattern); body != name {
			t.Errorf("%s: %q, want the file of that name", test.pattern, body)
		}
		if s := strings.Join(got, " "); s != test.want {
			t.Errorf("%s: %q, want %q: %s", test.pattern, s, test.want, test.why)
		}
	}
}

// One file that fits is what is asked for; a pattern leads out of no root.
func TestGlobOne(t *testing.T) {
	dir := t.TempDir()
	os.WriteFile(filepath.Join(dir, "only.txt"), nil, 0o644)
	req := &get.Request{URI: uri.MustParse(file.FromPath(dir).String() + "/on*"), Options: map[string]string{OptionGlob: "yes"}}
	res, _, err := gettest.Fetch(t, New(cli), req)
	if err != nil {
		t.Fatal(err)
	}
	if l, ok := res.Answer.(*get.Locations); !ok || l.List[0].URI != file.FromPath(filepath.Join(dir, "only.txt")) {
		t.Errorf("%+v, want where the file is", res.Answer)
	}
	outside := New(get.Env{Policy: policy.Gateway(table).AllowLocal(t.TempDir())})
	if _, _, err := gettest.Fetch(t, outside, req); gettest.Kind(err) != "denied" && gettest.Kind(err) != "not-found" {
		t.Errorf("a pattern that leads out of the root: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := New(cli).Get(ctx, req); gettest.Kind(err) != "canceled" {
		t.Errorf("canceled: %v", err)
	}
}

func TestBigListing(t *testing.T) {
	dir := t.TempDir()
	const n = 1500 // several steps of reading
	for i := range n {
		if err := os.Symlink("x", filepath.Join(dir, fmt.Sprint(i))); err != nil {
			t.Fatal(err)
		}
	}
	h := New(cli).(handler)
	h.sorted = 100
	res, err := h.Get(t.Context(), &get.Request{URI: file.FromPath(dir + "/")})
	if err != nil {
		t.Fatal(err)
	}
	defer res.Close()
	if len(res.Notes) != 1 {
		t.Errorf("notes %q, want that the folder is not sorted", res.Notes)
	}
	seen := map[string]bool{}
	for e, err := range res.Answer.(*get.Listing).Entries {
		if err != nil {
			t.Fatal(err)
		}
		seen[e.Name] = true
	}
	if len(seen) != n {
		t.Errorf("%d entries, want %d", len(seen), n)
	}
}

func TestCancel(t *testing.T) {
	u := file.FromPath(write(t, "f", strings.Repeat("x", 1<<20)))
	ctx, cancel := context.WithCancel(t.Context())
	res, err := New(cli).Get(ctx, &get.Request{URI: u})
	if err != nil {
		t.Fatal(err)
	}
	defer res.Close()
	body := res.Answer.(*get.Object).Body
	if n, err := body.Read(make([]byte, 10)); n != 10 || err != nil {
		t.Errorf("read %d, %v", n, err)
	}
	cancel()
	if n, err := body.Read(make([]byte, 10)); n != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("behind the cancel: read %d, %v", n, err)
	}
}

func TestCancelListing(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "b", "c"} {
		os.Mkdir(filepath.Join(dir, name), 0o755)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	res, err := New(cli).Get(ctx, &get.Request{URI: file.FromPath(dir)})
	if err != nil {
		t.Fatal(err)
	}
	defer res.Close()
	var seen []string
	for e, err := range res.Answer.(*get.Listing).Entries {
		if err != nil {
			seen = append(seen, gettest.Kind(err))
			continue
		}
		seen = append(seen, e.Name)
		cancel()
	}
	if !slices.Equal(seen, []string{"a", "canceled"}) {
		t.Errorf("saw %q, want the first entry and the cancel", seen)
	}
}

// TestSpecial: who says so reads devices and pipes, and stops when he wants.
func TestSpecial(t *testing.T) {
	h := New(get.Env{Policy: policy.CLI(table).AllowSpecial()})
	res, body, err := gettest.Fetch(t, h, &get.Request{URI: uri.MustParse("file:///dev/null")})
	if err != nil || body != "" || res.Answer.(*get.Object).Length != -1 {
		t.Errorf("%v, %q, %v", res, body, err)
	}
	name := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	writer, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	ctx, cancel := context.WithCancel(t.Context())
	res, err = h.Get(ctx, &get.Request{URI: uri.MustParse("file://" + name)})
	if err != nil {
		t.Fatal(err)
	}
	defer res.Close()
	in := res.Answer.(*get.Object).Body
	if _, err := io.WriteString(writer, "hi"); err != nil {
		t.Fatal(err)
	}
	two := make([]byte, 2)
	if _, err := io.ReadFull(in, two); err != nil || string(two) != "hi" {
		t.Errorf("%q, %v", two, err)
	}
	time.AfterFunc(10*time.Millisecond, cancel)
	if _, err := in.Read(two); err == nil {
		t.Error("it is read on when nobody wants it any more")
	}
	if _, err := h.Get(t.Context(), &get.Request{URI: uri.MustParse("file:///dev/null"), Range: &get.Range{First: 1, Last: 2}}); gettest.Kind(err) != "unsupported" {
		t.Errorf("a range of a device: %v", err)
	}
}
