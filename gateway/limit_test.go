package gateway

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strconv"
	"strings"
	"testing"
	"time"

	"uriel.dev/get"
)

// TestMeter: ten seconds' worth may be taken at once, and then as fast as the rate.
func TestMeter(t *testing.T) {
	now := someTime
	for _, rate := range []float64{0.05, 1, 2.5, 1000} {
		m := newMeter[string](rate)
		most := max(1, int(rate*10))
		for i := range most {
			if wait := m.take("a", now); wait != 0 {
				t.Fatalf("rate %v: the %dth of %d has to wait for %v", rate, i+1, most, wait)
			}
		}
		one := time.Duration(float64(time.Second) / rate)
		if wait := m.take("a", now); wait <= 0 || wait > one {
			t.Errorf("rate %v: one more has to wait for %v, want %v at most", rate, wait, one)
		}
		if wait := m.take("b", now); wait != 0 {
			t.Errorf("rate %v: another has to wait for %v", rate, wait)
		}
		wait := m.take("a", now)
		if m.take("a", now.Add(wait-1)) == 0 || m.take("a", now.Add(wait)) != 0 {
			t.Errorf("rate %v: it is not %v that one has to wait", rate, wait)
		}
	}
	free := newMeter[string](0)
	for range 100_000 {
		if free.take("a", now) != 0 || len(free.until) != 0 {
			t.Fatal("no rate is a limit")
		}
	}
}

// TestMeterIsBounded: however many come, no more are told apart than the bound; who
// comes then shares an account, and who was known keeps his.
func TestMeterIsBounded(t *testing.T) {
	now := someTime
	m := newMeter[string](1)
	for i := range maxMetered {
		m.take(strconv.Itoa(i), now)
	}
	for i := range 9 {
		m.take(fmt.Sprint("stranger", i), now)
	}
	if m.take("stranger9", now) != 0 || m.take("stranger10", now) == 0 {
		t.Error("strangers have no account in common of ten")
	}
	if m.take("0", now) != 0 {
		t.Error("who is known pays for strangers")
	}
	if n := len(m.until); n > maxMetered+1 {
		t.Errorf("%d are told apart", n)
	}
	now = now.Add(time.Minute)
	if m.take("stranger10", now) != 0 || len(m.until) != 1 {
		t.Errorf("a minute later %d are remembered, want one", len(m.until))
	}
}

func TestClient(t *testing.T) {
	trusted := []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24"), netip.MustParsePrefix("::1/128")}
	for _, x := range []struct{ remote, forwarded, want string }{
		{"203.0.113.5:1", "", "203.0.113.5/32"},
		{"203.0.113.5:1", "198.51.100.1", "203.0.113.5/32"}, // it says so itself
		{"[2001:db8:1:2:3::4]:1", "", "2001:db8:1:2::/64"},
		{"[fe80::1%eth0]:1", "", "fe80::/64"},
		{"[::ffff:203.0.113.5]:1", "", "203.0.113.5/32"},
		{"192.0.2.1:1", "198.51.100.1", "198.51.100.1/32"},
		{"192.0.2.1:1", "10.9.9.9, 198.51.100.1 , 192.0.2.7", "198.51.100.1/32"}, // the first is what a client made up
		{"192.0.2.1:1", "198.51.100.1, no address", "192.0.2.1/32"},
		{"192.0.2.1:1", "", "192.0.2.1/32"},
		{"192.0.2.1:1", "192.0.2.3,192.0.2.4", "192.0.2.3/32"},
		{"[::1]:1", "2001:db8::1", "2001:db8::/64"},
		{"[::1]:1", "", "::1/128"},
		{"@", "198.51.100.1", "invalid Prefix"},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = x.remote
		for one := range strings.SplitSeq(x.forwarded, ";") {
			r.Header.Add("X-Forwarded-For", one)
		}
		if got := client(r, trusted).String(); got != x.want {
			t.Errorf("%s for %q: %s, want %s", x.remote, x.forwarded, got, x.want)
		}
	}
}

