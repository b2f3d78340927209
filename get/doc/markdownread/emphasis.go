package markdownread

import "unicode"

// A signRun is a run of "*" or "_". From its left on it has signs that end emphasis,
// signs that are text, and signs that begin emphasis.
type signRun struct {
	sign         byte
	begins, ends bool   // what it can do
	length, left int    // how many signs it had, and has without meaning
	ended        []look // what it ends, from the left on
	begun        int    // how many it begins
}

// A look is what emphasis makes of words. The zero value is none.
type look uint8

const (
	stressed look = 1 // as many signs as it needs
	strong   look = 2
	typed    look = 3 // code, which elements of HTML can have other looks in
)

// signs reads a run of signs at i (section 6.2).
func (n *inliner) signs(i int) int {
	c := n.s[i]
	end := i + run(n.s[i:], c)
	prev, next := before(n.s, i), after(n.s, end)
	left := !unicode.IsSpace(next) && (!isPunctuation(next) || unicode.IsSpace(prev) || isPunctuation(prev))
	right := !unicode.IsSpace(prev) && (!isPunctuation(prev) || unicode.IsSpace(next) || isPunctuation(next))
	r := signRun{sign: c, begins: left, ends: right, length: end - i, left: end - i}
	if c == '_' {
		r.begins = left && (!right || isPunctuation(prev))
		r.ends = right && (!left || isPunctuation(next))
	}
	if r.begins || r.ends {
		n.delims = append(n.delims, int32(len(n.runs)))
	}
	n.runs = append(n.runs, r)
	return n.add(i, end, token{kind: signs, n: int32(len(n.runs) - 1)})
}

// emphasis pairs what begins emphasis and what ends it, of the runs from bottom on.
func (n *inliner) emphasis(bottom int) {
	var floors [12]int32 // by class: no run before this one begins what such a run ends
	open := n.delims[:bottom]
	for _, at := range n.delims[bottom:] {
		end := &n.runs[at]
		floor := &floors[classOf(end)]
		for end.ends && end.left > 0 {
			i := n.beginning(open, bottom, end, *floor)
			if i < 0 {
				*floor = at
				break
			}
			begin := &n.runs[open[i]]
			use := look(min(begin.left, end.left, int(strong)))
			begin.left -= int(use)
			end.left -= int(use)
			begin.begun++
			end.ended = append(end.ended, use)
			if begin.left > 0 {
				i++
			}
			open = open[:i]
		}
		if end.begins && end.left > 0 {
			open = append(open, at)
		}
	}
	n.delims = n.delims[:bottom]
}

// classOf returns a number that runs share that end what the same runs begin.
func classOf(r *signRun) int {
	k := r.length % 3
	if r.begins {
		k += 3
	}
	if r.sign == '_' {
		k += 6
	}
	return k
}

// beginning returns where in open the run is that begins the emphasis that end ends, -1
// if there is none.
func (n *inliner) beginning(open []int32, bottom int, end *signRun, floor int32) int {
	for i := len(open) - 1; i >= bottom && open[i] >= floor; i-- {
		begin := &n.runs[open[i]]
		if begin.sign != end.sign {
			continue
		}
		if (begin.ends || end.begins) && (begin.length+end.length)%3 == 0 && end.length%3 != 0 {
			continue
		}
		return i
	}
	return -1
}
