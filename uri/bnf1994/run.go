package bnf1994

// A result is what a machine makes of a text.
type result struct {
	ok       bool
	steps    int       // how many states were gone through
	parts    []Part    // in the order in which they begin, if ok
	far      int       // the first byte that no way through the machine could take
	failures []failure // what was looked for there, the way of a reader first
}

// A failure is what one way through a machine looked for in vain.
type failure struct {
	part, want string // the production, and what it wanted: "" for the end of the text
	optional   bool   // it could have been left out
}

// A mark is the beginning or end of a part.
type mark struct {
	at    uint32
	state int32
}

// A job is a way that is still to be tried.
type job struct {
	state, marks int32
	at           uint32
	open         uint32 // one more than the byte at which something optional was begun
}

// A run is one attempt of a machine at a text. Each fork is taken at most once
// at each byte, so the time is linear.
type run struct {
	*machine
	s     string
	jobs  []job
	marks []mark
	taken [][]uint64 // by state, a bit a byte: at a fork that was tried it fails again
	first int        // where the text begins: no bits are needed for what is before
	result
}

// run derives s[from:] from the production of the machine.
func (m *machine) run(s string, from int) result {
	r := run{machine: m, s: s, first: from, taken: make([][]uint64, len(m.states))}
	r.far = from
	r.jobs = append(r.jobs, job{state: m.start, at: uint32(from)})
	for len(r.jobs) > 0 && !r.ok {
		last := len(r.jobs) - 1
		j := r.jobs[last]
		r.jobs = r.jobs[:last]
		r.marks = r.marks[:j.marks]
		r.follow(j)
	}
	if r.ok {
		r.parts = r.collect()
	}
	return r.result
}

// follow goes a way as far as it leads.
func (r *run) follow(j job) {
	for ; j.state != noState; r.steps++ {
		s := &r.states[j.state]
		switch s.op {
		case take:
			if int(j.at) < len(r.s) && s.set.Has(r.s[j.at]) {
				j.at++
				j.state = s.next
				continue
			}
			r.fail(s, j)
			j.state = s.alt
		case fork:
			if !r.isFirst(j) {
				return
			}
			way, other := j, j
			way.state, other.state = s.next, s.alt
			switch s.optional {
			case theNext:
				way.open = j.at + 1
			case theAlt:
				other.open = j.at + 1
			}
			other.marks = int32(len(r.marks))
			r.jobs = append(r.jobs, other)
			j = way
		case pass:
			j.state = s.next
		case enter, leave:
			r.marks = append(r.marks, mark{j.at, j.state})
			j.state = s.next
		case end:
			if r.ok = int(j.at) == len(r.s); !r.ok {
				r.fail(s, j)
			}
			return
		}
	}
}

// isFirst reports whether nobody was at this fork and byte before.
func (r *run) isFirst(j job) bool {
	n := int(j.at) - r.first
	if r.taken[j.state] == nil {
		r.taken[j.state] = make([]uint64, (len(r.s)-r.first)/64+1)
	}
	word, bit := &r.taken[j.state][n/64], uint64(1)<<(n%64)
	if *word&bit != 0 {
		return false
	}
	*word |= bit
	return true
}

// fail remembers what was looked for at the farthest byte.
func (r *run) fail(s *state, j job) {
	switch at := int(j.at); {
	case at < r.far:
		return
	case at > r.far:
		r.far, r.failures = at, r.failures[:0]
	}
	r.failures = append(r.failures, failure{s.part, s.want, j.open == j.at+1})
}

// collect makes parts of the marks.
func (r *run) collect() (parts []Part) {
	var open []int
	for _, m := range r.marks {
		s := r.states[m.state]
		if s.op == enter {
			open = append(open, len(parts))
			parts = append(parts, Part{Production: s.part, Start: int(m.at)})
			continue
		}
		last := len(open) - 1
		parts[open[last]].End = int(m.at)
		open = open[:last]
	}
	return parts
}
