// Package whatisclient dereferences whatis URIs: it lists the pages of the
// manual whose description of one line holds a word.
//
// The descriptions are read from the pages themselves, so that no database must
// have been made, and kept in an index that is brought up to date by the times
// of files.
package whatisclient

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"uriel.dev/get"
	"uriel.dev/internal/manpath"
	"uriel.dev/policy"
	"uriel.dev/scheme/man"
	"uriel.dev/scheme/whatis"
	"uriel.dev/uri"
)

// New returns the handler of whatis for the manual of this machine: the folders
// of $MANPATH, or those that the configuration of man-db gives for $PATH; in the
// languages that the environment asks for, where a request asks for none, and in
// English.
func New(env get.Env) get.Handler {
	open := func(folder, name string) (io.ReadCloser, error) { return env.Policy.OpenIn(folder, name) }
	return &handler{
		env:       env,
		places:    func() manpath.Places { return manpath.Find(open, os.Getenv("MANPATH"), os.Getenv("PATH")) },
		languages: func() []string { return man.WantedLanguages(os.Getenv) },
	}
}

// NewIn returns the handler of whatis for the manual in the given folders, each
// of which has folders man1, man2 and so on.
func NewIn(env get.Env, trees ...string) get.Handler {
	return &handler{env: env, places: func() manpath.Places { return manpath.Places{Trees: trees} }, languages: func() []string { return nil }}
}

type handler struct {
	env    get.Env
	places func() manpath.Places

	languages func() []string // that are wanted where a request does not say

	mu      sync.Mutex
	indices map[string]*index // that were asked for, by the folders of their languages
}

// Plan implements [get.Handler].
func (h *handler) Plan(req *get.Request) (plan get.Plan, err error) {
	if _, err := matcher(req); err != nil {
		return nil, err
	}
	for _, tree := range h.places().Trees {
		f, err := h.env.Policy.OpenIn(tree, ".")
		if _, refused := errors.AsType[*policy.Refusal](err); refused {
			return nil, get.Fail(context.Background(), "open", req.URI, get.Denied, err)
		}
		if err == nil {
			f.Close()
		}
		plan = append(plan, get.Step{Act: get.Open, Text: tree})
	}
	return plan, nil
}

// Get implements [get.Handler]. With the option "apropos" the word is a regular
// expression, in the syntax of RE2, which may match anywhere.
func (h *handler) Get(ctx context.Context, req *get.Request) (*get.Response, error) {
	match, err := matcher(req)
	if err != nil {
		return nil, err
	}
	places := h.places()
	languages := []string{req.Language}
	if req.Language == "" {
		languages = h.languages()
	}
	x, err := h.update(ctx, req.URI, places.Trees, man.LanguageFolders(languages...))
	if err != nil {
		return nil, err
	}
	found := x.find(match)
	if len(found) == 0 {
		v, _ := whatis.Parse(req.URI)
		return nil, get.Errorf(get.NotFound, "find", req.URI, "none of %d descriptions of the manual holds the word %q", len(x.entries()), string(v.Word))
	}
	order := func(e entry) int {
		i := slices.IndexFunc(places.Sections, func(s string) bool { return strings.HasPrefix(e.section, s) })
		return cmp.Or(i+1, len(places.Sections)+1)
	}
	slices.SortStableFunc(found, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(order(a), order(b)), cmp.Compare(a.section, b.section))
	})
	list := func(yield func(get.Entry, error) bool) {
		for _, e := range found {
			if ctx.Err() != nil {
				yield(get.Entry{}, get.Fail(ctx, "list", req.URI, get.Canceled, ctx.Err()))
				return
			}
			if !yield(get.Entry{Name: e.name + " (" + e.section + ") - " + e.about, URI: e.uri(), Kind: "page", Size: -1}, nil) {
				return
			}
		}
	}
	return &get.Response{URI: req.URI, Answer: &get.Listing{Title: "descriptions of the manual", Entries: list}}, nil
}

// find returns the entries that match, each page once: in the dearest language
// that does.
func (x *index) find(match func(string) bool) (found []entry) {
	seen := map[[2]string]bool{}
	for _, e := range x.entries() {
		if key := [2]string{e.name, e.section}; (match(e.name) || match(e.about)) && !seen[key] {
			seen[key] = true
			found = append(found, e)
		}
	}
	return found
}

// matcher returns what tells whether a text is asked for.
func matcher(req *get.Request) (func(string) bool, error) {
	v, err := whatis.Parse(req.URI)
	if err != nil {
		return nil, get.Errorf(get.Invalid, "get", req.URI, "%w", err)
	}
	if req.Options["apropos"] != "yes" {
		return holds(string(v.Word)), nil
	}
	pattern, err := regexp.Compile("(?i)" + string(v.Word))
	if err != nil {
		return nil, get.Errorf(get.Invalid, "get", req.URI, "%w", err)
	}
	return pattern.MatchString, nil
}

// holds returns what tells whether a text holds a word as a whole, in whatever
// case: no letter, digit or underscore stands next to one of the word.
func holds(word string) func(string) bool {
	word = strings.ToLower(word)
	first, _ := utf8.DecodeRuneInString(word)
	last, _ := utf8.DecodeLastRuneInString(word)
	return func(text string) bool {
		text = strings.ToLower(text)
		for at := 0; ; {
			i := strings.Index(text[at:], word)
			if i < 0 {
				return false
			}
			before, _ := utf8.DecodeLastRuneInString(text[:at+i])
			after, _ := utf8.DecodeRuneInString(text[at+i+len(word):])
			if !(isLetter(first) && isLetter(before)) && !(isLetter(last) && isLetter(after)) {
				return true
			}
			_, size := utf8.DecodeRuneInString(text[at+i:])
			at += i + size
		}
	}
}

func isLetter(c rune) bool {
	return c != utf8.RuneError && (unicode.IsLetter(c) || unicode.IsDigit(c) || c == '_')
}

// update returns the index of the manual in the given folders of languages and in
// English as it is now: that of the last such request, or of the cache, with what
// has changed since.
func (h *handler) update(ctx context.Context, u uri.URI, trees, languages []string) (*index, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	key := strings.Join(languages, ",")
	old := h.indices[key]
	if old == nil {
		old = readCache(h.env.Cache, key)
	}
	b := builder{env: h.env, uri: u, old: old}
	x, err := b.build(ctx, trees, languages)
	if err != nil {
		return nil, err
	}
	if b.read > 0 {
		h.env.Say('*', fmt.Sprintf("read the descriptions of %d pages", b.read))
	}
	if b.changed {
		if err := writeCache(h.env.Cache, key, x); err != nil {
			h.env.Say('*', "the descriptions are not kept: "+err.Error())
		}
	}
	if h.indices == nil {
		h.indices = map[string]*index{}
	}
	if len(h.indices) < maxIndices {
		h.indices[key] = x
	}
	return x, nil
}

// maxIndices is how many indices are kept in memory: one for each language that
// somebody asks for.
const maxIndices = 8
