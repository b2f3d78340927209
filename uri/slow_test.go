package uri_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"uriel.dev/uri"
)

// This file is the slow twin of Parse: the collected ABNF of RFC 3986,
// appendix A, production by production, in the order of the appendix turned
// around so that what is used stands before what uses it. It is written to be
// compared with the RFC by eye.

// def writes a production: alternatives tried in their order, and each $name
// in them replaced by the production of that name.
func def(name string, alternatives ...string) {
	body := regexp.MustCompile(`\$[a-z0-9A-Z_]+`).ReplaceAllStringFunc(
		strings.Join(alternatives, "|"), func(ref string) string {
			p, ok := abnf[ref[1:]]
			if !ok {
				panic("undefined production " + ref)
			}
			return p
		})
	abnf[name] = "(?:" + body + ")"
}

// part marks the text that a component takes. A component that stands in
// several alternatives is marked in each, as path1, path2.
func part(c uri.Component, alternative int, body string) string {
	return fmt.Sprintf("(?P<%s%d>%s)", c, alternative, body)
}

var abnf = map[string]string{}

var slowURI, slowRelative = func() (uriRef, relative *regexp.Regexp) {
	def("ALPHA", `[A-Za-z]`)
	def("DIGIT", `[0-9]`)
	def("HEXDIG", `[0-9A-Fa-f]`) // strings of ABNF are case-insensitive (RFC 5234, 2.3)

	def("sub_delims", `[!$&'()*+,;=]`)
	def("unreserved", `$ALPHA`, `$DIGIT`, `[-._~]`)
	def("pct_encoded", `%$HEXDIG$HEXDIG`)

	def("pchar", `$unreserved`, `$pct_encoded`, `$sub_delims`, `:`, `@`)
	def("fragment", `(?:$pchar|/|\?)*`)
	def("query", `(?:$pchar|/|\?)*`)
	def("segment_nz_nc", `(?:$unreserved|$pct_encoded|$sub_delims|@)+`)
	def("segment_nz", `$pchar+`)
	def("segment", `$pchar*`)
	def("path_empty", ``)
	def("path_rootless", `$segment_nz(?:/$segment)*`)
	def("path_noscheme", `$segment_nz_nc(?:/$segment)*`)
	def("path_absolute", `/(?:$segment_nz(?:/$segment)*)?`)
	def("path_abempty", `(?:/$segment)*`)

	def("reg_name", `(?:$unreserved|$pct_encoded|$sub_delims)*`)
	def("dec_octet", `25[0-5]`, `2[0-4]$DIGIT`, `1$DIGIT$DIGIT`, `[1-9]$DIGIT`, `$DIGIT`)
	def("IPv4address", `$dec_octet\.$dec_octet\.$dec_octet\.$dec_octet`)
	def("h16", `$HEXDIG{1,4}`)
	def("ls32", `$h16:$h16`, `$IPv4address`)
	def("IPv6address",
		`                        (?:$h16:){6}$ls32`,
		`                      ::(?:$h16:){5}$ls32`,
		`(?:              $h16)?::(?:$h16:){4}$ls32`,
		`(?:(?:$h16:){0,1}$h16)?::(?:$h16:){3}$ls32`,
		`(?:(?:$h16:){0,2}$h16)?::(?:$h16:){2}$ls32`,
		`(?:(?:$h16:){0,3}$h16)?::   $h16:    $ls32`,
		`(?:(?:$h16:){0,4}$h16)?::            $ls32`,
		`(?:(?:$h16:){0,5}$h16)?::            $h16`,
		`(?:(?:$h16:){0,6}$h16)?::`)
	abnf["IPv6address"] = strings.ReplaceAll(abnf["IPv6address"], " ", "")
	def("IPvFuture", `[vV]$HEXDIG+\.(?:$unreserved|$sub_delims|:)+`)
	def("IP_literal", `\[(?:$IPv6address|$IPvFuture)\]`)

	def("port", `$DIGIT*`)
	def("host", `$IP_literal`, `$IPv4address`, `$reg_name`)
	def("userinfo", `(?:$unreserved|$pct_encoded|$sub_delims|:)*`)
	def("authority", part(uri.Authority, 1,
		`(?:`+part(uri.Userinfo, 1, `$userinfo`)+`@)?`+part(uri.Host, 1, `$host`)+`(?::`+part(uri.Port, 1, `$port`)+`)?`))
	def("scheme", `$ALPHA(?:$ALPHA|$DIGIT|[-+.])*`)

	def("relative_part",
		`//$authority`+part(uri.Path, 1, `$path_abempty`),
		part(uri.Path, 2, `$path_absolute|$path_noscheme|$path_empty`))
	def("hier_part",
		`//$authority`+part(uri.Path, 1, `$path_abempty`),
		part(uri.Path, 2, `$path_absolute|$path_rootless|$path_empty`))
	def("tail", `(?:\?`+part(uri.Query, 1, `$query`)+`)?(?:#`+part(uri.Fragment, 1, `$fragment`)+`)?`)
	def("relative_ref", `$relative_part$tail`)
	def("URI", part(uri.Scheme, 1, `$scheme`)+`:$hier_part$tail`)

	whole := func(name string) *regexp.Regexp { return regexp.MustCompile(`\A` + abnf[name] + `\z`) }
	return whole("URI"), whole("relative_ref")
}()

