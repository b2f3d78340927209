package gateway

import (
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"uriel.dev/get/cache"
)

// metrics answers with the counts, in the text format of Prometheus, version 0.0.4.
func (g *gateway) metrics(x *exchange) {
	x.w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	x.w.Header().Set("Cache-Control", "no-store")
	var e exposition
	e.version(g.Version)
	e.answers(g.counts.tally())
	e.gauge("uriel_requests_in_flight", "Requests under way.", float64(g.counts.open.Load()))
	if s := serverOf(x.r); s != nil {
		e.head("uriel_connections", "gauge", "Connections of clients that are open.")
		for state, n := range s.Connections() {
			e.sample("uriel_connections", float64(n), "state", state)
		}
	}
	if c, ok := g.Client.Cache.(*cache.Cache); ok {
		e.cache(c.Stats())
	}
	e.process(g.counts.began)
	io.WriteString(x.w, e.String()) //nolint:errcheck // the client has gone
}

// An exposition is text for Prometheus.
type exposition struct{ strings.Builder }

// head begins a metric.
func (e *exposition) head(name, kind, help string) {
	fmt.Fprintf(e, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
}

// sample writes a value, with labels in pairs.
func (e *exposition) sample(name string, value float64, labels ...string) {
	e.WriteString(name)
	for i := 0; i+1 < len(labels); i += 2 {
		sep := ","
		if i == 0 {
			sep = "{"
		}
		fmt.Fprintf(e, `%s%s="%s"`, sep, labels[i], quoteLabel.Replace(labels[i+1]))
	}
	if len(labels) > 0 {
		e.WriteByte('}')
	}
	e.WriteByte(' ')
	e.WriteString(strconv.FormatFloat(value, 'g', -1, 64))
	e.WriteByte('\n')
}

// quoteLabel escapes the value of a label.
var quoteLabel = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

func (e *exposition) gauge(name, help string, value float64) {
	e.head(name, "gauge", help)
	e.sample(name, value)
}

func (e *exposition) counter(name, help string, value int64) {
	e.head(name, "counter", help)
	e.sample(name, float64(value))
}

func (e *exposition) version(version string) {
	e.head("uriel_build_info", "gauge", "The program, always 1.")
	e.sample("uriel_build_info", 1, "version", version, "go", runtime.Version())
}

// answers writes what clients and servers were asked and told.
func (e *exposition) answers(t tally) {
	e.head("uriel_requests_total", "counter", "Requests that were answered.")
	for _, a := range t.answers {
		e.sample("uriel_requests_total", float64(a.n), "kind", a.of.kind, "status", strconv.Itoa(a.of.status))
	}
	e.head("uriel_request_duration_seconds", "histogram", "Time until a request was answered.")
	for kind, s := range byKind(t.answers) {
		e.histogram("uriel_request_duration_seconds", s, "kind", kind)
	}
	e.head("uriel_response_bytes_total", "counter", "Octets that were sent to clients, headers left out.")
	for _, kind := range slices.Sorted(maps.Keys(t.received)) {
		e.sample("uriel_response_bytes_total", float64(t.received[kind]), "kind", kind)
	}
	e.head("uriel_refused_total", "counter", "Requests that were turned away.")
	for _, reason := range slices.Sorted(maps.Keys(t.denials)) {
		e.sample("uriel_refused_total", float64(t.denials[reason]), "reason", reason)
	}
	e.head("uriel_fetches_total", "counter", "Requests that were made of servers, or of documents of this machine.")
	for _, f := range t.fetches {
		e.sample("uriel_fetches_total", float64(f.n), "scheme", f.of.scheme, "result", f.of.result)
	}
	e.head("uriel_fetch_duration_seconds", "histogram", "Time until what was asked for began to come, or failed.")
	for scheme, s := range byScheme(t.fetches) {
		e.histogram("uriel_fetch_duration_seconds", s, "scheme", scheme)
	}
}

// histogram writes the times of a series; label and its value tell it from others.
func (e *exposition) histogram(name string, s series, label, value string) {
	var below int64
	for i, step := range steps {
		below += s.below[i]
		e.sample(name+"_bucket", float64(below), label, value, "le", strconv.FormatFloat(step.Seconds(), 'g', -1, 64))
	}
	e.sample(name+"_bucket", float64(s.n), label, value, "le", "+Inf")
	e.sample(name+"_sum", s.total.Seconds(), label, value)
	e.sample(name+"_count", float64(s.n), label, value)
}

func (e *exposition) cache(s cache.Stats) {
	e.counter("uriel_cache_hits_total", "Requests that were answered from the cache.", s.Hits)
	e.counter("uriel_cache_misses_total", "Requests that the cache could not answer.", s.Misses)
	e.counter("uriel_cache_renewed_total", "Misses of which a server said that nothing had changed.", s.Renewed)
	e.gauge("uriel_cache_entries", "Answers that are kept.", float64(s.Entries))
	e.head("uriel_cache_bytes", "gauge", "Octets that what is kept takes.")
	e.sample("uriel_cache_bytes", float64(s.Memory), "place", "memory")
	e.sample("uriel_cache_bytes", float64(s.Disk), "place", "disk")
}

func (e *exposition) process(began time.Time) {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	e.gauge("process_start_time_seconds", "When the gateway was started, in seconds since 1970.", float64(began.UnixMilli())/1000)
	e.gauge("go_goroutines", "Goroutines that exist.", float64(runtime.NumGoroutine()))
	e.gauge("go_memstats_heap_alloc_bytes", "Octets of objects on the heap.", float64(m.HeapAlloc))
	e.gauge("go_memstats_sys_bytes", "Octets of memory that were taken from the system.", float64(m.Sys))
	e.counter("go_gc_cycles_total", "Collections of garbage.", int64(m.NumGC))
}
