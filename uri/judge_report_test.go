package uri_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// checkReport says what holds for every report: each remark is by a rule, says
// something, points into the URI, stands in order and tells no password.
func checkReport(t *testing.T, u uri.URI) {
	t.Helper()
	at := 0
	for _, r := range uri.Judge(u) {
		if r.Offset < at || r.Length < 0 || r.Offset+r.Length > len(u.String()) {
			t.Errorf("%q: remark %+v is out of order or range", u, r)
		}
		at = r.Offset
		rule, ok := ruleByID[r.Rule]
		if !ok || !strings.HasPrefix(r.Text, rule.Title) || r.Section != rule.Section || r.Severity == uri.Forbid {
			t.Errorf("%q: remark %+v is by no rule, or says something else than it", u, r)
		}
		if secret, ok := password(u); ok && (strings.Contains(r.Text, secret) || strings.Contains(r.Text, pct.Decode(secret))) {
			t.Errorf("%q: remark %+v tells the password", u, r)
		}
	}
}

var ruleByID = func() map[string]uri.Rule {
	out := map[string]uri.Rule{}
	for _, r := range uri.Rules() {
		out[r.ID] = r
	}
	return out
}()

// password returns the password of u if a text that holds it can have it from
// there alone: it is not in the rest of u, nor in what a rule says to all.
func password(u uri.URI) (string, bool) {
	_, secret, ok := strings.Cut(u.Userinfo(), ":")
	if !ok || pct.Decode(secret) == "" {
		return "", false
	}
	elsewhere := []string{pct.Decode(u.Redacted()), u.Redacted(), fmt.Sprintf("%q", pct.Decode(u.Redacted()))}
	for _, r := range ruleByID {
		elsewhere = append(elsewhere, r.Title, r.Hint)
	}
	if strings.Trim(strings.ToUpper(pct.Decode(secret)), "U+0123456789ABCDEF. :") == "" {
		return "", false // remarks name characters and addresses so: U+0000 does not tell the password "0000"
	}
	for _, text := range elsewhere {
		text = strings.ToLower(text)
		if strings.Contains(text, strings.ToLower(secret)) || strings.Contains(text, strings.ToLower(pct.Decode(secret))) {
			return "", false
		}
	}
	return secret, len(pct.Decode(secret)) > 3 // shorter ones stand in numbers and in names of scripts
}

func FuzzJudge(f *testing.F) {
	for _, s := range seeds() {
		f.Add(s)
	}
	f.Add("http://u:%E2%80%AE%41sesame@xn--bcher-kva./%2e//?a=1;b=%2500")
	f.Fuzz(func(t *testing.T, s string) {
		u, err := uri.Parse(s)
		if err != nil {
			t.Skip("no input of this target")
		}
		checkReport(t, u)
		// What normalisation changes has a remark, and the other way round.
		formal := 0
		for _, r := range uri.Judge(u) {
			if formalRules[r.Rule] {
				formal++
			}
		}
		if normal := u.Normalize(); (formal > 0) != (normal != u) && !changesUnremarked(u) {
			t.Errorf("%q: the normal form is %q, with %d remarks on the form", u, normal, formal)
		}
	})
}

// changesUnremarked reports whether u has a normal form that needs no remark: a
// relative path of steps alone gets a final slash, and the case of a prefix
// that has to go does not matter.
func changesUnremarked(u uri.URI) bool {
	steps := strings.Trim(u.Path(), "./") == "" && !strings.HasPrefix(u.Path(), "/")
	return steps || strings.EqualFold(u.Scheme(), "url")
}

// formalRules are those on what normalisation changes.
var formalRules = map[string]bool{
	"uri/scheme-case": true, "uri/host-case": true, "uri/ipv6-form": true, "uri/empty-port": true, "uri/dot-segment": true,
	"uri/unneeded-percent-encoding": true, "uri/escape-case": true,
}

