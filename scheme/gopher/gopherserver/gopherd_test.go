package gopherserver

import (
	"context"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// exchanges reads what gopherd was sent and what it answered, by title.
func exchanges(t testing.TB) (titles []string, sent, received map[string]string) {
	t.Helper()
	text, err := os.ReadFile("../testdata/gopherd.txt")
	if err != nil {
		t.Fatal(err)
	}
	sent, received = map[string]string{}, map[string]string{}
	for line := range strings.Lines(string(text)) {
		key, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		to := map[string]map[string]string{">": sent, "<": received}[key]
		if key == "==" {
			titles = append(titles, value)
		}
		if to == nil {
			continue
		}
		octets, err := strconv.Unquote(`"` + strings.ReplaceAll(value, `"`, `\"`) + `"`)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		to[titles[len(titles)-1]] += octets
	}
	return titles, sent, received
}

// A difference is where this server answers otherwise than gopherd, and why. All
// of the answer that is not named is the same, to the byte.
type difference struct {
	why   string
	asked string   // instead of what gopherd was asked
	edit  []string // of its answer: this by that, in pairs
	whole string   // instead of its answer
}

const (
	chosen   = "only what is asked for is told (Gopher+ 2.7)"
	tolerant = "the empty words of RFC 4266 2.3, which curl sends, are understood"
	folders  = "+VIEWS:\r\n application/gopher-menu: <0k>\r\n application/gopher+-menu: <0k>\r\n text/html: <0k>\r\n"
	adminOf  = "+ADMIN:\r\n Admin: Frodo <frodo@example.org>\r\n Mod-Date: Mon Nov 30 12:19:49 2026 <20261130121949>\r\n"
	abstract = "+ABSTRACT:\r\n A short abstract\r\n of the readme.\r\n"
)

// common is what is not the same in all answers: gopherd names the language of
// every text; it lists one item more, whose name it has lost; and it is louder.
var common = []string{" En_US", "", "!!", "", "3(NULL)\t0/readme.txt\tlocalhost\t7070\t+\r\n", ""}

// own are the differences, by the title of the exchange.
var own = map[string]difference{
	"the attributes of all items": {
		why:  "a folder is not told to stay as it is for a time, nor to be as large as its menu is not",
		edit: []string{" TTL: 180\r\n", "", "<4k>", "<0k>", "+INFO: 3(NULL)\t0/readme.txt\tlocalhost\t7070\t+\r\n" + adminOf + abstract, ""},
	},
	"the attributes of a text": {
		why:  "the item has its name, and its views are told as those of all items are (Gopher+, appendix I)",
		edit: []string{"3(NULL)", "0readme.txt", "+ABSTRACT:", "+VIEWS:\r\n Text/plain: <.1k>\r\n+ABSTRACT:"},
	},
	"the abstract of a text":                                   {why: chosen + ", and the item has its name", edit: []string{"3(NULL)", "0readme.txt", adminOf, ""}},
	"the attributes of the form, of which only +ASK is wanted": {why: chosen, edit: []string{adminOf + "+VIEWS:\r\n Text/plain: <.2k>\r\n", ""}},
	"the views of a text":                                      {why: chosen, edit: []string{adminOf, ""}},
	"attributes that are not there": {
		why:   "a selector may be written without its type, so that it is asked for something else; and the words are ours",
		asked: "nosuch\t!\r\n", edit: []string{"Cannot find item information for that item", "'/nosuch' does not exist"},
	},
	"the attributes of the server": {
		why: "the server is called by its host, and tells nothing of its users, its place and its maker; menus of all that is below are not had; +INFO has its colon",
		edit: []string{
			"+INFO 1Test", "+INFO: 1localhost", " TTL: 180\r\n Site: Test\r\n Org: Uriel\r\n Loc: (null)\r\n Geog: (null)\r\n Version: U of Minnesota Unix 2.3 pl0\r\n", folders,
			"+STATISTICS:\r\n Total Connections: 12\r\n Server Started: Mon Nov 30 12:21:49 2026\r\n Connections per Hour: 1661\r\n Concurrent Sessions: 2\r\n", "",
			"+VIEWS:\r\n application/gopher-menu (null): <0k>\r\n application/gopher+-menu (null): <1k>\r\n text/html: <0k>\r\n Directory/recursive: <0k>\r\n Directory+/recursive: <0k>\r\n", "",
		},
	},
	"the form, filled in, by its size: the server reads on behind the end": {
		why:  "a block of so many bytes ends behind them, and its lines end without CR",
		edit: []string{"Frodo\r pw=secret\r select=1\r colour=green\r\xff\xbc\xdb\xfb\xf7\x01", "Frodo pw=secret select=1 colour=green"},
	},
	"the form without answers, in Gopher+": {why: "nothing is run with answers that nobody gave", whole: "--1\r\n1 Frodo <frodo@example.org>\r\nit is a form, to be filled in first\r\n.\r\n"},
	"the form without answers": {
		why: "nothing is run with answers that nobody gave", whole: "3it is a form, for which a client that knows Gopher+ is needed\t\terror.host\t1\r\n.\r\n",
	},
	"a menu as a page, without the dot that was announced":             {why: "the dot that is announced comes", edit: []string{"</HTML>\r\n", "</HTML>\r\n.\r\n"}},
	"a request of the web":                                             {why: "HTTP is not spoken", whole: "3'/GET / HTTP/1.0' does not exist\t\terror.host\t1\r\n.\r\n"},
	"what is not there":                                                {why: "an error item is of type 3 (RFC 1436 3.8)", edit: []string{"0'/", "3'/"}},
	"a way out of the folder":                                          {why: "an error item is of type 3 (RFC 1436 3.8)", edit: []string{"0'/", "3'/"}},
	"a text in Gopher+, by the letter of RFC 4266 as curl asks for it": {why: tolerant, whole: fmt.Sprintf("+%d\r\n%s", len(hello), hello)},
	"attributes, by the letter of RFC 4266": {
		why: tolerant, whole: "+-1\r\n+INFO: 0readme\t0/readme\tlocalhost\t7070\t+\r\n" + adminOf + "+VIEWS:\r\n Text/plain: <.1k>\r\n Text/plain Es_ES: <.0k>\r\n.\r\n",
	},
}

// TestGopherd asks for all that gopherd of the University of Minnesota was asked
// for, and compares the answers.
func TestGopherd(t *testing.T) {
	script := func(_ context.Context, f Form) (string, error) {
		a := f.Answers
		return "addr: " + strings.ReplaceAll(a[2].Value, "\n", "\naddr: ") + fmt.Sprintf("\nname=%s pw=%s select=%s colour=%s\n", a[0].Value, a[1].Value, a[3].Value, a[4].Value), nil
	}
	addr := start(t, &Server{Files: hole, Host: "localhost", Admin: "Frodo <frodo@example.org>", Answer: script})
	_, port, _ := net.SplitHostPort(addr)
	titles, sent, received := exchanges(t)
	if len(titles) != 34 {
		t.Errorf("%d exchanges, want 34", len(titles))
	}
	for _, title := range titles {
		t.Run(title, func(t *testing.T) {
			d, differs := own[title]
			asked := sent[title]
			if d.asked != "" {
				asked = d.asked
			}
			gopherds := strings.NewReplacer(common...).Replace(received[title])
			want := strings.NewReplacer(append(d.edit, common...)...).Replace(received[title])
			if d.whole != "" {
				want = d.whole
			}
			got := strings.NewReplacer("\t"+port, "\t7070", ":"+port+"/", ":7070/").Replace(tell(t, addr, asked))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if differs != (want != gopherds) || differs != (d.why != "") {
				t.Errorf("the list of differences has %+v", d)
			}
		})
	}
}