// A span is where a component stands, without its delimiters.
type span struct{ start, end int }

// slowParse returns the components that are defined in s, and whether s is a
// URI-reference at all.
func slowParse(s string) (map[uri.Component]span, bool) {
	for _, re := range []*regexp.Regexp{slowURI, slowRelative} {
		m := re.FindStringSubmatchIndex(s)
		if m == nil {
			continue
		}
		found := map[uri.Component]span{}
		for group, name := range re.SubexpNames() {
			for _, c := range uri.Components {
				if strings.TrimRight(name, "12") == c.String() && m[2*group] >= 0 {
					found[c] = span{m[2*group], m[2*group+1]}
				}
			}
		}
		return found, true
	}
	return nil, false
}

var slowHosts = map[uri.HostKind]*regexp.Regexp{
	uri.IPv6:      regexp.MustCompile(`\A\[` + abnf["IPv6address"] + `\]\z`),
	uri.IPvFuture: regexp.MustCompile(`\A\[` + abnf["IPvFuture"] + `\]\z`),
	uri.IPv4:      regexp.MustCompile(`\A` + abnf["IPv4address"] + `\z`),
	uri.RegName:   regexp.MustCompile(`\A` + abnf["reg_name"] + `\z`),
}

// slowHostKind applies "first-match-wins" (RFC 3986, 3.2.2).
func slowHostKind(host string) uri.HostKind {
	for _, kind := range []uri.HostKind{uri.IPv6, uri.IPvFuture, uri.IPv4, uri.RegName} {
		if slowHosts[kind].MatchString(host) {
			return kind
		}
	}
	return uri.NoHost
}

// checkTwin compares what Parse made of s with what the slow twin makes of it.
func checkTwin(t *testing.T, s string, u uri.URI, err error) {
	t.Helper()
	slow, ok := slowParse(s)
	if ok != (err == nil) {
		t.Fatalf("Parse(%q): error %v, but by the ABNF valid = %v", s, err, ok)
	}
	if !ok {
		return
	}
	fast := map[uri.Component]span{}
	for _, c := range uri.Components {
		if start, end, defined := u.Range(c); defined {
			fast[c] = span{start, end}
		}
	}
	if !maps.Equal(slow, fast) {
		t.Fatalf("Parse(%q): components %v, by the ABNF %v", s, fast, slow)
	}
	kind := uri.NoHost
	if host, ok := slow[uri.Host]; ok {
		kind = slowHostKind(s[host.start:host.end])
	}
	if u.HostKind() != kind {
		t.Fatalf("Parse(%q): host kind %v, by the ABNF %v", s, u.HostKind(), kind)
	}
}

// TestSlowParse keeps the twin honest: it must tell valid from invalid by
// itself, on texts of RFC 3986, section 1.1.2, and on near misses.
func TestSlowParse(t *testing.T) {
	valid := []string{
		"ftp://ftp.is.co.za/rfc/rfc1808.txt", "http://www.ietf.org/rfc/rfc2396.txt", "ldap://[2001:db8::7]/c=GB?objectClass?one",
		"mailto:John.Doe@example.com", "news:comp.infosystems.www.servers.unix", "tel:+1-816-555-1212", "telnet://192.0.2.16:80/",
		"urn:oasis:names:specification:docbook:dtd:xml:4.1.2", "", "//", "?", "#", "//[v1.a:b]", "//[::]", "//[1::]", "//[::ffff:1.2.3.4]",
	}
	invalid := []string{
		"1a:b", "a b", "%", "%2", "%zz", "//[::1", "//[1:2:3:4:5:6:7:8:9]", "//[1::2::3]", "//[12345::]", "//[::1.2.3.04]", "//[v.a]", "//[v1.]",
		"//a:b", "//a@b@c", "a[", "a#b#c", "é", "\x00", "//[1:2:3:4:5:6:7::8:9]",
	}
	for _, s := range valid {
		if _, ok := slowParse(s); !ok {
			t.Errorf("slowParse(%q) refuses", s)
		}
	}
	for _, s := range invalid {
		if got, ok := slowParse(s); ok {
			t.Errorf("slowParse(%q) = %v, want a refusal", s, got)
		}
	}
	if got := slices.Sorted(maps.Keys(slowHosts)); len(got) != 4 {
		t.Errorf("kinds of host: %v, want 4", got)
	}
}
