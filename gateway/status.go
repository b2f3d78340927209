package gateway

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"uriel.dev/gateway/page"
	"uriel.dev/get/cache"
)

// kindOf returns what sort of address a request is for, for the counts.
func kindOf(path string, proxied bool) string {
	first, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	switch {
	case proxied:
		return "proxy"
	case first == "":
		return "home"
	case first == "uriel.css", first == "icon.svg", first == "robots.txt":
		return "file"
	}
	switch first {
	case "u", "raw", "inspect", "check", "schemes", "help", "status", "metrics", "healthz":
		return first
	}
	return "nowhere"
}

// health says whether the gateway takes requests: whoever sends clients here should
// stop as soon as it does not. It is asked often, by programs, and never turned away.
func (g *gateway) health(x *exchange) {
	x.w.Header().Set("Cache-Control", "no-store")
	if isStopping(x.r) {
		plain(x.w, http.StatusServiceUnavailable, "stopping")
		return
	}
	plain(x.w, http.StatusOK, "ok")
}

// status answers with the page of what the gateway has done.
func (g *gateway) status(x *exchange) {
	x.w.Header().Set("Cache-Control", "no-store")
	t := g.counts.tally()
	s := page.Status{
		Began: g.counts.began, Now: x.began, Policy: g.Policy.String(), Open: int(g.counts.open.Load()),
		Limits: g.limits(), Denials: t.denials,
	}
	if server := serverOf(x.r); server != nil {
		s.Stopping = isStopping(x.r)
		for state, n := range server.Connections() {
			s.Connections = append(s.Connections, page.Fact{Name: state, Value: strconv.Itoa(n)})
		}
	}
	for kind, series := range byKind(t.answers) {
		s.Answers = append(s.Answers, page.Work{Name: kind, N: series.n, Failed: failures(t, kind), Bytes: t.received[kind], Mean: series.mean()})
	}
	for scheme, series := range byScheme(t.fetches) {
		s.Fetches = append(s.Fetches, page.Work{Name: scheme, N: series.n, Failed: misses(t, scheme), Mean: series.mean()})
	}
	if c, ok := g.Client.Cache.(*cache.Cache); ok {
		now := c.Stats()
		s.Cache = &page.CacheStatus{Hits: now.Hits, Misses: now.Misses, Renewed: now.Renewed, Entries: now.Entries, Memory: now.Memory, MaxMemory: c.Memory, Disk: now.Disk, MaxDisk: c.Disk}
	}
	x.page(g.site.Status(s))
}

// failures counts the answers of a kind that tell of a failure.
func failures(t tally, kind string) (n int64) {
	for _, a := range t.answers {
		if a.of.kind == kind && a.of.status >= 400 {
			n += a.n
		}
	}
	return n
}

// misses counts the requests of a scheme that failed.
func misses(t tally, scheme string) (n int64) {
	for _, f := range t.fetches {
		if f.of.scheme == scheme && f.of.result != "ok" {
			n += f.n
		}
	}
	return n
}

func (s *series) mean() time.Duration { return s.total / time.Duration(max(s.n, 1)) }

// limits returns the limits that the gateway keeps, its own and those of the policy.
func (g *gateway) limits() (out []page.Fact) {
	add := func(name string, n float64, unit string) {
		value := "none"
		if n > 0 {
			value = strconv.FormatFloat(n, 'f', -1, 64) + unit
		}
		out = append(out, page.Fact{Name: name, Value: value})
	}
	add("requests at a time", float64(g.Limits.Requests), "")
	add("requests of one client", g.Limits.ClientRate, " a second")
	add("requests to one host", g.Limits.TargetRate, " a second")
	for name, value := range g.Policy.Limits().All() {
		out = append(out, page.Fact{Name: "policy: " + name, Value: value})
	}
	return out
}
