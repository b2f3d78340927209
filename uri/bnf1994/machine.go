package bnf1994

import (
	"slices"
	"strconv"

	"uriel.dev/uri/pct"
)

// A machine recognises one production. Both grammars only ever repeat at the
// end of a production, so each becomes a finite automaton: a production that is
// named at the end of itself leads back to its beginning. Where the productions
// are ambiguous, the first alternative and the longest repetition win, as a
// reader would have it, but not at the cost of the rest.
type machine struct {
	states []state
	start  int32
}

// A state does one thing and goes on at next.
type state struct {
	op        op
	optional  side    // of a fork: which way could be left out
	next, alt int32   // alt of take and fork; noState if there is none
	set       pct.Set // of take
	want      string  // of take: what is looked for, for an error
	part      string  // the production that this belongs to
}

type op uint8

const (
	take  op = iota // a byte of set, or go on at alt
	fork            // go on at next, and if that fails at alt
	pass            // go on
	enter           // the production begins
	leave           // the production ends
	end             // all is derived if the text is at its end
)

// side tells the two ways of a fork apart.
type side uint8

const (
	neither side = iota
	theNext
	theAlt
)

const noState int32 = -1

// A compiler builds a machine from its end to its beginning: each function
// takes the state that follows, and returns that with which the expr begins.
type compiler struct {
	*grammar
	states      []state
	part        string // the innermost production that is a part
	isReluctant bool
	done        map[key]int32
}

// A key is a production, what follows it, and where it stands.
type key struct {
	name, part  string
	isReluctant bool
	next        int32
}

// compile returns the machine of a production, nil if the grammar lacks it.
func (g *grammar) compile(production string) *machine {
	if _, ok := g.productions[production]; !ok {
		return nil
	}
	c := &compiler{grammar: g, part: production, done: map[key]int32{}}
	start := c.ref(production, c.add(state{op: end}))
	return &machine{c.states, start}
}

func (c *compiler) add(s state) int32 {
	s.part = c.part
	c.states = append(c.states, s)
	return int32(len(c.states) - 1)
}

func (c *compiler) expr(e expr, next int32) int32 {
	switch e.kind {
	case literal:
		return c.literal(e.text, next)
	case ref:
		return c.ref(e.text, next)
	case seq:
		for _, e := range slices.Backward(e.list) {
			next = c.expr(e, next)
		}
		return next
	case alt:
		return c.alternatives(e.list, c.part, next)
	case opt:
		return c.fork(c.expr(e.list[0], next), next)
	default: // many
		loop := c.add(state{})
		again := c.fork(c.expr(e.list[0], loop), next)
		c.states[loop] = state{op: pass, next: again, part: c.part}
		return loop
	}
}

// fork goes on at body, or leaves it out.
func (c *compiler) fork(body, next int32) int32 {
	if c.isReluctant {
		return c.add(state{op: fork, next: next, alt: body, optional: theAlt})
	}
	return c.add(state{op: fork, next: body, alt: next, optional: theNext})
}

// literal takes text in any case of letters: the draft writes "u r l :" for
// what its prose calls "URL:", and RFC 822, section 2.1, says so for RFC 1738.
func (c *compiler) literal(text string, next int32) int32 {
	for i := range slices.Backward([]byte(text)) {
		set, _ := c.setOf(expr{kind: literal, text: text[i : i+1]})
		next = c.add(state{op: take, set: set, next: next, alt: noState, want: strconv.Quote(text)})
	}
	return next
}

// alternatives tries the exprs in their order, but those of one character first
// and together. Where one of them is empty, the others may be left out.
func (c *compiler) alternatives(list []expr, want string, next int32) int32 {
	if i := slices.IndexFunc(list, c.isEmpty); i >= 0 {
		rest := slices.Delete(slices.Clone(list), i, i+1)
		return c.fork(c.alternatives(rest, want, next), next)
	}
	chars, rest := c.split(list)
	at := noState
	for _, e := range slices.Backward(rest) {
		first := c.expr(e, next)
		if c.states[first].op == take && len(chars.list) > 0 {
			c.states[first].want = want
		}
		at = c.either(first, at)
	}
	if len(chars.list) == 0 {
		return at
	}
	set, _ := c.setOf(chars)
	one := state{op: take, set: set, next: next, alt: noState, want: want}
	if slices.ContainsFunc(rest, func(e expr) bool { return c.mayBegin(e, set) }) {
		return c.either(c.add(one), at)
	}
	one.alt = at // what a character decides needs no way back
	return c.add(one)
}

// either tries first and then other, if there is one.
func (c *compiler) either(first, other int32) int32 {
	if other == noState {
		return first
	}
	return c.add(state{op: fork, next: first, alt: other})
}

// split parts the alternatives that are one character from the others, also
// those behind names of characters.
func (c *compiler) split(list []expr) (chars expr, rest []expr) {
	chars.kind = alt
	for _, e := range list {
		inner := c.resolve(e)
		switch _, isChar := c.setOf(e); {
		case isChar:
			chars.list = append(chars.list, e)
		case inner.kind == alt:
			more, others := c.split(inner.list)
			chars.list = append(chars.list, more.list...)
			rest = append(rest, others...)
		default:
			rest = append(rest, e)
		}
	}
	return chars, rest
}

// ref goes through a production. One that is a part is marked at its ends; in
// its body its own name leads to the beginning of the body, so that a list that
// repeats itself is one part. A hostnumber has no parts of its own.
func (c *compiler) ref(name string, next int32) int32 {
	if c.isPlain[name] || c.part == "hostnumber" {
		return c.plain(name, next)
	}
	k := c.key(name, next)
	if at, ok := c.done[k]; ok {
		return at
	}
	part, isReluctant := c.part, c.isReluctant
	c.part, c.isReluctant = name, isReluctant || c.grammar.isReluctant[name]
	last := c.add(state{op: leave, next: next})
	body := c.add(state{op: pass})
	first := c.add(state{op: enter, next: body})
	inner := name
	c.done[c.key(name, last)] = body
	for c.productions[inner].kind == ref { // "selector = path" is a selector
		inner = c.productions[inner].text
		c.done[c.key(inner, last)] = body
	}
	at := c.expr(c.productions[inner], last)
	c.states[body].next = at
	c.part, c.isReluctant = part, isReluctant
	c.done[k] = first
	return first
}

func (c *compiler) plain(name string, next int32) int32 {
	e := c.productions[name]
	if set, ok := c.setOf(e); ok {
		return c.add(state{op: take, set: set, next: next, alt: noState, want: name})
	}
	k := c.key(name, next)
	if at, ok := c.done[k]; ok {
		return at
	}
	first := c.add(state{op: pass})
	c.done[k] = first
	at := noState
	if e.kind == alt {
		at = c.alternatives(e.list, name, next)
	} else {
		at = c.expr(e, next)
	}
	c.states[first].next = at
	return first
}

func (c *compiler) key(name string, next int32) key {
	return key{name, c.part, c.isReluctant, next}
}
