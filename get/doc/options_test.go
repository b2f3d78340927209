package doc

import "testing"

func TestPageOf(t *testing.T) {
	for _, test := range []struct {
		width, style string
		want         Page
		ok           bool
	}{
		{"", "", Page{78, Plain}, true}, {"20", "sgr", Page{20, SGR}, true}, {"10000", "overstrike", Page{10000, Overstrike}, true}, {"", "plain", Page{78, Plain}, true},
		{"19", "", Page{}, false}, {"10001", "", Page{}, false}, {"wide", "", Page{}, false}, {"", "bold", Page{}, false},
	} {
		got, err := PageOf(map[string]string{OptionWidth: test.width, OptionStyle: test.style})
		if (err == nil) != test.ok || test.ok && got != test.want {
			t.Errorf("width %q, style %q: %+v, %v", test.width, test.style, got, err)
		}
	}
}
