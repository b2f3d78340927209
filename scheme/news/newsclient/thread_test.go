package newsclient

import (
	"fmt"
	"strings"
	"testing"

	"uriel.dev/get"
	"uriel.dev/scheme/news/newstest"
)

// drawn returns threads as the identifiers in them, an answer in parentheses
// behind what it answers.
func drawn(roots []*node) string {
	var b strings.Builder
	depth := -1
	for o, d := range walkThreads(roots) {
		b.WriteString(strings.Repeat(")", max(0, depth-d)))
		if d > depth {
			b.WriteString("(")
		} else {
			b.WriteString(" ")
		}
		b.WriteString(bareID(o.MessageID))
		depth = d
	}
	return b.String() + strings.Repeat(")", depth+1)
}

func TestForest(t *testing.T) {
	for _, x := range []struct{ name, list, want string }{
		{"none", "", ""},
		{"one", "a", "(a)"},
		{"an answer", "a|b <a>", "(a(b))"},
		{"two answers", "a|b <a>|c <a>", "(a(b c))"},
		{"answers of answers", "a|b <a>|c <a> <b>|d <a>|e", "(a(b(c) d) e)"},
		{"the answer is older", "b <a>|a", "(a(b))"},
		{"what was answered is gone", "a|c <a> <b>|d <x>", "(a(c) d)"},
		{"the last reference counts", "a|b|c <a> <b>", "(a b(c))"},
		{"no reference that is one", "a|b a <>|c <a", "(a b c)"},
		{"itself", "a <a>", "(a)"},
		{"each other", "a <b>|b <a>", "(b(a))"},
		{"in a circle", "a <c>|b <a>|c <b>|d <c>", "(c(a(b) d))"},
		{"one identifier twice", "a|a|b <a>", "(a(b) a)"},
	} {
		var list []Overview
		for i, text := range strings.Split(x.list, "|") {
			if id, refs, _ := strings.Cut(text, " "); id != "" {
				list = append(list, Overview{Number: int64(i), MessageID: "<" + id + ">", References: refs})
			}
		}
		if got := drawn(forest(list)); got != x.want {
			t.Errorf("%s: %s, want %s", x.name, got, x.want)
		}
	}
}

// FuzzForest: whatever refers to whatever, each article is there once.
func FuzzForest(f *testing.F) {
	f.Add("ab bc ca dd")
	f.Add("aaaa")
	f.Fuzz(func(t *testing.T, text string) {
		var list []Overview
		for id := range strings.FieldsSeq(text) {
			list = append(list, Overview{MessageID: "<" + id[:1] + ">", References: "<" + strings.Join(strings.Split(id[1:], ""), "><") + ">"})
		}
		n := 0
		for range walkThreads(forest(list)) {
			n++
		}
		if n != len(list) {
			t.Errorf("%d of %d articles", n, len(list))
		}
	})
}

