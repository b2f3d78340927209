package uri_test

import (
	"errors"
	"fmt"

	"uriel.dev/uri"
)

func Example() {
	u, err := uri.Parse("http://joe@example.com:8042/over/there?name=ferret#nose")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range uri.Components {
		if text, defined := u.Component(c); defined {
			fmt.Println(c, text)
		}
	}
	// Output:
	// scheme http
	// authority joe@example.com:8042
	// userinfo joe
	// host example.com
	// port 8042
	// path /over/there
	// query name=ferret
	// fragment nose
}

func ExampleParse() {
	u, err := uri.Parse("mailto:jdoe@example.com?subject=foo?body=bar")
	fmt.Println(u.Scheme(), u.Path(), u.Query(), err)
	_, err = uri.Parse("http://a b")
	fmt.Println(err)
	// Output:
	// mailto jdoe@example.com subject=foo?body=bar <nil>
	// parse "http://a b": space in host (byte 8, RFC 3986 3.2.2)
}

func ExampleMustParse() {
	fmt.Println(uri.MustParse("gopher://gopher.example/1/library").Path())
	// Output: /1/library
}

func ExampleError() {
	_, err := uri.Parse("http://h/100%")
	if e, ok := errors.AsType[*uri.Error](err); ok {
		fmt.Println(e.Rule, e.Offset)
		fmt.Println(e.Hint)
	}
	// Output:
	// uri/escape 12
	// write %25 for a percent sign
}

func ExampleRules() {
	for _, r := range uri.Rules() {
		if r.ID == "uri/password" {
			fmt.Printf("%s (%s)\n", r.Title, r.Section)
		}
	}
	// Output: password in a URI (RFC 3986 3.2.1)
}

// A component that is empty is not one that is undefined.
func ExampleURI_HasFragment() {
	for _, s := range []string{"http://h/", "http://h/#"} {
		u := uri.MustParse(s)
		fmt.Printf("%q %v\n", u.Fragment(), u.HasFragment())
	}
	// Output:
	// "" false
	// "" true
}

func ExampleURI_String() {
	fmt.Println(uri.MustParse("HTTP://h:80/%7e?#"))
	// Output: HTTP://h:80/%7e?#
}

func ExampleURI_IsZero() {
	fmt.Println(uri.URI{}.IsZero(), uri.URI{} == uri.MustParse(""))
	// Output: true true
}

func ExampleURI_Less() {
	fmt.Println(uri.MustParse("a:1").Less(uri.MustParse("a:2")))
	// Output: true
}

func ExampleURI_IsAbsolute() {
	for _, s := range []string{"http://h/", "http://h/#f", "//h/"} {
		u := uri.MustParse(s)
		fmt.Println(u, u.HasScheme(), u.IsAbsolute())
	}
	// Output:
	// http://h/ true true
	// http://h/#f true false
	// //h/ false false
}

func ExampleURI_HostKind() {
	for _, s := range []string{"//example.com", "//192.0.2.16", "//[2001:db8::7]", "//[v1.a]", "//256.0.0.1", "mailto:a@b"} {
		fmt.Printf("%s %q\n", s, uri.MustParse(s).HostKind())
	}
	// Output:
	// //example.com "reg-name"
	// //192.0.2.16 "ipv4"
	// //[2001:db8::7] "ipv6"
	// //[v1.a] "ipvfuture"
	// //256.0.0.1 "reg-name"
	// mailto:a@b ""
}

func ExampleURI_Authority() {
	u := uri.MustParse("ftp://joe:pw@[::1]:2121/")
	fmt.Println(u.Authority(), u.Userinfo(), u.Host(), u.Port())
	// Output: joe:pw@[::1]:2121 joe:pw [::1] 2121
}

func ExampleURI_Range() {
	u := uri.MustParse("http://u@h:80/a")
	start, end, defined := u.Range(uri.Host)
	fmt.Println(start, end, defined)
	start, end, defined = u.Range(uri.Query)
	fmt.Println(start, end, defined)
	// Output:
	// 9 10 true
	// 15 15 false
}

func ExampleURI_Resolve() {
	base := uri.MustParse("http://a/b/c/d;p?q")
	for _, ref := range []string{"g", "../g", "?y", "#s", "//g", "g:h"} {
		target, err := base.Resolve(uri.MustParse(ref))
		if err != nil {
			fmt.Println(err)
		}
		fmt.Println(target)
	}
	// Output:
	// http://a/b/c/g
	// http://a/b/g
	// http://a/b/c/d;p?y
	// http://a/b/c/d;p?q#s
	// http://g
	// g:h
}

func ExampleURI_ResolveNonStrict() {
	base, ref := uri.MustParse("http://a/b/c"), uri.MustParse("http:g")
	strict, _ := base.Resolve(ref)
	old, _ := base.ResolveNonStrict(ref)
	fmt.Println(strict, old)
	// Output: http:g http://a/b/g
}

func ExampleURI_Normalize() {
	fmt.Println(uri.MustParse("eXAMPLE://A:/./b/../b/%63/%7bfoo%7d").Normalize())
	// Output: example://a/b/c/%7Bfoo%7D
}

func ExampleURI_NormalizeKeep() {
	u := uri.MustParse("Gopher://H/0/a/../b%7E")
	fmt.Println(u.NormalizeKeep(uri.KeepDotSegments))
	// Output: gopher://h/0/a/../b~
}

func ExampleCompare() {
	a := uri.MustParse("HTTP://example.com/%7Ejoe")
	fmt.Println(uri.Compare(a, uri.MustParse("http://example.com/~joe")))
	fmt.Println(uri.Compare(a, uri.MustParse("http://example.com/~Joe")))
	// Output:
	// syntax
	// none
}

func ExampleJudge() {
	for _, r := range uri.Judge(uri.MustParse("file://C:/Windows")) {
		fmt.Println(r.Severity, r.Rule, r.Offset, r.Length, r.Text)
	}
	// Output:
	// warning uri/drive-host 7 2 host that looks like a drive letter: write three slashes: file:///C:/…
	// info uri/empty-port 8 1 colon of an empty port: drop the colon
}

func ExampleNewRemark() {
	rule := uri.Rule{ID: "gopher/tab", Section: "RFC 4266 2.1", Title: "tab in selector", Hint: "write %09"}
	fmt.Println(uri.NewRemark(rule, uri.Warning, 12, 1).Text)
	// Output: tab in selector: write %09
}

func ExampleRedact() {
	fmt.Println(uri.Redact("ftp://joe:secret@ho st/")) // valid or not
	fmt.Println(uri.MustParse("ftp://joe:secret@host/").Redacted())
	// Output:
	// ftp://joe:***@ho st/
	// ftp://joe:***@host/
}

func ExampleURI_WithoutFragment() {
	u := uri.MustParse("http://joe:secret@h:80/a#b")
	fmt.Println(u.WithoutFragment())
	fmt.Println(u.WithoutUserinfo())
	fmt.Println(u.WithoutPort())
	// Output:
	// http://joe:secret@h:80/a
	// http://h:80/a#b
	// http://joe:secret@h/a#b
}
