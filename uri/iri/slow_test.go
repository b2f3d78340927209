package iri_test

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"uriel.dev/uri"
)

// This file is the slow twin of Parse: the ABNF of RFC 3987, section 2.2,
// production by production, in the order of the RFC turned around so that what
// is used stands before what uses it. It is written to be compared with the RFC
// by eye.

var abnf = map[string]string{}

// def writes a production: alternatives tried in their order, and each $name in
// them replaced by the production of that name.
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

// part marks the text that a component takes.
func part(c uri.Component, alternative int, body string) string {
	return fmt.Sprintf("(?P<%s%d>%s)", c, alternative, body)
}

var slowIRI, slowRelative = func() (iri, relative *regexp.Regexp) {
	def("ALPHA", `[A-Za-z]`)
	def("DIGIT", `[0-9]`)
	def("HEXDIG", `[0-9A-Fa-f]`)

	def("sub_delims", `[!$&'()*+,;=]`)
	def("unreserved", `$ALPHA`, `$DIGIT`, `[-._~]`)
	def("pct_encoded", `%$HEXDIG$HEXDIG`)
	def("dec_octet", `25[0-5]`, `2[0-4]$DIGIT`, `1$DIGIT$DIGIT`, `[1-9]$DIGIT`, `$DIGIT`)
	def("IPv4address", `$dec_octet\.$dec_octet\.$dec_octet\.$dec_octet`)
	def("h16", `$HEXDIG{1,4}`)
	def("ls32", `$h16:$h16`, `$IPv4address`)
	def("IPv6address",
		`(?:$h16:){6}$ls32`,
		`::(?:$h16:){5}$ls32`,
		`(?:$h16)?::(?:$h16:){4}$ls32`,
		`(?:(?:$h16:){0,1}$h16)?::(?:$h16:){3}$ls32`,
		`(?:(?:$h16:){0,2}$h16)?::(?:$h16:){2}$ls32`,
		`(?:(?:$h16:){0,3}$h16)?::$h16:$ls32`,
		`(?:(?:$h16:){0,4}$h16)?::$ls32`,
		`(?:(?:$h16:){0,5}$h16)?::$h16`,
		`(?:(?:$h16:){0,6}$h16)?::`)
	def("IPvFuture", `[vV]$HEXDIG+\.(?:$unreserved|$sub_delims|:)+`)
	def("IP_literal", `\[(?:$IPv6address|$IPvFuture)\]`)
	def("port", `$DIGIT*`)
	def("scheme", `$ALPHA(?:$ALPHA|$DIGIT|[-+.])*`)

	def("iprivate", `[\x{E000}-\x{F8FF}\x{F0000}-\x{FFFFD}\x{100000}-\x{10FFFD}]`)
	def("ucschar", `[\x{A0}-\x{D7FF}\x{F900}-\x{FDCF}\x{FDF0}-\x{FFEF}`+
		`\x{10000}-\x{1FFFD}\x{20000}-\x{2FFFD}\x{30000}-\x{3FFFD}`+
		`\x{40000}-\x{4FFFD}\x{50000}-\x{5FFFD}\x{60000}-\x{6FFFD}`+
		`\x{70000}-\x{7FFFD}\x{80000}-\x{8FFFD}\x{90000}-\x{9FFFD}`+
		`\x{A0000}-\x{AFFFD}\x{B0000}-\x{BFFFD}\x{C0000}-\x{CFFFD}`+
		`\x{D0000}-\x{DFFFD}\x{E1000}-\x{EFFFD}]`)
	def("iunreserved", `$ALPHA`, `$DIGIT`, `[-._~]`, `$ucschar`)
	def("ipchar", `$iunreserved`, `$pct_encoded`, `$sub_delims`, `[:@]`)
	def("ifragment", `(?:$ipchar|[/?])*`)
	def("iquery", `(?:$ipchar|$iprivate|[/?])*`)
	def("isegment_nz_nc", `(?:$iunreserved|$pct_encoded|$sub_delims|@)+`)
	def("isegment_nz", `$ipchar+`)
	def("isegment", `$ipchar*`)
	def("ipath_empty", ``)
	def("ipath_rootless", `$isegment_nz(?:/$isegment)*`)
	def("ipath_noscheme", `$isegment_nz_nc(?:/$isegment)*`)
	def("ipath_absolute", `/(?:$isegment_nz(?:/$isegment)*)?`)
	def("ipath_abempty", `(?:/$isegment)*`)
	def("ireg_name", `(?:$iunreserved|$pct_encoded|$sub_delims)*`)
	def("ihost", `$IP_literal`, `$IPv4address`, `$ireg_name`)
	def("iuserinfo", `(?:$iunreserved|$pct_encoded|$sub_delims|:)*`)
	def("iauthority", part(uri.Authority, 1,
		`(?:`+part(uri.Userinfo, 1, `$iuserinfo`)+`@)?`+part(uri.Host, 1, `$ihost`)+`(?::`+part(uri.Port, 1, `$port`)+`)?`))
	def("irelative_part",
		`//$iauthority`+part(uri.Path, 1, `$ipath_abempty`),
		part(uri.Path, 2, `$ipath_absolute|$ipath_noscheme|$ipath_empty`))
	def("ihier_part",
		`//$iauthority`+part(uri.Path, 1, `$ipath_abempty`),
		part(uri.Path, 2, `$ipath_absolute|$ipath_rootless|$ipath_empty`))
	def("tail", `(?:\?`+part(uri.Query, 1, `$iquery`)+`)?(?:#`+part(uri.Fragment, 1, `$ifragment`)+`)?`)
	def("irelative_ref", `$irelative_part$tail`)
	def("IRI", part(uri.Scheme, 1, `$scheme`)+`:$ihier_part$tail`)

	whole := func(name string) *regexp.Regexp { return regexp.MustCompile(`\A` + abnf[name] + `\z`) }
	return whole("IRI"), whole("irelative_ref")
}()

// slowBidi holds the characters of section 4.1 and those that Unicode 6.3 added
// to them.
var slowBidi = regexp.MustCompile(`[\x{200E}\x{200F}\x{202A}-\x{202E}\x{61C}\x{2066}-\x{2069}]`)

// slowParse returns the components that are defined in s, and whether s is an
// IRI-reference at all.
func slowParse(s string) (map[uri.Component]string, bool) {
	if !utf8.ValidString(s) || slowBidi.MatchString(s) {
		return nil, false
	}
	for _, re := range []*regexp.Regexp{slowIRI, slowRelative} {
		m := re.FindStringSubmatchIndex(s)
		if m == nil {
			continue
		}
		found := map[uri.Component]string{}
		for group, name := range re.SubexpNames() {
			for _, c := range uri.Components {
				if strings.TrimRight(name, "12") == c.String() && m[2*group] >= 0 {
					found[c] = s[m[2*group]:m[2*group+1]]
				}
			}
		}
		return found, true
	}
	return nil, false
}

// slowChar is the character that may stand behind "/" and behind "?".
var slowChar = map[string]*regexp.Regexp{
	"/": regexp.MustCompile(`\A` + abnf["ipchar"] + `\z`),
	"?": regexp.MustCompile(`\A(?:` + abnf["ipchar"] + `|` + abnf["iprivate"] + `)\z`),
}
