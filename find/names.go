package find

import (
	"bytes"

	"uriel.dev/scheme"
)

// known is what the finder knows of a scheme.
type known struct {
	info *scheme.Info // nil if the name is all there is
}

// namesOf returns the schemes of t by name, and how their names end.
func namesOf(t scheme.Table) (names map[string]known, ends *endings) {
	names, ends = make(map[string]known), new(endings)
	for r := range t.Registry() {
		names[r.Name] = known{}
	}
	for info := range t.All() {
		names[info.Name] = known{info}
	}
	for name := range names {
		if n := len(name); n > 1 {
			ends[ending(name[n-2], name[n-1])] = true
		}
	}
	return names, ends
}

// endings are the last two letters that names of schemes have. Most words before a
// colon end otherwise, and need not be looked up.
type endings [1 << 10]bool

// ending is the index of two letters, in any case.
func ending(a, b byte) int { return int(a&31)<<5 | int(b&31) }

// mostName is how long the name of a scheme can be: the longest that is
// registered has 36 bytes.
const mostName = 40

// name returns where the name of a scheme begins whose colon is at i, and what is
// known of it. Of "see.http:" that is "http"; if no scheme is known, it is the
// longest that could be one, and i if none could.
func (s *scanner) name(i int) (start int, k known, ok bool) {
	first, letters := i, 0
	for first > s.floor && i-first < mostName && is(s.b[first-1], schemeByte) {
		first--
		if is(s.b[first], alpha) {
			letters++
		}
	}
	isWord := letters > 1 && letters == i-first
	start = i
	for p := first; p < i; p++ {
		if !is(s.b[p], alpha) || p > 0 && is(s.b[p-1], alpha|digit) {
			continue
		}
		start = min(start, p)
		if isWord && (s.ends == nil || !s.ends[ending(s.b[i-2], s.b[i-1])]) {
			break
		}
		if k, ok := s.lookup(s.b[p:i]); ok {
			return p, k, true
		}
		if p == start && s.isPrefixed(p) {
			break // the prefix says that the scheme begins there
		}
	}
	return start, known{}, false
}

// lookup returns what is known of a scheme. One that is made of several, such as
// git+ssh, is known if the first or the last is; and so is what begins with "x-", by
// agreement of those who use it.
func (f Finder) lookup(name []byte) (known, bool) {
	var buf [mostName]byte
	lower := buf[:copy(buf[:], name)]
	for i, c := range lower {
		if is(c, alpha) {
			lower[i] = c | 0x20
		}
	}
	if k, ok := f.names[string(lower)]; ok {
		return k, true
	}
	if first, rest, ok := bytes.Cut(lower, []byte("+")); ok && len(rest) > 0 && rest[0] != '+' {
		last := rest[bytes.LastIndexByte(rest, '+')+1:]
		_, isFirst := f.names[string(first)]
		_, isLast := f.names[string(last)]
		return known{}, len(last) > 0 && (isFirst || isLast)
	}
	return known{}, len(lower) > len("x-") && string(lower[:len("x-")]) == "x-"
}
