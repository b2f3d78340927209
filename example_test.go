package uriel_test

import (
	"context"
	"fmt"
	"io"
	"log"

	"uriel.dev/catalog"
	"uriel.dev/get"
	"uriel.dev/policy"
	"uriel.dev/scheme/known"
	"uriel.dev/uri"
)

// From a text to what it names.
func Example() {
	// Parse.
	u, err := uri.Parse("data:text/plain,A%20brief%20note")
	if err != nil {
		log.Fatal(err)
	}

	// Say what it means, and in which normal form.
	schemes := known.Table()
	view, err := schemes.View(u)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(view.Meaning())
	fmt.Println(schemes.Normalize(uri.MustParse("HTTP://Example.ORG:80/a/../b")))

	// Get.
	p := policy.CLI(schemes)
	client := get.Client{Policy: p, Schemes: schemes, Handlers: catalog.Handlers(get.Env{Policy: p})}
	res, err := client.Get(context.Background(), &get.Request{URI: u})
	if err != nil {
		log.Fatal(err)
	}
	defer res.Close()
	switch a := res.Answer.(type) {
	case *get.Object:
		body, err := io.ReadAll(a.Body)
		fmt.Printf("%s: %s %v\n", a.MediaType, body, err)
	default:
		fmt.Println(res.Kind())
	}

	// Output:
	// 12 bytes of the media type text/plain, in the URI itself
	// http://example.org/b
	// text/plain: A brief note <nil>
}
