package info

import (
	"slices"
	"strings"
)

// namespaces are those of the registry of RFC 4452, section 3, in order. No copy
// of it is published any more, so that some may be missing: they are read like
// these, with a remark.
var namespaces = []string{
	"ark", "arxiv", "bibcode", "bnf", "ddbj-embl-genbank", "ddc", "dlf", "doi", "eu-repo", "fedora",
	"hdl", "inchi", "lanl-repo", "lc", "lccn", "ncid", "netref", "nla", "nyu", "oclcnum",
	"ofi", "pmid", "pronom", "refseq", "rfa", "rlgid", "sici", "sid", "srw", "ugent-repo",
}

// isRegistered reports whether name, in lower case, is in the list.
func isRegistered(name string) bool {
	_, ok := slices.BinarySearch(namespaces, name)
	return ok
}

const (
	letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits  = "0123456789"
)

// isNamespace reports whether s is a namespace:
//
//	namespace = scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
//
// (RFC 4452, section 4.1).
func isNamespace(s string) bool {
	return s != "" && strings.Contains(letters, s[:1]) && strings.Trim(s, letters+digits+"+-.") == ""
}
