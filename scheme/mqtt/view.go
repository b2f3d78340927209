package mqtt

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A View is what an mqtt or mqtts URI means: a broker, and perhaps a topic of it.
type View struct {
	scheme.Server

	// Topic is the name of a topic or a filter, decoded: the path without its
	// first slash. It is nil if nothing stands there.
	Topic *scheme.Octets `json:"topic,omitempty"`

	uri uri.URI
}

// maxTopic is how long a topic can be, in bytes (MQTT 5.0, section 4.7.3).
const maxTopic = 65535

// Parse returns the meaning of u, whose scheme is mqtt or mqtts. The error says
// that no host is named; the view then holds what could be read.
func Parse(u uri.URI) (View, error) {
	port := uint16(1883)
	if strings.EqualFold(u.Scheme(), "mqtts") {
		port = 8883
	}
	v := View{Server: scheme.ServerOf(u, port), uri: u}
	if topic := strings.TrimPrefix(u.Path(), "/"); topic != "" {
		v.Topic = new(scheme.Octets(pct.Decode(topic)))
	}
	return v, scheme.Forbidden(strings.ToLower(u.Scheme()), remarks(u))
}

func remarks(u uri.URI) (out []uri.Remark) {
	if u.HasUserinfo() && strings.EqualFold(u.Scheme(), "mqtt") {
		out = append(out, scheme.RemarkOn(u, uri.Userinfo, ruleCleartext, uri.Warning))
	}
	if u.Host() == "" {
		out = append(out, scheme.RemarkOn(u, uri.Host, ruleHost, uri.Forbid))
	}
	start, end := topicRange(u)
	topic := pct.Decode(u.String()[start:end])
	rule := ruleTopic
	if rule.Hint = topicFault(topic); rule.Hint != "" {
		return append(out, uri.NewRemark(rule, uri.Warning, start, end-start))
	}
	if strings.ContainsAny(topic, "+#") {
		out = append(out, uri.NewRemark(ruleFilter, uri.Info, start, end-start))
	}
	return out
}

// topicFault says what is wrong with a topic or filter, or "".
func topicFault(topic string) string {
	switch {
	case !utf8.ValidString(topic):
		return "it is not UTF-8"
	case strings.Contains(topic, "\x00"):
		return "it holds a NUL"
	case len(topic) > maxTopic:
		return "it has more than 65,535 bytes"
	}
	rest, more := topic, true
	for more {
		var level string
		level, rest, more = strings.Cut(rest, "/")
		if len(level) > 1 && strings.ContainsAny(level, "+#") || level == "#" && more {
			return "a wildcard stands alone between two slashes, and # last"
		}
	}
	return ""
}

func topicRange(u uri.URI) (start, end int) {
	start, end, _ = u.Range(uri.Path)
	if strings.HasPrefix(u.Path(), "/") {
		start++
	}
	return start, end
}

// Parts implements [scheme.View].
func (v View) Parts() []scheme.Part {
	start, end := topicRange(v.uri)
	return scheme.AppendPart(v.Server.Parts(), start, end, "topic")
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	if v.Topic == nil {
		return fmt.Sprintf("the broker of MQTT at %s", v.Server)
	}
	return fmt.Sprintf("the topic %q of the broker of MQTT at %s", string(*v.Topic), v.Server)
}