// from sends a request as the client of an address does.
func from(h http.Handler, addr, target string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("GET", target, nil)
	r.Host, r.RemoteAddr = "localhost", addr
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// TestClientRate: who asks too fast is told when to come back, and nobody else is.
func TestClientRate(t *testing.T) {
	h := fixture(answers(), func(o *Options) { o.Limits = Limits{ClientRate: 0.5} })
	for range 5 {
		mustHold(t, from(h, "203.0.113.5:1", "/help"), 200)
	}
	w := from(h, "203.0.113.5:2", "/help")
	mustHold(t, w, http.StatusTooManyRequests, "This is too fast.", "0.5 pages a second", "Nobody was asked")
	checkPage(t, w.Body.String())
	if n, err := strconv.Atoi(w.Header().Get("Retry-After")); err != nil || n < 1 || n > 2 {
		t.Errorf("Retry-After: %q, want 2 seconds at most", w.Header().Get("Retry-After"))
	}
	mustHold(t, from(h, "203.0.113.6:1", "/help"), 200)
	mustHold(t, from(h, "203.0.113.5:1", "/healthz"), 200, "ok")
	for range 20 {
		mustHold(t, from(h, "127.0.0.1:1", "/help"), 200) // whose gateway it is
	}
	mustHold(t, from(h, "127.0.0.1:1", "/metrics"), 200, `uriel_refused_total{reason="client-rate"} 1`)
}

// TestTargetRate: a host is not asked too often, whoever asks, by whatever way; what
// is inside of a URI is nobody's burden.
func TestTargetRate(t *testing.T) {
	asked := 0
	say := func() (*get.Response, error) { asked++; return object("text/plain", "x")() }
	h := fixture(handler{"gopher://h/0/a": say, "gopher://H./0/a": say, "gopher://other/0/a": say, "data:,x": say}, func(o *Options) { o.Limits = Limits{TargetRate: 0.3} })
	for i, u := range []string{"gopher://h/0/a", "gopher://H./0/a", "gopher://h/0/a"} {
		if w := from(h, fmt.Sprintf("203.0.113.%d:1", i), showing(u)); w.Code != 200 {
			t.Fatalf("request %d: status %d", i, w.Code)
		}
	}
	for _, target := range []string{showing("gopher://h/0/a"), "/raw/" + encode("gopher://h/0/a"), "gopher://h/0/a"} {
		w := from(h, "203.0.113.9:1", target)
		mustHold(t, w, http.StatusTooManyRequests, "That host is asked too often.", "h is sent 0.3 requests a second")
		if w.Header().Get("Retry-After") == "" {
			t.Errorf("%s: no Retry-After", target)
		}
	}
	if asked != 3 {
		t.Errorf("h was asked %d times, want 3", asked)
	}
	mustHold(t, from(h, "203.0.113.9:1", showing("gopher://other/0/a")), 200)
	for range 9 {
		mustHold(t, from(h, "203.0.113.9:1", showing("data:,x")), 200)
	}
}

// TestTargetRateOfProxy: what is passed on as it is counts too.
func TestTargetRateOfProxy(t *testing.T) {
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {}))
	defer web.Close()
	h := fixture(nil, cli, func(o *Options) { o.Limits = Limits{TargetRate: 0.1} })
	for i, request := range []string{"GET " + web.URL + "/", "GET " + web.URL + "/", "CONNECT " + strings.TrimPrefix(web.URL, "http://")} {
		res, body := proxied(t, h, request+" HTTP/1.1\r\nHost: "+strings.TrimPrefix(web.URL, "http://")+"\r\nConnection: close\r\n\r\n")
		switch {
		case i == 0 && res.StatusCode != 200:
			t.Errorf("the first: %s", res.Status)
		case i > 0 && (res.StatusCode != http.StatusTooManyRequests || !strings.Contains(body, "127.0.0.1 is sent 0.1 requests")):
			t.Errorf("%s: %s, %s", request, res.Status, body)
		}
	}
}

// TestAtATime: no more requests are answered at a time than the limits say.
func TestAtATime(t *testing.T) {
	for name, x := range map[string]struct {
		change func(*Options)
		other  int // how another client is answered while one is busy
		status int
		says   string
	}{
		"of all": {func(o *Options) { o.Limits.Requests = 1 }, http.StatusServiceUnavailable, http.StatusServiceUnavailable, "It answers 1 requests at a time"},
		"of one client": {func(o *Options) {
			limits := o.Policy.Limits()
			limits.Client = 1
			o.Policy = o.Policy.WithLimits(limits)
		}, 200, http.StatusTooManyRequests, "as many requests under way as one client may"},
	} {
		t.Run(name, func(t *testing.T) {
			begun, finish, ended := make(chan bool), make(chan bool), make(chan int)
			h := fixture(handler{"gopher://h/0/slow": func() (*get.Response, error) {
				begun <- true
				<-finish
				return object("text/plain", "slow")()
			}}, x.change)
			go func() { ended <- from(h, "203.0.113.5:1", showing("gopher://h/0/slow")).Code }()
			<-begun
			w := from(h, "203.0.113.5:2", "/help")
			mustHold(t, w, x.status, x.says)
			if w.Header().Get("Retry-After") == "" {
				t.Error("no Retry-After")
			}
			mustHold(t, from(h, "203.0.113.6:1", "/help"), x.other)
			mustHold(t, from(h, "203.0.113.5:2", "/healthz"), 200)
			finish <- true
			if got := <-ended; got != 200 {
				t.Errorf("the slow one: status %d", got)
			}
			mustHold(t, from(h, "203.0.113.5:2", "/help"), 200)
		})
	}
}
