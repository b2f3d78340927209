package sip

import (
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A piece is a part of the text of a URI, as it is written, and where it begins.
type piece struct {
	raw   string
	start int
}

func (p piece) end() int { return p.start + len(p.raw) }

// cut cuts p before and behind the byte at i.
func (p piece) cut(i int) (before, after piece) {
	return piece{p.raw[:i], p.start}, piece{p.raw[i+1:], p.start + i + 1}
}

// split cuts p at each sep.
func (p piece) split(sep string) (pieces []piece) {
	start := p.start
	for raw := range strings.SplitSeq(p.raw, sep) {
		pieces = append(pieces, piece{raw, start})
		start += len(raw) + len(sep)
	}
	return pieces
}

// A rawPair is a parameter or header field as it is written: a name, and a value
// if hasValue.
type rawPair struct {
	whole, name, value piece
	hasValue           bool
}

func (p piece) pair() rawPair {
	i := strings.IndexByte(p.raw, '=')
	if i < 0 {
		return rawPair{whole: p, name: p}
	}
	name, value := p.cut(i)
	return rawPair{p, name, value, true}
}

func (p rawPair) decoded() Pair {
	pair := Pair{Name: scheme.Octets(pct.Decode(p.name.raw))}
	if p.hasValue {
		pair.Value = new(scheme.Octets(pct.Decode(p.value.raw)))
	}
	return pair
}

// What may stand unencoded (RFC 3261, section 25.1), as far as RFC 3986 lets it:
// brackets it does not.
var (
	unreserved  = pct.Unreserved.With("!*'()")
	inUser      = unreserved.With("&=+$,;?/")
	inPassword  = unreserved.With("&=+$,")
	inParameter = unreserved.With("/:&+$")
	inHeader    = unreserved.With("/?:+$")
)

// A reading is a view under way.
type reading struct {
	view    View
	remarks []uri.Remark
}

// read reads u by the grammar of RFC 3261, section 25.1:
//
//	SIP-URI  = "sip:" [ user [ ":" password ] "@" ] hostport *( ";" parameter ) [ "?" header *( "&" header ) ]
//	hostport = host [ ":" port ]
//
// The user may hold question marks and semicolons, so that the first at sign is
// looked for before them.
func read(u uri.URI) *reading {
	r := &reading{view: View{uri: u}}
	rest := r.body()
	if i := strings.IndexByte(rest.raw, '@'); i >= 0 {
		var userinfo piece
		userinfo, rest = rest.cut(i)
		r.readUserinfo(userinfo)
	}
	i := strings.IndexByte(rest.raw, '?')
	if i < 0 {
		r.readHost(rest)
	} else {
		address, headers := rest.cut(i)
		r.readHost(address)
		r.readHeaders(headers)
	}
	if u.HasFragment() {
		r.remarks = append(r.remarks, scheme.RemarkOn(u, uri.Fragment, ruleFragment, uri.Forbid))
	}
	return r
}

// body returns all of the URI that is not scheme or fragment.
func (r *reading) body() piece {
	u := r.view.uri
	start := len(u.Scheme()) + len(":")
	if from, _, ok := u.Range(uri.Authority); ok {
		r.remark(ruleSlashes, uri.Forbid, piece{"//", start})
		start = from
	}
	_, end, _ := u.Range(uri.Path)
	if _, queryEnd, ok := u.Range(uri.Query); ok {
		end = queryEnd
	}
	return piece{u.String()[start:end], start}
}

func (r *reading) remark(rule uri.Rule, s uri.Severity, at piece) {
	r.remarks = append(r.remarks, uri.NewRemark(rule, s, at.start, len(at.raw)))
}

// want remarks the first byte of p that must be encoded, which bare does not
// hold.
func (r *reading) want(p piece, bare pct.Set) {
	for i := range len(p.raw) {
		if c := p.raw[i]; c != '%' && !bare.Has(c) {
			rule := ruleCharacter
			rule.Hint = "write " + pct.Encode(p.raw[i:i+1], pct.Set{})
			r.remark(rule, uri.Forbid, piece{p.raw[i : i+1], p.start + i})
			return
		}
	}
}

func (r *reading) readUserinfo(p piece) {
	user := p
	if i := strings.IndexByte(p.raw, ':'); i >= 0 {
		user, r.view.password = p.cut(i)
		r.view.Password = true
		if !r.view.uri.HasAuthority() { // or the generic syntax sees it
			r.remark(rulePassword, uri.Warning, r.view.password)
		}
		r.want(r.view.password, inPassword)
	}
	r.view.user = user
	r.view.User = new(scheme.Octets(pct.Decode(user.raw)))
	if user.raw == "" {
		r.remark(ruleUser, uri.Forbid, user)
	}
}

// readHost reads host, port and parameters.
func (r *reading) readHost(p piece) {
	pieces := p.split(";")
	host, port := pieces[0], piece{}
	i := strings.LastIndexByte(host.raw, ':')
	hasPort := i >= 0 && strings.Trim(host.raw[i+1:], digits) == ""
	if hasPort {
		host, port = host.cut(i)
	}
	r.view.host, r.view.port = host, port
	r.view.Host, r.view.Port = host.raw, port.raw
	if !isHost(host.raw) {
		r.remark(ruleHost, uri.Forbid, host)
	}
	if hasPort {
		r.judgePort()
	}
	r.readParameters(pieces[1:])
}

func (r *reading) judgePort() {
	p := r.view.port
	switch n, err := strconv.ParseUint(p.raw, 10, 16); {
	case p.raw == "":
		r.remark(rulePort, uri.Forbid, p)
	case err != nil || n == 0:
		r.remark(rulePort, uri.Warning, p)
	}
}

// isHost reports whether s is a hostname or an IPv4 address, or an IPv6 address
// in brackets, which stands there behind two slashes only:
//
//	hostname    = *( domainlabel "." ) toplabel [ "." ]
//	domainlabel = alphanum / alphanum *( alphanum / "-" ) alphanum
//	toplabel    = ALPHA / ALPHA *( alphanum / "-" ) alphanum
func isHost(s string) bool {
	if in, ok := strings.CutPrefix(s, "["); ok {
		addr, err := netip.ParseAddr(strings.TrimSuffix(in, "]"))
		return err == nil && addr.Is6()
	}
	if addr, err := netip.ParseAddr(s); err == nil {
		return addr.Is4()
	}
	labels := strings.Split(strings.TrimSuffix(s, "."), ".")
	for _, label := range labels {
		if label == "" || label[0] == '-' || label[len(label)-1] == '-' || strings.Trim(label, alphanum+"-") != "" {
			return false
		}
	}
	return strings.IndexByte(digits, labels[len(labels)-1][0]) < 0
}

const (
	digits   = "0123456789"
	alphanum = digits + "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

func (r *reading) readParameters(pieces []piece) {
	seen := map[string]bool{}
	for _, p := range pieces {
		pair := p.pair()
		r.view.rawParameters = append(r.view.rawParameters, pair)
		r.view.Parameters = append(r.view.Parameters, pair.decoded())
		r.judgeParameter(pair, seen)
	}
	r.judgeTransport()
}

func (r *reading) judgeParameter(p rawPair, seen map[string]bool) {
	name, value := strings.ToLower(pct.Decode(p.name.raw)), pct.Decode(p.value.raw)
	switch {
	case name == "", p.hasValue && value == "", name == "ttl" && !isTTL(value):
		r.remark(ruleParameter, uri.Forbid, p.whole)
	case seen[name]:
		r.remark(ruleTwice, uri.Forbid, p.whole)
	case name == "transport" && strings.EqualFold(value, "tls"):
		r.remark(ruleTLS, uri.Warning, p.whole)
	}
	seen[name] = true
	r.want(p.name, inParameter)
	r.want(p.value, inParameter)
}

// judgeTransport remarks what the parameters say together: sips runs over a
// reliable transport, and a ttl is of datagrams to a multicast address.
func (r *reading) judgeTransport() {
	isSecure := strings.EqualFold(r.view.uri.Scheme(), "sips")
	transport, isNamed := r.view.Parameter("transport")
	isUDP := strings.EqualFold(transport, "udp") || !isNamed && !isSecure
	maddr, _ := r.view.Parameter("maddr")
	group, _ := netip.ParseAddr(maddr)
	for _, p := range r.view.rawParameters {
		switch strings.ToLower(pct.Decode(p.name.raw)) {
		case "transport":
			if isSecure && isUDP {
				r.remark(ruleReliable, uri.Forbid, p.whole)
			}
		case "ttl":
			if !isUDP || !group.IsMulticast() {
				r.remark(ruleTTL, uri.Forbid, p.whole)
			}
		}
	}
}

// isTTL reports whether value is up to three digits, and 255 at most.
func isTTL(value string) bool {
	_, err := strconv.ParseUint(value, 10, 8)
	return err == nil && len(value) <= len("255")
}

// unsafe are the header fields that a URI should not set (RFC 3261, section
// 19.1.5), with their short forms of section 7.3.3. Contact is one in a dialog
// only, and is what a REGISTER is about, so that it is not among them.
var unsafe = []string{"from", "f", "call-id", "i", "cseq", "via", "v", "record-route", "route",
	"accept", "accept-encoding", "accept-language", "allow", "organization", "supported", "k", "user-agent"}

func (r *reading) readHeaders(headers piece) {
	for _, p := range headers.split("&") {
		pair := p.pair()
		r.view.rawHeader = append(r.view.rawHeader, pair)
		decoded := pair.decoded()
		r.view.Headers = append(r.view.Headers, decoded)
		switch {
		case decoded.Name == "", !pair.hasValue:
			r.remark(ruleHeader, uri.Forbid, p)
		case slices.Contains(unsafe, strings.ToLower(string(decoded.Name))):
			r.remark(ruleUnsafeHeader, uri.Warning, p)
		}
		r.want(pair.name, inHeader)
		r.want(pair.value, inHeader)
	}
}
