package whatwg_test

import (
	"fmt"

	"uriel.dev/uri/whatwg"
)

func ExampleParse() {
	u, err := whatwg.Parse(" HTTPS://user@EXAMPLE.com:443/a/../b c?q='x'#f ")
	fmt.Println(u, err)
	fmt.Println(u.Protocol(), u.Username(), u.Host(), u.Pathname(), u.Search(), u.Hash(), u.Origin())
	// Output:
	// https://user@example.com/b%20c?q=%27x%27#f <nil>
	// https: user example.com /b%20c ?q=%27x%27 #f https://example.com
}

func ExampleParseRef() {
	base := whatwg.MustParse("https://example.com/demo/")
	u, err := whatwg.ParseRef(`\example\..\x`, base)
	fmt.Println(u, err)
	// Output: https://example.com/x <nil>
}

func ExampleError() {
	_, err := whatwg.Parse("http://2001:db8::1/")
	fmt.Println(err)
	// Output: parse "http://2001:db8::1/": port that is no number (byte 12, URL Standard 4.4)
}

func ExampleURL_WithHost() {
	u := whatwg.MustParse("https://example.com/a")
	v, ok := u.WithHost("b\u00fccher.example:8080")
	fmt.Println(v, ok)
	v, ok = u.WithHost("not a host")
	fmt.Println(v, ok)
	// Output:
	// https://xn--bcher-kva.example:8080/a true
	// https://example.com/a false
}

func ExampleParams() {
	u := whatwg.MustParse("https://example.com/?b=2&a=x+y&b=3")
	for _, p := range u.SearchParams() {
		fmt.Printf("%s is %q\n", p.Name, p.Value)
	}
	u, _ = u.WithSearchParams(u.SearchParams().Set("b", "\u00fc").Sort())
	fmt.Println(u)
	// Output:
	// b is "2"
	// a is "x y"
	// b is "3"
	// https://example.com/?a=x+y&b=%C3%BC
}

func ExampleViolations() {
	for _, r := range whatwg.Violations(`https://0x7f.1\@b`, whatwg.URL{}) {
		fmt.Println(r.Offset, r.Rule)
	}
	// Output:
	// 8 whatwg/IPv4-too-few-parts
	// 8 whatwg/IPv4-non-decimal-part
	// 14 whatwg/invalid-reverse-solidus
}

func ExampleURI() {
	_, err := whatwg.URI(whatwg.MustParse("http://h/%zz"))
	fmt.Println(err)
	// Output: parse "http://h/%zz": "%" without two hex digits (byte 9, RFC 3986 2.1)
}

func ExampleDiff() {
	for _, d := range whatwg.Diff("HTTP://0x7f.1/a/%2e%2e/b") {
		fmt.Println(d)
	}
	for _, d := range whatwg.Diff(`http://good.example\@evil.example/`) {
		fmt.Println(d)
	}
	// Output:
	// scheme: RFC 3986 says "HTTP", the URL Standard says "http": the scheme is put into lower case
	// host: RFC 3986 says "0x7f.1", the URL Standard says "127.0.0.1": a host that ends in a number is an IPv4 address
	// path: RFC 3986 says "/a/%2e%2e/b", the URL Standard says "/b": dot segments are removed, also those that are written with %2e
	// RFC 3986 says no URI: backslash (byte 19), the URL Standard says "http://good.example/@evil.example/": it mends or lets pass what RFC 3986 has no place for
}
