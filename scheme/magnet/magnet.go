// Package magnet describes the magnet scheme: files named by what is in them, by
// a hash, with hints where peers that have them may be found.
//
// The scheme is registered provisionally and defined by usage: "MAGNET-URI",
// draft v0.1 of Bitzi, June 2002, and for BitTorrent BEP 9, "Extension for Peers
// to Send Metadata Files", January 2008, and BEP 53, "Magnet URI extension -
// Select specific file indices for download", May 2017.
package magnet

import (
	_ "embed"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// Readme is what there is to say of the schemes of this folder.
//
//go:embed README.md
var Readme string

// Schemes returns what the schemes of this folder say of themselves.
func Schemes() []scheme.Info {
	return []scheme.Info{{
		Name:      "magnet",
		Title:     "Files named by a hash of what is in them",
		Spec:      "BEP 9",
		Status:    scheme.Provisional,
		Kind:      scheme.Name,
		Form:      "magnet:?xt=urn:btih:hash[&dn=name][&xl=bytes][&tr=tracker]…[&name=value]…",
		Reach:     scheme.Inside, // no host to judge
		Retrieval: "Ask the network of the hash, for urn:btih: BitTorrent, for peers that have what hashes to it, by the trackers that are named or without; get it from them and check the hash.",
		Opening:   "a program for BitTorrent or another network of peers",
		Rules:     []uri.Rule{ruleForm, ruleTopic, ruleURN, ruleHash, ruleLength, ruleAddress},
		View:      func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks:   func(u uri.URI) []uri.Remark { return read(u).remarks },
		Normal:    normal,
		Shape:     shape,
	}}
}

const bep9 = "BEP 9"

var (
	ruleForm = uri.Rule{ID: "magnet/form", Section: bep9, Title: "something before the question mark, or no question mark", Hint: "write magnet:? and parameters",
		Text: "All that a magnet link says stands in its query."}
	ruleTopic = uri.Rule{ID: "magnet/topic", Section: bep9, Title: "no exact topic", Hint: "write xt=urn:btih: and the hash",
		Text: "The exact topic, xt, is the hash by which the thing is found and checked. Without it a program can search for the words of kt at most, and cannot tell what it finds."}
	ruleURN = uri.Rule{ID: "magnet/urn", Section: "MAGNET-URI v0.1", Title: "exact topic that is no URN",
		Text: "An exact topic is urn:, the name of a kind of hash, and the hash."}
	ruleHash = uri.Rule{ID: "magnet/hash", Section: bep9, Title: "what cannot be a hash of BitTorrent", Hint: "urn:btih: has 40 hex digits, or 32 of base32; urn:btmh: has 1220 and 64 hex digits",
		Text: "A torrent of version 1 has the SHA-1 of its info dictionary, in hex or, in older links, base32. One of version 2 has the multihash of it, which is SHA2-256."}
	ruleLength = uri.Rule{ID: "magnet/length", Section: "MAGNET-URI v0.1", Title: "length that is no number",
		Text: "xl is the exact length in bytes, in decimal digits."}
	ruleAddress = uri.Rule{ID: "magnet/address", Section: bep9, Title: "what is no URI of a source or tracker", Hint: "percent-encode the whole URI in the value",
		Text: "tr, ws, xs and as each hold a URI with its scheme. An ampersand in it that is not encoded cuts it off."}
)

// shape takes a question mark and a parameter: "magnet:" is a word of running
// text, too.
func shape(text []byte) int {
	if len(text) == 0 || text[0] != '?' {
		return 0
	}
	n := 1 + pct.Span(text[1:], nameChars)
	if n == 1 || n == len(text) || text[n] != '=' {
		return 0
	}
	return n + pct.Span(text[n:], valueChars)
}
