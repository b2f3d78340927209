package fileclient

import (
	"cmp"
	"context"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"uriel.dev/get"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// What one pattern may lead to.
const (
	maxMatches = 10_000
	maxFolders = 10_000 // that are looked through
)

// expand answers with the files whose names fit the path of a request as a
// pattern of glob(7).
func (h handler) expand(ctx context.Context, req *get.Request) (*get.Response, error) {
	g := globber{handler: h, ctx: ctx, req: req}
	if err := g.folder("/", patterns(req.URI)); err != nil {
		return nil, get.Fail(ctx, "open", req.URI, get.Internal, err)
	}
	if len(g.found) == 0 {
		return nil, get.Errorf(get.NotFound, "open", req.URI, "no file has that name, and none fits it as a pattern")
	}
	slices.SortFunc(g.found, func(a, b get.Entry) int { return cmp.Compare(a.Name, b.Name) })
	if len(g.found) == 1 && req.Options[OptionGlob] == "yes" {
		return &get.Response{URI: req.URI, Answer: &get.Locations{List: []get.Location{{URI: g.found[0].URI, Note: "the only file that fits"}}}}, nil
	}
	list := func(yield func(get.Entry, error) bool) {
		for _, e := range g.found {
			if ctx.Err() != nil {
				yield(get.Entry{}, get.Fail(ctx, "list", req.URI, get.Canceled, ctx.Err()))
				return
			}
			if !yield(e, nil) {
				return
			}
		}
	}
	return &get.Response{URI: req.URI, Answer: &get.Listing{Title: "files that fit the pattern", Entries: list}}, nil
}

// A globber finds files by a pattern.
type globber struct {
	handler
	ctx     context.Context // of the one request
	req     *get.Request
	found   []get.Entry // with their paths for names
	folders int
}

// folder finds what fits in the folder dir, which ends in a slash, by the
// patterns of its name and of those below. A folder that cannot be read has
// nothing that fits.
func (g *globber) folder(dir string, patterns []string) error {
	entries, err := g.list(dir)
	if err != nil {
		return err
	}
	pattern, below := patterns[0], patterns[1:]
	for _, d := range entries {
		if !fits(pattern, d.Name()) {
			continue
		}
		if len(below) == 0 {
			if err := g.add(dir, d); err != nil {
				return err
			}
			continue
		}
		if err := g.folder(dir+d.Name()+"/", below); err != nil {
			return err
		}
	}
	return nil
}

func (g *globber) add(dir string, d fs.DirEntry) error {
	if len(g.found) == maxMatches {
		return get.Errorf(get.Limit, "list", g.req.URI, "more than %d files fit the pattern", maxMatches)
	}
	if e, ok := g.entry(dir, d); ok {
		e.Name = dir + d.Name()
		g.found = append(g.found, e)
	}
	return nil
}

func (g *globber) list(dir string) ([]fs.DirEntry, error) {
	if g.ctx.Err() != nil {
		return nil, g.ctx.Err()
	}
	if g.folders++; g.folders > maxFolders {
		return nil, get.Errorf(get.Limit, "list", g.req.URI, "the pattern leads through more than %d folders", maxFolders)
	}
	f, err := g.env.Policy.Open(dir)
	if err != nil {
		return nil, nil // nothing fits where nothing can be read, or is no folder
	}
	defer f.Close()
	entries, err := f.ReadDir(-1)
	if err != nil && err != io.EOF {
		return nil, nil
	}
	return entries, nil
}

// fits reports whether a name fits a pattern. A dot at its start has to be
// written.
func fits(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return ok && err == nil && (name[0] != '.' || pattern[0] == '.')
}

// patterns returns a pattern of package path for each name in the path of u.
// What is encoded stands for itself, but for brackets, which no path can hold
// otherwise.
func patterns(u uri.URI) (out []string) {
	text := u.Normalize().Path()
	if u.HasQuery() {
		text += "?" + u.Query()
	}
	for segment := range strings.SplitSeq(strings.Trim(text, "/"), "/") {
		var b strings.Builder
		for i := 0; i < len(segment); i++ {
			c := segment[i : i+1]
			if c == "%" {
				if c = pct.Decode(segment[i : i+3]); strings.Contains(`*?\`, c) {
					c = `\` + c
				}
				i += len("41")
			}
			b.WriteString(c)
		}
		// A class is negated by "!" in glob(7), by "^" in package path.
		out = append(out, strings.ReplaceAll(b.String(), "[!", "[^"))
	}
	return out
}
