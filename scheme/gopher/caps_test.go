package gopher

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestCaps(t *testing.T) {
	for _, x := range []struct {
		name, text, charset string
		want                Caps
		ok                  bool
		lifetime            time.Duration
	}{
		{
			name: "gophernicus", ok: true, charset: "UTF-8", lifetime: 30 * time.Minute,
			text: "CAPS\r\n\r\n##\r\n## key=value\r\n##\r\n\r\nCapsVersion=1\r\nExpireCapsAfter=1800\r\nPathDelimeter=/\r\nServerDefaultEncoding=UTF-8\r\nServerDescription=a=b\r\n.\r\n",
			want: Caps{{"CapsVersion", "1"}, {"ExpireCapsAfter", "1800"}, {"PathDelimeter", "/"}, {"ServerDefaultEncoding", "UTF-8"}, {"ServerDescription", "a=b"}},
		},
		{name: "the other name of the charset, blanks, no line end", text: "CAPS\n DefaultEncoding = koi8-r", ok: true, charset: "koi8-r", want: Caps{{"DefaultEncoding", "koi8-r"}}},
		{name: "empty values, a time that is none", text: "CAPS\nServerDefaultEncoding=\nExpireCapsAfter=soon\n", ok: true, want: Caps{{"ServerDefaultEncoding", ""}, {"ExpireCapsAfter", "soon"}}},
		{name: "nothing but the head", text: "CAPS", ok: true},
		{name: "an error", text: "3'/caps.txt' does not exist\t\terror.host\t1\r\n.\r\n"},
		{name: "a text", text: "CAPSLOCK=1\n"},
		{name: "nothing", text: ""},
	} {
		got, ok := ParseCaps(x.text)
		if diff := cmp.Diff(x.want, got); diff != "" || ok != x.ok {
			t.Errorf("%s: %t (-want +got):\n%s", x.name, ok, diff)
		}
		if got.Charset() != x.charset || got.Lifetime() != x.lifetime {
			t.Errorf("%s: charset %q, lifetime %v", x.name, got.Charset(), got.Lifetime())
		}
	}
}

// FuzzCaps: what is read is read again when it is written.
func FuzzCaps(f *testing.F) {
	f.Add("CAPS\r\na=b\r\n#c=d\r\n")
	f.Add("CAPS\n=\n==\n\xff=\x00")
	f.Fuzz(func(t *testing.T, text string) {
		first, ok := ParseCaps(text)
		if !ok {
			return
		}
		var b strings.Builder
		b.WriteString("CAPS\n")
		for _, c := range first {
			b.WriteString(c.Name + "=" + c.Value + "\n")
		}
		second, ok := ParseCaps(b.String())
		if diff := cmp.Diff(first, second); diff != "" || !ok {
			t.Errorf("%q (-first +second):\n%s", text, diff)
		}
	})
}
