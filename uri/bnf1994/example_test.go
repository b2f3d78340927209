package bnf1994_test

import (
	"fmt"

	"uriel.dev/uri/bnf1994"
)

func ExampleParse() {
	v := bnf1994.Parse("URL:gopher://h/7find?two+words")
	fmt.Println(v.Valid, v.View["search"], v.Modern)
	for _, n := range v.Notes {
		fmt.Println(n.Text)
	}
	// Output:
	// true two words gopher://h/7find%09two%20words
	// xpalphas is printed "xpalpha [xpalpha]", two characters at most: read as xpalpha [xpalphas]
	// words of a search are joined by "+"
}

func ExampleParse_invalid() {
	v := bnf1994.Parse("URL:http://h/~timbl")
	fmt.Println(v.Err())
	fmt.Println(v.Error.Production, v.Error.Class, v.Error.Hint)
	// Output:
	// parse "URL:http://h/~timbl": path: "~" is national, a class that is in no production (byte 13, draft-ietf-uri-url-03 1.3)
	// path national write %7E: URL:http://h/%7Etimbl
}

func ExampleParse1738() {
	v := bnf1994.Parse1738("ftp://info.cern.ch/pub/www/doc;type=d")
	for _, p := range v.Parts {
		fmt.Println(p.Production, v.Text(p))
	}
	// Output:
	// ftpurl ftp://info.cern.ch/pub/www/doc;type=d
	// login info.cern.ch
	// hostport info.cern.ch
	// host info.cern.ch
	// hostname info.cern.ch
	// fpath pub/www/doc
	// ftptype d
}
