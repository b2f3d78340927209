package newsclient

import (
	"iter"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Newsgroup is a line of the list of active newsgroups: the numbers of its
// last and first article, and whether one may post: "y", "n", "m" to a
// moderator, and other letters (RFC 3977, section 7.6.3).
type Newsgroup struct {
	Name      string
	High, Low int64
	Status    string
}

// Active lists the newsgroups that match a pattern of "*" and "?"; "" and "*"
// are all. A server that knows no LIST ACTIVE, or no pattern, is asked for all
// by LIST (RFC 977, section 3.6), and what does not match is left out.
func (c *Conn) Active(pattern string) (iter.Seq2[Newsgroup, error], error) {
	command := "LIST ACTIVE"
	if pattern != "" && pattern != "*" {
		command += " " + pattern
	}
	_, _, err := c.ask(command, 215)
	if isUnknown(err) {
		_, _, err = c.ask("LIST", 215)
	}
	if err != nil {
		return nil, err
	}
	rows := c.rows()
	return func(yield func(Newsgroup, error) bool) {
		for line, err := range rows {
			if err != nil {
				yield(Newsgroup{}, err)
				return
			}
			if g := newsgroup(string(line)); Matches(pattern, g.Name) && !yield(g, nil) {
				return
			}
		}
	}, nil
}

func newsgroup(line string) Newsgroup {
	name, rest, _ := strings.Cut(line, " ")
	high, rest, _ := strings.Cut(rest, " ")
	low, status, _ := strings.Cut(rest, " ")
	g := Newsgroup{Name: name, Status: status}
	g.High, _ = strconv.ParseInt(high, 10, 64)
	g.Low, _ = strconv.ParseInt(low, 10, 64)
	return g
}

// A Description is a line of the list of newsgroups with what they are about.
type Description struct{ Name, Text string }

// Newsgroups lists descriptions of the newsgroups that match a pattern, as
// [Conn.Active] has it (RFC 3977, section 7.6.6).
func (c *Conn) Newsgroups(pattern string) (iter.Seq2[Description, error], error) {
	command := "LIST NEWSGROUPS"
	if pattern != "" && pattern != "*" {
		command += " " + pattern
	}
	if _, _, err := c.ask(command, 215); err != nil {
		return nil, err
	}
	rows := c.rows()
	return func(yield func(Description, error) bool) {
		for line, err := range rows {
			if err != nil {
				yield(Description{}, err)
				return
			}
			text := string(line)
			end := strings.IndexAny(text, " \t")
			if end < 0 {
				end = len(text)
			}
			d := Description{text[:end], Latin1Unless(strings.TrimSpace(text[end:]))}
			if Matches(pattern, d.Name) && !yield(d, nil) {
				return
			}
		}
	}, nil
}

// Matches reports whether name matches a pattern of a URI: "*" stands for any
// characters, "?" for one, others for themselves (RFC 3977, section 4). The
// pattern "" is "*".
func Matches(pattern, name string) bool {
	if pattern == "" {
		return true
	}
	star, from := -1, 0 // the last "*", and what it has not taken of name
	p, n := 0, 0
	for n < len(name) {
		_, width := utf8.DecodeRuneInString(name[n:])
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, from = p, n
			p++
		case p < len(pattern) && pattern[p] == '?':
			p, n = p+1, n+width
		case p < len(pattern) && pattern[p] == name[n]:
			p, n = p+1, n+1
		case star >= 0:
			_, width = utf8.DecodeRuneInString(name[from:])
			from += width
			p, n = star+1, from
		default:
			return false
		}
	}
	return strings.Trim(pattern[p:], "*") == ""
}
