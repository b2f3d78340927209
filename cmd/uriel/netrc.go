package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// netrcFlags say where logins are read from.
type netrcFlags struct {
	use  bool
	file string
}

func (f *netrcFlags) register(cmd *cobra.Command) {
	cmd.Flags().BoolVarP(&f.use, "netrc", "n", false, "log in as ~/.netrc says")
	cmd.Flags().StringVar(&f.file, "netrc-file", "", "log in as this `file` says, in the form of ~/.netrc")
}

// netrcLogin returns what knows the logins of the file, as [get.Env] has it; nil
// if there is none. Unless silent it warns of a file that others can read.
func (a *app) netrcLogin(f *netrcFlags, silent bool) (func(uri.URI) (user, password string, ok bool), error) {
	name := f.file
	if name == "" {
		home, err := os.UserHomeDir()
		if !f.use || err != nil {
			return nil, nil
		}
		name = filepath.Join(home, ".netrc")
	}
	text, err := os.ReadFile(name)
	switch {
	case err != nil && f.file == "" && errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, &exitError{exitUsage, err}
	}
	logins, err := parseNetrc(string(text))
	if err != nil {
		return nil, &exitError{exitUsage, fmt.Errorf("%s: %w", name, err)}
	}
	if st, err := os.Stat(name); err == nil && st.Mode().IsRegular() && st.Mode().Perm()&0o044 != 0 && !silent {
		fmt.Fprintf(a.err, "uriel: warning: %s holds passwords and can be read by others: chmod 600 would keep them out\n", visible(name))
	}
	return func(u uri.URI) (string, string, bool) {
		user, _, _ := strings.Cut(u.Userinfo(), ":")
		return logins.find(strings.Trim(a.schemes.Normalize(u).Host(), "[]"), pct.Decode(user))
	}, nil
}

// A netrc is the logins of a file, in its order.
type netrc []netrcLogin

// A netrcLogin is one entry of a netrc.
type netrcLogin struct {
	any            bool   // "default": for the hosts that come to it
	machine        string // in the case of the file
	user, password *string
}

// find returns the first login for host, or the first of the given user there.
// One that lacks a name or a password is none.
func (n netrc) find(host, user string) (name, password string, ok bool) {
	for _, l := range n {
		if !l.any && !strings.EqualFold(l.machine, host) || l.user == nil || l.password == nil {
			continue
		}
		if user == "" || user == *l.user {
			return *l.user, *l.password, true
		}
	}
	return "", "", false
}

// parseNetrc reads the form that ftp(1) had and curl has: words between blanks
// and line ends,
//
//	machine HOST | default   begins an entry
//	login NAME | password SECRET | account NAME
//	macdef NAME              up to the next empty line
//
// A word may stand in quotes, in which \n, \r and \t are controls and another
// character behind a backslash is itself. "#" where a word would begin is a
// comment up to the end of the line. Words that mean nothing are skipped, as
// curl does. The error is a quoted word without an end.
func parseNetrc(text string) (netrc, error) {
	var out netrc
	s := netrcScanner{rest: text}
	for s.next() {
		switch strings.ToLower(s.word) {
		case "machine":
			if s.next() {
				out = append(out, netrcLogin{machine: s.word})
			}
		case "default":
			out = append(out, netrcLogin{any: true})
		case "account":
			s.next()
		case "macdef":
			s.skipMacro()
		case "login", "password":
			key := strings.ToLower(s.word)
			if !s.next() || len(out) == 0 {
				continue
			}
			value := s.word
			if key == "login" {
				out[len(out)-1].user = &value
			} else {
				out[len(out)-1].password = &value
			}
		}
	}
	return out, s.err
}

// A netrcScanner cuts a netrc into words.
type netrcScanner struct {
	rest string
	line int // line ends that were passed
	word string
	err  error
}

// next reads a word; false is the end, or an error.
func (s *netrcScanner) next() bool {
	for s.rest != "" && (s.rest[0] <= ' ' || s.rest[0] == '#') {
		n := 1
		if s.rest[0] == '#' {
			n = lineLength(s.rest)
		}
		s.skip(n)
	}
	switch {
	case s.rest == "" || s.err != nil:
		return false
	case s.rest[0] == '"':
		return s.quoted()
	}
	n := strings.IndexFunc(s.rest, func(r rune) bool { return r <= ' ' })
	if n < 0 {
		n = len(s.rest)
	}
	s.word = s.rest[:n]
	s.skip(n)
	return true
}

// quoted reads a word in quotes, which stands on one line.
func (s *netrcScanner) quoted() bool {
	var b strings.Builder
	for i := 1; i < lineLength(s.rest); i++ {
		c := s.rest[i]
		switch {
		case c == '"':
			s.word = b.String()
			s.skip(i + 1)
			return true
		case c == '\\' && i+1 < lineLength(s.rest):
			i++
			c = unescaped(s.rest[i])
		}
		b.WriteByte(c)
	}
	s.err = fmt.Errorf("line %d: a quote is not closed", s.line+1)
	return false
}

func unescaped(c byte) byte {
	switch c {
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return c
}

// skipMacro skips the rest of the line and the lines up to an empty one.
func (s *netrcScanner) skipMacro() {
	for s.skip(lineLength(s.rest)); s.rest != ""; s.skip(lineLength(s.rest)) {
		s.skip(1)
		if strings.TrimSuffix(s.rest[:lineLength(s.rest)], "\r") == "" {
			return
		}
	}
}

func (s *netrcScanner) skip(n int) {
	s.line += strings.Count(s.rest[:n], "\n")
	s.rest = s.rest[n:]
}

func lineLength(s string) int {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return i
	}
	return len(s)
}
