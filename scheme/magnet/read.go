package magnet

import (
	"encoding/base32"
	"encoding/hex"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

var (
	nameChars  = pct.SetOf("abcdefghijklmnopqrstuvwxyz0123456789.")
	valueChars = pct.Query.With("%")
)

// reading is a view under way.
type reading struct {
	view    View
	remarks []uri.Remark
}

func (r *reading) remark(rule uri.Rule, s uri.Severity, start, length int) {
	r.remarks = append(r.remarks, uri.NewRemark(rule, s, start, length))
}

// read reads u as magnet:? and pairs of a form, a plus sign being a space. Of a
// name with a number behind a dot, xt.1, the number says nothing.
func read(u uri.URI) *reading {
	r := &reading{}
	if _, start, _ := u.Range(uri.Scheme); u.HasAuthority() || u.Path() != "" || !u.HasQuery() {
		_, end, _ := u.Range(uri.Path)
		r.remark(ruleForm, uri.Forbid, start+len(":"), end-start-len(":"))
	}
	start, _, _ := u.Range(uri.Query)
	for pair := range strings.SplitSeq(u.Query(), "&") {
		if pair != "" {
			r.readPair(uri.Pair(pair), start)
		}
		start += len(pair) + len("&")
	}
	if start, end, _ := u.Range(uri.Query); len(r.view.XT) == 0 {
		r.remark(ruleTopic, uri.Warning, start, end-start)
	}
	return r
}

// base returns the name of a parameter without a number behind it.
func base(name string) string {
	plain, number, ok := strings.Cut(name, ".")
	if ok && number != "" && strings.Trim(number, "0123456789") == "" {
		return plain
	}
	return name
}

func (r *reading) readPair(p uri.Pair, start int) {
	v, value := &r.view, scheme.Octets(p.Value())
	raw, _, _ := strings.Cut(string(p), "=")
	at, length := min(start+len(raw)+len("="), start+len(p)), max(0, len(p)-len(raw)-len("="))
	lists := map[string]*[]scheme.Octets{"tr": &v.TR, "ws": &v.WS, "xs": &v.XS, "as": &v.AS, "kt": &v.KT, "x.pe": &v.XPE}
	name := base(p.Name())
	label := "parameter " + name
	switch list := lists[name]; {
	case name == "xt":
		r.readTopic(string(value), at, length)
	case list != nil:
		*list = append(*list, value)
	case name == "dn" && v.DN == nil:
		v.DN = &value
	case name == "xl" && v.XL == "" && isNumber(string(value)):
		v.XL = string(value)
	default:
		v.Params = append(v.Params, [2]scheme.Octets{scheme.Octets(p.Name()), value})
	}
	switch name {
	case "tr", "ws", "xs", "as":
		if a, err := uri.Parse(string(value)); err != nil || !a.HasScheme() {
			r.remark(ruleAddress, uri.Warning, at, length)
		}
	case "xl":
		if !isNumber(string(value)) {
			r.remark(ruleLength, uri.Warning, at, length)
		}
	}
	if full := words[name]; full != "" {
		label = full
	}
	v.parts = scheme.AppendPart(v.parts, start, start+len(p), label)
}

// words are the parameters in words.
var words = map[string]string{
	"xt": "exact topic", "dn": "display name", "xl": "exact length", "tr": "tracker", "ws": "web seed", "xs": "exact source",
	"as": "acceptable source", "kt": "keyword topic", "mt": "manifest topic", "so": "select only", "x.pe": "peer",
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

func (r *reading) readTopic(value string, start, length int) {
	topic, ok := canonical(value)
	r.view.XT = append(r.view.XT, scheme.Octets(topic))
	switch {
	case !isURN(value):
		r.remark(ruleURN, uri.Warning, start, length)
	case !ok:
		r.remark(ruleHash, uri.Forbid, start, length)
	}
}

// isURN reports whether s is urn:, a name, and more.
func isURN(s string) bool {
	if len(s) < len("urn:") || !strings.EqualFold(s[:len("urn:")], "urn:") {
		return false
	}
	nid, nss, ok := strings.Cut(s[len("urn:"):], ":")
	return ok && nid != "" && nss != ""
}

// canonical returns the topic as it is compared: the hashes of BitTorrent in hex
// of lower case, all others as they are behind urn: and the name of their kind
// in lower case. ok is false if it is no such hash though it says so.
func canonical(topic string) (_ string, ok bool) {
	if !isURN(topic) {
		return topic, true
	}
	nid, nss, _ := strings.Cut(topic[len("urn:"):], ":")
	nid = strings.ToLower(nid)
	ok = true
	switch nid {
	case "btih":
		nss, ok = infoHash(nss)
	case "btmh":
		nss, ok = multihash(nss)
	}
	return "urn:" + nid + ":" + nss, ok
}

const sha1Size = 20

// infoHash returns a SHA-1 of hex or base32 in hex.
func infoHash(s string) (_ string, ok bool) {
	b, err := hex.DecodeString(s)
	if len(s) == base32.StdEncoding.EncodedLen(sha1Size) {
		b, err = base32.StdEncoding.DecodeString(strings.ToUpper(s))
	}
	if err != nil || len(b) != sha1Size { // the decoder of base32 passes over line ends
		return s, false
	}
	return hex.EncodeToString(b), true
}

// multihash returns a multihash of SHA2-256 in lower case: 0x12, the length 0x20
// and the hash.
func multihash(s string) (_ string, ok bool) {
	b, err := hex.DecodeString(s)
	if err != nil || len(b) != 2+32 || b[0] != 0x12 || b[1] != 0x20 {
		return s, false
	}
	return hex.EncodeToString(b), true
}
