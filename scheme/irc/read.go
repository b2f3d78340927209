package irc

import (
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// prefixes begin the name of a channel (RFC 2812, section 1.3).
const prefixes = "#&+!"

// flags are those of the draft of 2004, and isnick, needpass and needkey of that
// of 1996.
var flags = map[string]bool{
	"isuser": true, "isnick": true, "ischannel": true, "isserver": true, "isnetwork": true, "needpass": true, "needkey": true,
}

// reading is a view under way.
type reading struct {
	view    View
	remarks []uri.Remark
}

func (r *reading) remark(rule uri.Rule, s uri.Severity, start, length int) {
	r.remarks = append(r.remarks, uri.NewRemark(rule, s, start, length))
}

func (r *reading) part(start, length int, label string) {
	r.view.parts = scheme.AppendPart(r.view.parts, start, start+length, label)
}

// read reads u by the grammar of draft-butcher-irc-url-04:
//
//	ircURL = ( "irc" / "ircs" ) "://" location "/" [ entity ] [ flags ] [ options ]
//	entity = [ "#" ] *( escaped / unreserved )
//	flags  = *( "," flag )
func read(u uri.URI) *reading {
	name := strings.ToLower(u.Scheme())
	server := scheme.ServerOf(u, ports[name])
	r := &reading{view: View{Server: server, uri: u, parts: server.Parts()}}
	if name != "ircs" {
		r.remark(ruleClear, uri.Info, 0, len(name))
	}
	start, end, _ := u.Range(uri.Path)
	switch {
	case !u.HasAuthority():
		r.remark(ruleForm, uri.Forbid, start, end-start)
		return r
	case u.Host() == "":
		from, _, _ := u.Range(uri.Host)
		r.remark(ruleHost, uri.Warning, from, 0)
	}
	text := u.String()
	if isBareHash(u) {
		start, end = end, len(text)
		r.remark(ruleHash, uri.Warning, start, len("#"))
	} else if start < end {
		start++ // the slash
	}
	entity, options, hasOptions := strings.Cut(text[start:end], "?")
	r.readEntity(entity, start)
	if from, _, ok := u.Range(uri.Query); ok {
		r.readOptions(u.Query(), from)
	} else if hasOptions {
		r.readOptions(options, start+len(entity)+len("?"))
	}
	return r
}

// isBareHash reports whether the fragment of u is meant as the name of a
// channel, in irc://h/#c: it stands where a name could, and has options within.
func isBareHash(u uri.URI) bool {
	return u.HasFragment() && !u.HasQuery() && (u.Path() == "" || u.Path() == "/")
}

func (r *reading) readEntity(text string, start int) {
	pieces := strings.Split(text, ",")
	for _, flag := range pieces[1:] {
		if lower := strings.ToLower(flag); flags[lower] {
			flag = lower
		}
		r.view.Flags = append(r.view.Flags, flag)
	}
	r.readName(pieces[0], start)
	at := start + len(pieces[0]) + len(",")
	for i, flag := range pieces[1:] {
		r.part(at, len(flag), "flag")
		if !flags[r.view.Flags[i]] {
			r.remark(ruleFlag, uri.Warning, at, len(flag))
		}
		at += len(flag) + len(",")
	}
}

// readName reads the name of a channel, unless a flag says that it is a nickname.
func (r *reading) readName(text string, start int) {
	if text == "" {
		return
	}
	name := scheme.Octets(pct.Decode(text))
	if r.view.isNick() {
		r.view.Nick = &name
		r.part(start, len(text), "nickname")
		return
	}
	r.view.Channel = new(withPrefix(name))
	r.part(start, len(text), "channel")
	if strings.ContainsAny(string(name), " ,\a") {
		r.remark(ruleName, uri.Forbid, start, len(text))
	}
}

// withPrefix returns the name of a channel with the "#" that may be left out.
func withPrefix(name scheme.Octets) scheme.Octets {
	if strings.Contains(prefixes, string(name[:1])) {
		return name
	}
	return "#" + name
}

func (r *reading) readOptions(query string, start int) {
	for option := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(option, "=")
		switch {
		case name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-") != "":
			r.remark(ruleOption, uri.Forbid, start, len(option))
		case strings.EqualFold(name, "key"):
			r.view.Key, r.view.key = true, pct.Decode(value)
			r.part(start, len(name), "option key")
			r.view.parts = scheme.AppendSecret(r.view.parts, start+len(name)+len("="), start+len(option), "key of the channel")
		default:
			r.view.Options = append(r.view.Options, [2]scheme.Octets{scheme.Octets(name), scheme.Octets(pct.Decode(value))})
			r.part(start, len(option), "option "+name)
		}
		start += len(option) + len("&")
	}
}
