package page

import (
	"strings"
	"testing"

	"uriel.dev/scheme"
	"uriel.dev/scheme/known"
	"uriel.dev/uri"
)

// TestByStandard: what each standard says of a text, and where that is another
// thing than RFC 3986 says.
func TestByStandard(t *testing.T) {
	s := &Site{Schemes: known.Table()}
	for _, x := range []struct {
		text    string
		differs string // name of a row and of a standard, for each difference
	}{
		{"http://h/a", ""},
		{"http://0x7f.1:80/a/../b", "verdict URL Standard, verdict RFC 1738, verdict Draft of 1994, host URL Standard, port URL Standard, path URL Standard"},
		{"ftp://h/a;type=a", "verdict Draft of 1994"},
		{"http://u:secret@h/", "verdict RFC 1738, verdict Draft of 1994"},
		{"urn:isbn:3", "verdict Draft of 1994"},
		{"urn:a:b", "verdict Draft of 1994, verdict RFC 8141"},
		{"../a", "verdict URL Standard, verdict RFC 1738, verdict Draft of 1994"},
	} {
		table := s.byStandard(uri.MustParse(x.text))
		var got []string
		for _, row := range table.Rows {
			if len(row.Cells) != len(table.Names) {
				t.Fatalf("%s: row %s has %d cells for %d standards", x.text, row.Name, len(row.Cells), len(table.Names))
			}
			for i, c := range row.Cells {
				if strings.Contains(c.Text+c.Note, "secret") {
					t.Errorf("%s: the password shows in %+v", x.text, c)
				}
				if c.Differs {
					got = append(got, row.Name+" "+table.Names[i])
				}
			}
		}
		if strings.Join(got, ", ") != x.differs {
			t.Errorf("%s: differences %q, want %q", x.text, got, x.differs)
		}
	}
	if names := (&Site{Schemes: scheme.Table{}}).byStandard(uri.MustParse("x:y")).Names; len(names) != 4 {
		t.Errorf("columns %q for a scheme that nobody knows", names)
	}
}
