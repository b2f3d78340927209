package uri

import (
	"strconv"
	"strings"
)

// What Judge remarks about userinfo and port.
var (
	ruleUserinfo = newRule("userinfo", "RFC 3986 3.2.1", "user name in a URI", "",
		"A URI is shown, logged, kept and passed on. A user name in it is told to everybody who sees it.")
	ruleUserinfoHost = newRule("userinfo-host", "RFC 3986 7.6", "user name that looks like a host", `the host is what stands behind the "@"`,
		"What stands before the \"@\" is a user name, whatever it looks like: www.example.com@192.0.2.7 leads to 192.0.2.7. It is a known way to mislead people about the host.")
	rulePassword = newRule("password", "RFC 3986 3.2.1", "password in a URI", "keep it elsewhere: URIs are logged and shown",
		"RFC 3986 deprecates passwords in userinfo: passing them on in clear text has proved a risk almost wherever it was done.")
	ruleEmptyPort = newRule("empty-port", "RFC 3986 3.2.3", "colon of an empty port", "drop the colon",
		"An empty port means the same as none; normalisation drops its colon.")
	rulePortZeros = newRule("port-zeros", "RFC 3986 6.2.3", "port with leading zeros", "drop the zeros",
		"A port is a number: 080 and 80 are the same port in two spellings, and few programs see that two such URIs are equal.")
	rulePortRange = newRule("port-range", "RFC 9293 3.1", "port above 65535", "",
		"The grammar of URIs allows any number of digits, TCP and UDP have 16 bits. Such a URI can be parsed, but not dialled.")
)

func (j *judge) userinfo() {
	u := &j.u
	if !u.HasUserinfo() {
		return
	}
	start := int(u.auth)
	name, _, hasPassword := strings.Cut(u.Userinfo(), ":")
	end := start + len(name)
	j.remark(ruleUserinfo, Info, start, end)
	if likeHost(name) {
		j.remark(ruleUserinfoHost, Warning, start, end)
	}
	if hasPassword {
		j.remark(rulePassword, Warning, end+len(":"), int(u.host)-len("@"))
	}
}

// likeHost reports whether a user name begins like the name of a host: with
// "www.", or with three labels.
func likeHost(name string) bool {
	host := name
	if end := strings.IndexFunc(name, func(r rune) bool { return r != '.' && !isLDH(byte(r)) }); end >= 0 {
		host = name[:end]
	}
	return len(host) > len("www.") && strings.EqualFold(host[:len("www.")], "www.") || strings.Count(host, ".") >= 2
}

func (j *judge) port() {
	u := &j.u
	if !u.HasPort() {
		return
	}
	port, start := u.Port(), int(u.hostEnd)+len(":")
	if port == "" {
		j.remark(ruleEmptyPort, Info, start-len(":"), start)
		return
	}
	if zeros := len(port) - len(strings.TrimLeft(port, "0")); zeros > 0 && len(port) > 1 {
		j.remark(rulePortZeros, Info, start, start+min(zeros, len(port)-1))
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		j.remark(rulePortRange, Warning, start, start+len(port))
	}
}
