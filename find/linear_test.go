package find_test

import (
	"slices"
	"testing"

	"uriel.dev/find"
	"uriel.dev/find/internal/containertest"
)

// hostile are texts that take a finder long that goes back.
var hostile = []string{
	"(", "<", ":", "@", "[", "{", "%", "'", "\"", ".", "a.", "a:", "a@", "<a:", "<a://", "<http:", "<http://a\n", "http://", "http://a/(", "http://a/{", "http://a/[{(",
	"http://a@", "http://[", "http://a:", "sip:", "(sip:", "(sip:a@", "(data:", "(urn:", "(urn:a:", "(mailto:a@b,", "(mailto:", "(tag:", "(man:", "(dns:a.b?", "www.", "www.a.", "ftp.a.b/",
	"a.a-a+", "git+", "URL:", "<URL:a:", "http://a/'", "http://a/,", "http://a/&", "\xff", "é", "http://é", "http://a/（", "http://a.b-", "<ftp://a/ ", "<ftp://a/b-\n", "(data:,a",
	"<http://a/…b/ ", "<http://a/…b-\n", "<http://a/…b\n", "http://a/…'.", "http://a/…(a)", "http://a/…..", "http://a/…%41", "http://a/…[]#", "mailto:…a@b.c,", "data:,…a",
}

func TestLinear(t *testing.T) {
	containertest.Linear(t, inMemory(finder), hostile...)
	containertest.Linear(t, find.Text, hostile...)
}

// TestLinearDomains is TestLinear for the names of hosts that stand alone.
func TestLinearDomains(t *testing.T) {
	containertest.Linear(t, inMemory(domains), slices.Concat(hostile, []string{"a.com", "a.com ", "a-", "a.-", "a.de:", "a.com/(", "a.…b.", "a.com/…'.", "www.a.", ".a"})...)
}
