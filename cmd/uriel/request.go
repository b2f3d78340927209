package main

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"os"
	"strings"

	"uriel.dev/get"
	"uriel.dev/uri"
)

// request makes the request of one input.
func (a *app) request(f *fetch, in input) (*get.Request, error) {
	u, err := a.readAsked(f, in)
	if err == nil && in.base != "" {
		var base uri.URI
		if base, err = uri.Parse(in.base); err == nil {
			u, err = base.Resolve(u)
		}
	}
	if err != nil {
		return nil, err
	}
	req := &get.Request{URI: u, Method: f.method, Header: http.Header{}, Accept: accept(f.as.value)}
	for _, h := range f.header {
		name, value, ok := strings.Cut(h, ":")
		if !ok {
			return nil, &exitError{exitUsage, fmt.Errorf("--header %q: want NAME: VALUE", h)}
		}
		req.Header.Add(strings.TrimSpace(name), strings.TrimSpace(value))
	}
	if f.lists && f.as.value == "" {
		req.Accept = []string{"text/uri-list"} // who has both a thing and a list of it shows the list
	}
	if len(f.wanted) > 0 {
		req.Accept = f.wanted
	}
	req.Language = f.language
	req.Options = f.options()
	if f.referer != "" {
		req.Header.Set("Referer", f.referer)
	}
	if f.user != "" {
		req.User, req.Password, _ = strings.Cut(f.user, ":")
	}
	if f.head {
		req.Method = http.MethodHead
	}
	if err := f.addData(req); err != nil {
		return nil, err
	}
	req.Range, err = f.rangeOf(u)
	f.part = req.Range
	return req, err
}

// readAsked reads the URI that is asked for. One leading "URL:" is taken off, which
// the 1994 draft wrote before a URL (RFC 3986, appendix C), but for its own grammar.
func (a *app) readAsked(f *fetch, in input) (uri.URI, error) {
	if grammar := f.grammar.value; grammar != "" && grammar != "rfc3986" {
		return a.parseInput(in, grammar)
	}
	if len(in.text) > len("URL:") && strings.EqualFold(in.text[:len("URL:")], "URL:") {
		in.text = in.text[len("URL:"):]
	}
	in.text = encodeNode(in.text)
	return in.parse()
}

// encodeNode encodes the spaces of KDE's form "info:(gcc)G++ and GCC", which
// uri(7) has though no URI may hold them: whoever writes it means the node, and
// what is got by it has the URI that it should have.
func encodeNode(text string) string {
	if form := "info:("; len(text) > len(form) && strings.EqualFold(text[:len(form)], form) {
		return strings.ReplaceAll(text, " ", "%20")
	}
	return text
}

// options are the settings of single schemes that flags give.
func (f *fetch) options() map[string]string {
	options := f.ftp.options()
	options["gopher-plus"], options["news-ssl"] = f.gopherPlus.value, f.newsSSL.value
	options["via"] = f.helper.value
	options["width"], options["style"] = f.width, f.style
	if f.lists {
		options["glob"] = "list"
	}
	for name, on := range map[string]bool{"whole": f.whole, "apropos": f.apropos, "glob": f.glob, "allow-special": f.special} {
		if on {
			options[name] = "yes"
		}
	}
	maps.DeleteFunc(options, func(_, value string) bool { return value == "" })
	return options
}

// accept lists the media types that suit a form of output.
func accept(as string) []string {
	switch as {
	case "html":
		return []string{"text/html"}
	case "text":
		return []string{"text/plain"}
	case "markdown":
		return []string{"text/markdown", "text/plain"}
	case "raw":
		return []string{"text/troff", "*/*"} // the source, where there is one
	default:
		return nil
	}
}

func (f *fetch) addData(req *get.Request) error {
	for i, d := range f.data {
		if name, ok := strings.CutPrefix(d, "@"); ok {
			content, err := os.ReadFile(name)
			if err != nil {
				return &exitError{exitUsage, err}
			}
			d = string(content)
		}
		if i > 0 {
			d = "&" + d
		}
		req.Body = append(req.Body, d...)
	}
	if req.Body != nil && req.Header.Get("Content-Type") == "" {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	return nil
}

// rangeOf reads -r and -C. What is gone on with by "-C -" is the file of -o, or the one
// that -O calls like u.
func (f *fetch) rangeOf(u uri.URI) (*get.Range, error) {
	bad := func(flag, value string) error {
		return &exitError{exitUsage, fmt.Errorf("%s %q: want bytes such as 0-99, 100- or -500", flag, value)}
	}
	switch {
	case f.resume == "-":
		f.begun = f.view.output
		if f.view.remoteName {
			f.begun = localName(u, &get.Object{})
		}
		if f.begun == "" || f.begun == "-" {
			return nil, &exitError{exitUsage, errors.New("-C - goes on with the file of -o or -O, and there is none")}
		}
		st, err := os.Stat(f.begun)
		if errors.Is(err, os.ErrNotExist) {
			return nil, nil
		}
		if err != nil {
			return nil, &exitError{exitUsage, err}
		}
		return &get.Range{First: st.Size(), Last: -1}, nil
	case f.resume != "":
		r := &get.Range{Last: -1}
		if n, err := fmt.Sscanf(f.resume, "%d", &r.First); n != 1 || err != nil || r.First < 0 {
			return nil, bad("-C", f.resume)
		}
		return r, nil
	case f.byteRange == "":
		return nil, nil
	}
	first, last, ok := strings.Cut(f.byteRange, "-")
	r := &get.Range{First: -1, Last: -1}
	if !ok || first == "" && last == "" || !number(first, &r.First) || !number(last, &r.Last) {
		return nil, bad("-r", f.byteRange)
	}
	return r, nil
}

// number reads decimal digits into n; none leave it as it is.
func number(s string, n *int64) bool {
	if s == "" {
		return true
	}
	_, err := fmt.Sscanf(s, "%d", n)
	return err == nil && strings.Trim(s, "0123456789") == ""
}
