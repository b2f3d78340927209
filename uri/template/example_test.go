package template_test

import (
	"fmt"

	"uriel.dev/uri/template"
)

func Example() {
	search := template.MustParse("/search.{format}{?q,tag*,lang}")
	s, _ := search.Expand(template.Values{
		"format": template.String("json"),
		"q":      template.String("URI Templates"),
		"tag":    template.List{"rfc", "web"},
	})
	fmt.Println(s)
	values, ok := search.Match(s)
	fmt.Println(ok, values["q"], values["tag"], values["lang"])
	// Output:
	// /search.json?q=URI%20Templates&tag=rfc&tag=web
	// true URI Templates [rfc web] <nil>
}

func ExampleParse() {
	_, err := template.Parse("/people/{~name}")
	fmt.Println(err)
	// Output: parse "/people/{~name}": not a name of a variable (byte 9, RFC 6570 2.3)
}

func ExampleTemplate_Expand() {
	keys := template.Pairs{{"semi", ";"}, {"dot", "."}}
	for _, s := range []string{"{keys}", "{keys*}", "{+keys}", "{/keys*}", "{?keys*}", "{?none}"} {
		text, _ := template.MustParse(s).Expand(template.Values{"keys": keys})
		fmt.Printf("%s → %s\n", s, text)
	}
	// Output:
	// {keys} → semi,%3B,dot,.
	// {keys*} → semi=%3B,dot=.
	// {+keys} → semi,;,dot,.
	// {/keys*} → /semi=%3B/dot=.
	// {?keys*} → ?semi=%3B&dot=.
	// {?none} →
}

func ExampleTemplate_Match() {
	user := template.MustParse("/users/{id}{?fields}")
	values, ok := user.Match("/users/J%C3%BCrgen?fields=name,mail")
	fmt.Println(ok, values["id"], values["fields"])
	_, ok = template.MustParse("{file}{.type}").Match("a.tar.gz") // where does the file end?
	fmt.Println(ok)
	// Output:
	// true Jürgen [name mail]
	// false
}
