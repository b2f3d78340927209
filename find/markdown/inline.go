package markdown

import "bytes"

// A mark is something in the text that is no prose, or where prose is cut in two.
type mark struct {
	start, end int32
	kind       markKind
	cell       bool // it is in a cell of a table, where "\\|" is a bar
}

type markKind uint8

const (
	destinationMark markKind = iota // of an inline link or an image
	definitionMark                  // the destination of a definition
	useMark                         // of the definition at start
	angleMark                       // a URI in angle brackets
	addressMark                     // an address of mail in angle brackets
	urlMark                         // a URL alone, by GitHub's rules
	wwwMark                         // a name of a host, by the same
	emailMark                       // an address of mail, by the same
	htmlMark                        // a tag, a comment, or a block of them
	cutMark                         // here ends a piece of prose
	hiddenMark                      // a backslash that escapes what follows
)

// inlines reads what is in leaves (CommonMark, section 6). Emphasis makes no
// difference to links and is not looked at.
type inlines struct {
	b     []byte           // up to the end of the leaf
	refs  map[string]int32 // as in blocks
	marks []mark           // what was found, in order
	gfm   *extended        // GitHub's rules for what is not marked; nil without

	brackets []bracket
	inactive int // how many brackets can begin no link, since one is in them
	images   int // how many brackets are of images
	ticks    map[int]int
	absent   [len(closers)]bool // no such closer comes in the rest of the leaf
	label    []byte
}

// mostOpen is how many brackets can be open: what no person writes takes no memory.
const mostOpen = 1 << 16

// A bracket is one that is open: "[" or "![".
type bracket struct {
	at    int32 // behind it
	marks int32 // how many there were
	image bool
	inner bool // another one is in it
}

// specials are the bytes that something can begin with.
var specials = func() (s [256]bool) {
	for _, c := range []byte("\\`<[]!") {
		s[c] = true
	}
	return s
}()

// leaf reads the leaf from start to end.
func (n *inlines) leaf(text []byte, start, end int) {
	n.b = text[:end]
	n.brackets, n.inactive, n.images, n.ticks = n.brackets[:0], 0, 0, nil
	n.absent = [len(closers)]bool{}
	special := &specials
	if n.gfm != nil {
		n.gfm.leaf(n.b, start)
		special = &n.gfm.specials
	}
	for i := start; ; i = n.special(i) {
		for i < end && !special[n.b[i]] {
			i++
		}
		if i >= end {
			return
		}
	}
}

// special reads what may begin at i, and returns where to go on.
func (n *inlines) special(i int) int {
	next := i + 1
	switch c := n.b[i]; c {
	case '\\':
		if next < len(n.b) && isPunct(n.b[next]) {
			n.add(i, next, hiddenMark)
			next++
		}
	case '`':
		next = n.code(i)
	case '<':
		next = n.angle(i)
	case '!':
		if next < len(n.b) && n.b[next] == '[' {
			next++
			n.open(next, true)
		}
	case '[':
		n.open(next, false)
	case ']':
		return n.close(i)
	default:
		if found, ok := n.gfm.match(i, len(n.brackets) > n.inactive || n.images > 0); ok {
			n.marks = append(n.marks, found)
			return int(found.end)
		}
		return next
	}
	if n.gfm != nil && next > i+1 {
		n.gfm.floor = next
	}
	return next
}

func (n *inlines) add(start, end int, kind markKind) {
	n.marks = append(n.marks, mark{start: int32(start), end: int32(end), kind: kind})
}

func (n *inlines) open(at int, image bool) {
	if len(n.brackets) == mostOpen {
		return
	}
	if len(n.brackets) > 0 {
		n.brackets[len(n.brackets)-1].inner = true
	}
	if image {
		n.images++
	}
	n.brackets = append(n.brackets, bracket{at: int32(at), marks: int32(len(n.marks)), image: image})
}

// close reads the "]" at i, which makes a link or an image of the last bracket that
// is open if what follows says where it leads to, or if it is defined.
func (n *inlines) close(i int) int {
	last := len(n.brackets) - 1
	if last < 0 {
		return i + 1
	}
	open := n.brackets[last]
	n.brackets = n.brackets[:last]
	if open.image {
		n.images--
	}
	if !open.image && last < n.inactive {
		n.inactive = last
		return i + 1
	}
	n.inactive = min(n.inactive, last)
	if i+1 < len(n.b) && n.b[i+1] == '(' {
		if dest, next, ok := inlineTail(n.b, i+2); ok {
			n.link(open, next)
			n.add(dest.start, dest.end, destinationMark)
			return next
		}
	}
	if dest, next, ok := n.reference(open, i); ok {
		n.link(open, next)
		n.add(int(dest), int(dest), useMark)
		return next
	}
	return i + 1
}

// link notes that a link or an image is there, from the bracket to end.
func (n *inlines) link(open bracket, end int) {
	if !open.image {
		n.inactive = len(n.brackets) // links are not in links
	}
	if n.gfm == nil {
		// Where another mark is within, prose has been cut already.
		if int(open.marks) == len(n.marks) {
			n.add(int(open.at)-1, int(open.at)-1, cutMark)
		}
		return
	}
	inside := n.marks[open.marks:]
	n.marks = n.marks[:open.marks]
	n.gfm.floor = end
	if open.image {
		return // what is in it is text to read out
	}
	for _, m := range inside {
		if m.kind != emailMark {
			n.marks = append(n.marks, m)
		}
	}
}

