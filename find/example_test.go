package find_test

import (
	"fmt"
	"strings"

	"uriel.dev/find"
	"uriel.dev/scheme/known"
	"uriel.dev/uri"
)

func ExampleFinder_All() {
	text := `Yes, Jim, I found it under "http://www.w3.org/Addressing/",
but you can probably pick it up from <ftp://foo.example.
com/rfc/>; see man:ls(1), not man:x:6:12.`
	f := find.New(known.Table())
	for m := range f.All([]byte(text)) {
		fmt.Printf("%d:%d %s %s\n", m.Line, m.Column, m.Form, m.URI)
	}
	// Output:
	// 1:29 quoted http://www.w3.org/Addressing/
	// 2:39 angle ftp://foo.example.com/rfc/
	// 3:16 bare man:ls(1)
}

func ExampleFinder_Scan() {
	r := strings.NewReader("It was at http://x.org/a...")
	for m, err := range find.New(known.Table()).Scan(r) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(m.URI, "or", m.Alternatives[0].URI)
	}
	// Output: http://x.org/a or http://x.org/a...
}

func ExampleFinder_From() {
	page := "line one\n<!-- see http://x.org/ -->"
	start, end := strings.Index(page, "<!--")+len("<!--"), strings.Index(page, "-->")
	at := find.Begin
	at.Advance([]byte(page[:start]))
	for m := range find.New(known.Table()).From(at, []byte(page[start:end])) {
		fmt.Println(m.Line, m.Column, page[m.Start:m.End])
	}
	// Output: 2 10 http://x.org/
}

func ExampleFinder_TypedLine() {
	f := find.New(known.Table())
	for _, line := range []string{"www.w3.org/Addressing", ":3000", "<URL:http://x.org/a b>"} {
		g, err := f.TypedLine(line, "")
		fmt.Println(g.URI, g.Rules, err)
	}
	// Output:
	// http://www.w3.org/Addressing [guess/www] <nil>
	// http://localhost:3000 [guess/port] <nil>
	// http://x.org/a%20b [guess/wrapper guess/url-prefix guess/escape] <nil>
}

func ExampleWrite() {
	text, err := find.Write(uri.MustParse("http://h/?a=1&b=2"), "html")
	fmt.Println(text, err)
	// Output: <A HREF="http://h/?a=1&amp;b=2">http://h/?a=1&amp;b=2</A> <nil>
}
