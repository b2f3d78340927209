package find

import (
	"strings"
	"sync"
	"unicode/utf8"
)

// WithDomains returns a finder that also finds names of hosts that stand alone, as
// "example.com/path" and "sub.example.co.uk:8080" do, as f does not: in most texts
// more such words are names of files and parts of programs. They are taken for http.
//
// isPublicSuffix reports whether names are registered right below a domain: it is
// true for "com" and "co.uk", not for "example.com". It is asked for names in lower
// case, of letters, digits, dots and hyphens. The public suffix list,
// https://publicsuffix.org, is one; nil is none, and finds none.
//
// Names that files have, as plan.md and x.sh, and those that end with a word, as
// example.dev does, are found only if more stands behind them: a path, or for the
// latter a port.
func (f Finder) WithDomains(isPublicSuffix func(domain string) bool) Finder {
	f.isPublicSuffix = isPublicSuffix
	return f
}

// dot looks whether the dot at i is the first one of a name of a host that stands
// alone, and reads a URI without its scheme.
func (s *scanner) dot(i int) (found, bool) {
	start := i
	for start > s.floor && i-start < mostDomain && isLabel(s.b[start-1]) {
		start--
	}
	end := i
	for end-start < mostDomain && (isLabel(s.at(end)) || s.at(end) == '.' && is(s.at(end+1), alpha|digit)) {
		end++
	}
	port := s.port(end)
	if !s.isEdge(start) || port == 0 || !s.endsDomain(port) {
		return found{next: end}, false
	}
	if !s.standsAlone(string(s.b[start:end]), port > end, s.at(port) == '/') {
		return found{next: end}, false
	}
	h := head{scheme: start, start: start, colon: i, guess: "http://", quote: s.quoteBefore(start)}
	r := run{t: &s.text, quote: h.quote, limit: start + MaxLen}
	f, ok := s.finish(h, &r, r.behind(port))
	f.form, f.rule = Heuristic, ruleDomain.ID
	return f, ok
}

func isLabel(c byte) bool { return is(c, alpha|digit) || c == '-' }

// endsDomain reports whether what stands at i can stand behind a domain: what is of
// a program, or of a longer word, cannot.
func (t *text) endsDomain(i int) bool {
	switch c := t.at(i); {
	case c >= utf8.RuneSelf:
		return !t.isWordRune(i)
	case c == '@', c == '_', c == '(', c == '[', c == '{', c == '~', c == '%', c == '$', c == '\\', c == '=', c == '*', c == '&':
		return false
	}
	return !t.isPattern(i)
}

// standsAlone reports whether name is that of a host, and told from other words by
// itself or by what stands behind it.
func (f Finder) standsAlone(name string, port, path bool) bool {
	lower := strings.ToLower(name)
	labels := strings.Split(lower, ".")
	for _, l := range labels {
		if l == "" || len(l) > 63 || l[0] == '-' || l[len(l)-1] == '-' {
			return false
		}
	}
	top, below := labels[len(labels)-1], labels[max(0, len(labels)-2)]
	switch {
	case len(labels) < 2 || !isTop(top) || !f.isPublicSuffix(top) || f.isPublicSuffix(lower):
		return false
	case generic(top), f.isPublicSuffix(below + "." + top): // as "co.uk" is
		return true
	case !strings.HasSuffix(name, top): // "IO" and "Name" are of programs
		return false
	case len(top) > len("uk") || inPrograms(top) || len(below) < 2:
		return path || port && !inPrograms(top)
	}
	return true
}

// generic are the top-level domains that hardly anything else ends with.
var generic = set("com org net edu gov mil biz arpa eu")

// inPrograms are top-level domains that names of files end with, or members of
// things in programs.
var inPrograms = set(`ac ad ae ai al am ao aq as at aw bb bd bf bh bi bj bm bn bo br bs bt bw bz
	cc cd cf cg ci ck cl cm cr cu cv cw cx cy dj dm do er fm ga gb ge gg gn gp gs gt gu gw gy
	hm hn ht hu id im in is jm ki km kp kw ky la lb lc li lr ls lt ma mc md mf mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz
	nc ne nf ng ni nr pa pf ph pk pl pm pn pr ps pw py re rs rw sa sb sc sd sh sj sk sl sm sn so sr ss st sv sx sy sz
	tc td tf tg th tj tk tl tm to tp tr tt tv tz vc vi wf ws ye mov work zip`)

// set returns what tells whether a name is one of names. It reads them when it is asked
// first: most programs never do.
func set(names string) func(name string) bool {
	all := sync.OnceValue(func() map[string]bool {
		all := make(map[string]bool)
		for name := range strings.FieldsSeq(names) {
			all[name] = true
		}
		return all
	})
	return func(name string) bool { return all()[name] }
}