// reference looks for a definition by the label behind the "]" at i, or by the text
// before it, and returns where its destination is, and what is behind the label.
func (n *inlines) reference(open bracket, i int) (dest int32, next int, ok bool) {
	if len(n.refs) == 0 {
		return 0, i, false
	}
	text, next := n.b[open.at:i], i+1
	if next < len(n.b) && n.b[next] == '[' {
		if end, ok := linkLabel(n.b, next); ok {
			if end > next+len("[]") {
				text, open.inner = n.b[next+1:end-1], false
			}
			next = end
		}
	}
	if open.inner || len(text) > mostLabel {
		return 0, i, false
	}
	n.label = normal(n.label[:0], text)
	dest, ok = n.refs[string(n.label)]
	return dest, next, ok
}

// code returns where the span of code ends that begins with the backticks at i, or
// where they end if it is none.
func (n *inlines) code(i int) int {
	ticks := count(n.b[i:], '`')
	begin := i + ticks
	if n.ticks != nil && n.ticks[ticks] < begin {
		return begin
	}
	for j := begin; ; {
		k := bytes.IndexByte(n.b[j:], '`')
		if k < 0 {
			break
		}
		j += k
		m := count(n.b[j:], '`')
		j += m
		if m == ticks {
			return j
		}
	}
	if n.ticks == nil {
		n.countTicks(begin)
	}
	return begin
}

// countTicks notes where the last run of backticks of each length is, from i on, so
// that no text is searched in vain twice.
func (n *inlines) countTicks(i int) {
	n.ticks = map[int]int{}
	for i < len(n.b) {
		k := bytes.IndexByte(n.b[i:], '`')
		if k < 0 {
			return
		}
		i += k
		m := count(n.b[i:], '`')
		n.ticks[m] = i
		i += m
	}
}

// closers end what begins with openers and holds anything (section 6.6).
var (
	openers = [...]string{"<!--", "<?", "<![CDATA[", "<!"}
	closers = [...]string{"-->", "?>", "]]>", ">"}
)

// angle reads the "<" at i: a link in angle brackets, or HTML.
func (n *inlines) angle(i int) int {
	if end, kind, ok := autolink(n.b, i); ok {
		n.add(i+1, end-1, kind)
		return end
	}
	end := tag(n.b, i)
	if end < 0 {
		end = n.markup(i)
	}
	if end < 0 {
		return i + 1
	}
	n.add(i, end, htmlMark)
	return end
}

// markup returns where the comment, the instruction, the declaration or the section
// of CDATA at i ends; -1 if there is none.
func (n *inlines) markup(i int) int {
	rest := n.b[i:]
	for k, opener := range openers {
		if !bytes.HasPrefix(rest, []byte(opener)) {
			continue
		}
		if n.absent[k] || opener == "<!" && (len(rest) == len(opener) || !isLetter(rest[len(opener)])) {
			return -1
		}
		if opener == "<!--" {
			if short := shortComment(rest); short > 0 {
				return i + short
			}
		}
		end := bytes.Index(rest[len(opener):], []byte(closers[k]))
		if end < 0 {
			n.absent[k] = true
			return -1
		}
		return i + len(opener) + end + len(closers[k])
	}
	return -1
}

// shortComment returns the length of the comment that has nothing in it.
func shortComment(rest []byte) int {
	for _, s := range [...]string{"<!-->", "<!--->"} {
		if bytes.HasPrefix(rest, []byte(s)) {
			return len(s)
		}
	}
	return 0
}

// autolink reads a URI or an address of mail in angle brackets at i (section 6.5).
func autolink(b []byte, i int) (end int, kind markKind, ok bool) {
	const mostScheme = 32
	j := i + 1
	if j == len(b) || !isLetter(b[j]) {
		return address(b, j)
	}
	for j < len(b) && (isLetter(b[j]) || isDigit(b[j]) || b[j] == '+' || b[j] == '.' || b[j] == '-') {
		j++
	}
	if n := j - i - 1; j == len(b) || b[j] != ':' || n < 2 || n > mostScheme {
		return address(b, i+1)
	}
	for j < len(b) && b[j] > ' ' && b[j] != '<' && b[j] != '>' && b[j] != 0x7F {
		j++
	}
	if j < len(b) && b[j] == '>' {
		return j + 1, angleMark, true
	}
	return 0, 0, false
}

// address reads an address of mail up to its ">": a local part, "@", and labels of
// at most 63 letters, digits and hyphens.
func address(b []byte, i int) (end int, kind markKind, ok bool) {
	const mostPart = 63
	j := i
	for j < len(b) && (isLetter(b[j]) || isDigit(b[j]) || bytes.IndexByte([]byte(".!#$%&'*+/=?^_`{|}~-"), b[j]) >= 0) {
		j++
	}
	if j == i || j == len(b) || b[j] != '@' {
		return 0, 0, false
	}
	for {
		j++
		start := j
		for j < len(b) && (isLetter(b[j]) || isDigit(b[j]) || b[j] == '-') {
			j++
		}
		if j == start || j == len(b) || j-start > mostPart || b[start] == '-' || b[j-1] == '-' {
			return 0, 0, false
		}
		if b[j] == '>' {
			return j + 1, addressMark, true
		}
		if b[j] != '.' {
			return 0, 0, false
		}
	}
}
