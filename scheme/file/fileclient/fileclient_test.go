package fileclient

import (
	"context"
	"errors"
	"fmt"
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
}

// A file of proc says that it is empty, and is not.
func TestMadeUp(t *testing.T) {
	res, body, err := gettest.Fetch(t, New(cli), &get.Request{URI: uri.MustParse("file:///proc/self/status")})
	if err != nil || !strings.Contains(body, "VmPeak") {
		t.Fatalf("%q, %v", body, err)
	}
	if o := res.Answer.(*get.Object); o.Length != -1 || o.MediaType != "text/plain; charset=utf-8" {
		t.Errorf("length %d, type %s", o.Length, o.MediaType)
	}
	_, _, err = gettest.Fetch(t, New(cli), &get.Request{URI: uri.MustParse("file:///proc/self/status"), Range: &get.Range{First: 0, Last: 1}})
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
	for host, want := range map[string]string{"host.example": "x", "HOST.example.": "x", "host": "unsupported", "host.example.org": "unsupported", "": "x", "LocalHost": "x"} {
		_, got, err := gettest.Fetch(t, h, &get.Request{URI: uri.MustParse("file://" + host + path)})
		if err != nil {
			got = gettest.Kind(err)
		}
		if got != want {
			t.Errorf("host %q: %q, want %q", host, got, want)
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
			if e.Kind != k || e.Size != -1 || strings.HasSuffix(e.URI.String(), "/") != (k == "directory") {
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