// TestJudgeGolden fixes the exact texts of remarks.
func TestJudgeGolden(t *testing.T) {
	var got bytes.Buffer
	for _, test := range judgeTests {
		report := uri.Judge(uri.MustParse(test.in))
		if len(report) > 0 {
			fmt.Fprintln(&got, uri.Redact(test.in))
		}
		for _, r := range report {
			fmt.Fprintf(&got, "\t%s %s (%s, %s)\n", r.Severity, r.Text, r.Rule, r.Section)
		}
	}
	const golden = "testdata/judge.golden"
	if *update {
		if err := os.WriteFile(golden, got.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	gotLines, wantLines := strings.Split(got.String(), "\n"), strings.Split(string(want), "\n")
	for i := range max(len(gotLines), len(wantLines)) {
		if g, w := lineAt(gotLines, i), lineAt(wantLines, i); g != w {
			t.Fatalf("%s:%d: is\n%s\nwant\n%s\n(go test -update writes it anew)", golden, i+1, g, w)
		}
	}
}

// TestJudgeKeep: what a scheme keeps needs no remark.
func TestJudgeKeep(t *testing.T) {
	u := uri.MustParse("x://U@A..b:/a/..//%2e%41/%2f")
	for _, test := range []struct {
		name string
		keep uri.Keep
		want string
	}{
		{"nothing", 0, "userinfo host-case empty-label empty-port dot-segment empty-segment unneeded-percent-encoding escape-case"},
		{"dots", uri.KeepDotSegments, "userinfo host-case empty-label empty-port unneeded-percent-encoding escape-case"},
		{"escapes", uri.KeepEscapes, "userinfo host-case empty-label empty-port dot-segment empty-segment escape-case escape-case"},
		{"authority", uri.KeepAuthority, "userinfo dot-segment empty-segment unneeded-percent-encoding escape-case"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, r := range uri.JudgeKeep(u, test.keep) {
				got = append(got, strings.TrimPrefix(r.Rule, "uri/"))
			}
			if strings.Join(got, " ") != test.want {
				t.Errorf("%q, want %s", got, test.want)
			}
		})
	}
}

func TestJudgeAllocs(t *testing.T) {
	for _, s := range []string{
		"https://example.com:8443/over/there/file.html?name=ferret&b=c%20d#nose", "../a", "mailto:a@b", "urn:isbn:0395363411", "file:///etc/hosts", "http://a/%C3%A9%20",
	} {
		u := uri.MustParse(s)
		if n := testing.AllocsPerRun(100, func() {
			if r := uri.Judge(u); r != nil {
				t.Errorf("%q: %v", u, r)
			}
		}); n != 0 {
			t.Errorf("Judge(%q) allocates %v times", u, n)
		}
	}
}

// TestJudgeLinear: hostile texts of 1 MiB are judged in a few seconds all
// together, where quadratic time would be minutes for each.
func TestJudgeLinear(t *testing.T) {
	const size, most = 1 << 20, time.Minute
	start, judged := time.Now(), 0
	for _, unit := range []string{"../", "a.", "xn--a.", "%41a", "%E2%80%AE", "//", "a=b;", "%25", "1.", "_a"} {
		for _, prefix := range []string{"http://", "http://u:p@", "http://h/", "?"} {
			u, err := uri.Parse(prefix + strings.Repeat(unit, size/len(unit)))
			if err != nil {
				continue // such as a slash that ends the authority
			}
			judged++
			if uri.Judge(u); time.Since(start) > most {
				t.Fatalf("%s: judging %q… of %d bytes takes too long", prefix, unit, size)
			}
		}
	}
	if judged < 30 {
		t.Errorf("%d texts were judged", judged)
	}
}

func BenchmarkJudge(b *testing.B) {
	u := uri.MustParse("https://www.example.com/over/there/file.html?name=ferret&b=c")
	for b.Loop() {
		uri.Judge(u)
	}
}
