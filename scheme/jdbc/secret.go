package jdbc

import (
	"cmp"
	"slices"
	"strings"

	"uriel.dev/uri/pct"
)

// A span is a range of bytes.
type span struct{ start, end int }

// secrets returns where passwords stand in a subname, in order and without
// overlap, in the forms that drivers have:
//
//	…;password=x  …?user=u&password=x  …(password=x)   properties
//	//user:x@host                                      an authority
//	thin:user/x@host                                   of Oracle
//
// What a driver that is not known takes for a password cannot be told.
func secrets(subname string) []span {
	all := slices.Concat(properties(subname), authorities(subname), oracle(subname))
	slices.SortFunc(all, func(a, b span) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end)) })
	var out []span
	for _, s := range all {
		if n := len(out); n > 0 && s.start < out[n-1].end {
			out[n-1].end = max(out[n-1].end, s.end)
		} else if s.start < s.end {
			out = append(out, s)
		}
	}
	return out
}

// properties finds name=value where the name is that of a password. A value
// ends at the delimiter of the driver whose delimiter stands before the name, so
// that one which holds the delimiters of others is not shown in part.
func properties(s string) (out []span) {
	begin := 0
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '=' && isPassword(pct.Decode(s[begin:i])):
			end := len(s)
			if j := strings.IndexAny(s[i:], endOf(s[:begin])); j >= 0 {
				end = i + j
			}
			out = append(out, span{i + 1, end})
			i = end - 1
			begin = end
		case strings.IndexByte("=;&?,()#/:", s[i]) >= 0:
			begin = i + 1
		}
	}
	return out
}

// endOf returns which characters end the value of a property behind before.
func endOf(before string) string {
	switch {
	case strings.HasSuffix(before, ";"):
		return ";"
	case strings.HasSuffix(before, "?"), strings.HasSuffix(before, "&"), strings.HasSuffix(before, "#"):
		return "&"
	case strings.HasSuffix(before, "("), strings.HasSuffix(before, ","):
		return "),"
	}
	return ";&"
}

// isPassword reports whether a property of that name is a secret.
func isPassword(name string) bool {
	name = strings.ToLower(name)
	return name == "pwd" || name == "pass" || name == "secret" || strings.Contains(name, "password") || strings.Contains(name, "passwd") || strings.HasSuffix(name, "secretkey") || strings.HasSuffix(name, "accesstoken")
}

// authorities finds the password of each userinfo behind two slashes; with
// several hosts, parted by commas, each may have one.
func authorities(s string) (out []span) {
	at := strings.Index(s, "//")
	if at < 0 {
		return nil
	}
	at += len("//")
	end := len(s)
	if i := strings.IndexAny(s[at:], "/?;"); i >= 0 {
		end = at + i
	}
	for at < end {
		host, _, _ := strings.Cut(s[at:end], ",")
		userinfo := host[:strings.LastIndexByte(host, '@')+1]
		if i := strings.IndexByte(userinfo, ':'); i >= 0 {
			out = append(out, span{at + i + 1, at + len(userinfo) - 1})
		}
		at += len(host) + len(",")
	}
	return out
}

// oracle finds the password of thin:user/password@host, where the host is what
// follows the last @, since a password may hold one.
func oracle(s string) []span {
	kind, rest, ok := strings.Cut(s, ":")
	if !ok || !isOracle(kind) {
		return nil
	}
	start := len(kind) + len(":")
	slash, at := strings.IndexByte(rest, '/'), strings.LastIndexByte(rest, '@')
	if slash < 0 || at < slash {
		return nil
	}
	return []span{{start + slash + 1, start + at}}
}

// isOracle reports whether s is a kind of Oracle's drivers.
func isOracle(s string) bool {
	switch strings.ToLower(s) {
	case "thin", "oci", "oci8", "kprb":
		return true
	}
	return false
}
