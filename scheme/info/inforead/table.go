package inforead

import (
	"bytes"
	"cmp"
	"iter"
	"slices"
	"strconv"
	"strings"
)

// separator begins the line before each part of a file.
const separator = 0x1f

// quote stands around a name that holds what would end it.
const quote = 0x7f

// Bounds of what a document may list. The manual of GCC has 30 parts and less
// than 10,000 nodes and anchors.
const (
	maxParts = 1000
	maxTags  = 200_000
)

// isSeparator reports whether a separator stands at text[at:]: the octet, some
// white space, and a line end.
func isSeparator(text []byte, at int) bool {
	if at < 0 || at >= len(text) || text[at] != separator {
		return false
	}
	rest := bytes.TrimLeft(text[at+1:min(len(text), at+8)], " \t\f\r")
	return len(rest) > 0 && rest[0] == '\n'
}

// sections yields where in a text the separators at the start of a line are.
func sections(text []byte) iter.Seq[int] {
	return func(yield func(int) bool) {
		for at := 0; at < len(text); at++ {
			i := bytes.IndexByte(text[at:], separator)
			if i < 0 {
				return
			}
			at += i
			if (at == 0 || text[at-1] == '\n') && isSeparator(text, at) && !yield(at) {
				return
			}
		}
	}
}

// section returns what stands between the separator at start and the next.
func section(text []byte, start int) []byte {
	_, body := cutLine(text[start:])
	for end := range sections(body) {
		return body[:end]
	}
	return body
}

// headerLine returns the line behind the separator at start.
func headerLine(text []byte, start int) []byte {
	_, body := cutLine(text[start:])
	line, _ := cutLine(body)
	return line
}

// cutLine returns the first line of a text, without its end, and what follows.
func cutLine(text []byte) (line, rest []byte) {
	line, rest, _ = bytes.Cut(text, []byte("\n"))
	return bytes.TrimSuffix(line, []byte("\r")), rest
}

// parseIndirect reads the list of the files that a document is split into:
//
//	find.info-1: 1201
//
// A name that could lead out of the folder is left out.
func parseIndirect(text []byte) (parts []part) {
	for len(text) > 0 && len(parts) < maxParts {
		var line []byte
		line, text = cutLine(text)
		i := bytes.LastIndexByte(line, ':')
		if i < 0 {
			continue
		}
		name := string(bytes.TrimSpace(line[:i]))
		start, err := strconv.Atoi(string(bytes.TrimSpace(line[i+1:])))
		if err == nil && start >= 0 && name != "" && name != "." && name != ".." && !strings.ContainsAny(name, "/\\\x00") {
			parts = append(parts, part{name, start})
		}
	}
	slices.SortStableFunc(parts, func(a, b part) int { return cmp.Compare(a.start, b.start) })
	return parts
}

// parseTags reads the tag table:
//
//	Node: Top<7F>1201
//	Ref: an anchor<7F>1300
//
// Lines of another form, such as "(Indirect)", are left out.
func (d *Document) parseTags(text []byte) (tags []tag) {
	for len(text) > 0 && len(tags) < maxTags {
		var line []byte
		line, text = cutLine(text)
		label, rest, _ := bytes.Cut(line, []byte(":"))
		i := bytes.LastIndexByte(rest, quote)
		if i < 0 {
			continue
		}
		offset, err := strconv.Atoi(string(bytes.TrimSpace(rest[i+1:])))
		if err != nil || offset < 0 || !is(label, "Node") && !is(label, "Ref") {
			continue
		}
		name := single(strings.Trim(d.coding.decode(rest[:i]), " \t\x7f"))
		tags = append(tags, tag{name: name, offset: offset, part: d.partOf(offset), anchor: is(label, "Ref")})
	}
	return tags
}

// partOf returns the part that an offset is in: the last that begins before it.
func (d *Document) partOf(offset int) int {
	i, ok := slices.BinarySearchFunc(d.parts, offset, func(p part, offset int) int { return cmp.Compare(p.start, offset) })
	if ok {
		return i
	}
	return max(0, i-1)
}

// scan makes the tags of a document by reading all of it.
func (d *Document) scan() (tags []tag, err error) {
	for i, p := range d.parts {
		text, err := d.load(i)
		if err != nil {
			return nil, err
		}
		preamble := 0
		if p.start > 0 {
			preamble = max(0, bytes.IndexByte(text, separator))
		}
		for at := range sections(text) {
			if h := d.parseHeader(headerLine(text, at)); h.Name != "" && len(tags) < maxTags {
				tags = append(tags, tag{name: h.Name, offset: at - preamble + p.start, part: i})
			}
		}
	}
	return tags, nil
}

// single returns a name with single spaces for all white space: one that is
// broken over two lines is the same.
func single(name string) string { return strings.Join(strings.Fields(name), " ") }
