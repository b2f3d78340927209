package page

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Status is what a gateway says of itself and of what it has done since it was
// started. Nothing in it tells who asked for what.
type Status struct {
	Began, Now  time.Time
	Policy      string
	Stopping    bool   // it takes no new clients
	Open        int    // requests under way, this one among them
	Connections []Fact // by what they do; nil if that is not known
	Limits      []Fact
	Answers     []Work // by kind of address
	Fetches     []Work // by scheme
	Denials     map[string]int64
	Cache       *CacheStatus // nil without a cache
}

// A Fact is a value and what it is of.
type Fact struct{ Name, Value string }

// Work is how often something was done, and how long it took.
type Work struct {
	Name      string
	N, Failed int64
	Bytes     int64
	Mean      time.Duration
}

// A CacheStatus is what a cache holds, in bytes, and how much it was of use.
type CacheStatus struct {
	Hits, Misses, Renewed int64
	Entries               int
	Memory, MaxMemory     int64
	Disk, MaxDisk         int64
}

// denied says in words why requests are turned away.
var denied = map[string]string{
	"host": "for a name that is not its own", "client-rate": "the client asked too often", "client-busy": "the client asked for too much at a time",
	"target-rate": "the host was asked too often", "busy": "too much was under way", "login": "nobody had logged in",
}

// worked is Work as the page shows it.
type worked struct {
	Name, N, Failed, Bytes, Took string
	Href                         Href
}

// Status returns the page of what a gateway has done.
func (s *Site) Status(st Status) *Frame {
	data := struct {
		Status
		Up, Since, Version string
		Rows, Asked        []worked
		Kept, Denied       []Fact
	}{Status: st, Up: age(st.Now.Sub(st.Began)), Since: st.Began.UTC().Format("2006-01-02 15:04:05 UTC"), Version: s.Version}
	for _, w := range st.Answers {
		data.Rows = append(data.Rows, w.shown())
	}
	for _, w := range st.Fetches {
		row := w.shown()
		row.Href = SchemePage(w.Name)
		data.Asked = append(data.Asked, row)
	}
	for _, reason := range slices.Sorted(maps.Keys(st.Denials)) {
		data.Denied = append(data.Denied, Fact{denied[reason], count(st.Denials[reason])})
	}
	if st.Cache != nil {
		data.Kept = st.Cache.facts()
	}
	return &Frame{Title: "Status", Current: "status", Main: draw("status", data), Facts: []string{"no one was asked", "nothing here says who asked for what"}}
}

func (w Work) shown() worked {
	return worked{Name: w.Name, N: count(w.N), Failed: count(w.Failed), Bytes: count(w.Bytes), Took: span(w.Mean)}
}

// span writes a short time.
func span(d time.Duration) string {
	switch {
	case d < time.Millisecond:
		return strconv.FormatInt(d.Microseconds(), 10) + " µs"
	case d < time.Second:
		return strconv.FormatFloat(d.Seconds()*1000, 'f', 1, 64) + " ms"
	default:
		return strconv.FormatFloat(d.Seconds(), 'f', 1, 64) + " s"
	}
}

func (c CacheStatus) facts() []Fact {
	rate := "–"
	if all := c.Hits + c.Misses; all > 0 {
		rate = strconv.FormatInt(100*c.Hits/all, 10) + " %"
	}
	return []Fact{
		{"Answers", count(c.Entries)}, {"In memory", of(c.Memory, c.MaxMemory)}, {"In files", of(c.Disk, c.MaxDisk)},
		{"Requests it answered", count(c.Hits) + " of " + count(c.Hits+c.Misses) + ", " + rate}, {"Found unchanged", count(c.Renewed)},
	}
}

func of(used, most int64) string { return count(used) + " of " + count(most) + " bytes" }

// age writes a time that has passed: "3 d 4 h", "5 min 6 s".
func age(d time.Duration) string {
	var words []string
	for _, unit := range [...]struct {
		name string
		of   time.Duration
	}{{"d", 24 * time.Hour}, {"h", time.Hour}, {"min", time.Minute}, {"s", time.Second}} {
		if n := d / unit.of; n > 0 && len(words) < 2 {
			words = append(words, strconv.FormatInt(int64(n), 10)+" "+unit.name)
			d -= n * unit.of
		}
	}
	if len(words) == 0 {
		return "less than a second"
	}
	return strings.Join(words, " ")
}
