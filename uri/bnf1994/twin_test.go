package bnf1994_test

import (
	"regexp"
	"strings"

	"uriel.dev/uri/bnf1994"
)

// This file is the twin of the two grammars, as regular expressions written
// from the standards again: each $name is replaced by the expression of that
// name. Neither grammar nests anything, so that each of its URLs is regular.

// expand replaces names by what stands for them, until there are none left.
func expand(table map[string]string, s string) *regexp.Regexp {
	name := regexp.MustCompile(`\$[a-z0-9]+`)
	for name.MatchString(s) {
		s = name.ReplaceAllStringFunc(s, func(n string) string {
			e, ok := table[n[1:]]
			if !ok {
				panic("no expression " + n)
			}
			return "(?:" + e + ")"
		})
	}
	return regexp.MustCompile(`(?is)\A(?:` + s + `)\z`)
}

var draftTwin = expand(map[string]string{
	"escape":     `%[0-9A-F][0-9A-F]`,
	"xalpha":     `[A-Z0-9\x24\-_@.&+"'(), ]|$escape`,
	"ialpha":     `[A-Z]$xalpha*`,
	"digits":     `[0-9]+`,
	"hostnumber": `$digits\.$digits\.$digits\.$digits`,
	"host":       `$ialpha|$hostnumber`,
	"hostport":   `$host(?::$digits)?`,
	"login":      `(?:$xalpha+(?::$xalpha+)?@)?$hostport`,
	"path":       `(?:$xalpha|/)*`,
	"search":     `$xalpha+`,
	"wpath":      `(?:$digits=$path;)+`,
}, strings.Join([]string{
	`http://$hostport(?:/$path)?(?:\?$search)?`,
	`ftp://$login/$path(?:![AID])?`,
	`news:(?:\*|$ialpha|$xalpha+@$host)`,
	`nntp:$ialpha/$digits`,
	`mid:$xalpha+@$host`,
	`cid:$xalpha+`,
	`mailto::$xalpha+@$ialpha`,
	`wais://$hostport/$xalpha+(?:\?$search)?`,
	`wais://$hostport/$xalpha+/$xalpha+/$wpath`,
	`prospero://$hostport/$path`,
	`telnet://$login`,
	`gopher://$hostport(?:/$xalpha$path)?(?:\?$search)?`,
}, "|"))

// draftDerives is what the twin says: whether s, without its prefix, is a url.
func draftDerives(s string) bool {
	if len(s) >= 4 && strings.EqualFold(s[:4], "URL:") {
		s = s[4:]
	}
	return draftTwin.MatchString(s)
}

var laterTable = map[string]string{
	"escape":   `%[0-9A-F][0-9A-F]`,
	"uchar":    `[A-Z0-9\x24\-_.+!*'(),]|$escape`,
	"xchar":    `[A-Z0-9\x24\-_.+!*'(),;/?:@=&]|$escape`,
	"segment":  `(?:$uchar|[?:@&=])*`,
	"fpath":    `$segment(?:/$segment)*`,
	"hsegment": `(?:$uchar|[;:@&=])*`,
	"hpath":    `$hsegment(?:/$hsegment)*`,
	"label":    `[A-Z0-9](?:[A-Z0-9\-]*[A-Z0-9])?`,
	"top":      `[A-Z](?:[A-Z0-9\-]*[A-Z0-9])?`,
	"host":     `(?:$label\.)*$top|[0-9]+\.[0-9]+\.[0-9]+\.[0-9]+`,
	"hostport": `$host(?::[0-9]+)?`,
	"user":     `(?:$uchar|[;?&=])*`,
	"login":    `(?:$user(?::$user)?@)?$hostport`,
	"group":    `[A-Z][A-Z0-9\-.+_]*`,
	"article":  `(?:$uchar|[;/?:&=])+@$host`,
	"field":    `(?:$uchar|[?:@&])*`,
}

var (
	laterTwin = expand(laterTable, strings.Join([]string{
		`ftp://$login(?:/$fpath(?:;type=[AID])?)?`,
		`file://(?:$host)?/$fpath`,
		`http://$hostport(?:/$hpath(?:\?$hsegment)?)?`,
		`gopher://$hostport(?:/$xchar*)?`,
		`mailto:$xchar+`,
		`news:(?:\*|$group|$article)`,
		`nntp://$hostport/$group(?:/[0-9]+)?`,
		`telnet://$login/?`,
		`wais://$hostport/$uchar*(?:\?$hsegment|/$uchar*/$uchar*)?`,
		`prospero://$hostport/$fpath(?:;$field=$field)*`,
	}, "|"))
	genericTwin = expand(laterTable, `[A-Z0-9+\-.]+:$xchar*`)
	knownTwin   = expand(nil, `(?:ftp|file|http|gopher|mailto|news|nntp|telnet|wais|prospero):.*`)
)

// laterDerives is what the twin says: whether s, without its prefix, is a url
// and a genericurl.
func laterDerives(s string) (isURL, isGeneric bool) {
	if len(s) >= 4 && strings.EqualFold(s[:4], "URL:") {
		s = s[4:]
	}
	isGeneric = genericTwin.MatchString(s)
	if knownTwin.MatchString(s) {
		return laterTwin.MatchString(s), isGeneric
	}
	return isGeneric, isGeneric
}

// agrees reports whether both twins say what the verdicts say.
func agrees(s string) bool {
	draft, later := bnf1994.Parse(s), bnf1994.Parse1738(s)
	isURL, isGeneric := laterDerives(s)
	return draft.Productions["url"] == draftDerives(s) && later.Productions["url"] == isURL && later.Productions["genericurl"] == isGeneric
}
