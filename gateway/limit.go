package gateway

import (
	"fmt"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Limits bound what clients may ask for, beside those of the policy: how many
// requests of one client are answered at a time is its limit "client", and how many
// connections one host gets at a time its limit "host". A limit of 0 is none.
//
// Who asks from this machine is not held to what a client may ask: it is the person
// whose gateway this is.
type Limits struct {
	Requests   int     // under way at a time, of all clients
	ClientRate float64 // requests a second of one client, measured over ten seconds
	TargetRate float64 // requests a second that one host is sent, measured over ten seconds
}

// span is the time over which a rate is measured: so much may come at once.
const span = 10 * time.Second

// maxMetered bounds how many clients, and how many hosts, are told apart.
const maxMetered = 1 << 14

// A meter holds many to a rate, each on its own account.
type meter[K comparable] struct {
	rate float64 // a second; 0 is no limit

	mu    sync.Mutex
	until map[K]time.Time // when what was taken will be made up for
	swept time.Time
}

func newMeter[K comparable](rate float64) *meter[K] {
	return &meter[K]{rate: rate, until: map[K]time.Time{}}
}

// take takes one from the account of k. If there is none left, it returns how long
// it takes until there is.
func (m *meter[K]) take(k K, now time.Time) (wait time.Duration) {
	if m.rate <= 0 {
		return 0
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, known := m.until[k]; !known && len(m.until) >= maxMetered && !m.sweep(now) {
		var all K // strangers in a crowd share an account
		k = all
	}
	until := m.until[k]
	if until.Before(now) {
		until = now
	}
	one := time.Duration(float64(time.Second) / m.rate)
	if until = until.Add(one); until.Sub(now) > max(span, one) {
		return until.Sub(now) - max(span, one)
	}
	m.until[k] = until
	return 0
}

// sweep forgets those who have made up for what they took, and reports whether there
// is room then. It looks at all of them, so it does so once a second at most.
func (m *meter[K]) sweep(now time.Time) bool {
	if now.Sub(m.swept) >= time.Second {
		m.swept = now
		for k, until := range m.until {
			if until.Before(now) {
				delete(m.until, k)
			}
		}
	}
	return len(m.until) < maxMetered
}

// client returns by what a client is told apart from others: its address, of IPv6 the
// network of 64 bits, in which whoever has one address has all. Proxies that are
// trusted say for whom they ask. The zero Prefix is nobody.
func client(r *http.Request, trusted []netip.Prefix) netip.Prefix {
	at, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Prefix{}
	}
	addr := at.Addr().Unmap().WithZone("")
	said := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(said) - 1; i >= 0 && covers(trusted, addr); i-- { // each proxy adds behind what it was told
		before, err := netip.ParseAddr(strings.TrimSpace(said[i]))
		if err != nil {
			break
		}
		addr = before.Unmap().WithZone("")
	}
	bits := addr.BitLen()
	if addr.Is6() && !addr.IsLoopback() {
		bits = 64
	}
	return netip.PrefixFrom(addr, bits).Masked()
}

func covers(list []netip.Prefix, addr netip.Addr) bool {
	for _, p := range list {
		if p.Contains(addr) {
			return true
		}
	}
	return false
}

// name returns a client for the log.
func name(client netip.Prefix) string {
	if client.IsSingleIP() {
		return client.Addr().String()
	}
	return client.String()
}

// A denial is why a request is not answered now, or not to this client.
type denial struct {
	reason     string // a word for the counts
	status     int
	wait       time.Duration // until it is worth while to ask again; 0 if never
	head, text string
}

// admit lets a request in, or says why not. leave is called when it is answered.
func (g *gateway) admit(x *exchange) (leave func(), no *denial) {
	under := g.counts.open.Add(1)
	out, no := g.admitOne(x, under)
	if no != nil {
		g.counts.open.Add(-1)
		return nil, no
	}
	return func() { out(); g.counts.open.Add(-1) }, nil
}

// admitOne judges a request that makes it so many under way.
func (g *gateway) admitOne(x *exchange, under int64) (leave func(), no *denial) {
	if most := g.Limits.Requests; most > 0 && under > int64(most) {
		return nil, &denial{"busy", http.StatusServiceUnavailable, time.Second, "Too much is asked of this gateway.", fmt.Sprintf("It answers %d requests at a time.", most)}
	}
	if !x.client.IsValid() || x.client.Addr().IsLoopback() {
		return func() {}, nil
	}
	if wait := g.clients.take(x.client, x.began); wait > 0 {
		return nil, &denial{"client-rate", http.StatusTooManyRequests, wait, "This is too fast.", fmt.Sprintf("You may ask for %s. Nobody was asked this time.", perSecond(g.Limits.ClientRate))}
	}
	leave, err := g.Policy.Admit(x.client.String())
	if err != nil {
		return nil, &denial{"client-busy", http.StatusTooManyRequests, time.Second, "This is too much at a time.", "You have as many requests under way as one client may. Wait for one of them."}
	}
	return leave, nil
}

func perSecond(rate float64) string {
	return strconv.FormatFloat(rate, 'g', 3, 64) + " pages a second, and for ten times as many at once"
}

// A tooFast is the error of a request that would ask a host more often than it may be
// asked.
type tooFast struct {
	host string
	rate float64
	wait time.Duration
}

func (e *tooFast) Error() string {
	return fmt.Sprintf("%s is sent %s requests a second at most, by all who ask here", e.host, strconv.FormatFloat(e.rate, 'g', 3, 64))
}

// denial tells the client of it.
func (e *tooFast) denial() *denial {
	return &denial{"target-rate", http.StatusTooManyRequests, e.wait, "That host is asked too often.", e.Error() + ". It was not asked this time."}
}

// deny answers with why a request is not answered.
func (g *gateway) deny(x *exchange, no *denial) {
	g.counts.deny(no.reason)
	h := x.w.Header()
	h.Set("Cache-Control", "no-store")
	if no.wait > 0 {
		h.Set("Retry-After", strconv.Itoa(int((no.wait+time.Second-1)/time.Second)))
		no.text += fmt.Sprintf(" It is worth while to try again in %s.", seconds(no.wait))
	}
	x.page(g.site.Sorry(no.status, no.head, no.text))
}

func seconds(d time.Duration) string {
	if n := int((d + time.Second - 1) / time.Second); n > 1 {
		return strconv.Itoa(n) + " seconds"
	}
	return "a second"
}
