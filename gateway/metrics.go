package gateway

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// counts are what a gateway has done since it was made. What tells one count from
// another is never a word of a client or of a server: there would be no end to them.
type counts struct {
	began time.Time
	open  atomic.Int64 // requests under way

	mu       sync.Mutex
	answers  map[answered]*series
	fetches  map[fetched]*series
	denials  map[string]int64
	received map[string]int64 // octets that were sent to clients, by kind
}

// answered is a kind of address and the status with which it was answered.
type answered struct {
	kind   string
	status int
}

// fetched is a scheme and how asking for one of its URIs ended: "ok", or the kind of
// error.
type fetched struct{ scheme, result string }

// A series is how often something happened, and how long it took.
type series struct {
	n     int64
	total time.Duration
	below [len(steps)]int64 // how many took no longer than the step, and longer than the one before
}

// steps are the bounds of the classes into which times fall.
var steps = [...]time.Duration{
	250 * time.Microsecond, 500 * time.Microsecond, time.Millisecond, 2500 * time.Microsecond, 5 * time.Millisecond,
	10 * time.Millisecond, 25 * time.Millisecond, 50 * time.Millisecond, 100 * time.Millisecond, 250 * time.Millisecond, 500 * time.Millisecond,
	time.Second, 2500 * time.Millisecond, 5 * time.Second, 10 * time.Second, 30 * time.Second, 2 * time.Minute,
}

func (s *series) add(took time.Duration) {
	s.n++
	s.total += took
	for i, step := range steps {
		if took <= step {
			s.below[i]++
			return
		}
	}
}

func newCounts() *counts {
	return &counts{began: time.Now(), answers: map[answered]*series{}, fetches: map[fetched]*series{}, denials: map[string]int64{}, received: map[string]int64{}}
}

// answer counts a request that was answered with so many octets.
func (c *counts) answer(kind string, status int, octets int64, took time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at(c.answers, answered{kind, status}).add(took)
	c.received[kind] += octets
}

// fetch counts a request that was made of somebody else.
func (c *counts) fetch(scheme, result string, took time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at(c.fetches, fetched{scheme, result}).add(took)
}

// deny counts a request that was turned away.
func (c *counts) deny(reason string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.denials[reason]++
}

func at[K comparable](m map[K]*series, k K) *series {
	s := m[k]
	if s == nil {
		s = &series{}
		m[k] = s
	}
	return s
}

// A total is one of the counts with its name.
type total[K any] struct {
	of K
	series
}

// sorted returns a copy of series, in the order of their names.
func sorted[K comparable](m map[K]*series, compare func(a, b K) int) (out []total[K]) {
	for _, k := range slices.SortedFunc(maps.Keys(m), compare) {
		out = append(out, total[K]{k, *m[k]})
	}
	return out
}

func compareAnswered(a, b answered) int {
	return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.status, b.status))
}

func compareFetched(a, b fetched) int {
	return cmp.Or(cmp.Compare(a.scheme, b.scheme), cmp.Compare(a.result, b.result))
}

// A tally is what the counts come to at one moment.
type tally struct {
	answers  []total[answered]
	fetches  []total[fetched]
	denials  map[string]int64
	received map[string]int64
}

func (c *counts) tally() tally {
	c.mu.Lock()
	defer c.mu.Unlock()
	return tally{sorted(c.answers, compareAnswered), sorted(c.fetches, compareFetched), maps.Clone(c.denials), maps.Clone(c.received)}
}

// byKind yields the series of each kind, whatever the status.
func byKind(all []total[answered]) iter.Seq2[string, series] {
	return merged(all, func(a answered) string { return a.kind })
}

// byScheme yields the series of each scheme, whatever the result.
func byScheme(all []total[fetched]) iter.Seq2[string, series] {
	return merged(all, func(f fetched) string { return f.scheme })
}

// merged yields the sums of neighbours of the same name.
func merged[K any](all []total[K], name func(K) string) iter.Seq2[string, series] {
	return func(yield func(string, series) bool) {
		for i := 0; i < len(all); {
			first, sum := name(all[i].of), series{}
			for ; i < len(all) && name(all[i].of) == first; i++ {
				sum.merge(all[i].series)
			}
			if !yield(first, sum) {
				return
			}
		}
	}
}

func (s *series) merge(other series) {
	s.n += other.n
	s.total += other.total
	for i, n := range other.below {
		s.below[i] += n
	}
}
