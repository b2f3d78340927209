package htmlread

import (
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"uriel.dev/get"
)

const controls = `<title>Order</title><form action="/buy?old=1#x" method=%s enctype=%s>
<label>Your name <input name=name value="A B"></label><label for=p>Secret</label><input id=p type=password name=pw>
<textarea name=text>
two
lines</textarea><input type=hidden name=h value="1&2"><input type=checkbox name=c checked><input type=checkbox name=d value=x><input type=checkbox name=d value=y>
<input type=radio name=r value=1><input type=radio name=r value=2 checked><select name=s><option>a<option value=B selected>b</select>
<input name=off disabled><input><button name=go value=now>Go</button><input type=submit name=go value=later><input type=reset name=x></form>`

func form(t *testing.T, source string) *Form {
	t.Helper()
	forms := read(t, source).Forms
	if len(forms) != 1 {
		t.Fatalf("%d forms", len(forms))
	}
	return forms[0]
}

func TestFields(t *testing.T) {
	f := form(t, controls)
	want := []get.Field{
		{Name: "name", Label: "Your name", Type: get.Text, Default: "A B"},
		{Name: "pw", Label: "Secret", Type: get.Password},
		{Name: "text", Label: "text", Type: get.LongText, Default: "two\nlines"},
		{Name: "c", Label: "c", Type: get.Switch, Default: "1"},
		{Name: "d", Label: "d", Type: get.Switch, Default: "0"},
		{Name: "d:y", Label: "d:y", Type: get.Switch, Default: "0"},
		{Name: "r", Label: "r", Type: get.Choice, Default: "2", Options: []string{"1", "2"}},
		{Name: "s", Label: "s", Type: get.Choice, Default: "B", Options: []string{"a", "B"}},
	}
	if diff := cmp.Diff(want, f.Fields); diff != "" || f.Title != "Order" || !f.Clear || f.Submits {
		t.Errorf("%q, clear %v, submits %v (-want +got)\n%s", f.Title, f.Clear, f.Submits, diff)
	}
}

func TestFill(t *testing.T) {
	f := form(t, controls)
	req, err := f.Fill([]get.Value{{Name: "pw", Value: "x y"}, {Name: "d:y", Value: "1"}, {Name: "c", Value: "0"}, {Name: "s", Value: "a"}})
	const want = "http://h.example/buy?name=A+B&pw=x+y&text=two%0D%0Alines&h=1%262&d=y&r=2&s=a&go=now"
	if err != nil || req.URI.String() != want || req.Body != nil {
		t.Errorf("%v, %v, want %s", req, err, want)
	}
	for value, why := range map[get.Value]string{
		{Name: "no", Value: ""}: "no field", {Name: "c", Value: "yes"}: "switch", {Name: "r", Value: "3"}: "choice of 1, 2",
	} {
		if _, err := f.Fill([]get.Value{value}); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%v: %v, want %q", value, err, why)
		}
	}
}

func TestPost(t *testing.T) {
	posted := form(t, strings.NewReplacer("method=%s", "method=POST", "enctype=%s", "").Replace(controls))
	req, err := posted.Fill(nil)
	if err != nil || req.Method != "POST" || req.URI.String() != "http://h.example/buy?old=1" || req.Header.Get("Content-Type") != "application/x-www-form-urlencoded" ||
		string(req.Body) != "name=A+B&pw=&text=two%0D%0Alines&h=1%262&c=on&r=2&s=B&go=now" || !posted.Submits {
		t.Errorf("%+v, %q, %v", req, req.Body, err)
	}
	lines := form(t, `<form method=post enctype=text/plain><input name=a value=b></form>`)
	if req, err := lines.Fill(nil); err != nil || string(req.Body) != "a=b\r\n" || req.URI != base {
		t.Errorf("%+v, %v", req, err)
	}
	if _, err := lines.Fill([]get.Value{{Name: "a", Value: "1\nb=2"}}); err == nil {
		t.Error("a line end makes a field of its own")
	}
}

func TestMultipart(t *testing.T) {
	f := form(t, `<form method=post enctype=multipart/form-data><input name=a value=b><input type=file name=f></form>`)
	req, err := f.Fill([]get.Value{{Name: "f", Value: "content"}})
	if err != nil {
		t.Fatal(err)
	}
	_, params, err := mime.ParseMediaType(req.Header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	r := multipart.NewReader(strings.NewReader(string(req.Body)), params["boundary"])
	for {
		part, err := r.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(part)
		got = append(got, part.FormName()+" "+part.FileName()+" "+string(text))
	}
	if diff := cmp.Diff([]string{"a  b", "f file content"}, got); diff != "" {
		t.Error(diff)
	}
}

// TestForms: which forms a page has, and whether it is nothing else.
func TestForms(t *testing.T) {
	for _, test := range []struct {
		source string
		forms  int
		alone  bool
	}{
		{"<form><input name=a></form>", 1, true},
		{"<title>T</title><h1>T</h1><form>Name: <input name=a></form>", 1, true},
		{"<p>words<form><input name=a></form>", 1, false},
		{"<img src=x><form><input name=a></form>", 1, false},
		{"<form></form><form></form>", 2, false},
		{"<isindex>", 1, true},
		{"<h1>Search</h1><isindex prompt='Words:'>", 1, true},
		{"<p>words", 0, false},
	} {
		p := read(t, test.source)
		if len(p.Forms) != test.forms || p.Alone != test.alone {
			t.Errorf("%s: %d forms, alone %v", test.source, len(p.Forms), p.Alone)
		}
	}
}

func TestIndex(t *testing.T) {
	req, err := form(t, "<isindex>").Fill([]get.Value{{Name: "search", Value: " two  words&"}})
	if err != nil || req.URI.String() != "http://h.example/d/p.html?two+words%26" {
		t.Errorf("%v, %v", req, err)
	}
}

// TestAction: a form is sent to the web and nowhere else.
func TestAction(t *testing.T) {
	for _, action := range []string{"file:///etc/passwd", "mailto:a@b.example", "gopher://h/7", "javascript:x()"} {
		f := form(t, `<form action="`+action+`"><input name=a></form>`)
		if req, err := f.Fill(nil); action != "javascript:x()" && err == nil {
			t.Errorf("%s: sent to %s", action, req.URI)
		} else if action == "javascript:x()" && (err != nil || req.URI.Host() != "h.example") {
			t.Errorf("%s: %v, %v; a program is no address", action, req, err)
		}
	}
	owned := read(t, `<form id=f></form><input form=f name=a><form id=g></form>`).Forms
	if len(owned[0].Fields) != 1 || len(owned[1].Fields) != 0 {
		t.Errorf("a control that names its form: %v, %v", owned[0].Fields, owned[1].Fields)
	}
}
