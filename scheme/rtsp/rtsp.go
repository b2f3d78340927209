// Package rtsp describes the schemes of the Real-Time Streaming Protocol: rtsp,
// over TCP; rtsps, over TLS; and rtspu, over UDP.
//
// They are defined by RFC 2326, "Real Time Streaming Protocol (RTSP)", April
// 1998, section 3.2, and by RFC 7826, "Real-Time Streaming Protocol Version 2.0",
// December 2016, section 4.2, which adds rtsps and leaves rtspu to RFC 2326.
package rtsp

import (
	_ "embed"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// Readme is what there is to say of the schemes of this folder.
//
//go:embed README.md
var Readme string

// Schemes returns what the schemes of this folder say of themselves.
func Schemes() []scheme.Info {
	plain := info("rtsp", "RFC 7826", 554)
	plain.Title = "Media stream by the Real-Time Streaming Protocol"
	plain.Retrieval = "Connect to the port of the host over TCP" + retrieval

	secure := info("rtsps", "RFC 7826", 322)
	secure.Title = "Media stream by the Real-Time Streaming Protocol over TLS"
	secure.Retrieval = "Connect to the port of the host over TCP, agree on TLS with a server whose certificate is for that host" + retrieval

	datagrams := info("rtspu", "RFC 2326", 554)
	datagrams.Title = "Media stream by the Real-Time Streaming Protocol over UDP"
	datagrams.Retrieval = "Send datagrams of UDP to the port of the host" + retrieval
	return []scheme.Info{plain, secure, datagrams}
}

const retrieval = ", and ask by DESCRIBE for a description of the URI, without its userinfo and fragment. " +
	"The description, as a rule SDP, is the object; it names the streams, each with a URI of its own to set up and play."

// info is what the schemes have in common.
func info(name, spec string, port uint16) scheme.Info {
	return scheme.Info{
		Name:    name,
		Spec:    spec,
		Status:  scheme.Permanent,
		Form:    name + "://host[:port][/path][?query]",
		Port:    port,
		Opening: "a media player",
		Rules:   []uri.Rule{ruleHost, ruleUnreliable},
		View:    func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks: remarks,
		Normal:  scheme.WithSlash,
	}
}

var (
	ruleHost = uri.Rule{ID: "rtsp/host", Section: "RFC 7826 4.2", Title: "no host is named", Hint: "two slashes and a host stand behind the colon",
		Text: "An absolute URI of RTSP must name a host. Without one there is nobody to ask."}
	ruleUnreliable = uri.Rule{ID: "rtsp/unreliable", Section: "RFC 7826 4.2", Title: "commands by unreliable datagrams", Hint: "rtsp is the same over TCP",
		Text: "RFC 2326 let commands be sent by UDP. RTSP 2.0 does not say how, and a server of it answers that the scheme is not implemented."}
)

func remarks(u uri.URI) (out []uri.Remark) {
	if strings.EqualFold(u.Scheme(), "rtspu") {
		out = append(out, scheme.RemarkOn(u, uri.Scheme, ruleUnreliable, uri.Info))
	}
	if u.Host() == "" {
		out = append(out, scheme.RemarkOn(u, uri.Host, ruleHost, uri.Forbid))
	}
	return out
}