// discussion serves a group of two threads.
func discussion(t *testing.T, level newstest.Level) *newstest.Server {
	t.Helper()
	s := &newstest.Server{Level: level}
	s.AddGroup("a.b", "")
	for _, x := range []struct{ id, refs string }{{"1@h", ""}, {"2@h", "<1@h>"}, {"3@h", ""}, {"4@h", "<1@h> <2@h>"}, {"5@h", "<3@h>"}, {"6@h", "<1@h> <gone@h>"}} {
		text := "Newsgroups: a.b\nFrom: j@h\nSubject: s" + x.id[:1] + "\nMessage-ID: <" + x.id + ">\n"
		if x.refs != "" {
			text += "References: " + x.refs + "\n"
		}
		if err := s.Add(text + "\nbody\n"); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// names returns the names of a listing, an entry in a line.
func names(t *testing.T, res *get.Response) string {
	t.Helper()
	defer res.Close()
	var b strings.Builder
	for e, err := range res.Answer.(*get.Listing).Entries {
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s|%s\n", e.Name, e.URI)
	}
	return strings.ReplaceAll(b.String(), "\u00a0", "_")
}

// TestThread: an article leads to its thread, by a URI of its own and for who
// wants a list, and the thread to the articles.
func TestThread(t *testing.T) {
	for _, level := range []newstest.Level{newstest.RFC3977, newstest.RFC2980, newstest.RFC977} {
		addr := discussion(t, level).Start(t)
		h := New(env(addr))
		const first = "4 articles in 1 thread|\ns1 – j@h|AT/1\n└ s2 – j@h|AT/2\n__└ s4 – j@h|AT/4\n└ s6 – j@h|AT/6\n"
		byID := strings.NewReplacer("AT/", "news:", "\n└", "@h\n└", "\n__", "@h\n__").Replace(strings.TrimSuffix(first, "\n")) + "@h\n"
		byNumber := strings.ReplaceAll(first, "AT", "nntp://"+addr+"/a.b")
		for _, x := range []struct {
			uri, accept, want, canonical string
		}{
			{"news:2@h?thread", "", byID, ""},
			{"news:1@h?thread", "text/html", byID, ""},
			{"news:6@h", "text/uri-list", byID, "news:6@h?thread"},
			{"news://" + addr + "/4@h?thread", "", strings.ReplaceAll(byID, "news:", "news://"+addr+"/"), "news:4@h?thread"},
			{"nntp://" + addr + "/a.b/2?thread", "", byNumber, "news:2@h?thread"},
			{"nntp://" + addr + "/a.b/4", "text/uri-list", byNumber, "news:4@h?thread"},
			{"news:5@h?thread", "", "2 articles in 1 thread|\ns3 – j@h|news:3@h\n└ s5 – j@h|news:5@h\n", ""},
			{"news:a.b", "", "6 articles in 2 threads|\ns1 – j@h|news:1@h\n└ s2 – j@h|news:2@h\n__└ s4 – j@h|news:4@h\n└ s6 – j@h|news:6@h\ns3 – j@h|news:3@h\n└ s5 – j@h|news:5@h\n", ""},
		} {
			req := request(x.uri)
			if x.accept != "" {
				req.Accept = []string{x.accept}
			}
			res, err := h.Get(t.Context(), req)
			if err != nil {
				t.Errorf("level %d, %s: %v", level, x.uri, err)
				continue
			}
			if got := names(t, res); got != x.want || res.Canonical.String() != x.canonical {
				t.Errorf("level %d, %s: %q and %q, want\n%q and %q", level, x.uri, got, res.Canonical, x.want, x.canonical)
			}
		}
		if _, err := h.Get(t.Context(), request("news:7@h?thread")); err == nil {
			t.Error("the thread of an article that is not there")
		}
	}
}

// TestThreadAsked: what is sent for a thread: only what lies around the article,
// if its number is told.
func TestThreadAsked(t *testing.T) {
	const hi = "S: 200 hi\nC: MODE READER\nS: 200 reader"
	for _, x := range []struct{ name, uri, script, want string }{
		{"the number is known", "news:1@h?thread", hi + `
			C: HEAD <1@h>
			S: 221 0 <1@h>
			S: Newsgroups: no.such,a.b
			S: Message-ID: <1@h>
			S: Xref: h x.y:1 a.b:50000
			S: .
			C: GROUP no.such
			S: 411 no such group
			C: GROUP a.b
			S: 211 90000 1 90000 a.b
			C: OVER 30000-70000
			S: 224 overview
			S: 50000\tx\tj@h\t\t<1@h>\t\t1\t1
			S: .`, "1 article in 1 thread|\nx – j@h|news:1@h\n"},
		{"it is not", "news:1@h?thread", hi + `
			C: HEAD <1@h>
			S: 221 0 <1@h>
			S: Newsgroups: a.b
			S: .
			C: GROUP a.b
			S: 211 90000 1 90000 a.b
			C: OVER 50000-90000
			S: 423 none`, ""},
		{"by number", "nntp:a.b/7?thread", hi + `
			C: GROUP a.b
			S: 211 9 1 9 a.b
			C: HEAD 7
			S: 221 7 <1@h>
			S: Message-ID: <1@h>
			S: .
			C: GROUP a.b
			S: 211 9 1 9 a.b
			C: OVER 1-9
			S: 423 none`, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			res, err := New(env(newstest.Dialogue(t, strings.TrimSpace(x.script)))).Get(t.Context(), request(x.uri))
			if err != nil {
				t.Fatal(err)
			}
			if got := names(t, res); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

// TestManyArticles: a list that is too long to be held for its threads comes in
// its own order.
func TestManyArticles(t *testing.T) {
	const n = mostThreaded + 2
	res, err := New(env(serveOverview(t, n))).Get(t.Context(), request("news:a.b"))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Close()
	i := 0
	for e, err := range res.Answer.(*get.Listing).Entries {
		i++
		if want := fmt.Sprintf("news:%d.0123456789abcdef@news.example", i); err != nil || e.Kind != "article" || e.URI.String() != want || strings.Contains(e.Name, "└") {
			t.Fatalf("entry %d is %+v, %v", i, e, err)
		}
	}
	if i != n {
		t.Errorf("%d entries, want %d", i, n)
	}
}
