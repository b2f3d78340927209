package gateway

import (
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"uriel.dev/get"
	"uriel.dev/get/cache"
)

// cached is a fixture with a cache.
func cached(t *testing.T) func(*Options) {
	return func(o *Options) {
		c, err := cache.Open(cache.Options{Schemes: o.Schemes, Memory: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		o.Client.Cache = c
	}
}

// TestMetrics: what was done is counted, once each and under its name.
func TestMetrics(t *testing.T) {
	h := fixture(answers(), cached(t), func(o *Options) { o.Limits.Requests = 9 })
	ask(h, "/")
	ask(h, "/help")
	ask(h, "/help/rules/none")
	for range 3 {
		ask(h, "/raw/"+encode("gopher://h/0/text"))
	}
	ask(h, showing("gopher://h/0/none"))
	ask(h, "/inspect?u=a:b")
	ask(h, "/nowhere/at/all")
	ask(h, "gopher://h/0/text")
	evil := ask(h, "/", "Host", "evil.example")
	evil.Result()
	text := ask(h, "/metrics").Body.String()
	for _, want := range []string{
		`uriel_build_info{version="1.2.3",go="go`,
		`uriel_requests_total{kind="home",status="200"} 2`,
		`uriel_requests_total{kind="help",status="200"} 1`,
		`uriel_requests_total{kind="help",status="404"} 1`,
		`uriel_requests_total{kind="raw",status="200"} 3`,
		`uriel_requests_total{kind="u",status="404"} 1`,
		`uriel_requests_total{kind="nowhere",status="404"} 1`,
		`uriel_requests_total{kind="proxy",status="200"} 1`,
		`uriel_request_duration_seconds_bucket{kind="help",le="+Inf"} 2`,
		`uriel_request_duration_seconds_count{kind="raw"} 3`,
		`uriel_response_bytes_total{kind="raw"} `,
		`uriel_fetches_total{scheme="gopher",result="not-found"} 1`,
		`uriel_fetches_total{scheme="gopher",result="ok"} 2`,
		"uriel_cache_hits_total 2", "uriel_cache_misses_total 3", `uriel_cache_bytes{place="memory"} `,
		"uriel_requests_in_flight 1", "go_goroutines ", "go_memstats_heap_alloc_bytes ", "process_start_time_seconds ",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is not in\n%s", want, text)
		}
	}
	checkExposition(t, text)
}

// line is a line of the text format, as its description has it.
var line = regexp.MustCompile(`^(?:# (?:HELP|TYPE) ([a-z_]+) (.+)|([a-z_]+)(?:\{((?:[a-z]+="(?:[^"\\\n]|\\["\\n])*",?)*)\})? (\S+))$`)

// checkExposition checks the grammar of the text format, that each metric is
// described before its samples and once, that no sample comes twice, and that the
// classes of a histogram add up.
func checkExposition(t *testing.T, text string) {
	t.Helper()
	if !strings.HasSuffix(text, "\n") {
		t.Error("the last line does not end")
	}
	kinds, seen, last := map[string]string{}, map[string]bool{}, map[string]float64{}
	for l := range strings.Lines(text) {
		m := line.FindStringSubmatch(strings.TrimSuffix(l, "\n"))
		if m == nil {
			t.Errorf("this is no line of the format: %q", l)
			continue
		}
		if strings.HasPrefix(l, "# TYPE") {
			if kinds[m[1]] != "" {
				t.Errorf("%s is described twice", m[1])
			}
			kinds[m[1]] = m[2]
		}
		if m[3] == "" {
			continue
		}
		name, labels := m[3], m[4]
		value, err := strconv.ParseFloat(m[5], 64)
		if err != nil || value < 0 {
			t.Errorf("%q: %v", l, err)
		}
		if seen[name+labels] {
			t.Errorf("%q comes twice", l)
		}
		seen[name+labels] = true
		base := name
		for _, suffix := range []string{"_bucket", "_sum", "_count"} {
			if b, ok := strings.CutSuffix(name, suffix); ok && kinds[b] == "histogram" {
				base = b
			}
		}
		if kinds[base] == "" {
			t.Errorf("%q is not described before", l)
		}
		if of, _, ok := strings.Cut(labels, `,le=`); ok {
			if value < last[base+of] {
				t.Errorf("%q: fewer than in the class before", l)
			}
			last[base+of] = value
		}
	}
	if len(seen) < 20 {
		t.Errorf("%d samples only", len(seen))
	}
}

// TestMetricsAreBounded: nothing that a client or a server says becomes a label.
func TestMetricsAreBounded(t *testing.T) {
	h := fixture(handler{"gopher://secret.example/0/x": fails(get.NotFound, "secret words")})
	lines := func() int { return strings.Count(ask(h, "/metrics").Body.String(), "\n") }
	flood := func(from int) {
		for i := range 50 {
			n := from + i
			ask(h, fmt.Sprintf("/secret%d", n))
			ask(h, showing(fmt.Sprintf("secret%d:x", n)))
			ask(h, showing(fmt.Sprintf("gopher://secret%d.example/0/x", n)))
			ask(h, fmt.Sprintf("secret%d://h/", n))
			ask(h, "/", "Host", fmt.Sprintf("secret%d", n))
			ask(h, "/u/x", "X-Forwarded-For", fmt.Sprintf("secret%d", n))
		}
	}
	flood(0)
	lines()
	before := lines()
	flood(50)
	if after := lines(); after != before {
		t.Errorf("the metrics had %d lines and have %d", before, after)
	}
	for _, target := range []string{"/metrics", "/status"} {
		if text := ask(h, target).Body.String(); strings.Contains(text, "secret") || strings.Contains(text, "192.0.2.1") {
			t.Errorf("%s tells\n%s", target, text)
		}
	}
}

// TestSeries: a time falls into the class whose bound it does not pass.
func TestSeries(t *testing.T) {
	var s series
	for _, d := range []time.Duration{0, 250 * time.Microsecond, 250*time.Microsecond + 1, time.Second, time.Hour} {
		s.add(d)
	}
	if s.n != 5 || s.below[0] != 2 || s.below[1] != 1 || s.total != time.Hour+time.Second+500*time.Microsecond+1 || s.mean() != s.total/5 {
		t.Errorf("%+v", s)
	}
}

func TestStatus(t *testing.T) {
	h := fixture(answers(), cached(t), func(o *Options) { o.Limits = Limits{ClientRate: 2.5, Requests: 1000} })
	mustHold(t, ask(h, "/status"), 200, "Nothing yet.", "Nobody yet.", "less than a second")
	ask(h, showing("gopher://h/0/none"))
	for range 2 {
		if w := ask(h, "/raw/"+encode("gopher://h/0/text")); w.Code != 200 {
			t.Fatal(w.Code)
		} else {
			io.Copy(io.Discard, w.Body)
		}
	}
	from(h, "203.0.113.5:1", "/")
	for range 40 {
		from(h, "203.0.113.5:1", "/help")
	}
	w := ask(h, "/status")
	mustHold(t, w, 200, "Uriel 1.2.3", "<dt>Policy</dt><dd>gateway</dd>", "<dt>requests of one client</dt><dd>2.5 a second</dd>", "<dt>requests to one host</dt><dd>none</dd>",
		"<dt>policy: body</dt><dd>", `<th scope="row" class="m">raw</th><td class="n" data-l="requests">2</td>`, `href="/schemes/gopher">gopher</a></th><td class="n" data-l="requests">2</td><td class="n" data-l="failed">1</td>`,
		"<dt>the client asked too often</dt>", "<dt>Requests it answered</dt><dd>1 of 3, 33 %</dd>")
	checkPage(t, w.Body.String())
	mustHold(t, ask(fixture(nil), "/status"), 200, "there is no cache")
}
