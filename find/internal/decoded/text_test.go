package decoded

import (
	"testing"

	"uriel.dev/find"
	"uriel.dev/scheme/known"
)

// TestRange decodes "a&amp;b<wbr>c" that stands at 10.
func TestRange(t *testing.T) {
	var text Text
	text.Reset(10)
	text.Copy([]byte("a"))
	text.Replace(5, "&")
	text.Copy([]byte("b"))
	text.Skip(10) // is done with
	text.Skip(22)
	text.Copy([]byte("c"))
	if got := string(text.Bytes); got != "a&bc" {
		t.Fatalf("decoded to %q", got)
	}
	for _, tt := range []struct {
		i, j       int
		start, end int64
	}{
		{0, 1, 10, 11},
		{1, 2, 11, 16},
		{0, 4, 10, 23},
		{2, 3, 16, 17}, // without the tag behind it
		{3, 4, 22, 23}, // without the tag before it
	} {
		if start, end := text.Range(tt.i, tt.j); start != tt.start || end != tt.end {
			t.Errorf("%q: %d to %d, want %d to %d", text.Bytes[tt.i:tt.j], start, end, tt.start, tt.end)
		}
	}
}

func TestEntities(t *testing.T) {
	for _, tt := range []struct{ in, text, attribute string }{
		{"a&amp;b &lt;&gt;&quot;&semi;&apos;", "a&b <>\";'", "a&b <>\";'"},
		{"&#64;&#x40;&#X40;&#0064;&#x3a", "@@@@:", "@@@@:"},
		{"&commat;&colon;&period;", "@:.", "@:."},
		{"&copy=1 &copy1 &copy; &copy", "©=1 ©1 © ©", "&copy=1 &copy1 © ©"},
		{"&notit; &notin;", "¬it; ∉", "&notit; ∉"},
		{"& &; &# &#; &#x; &foo; &é", "& &; &# &#; &#x; &foo; &é", "& &; &# &#; &#x; &foo; &é"},
		{"&#128;&#0;&#xD800;&#x110000;&#99999999999999999999;", "€\ufffd\ufffd\ufffd\ufffd", "€\ufffd\ufffd\ufffd\ufffd"},
		{"&NotEqualTilde;", "≂̸", "≂̸"},
	} {
		for _, attribute := range []bool{false, true} {
			want := tt.text
			if attribute {
				want = tt.attribute
			}
			var text Text
			text.Reset(0)
			text.Entities([]byte(tt.in), attribute)
			if got := string(text.Bytes); got != want {
				t.Errorf("%q, attribute %v: %q, want %q", tt.in, attribute, got, want)
			}
			if _, end := text.Range(0, len(text.Bytes)); end != int64(len(tt.in)) {
				t.Errorf("%q ends at %d", tt.in, end)
			}
		}
	}
}

// FuzzMark: where the finder finds something, there is a mark; and what is decoded
// has none if it was not to be decoded.
func FuzzMark(f *testing.F) {
	for _, s := range []string{"http://a.b/", "a@b.example", "www.a.example", "<ftp.a.example", "&#104;ttp&colon;//a.b/", "a&#64;b.example", "www&period;x.org", "w&#119;w.a.example"} {
		f.Add([]byte(s))
	}
	finder := find.New(known.Table())
	f.Fuzz(func(t *testing.T, text []byte) {
		for m := range finder.All(text) {
			if !HasMark(text) || !HasMarkOrEntity(text) {
				t.Fatalf("%q is in %q, which has no mark", m.Text, text)
			}
		}
		var d Text
		d.Reset(0)
		d.Entities(text, false)
		for m := range finder.All(d.Bytes) {
			if !HasMarkOrEntity(text) {
				t.Fatalf("%q is in what %q stands for, which has no mark", m.Text, text)
			}
		}
	})
}
