package iri_test

import (
	"fmt"

	"uriel.dev/uri"
	"uriel.dev/uri/iri"
)

func Example() {
	i := iri.MustParse("http://résumé.example.org/naïve?q=%C3%BC#§1")
	u, _ := iri.ToURI(i)
	fmt.Println(u)
	u, _ = iri.ToURI(i, iri.IDNA) // the host is a domain name
	fmt.Println(u)
	fmt.Println(iri.FromURI(u, iri.IDNA))
	// Output:
	// http://r%C3%A9sum%C3%A9.example.org/na%C3%AFve?q=%C3%BC#%C2%A71
	// http://xn--rsum-bpad.example.org/na%C3%AFve?q=%C3%BC#%C2%A71
	// http://résumé.example.org/naïve?q=ü#§1
}

func ExampleParse() {
	_, err := iri.Parse("http://example.org/a\u202eb")
	fmt.Println(err)
	_, err = iri.Parse("http://exämple.org/a b")
	fmt.Println(err)
	// Output:
	// parse "http://example.org/a\u202eb": bidirectional formatting character (byte 20, RFC 3987 4.1)
	// parse "http://exämple.org/a b": space in path (byte 21, RFC 3986 3.3)
}

func ExampleAllowZone() {
	i, err := iri.Parse("http://[fe80::1%eth0]:8080/", iri.AllowZone) // as a tool prints it
	fmt.Println(i.Zone(), i.Normalize(), err)
	fmt.Println(iri.ToURI(i.WithoutZone())) // what may leave the machine
	// Output:
	// eth0 http://[fe80::1%25eth0]:8080/ <nil>
	// http://[fe80::1]:8080/ <nil>
}

func ExampleFromURI() {
	fmt.Println(iri.FromURI(uri.MustParse("http://example.org/D%C3%BCrst%2F%E2%80%AE")))
	// Output: http://example.org/Dürst%2F%E2%80%AE
}

func ExampleIRI_Normalize() {
	fmt.Println(iri.MustParse("eXAMPLE://a/./b/../b/%63/%7bfoo%7d/ros%C3%A9").Normalize())
	// Output: example://a/b/c/%7Bfoo%7D/rosé
}

func ExampleIRI_Resolve() {
	target, _ := iri.MustParse("http://example.org/straße/5").Resolve(iri.MustParse("../weg/7%C3%A4"))
	fmt.Println(target)
	// Output: http://example.org/weg/7%C3%A4
}
