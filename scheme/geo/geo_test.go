package geo

import (
	"encoding/json"
	"math/big"
	"testing"

	"uriel.dev/scheme"
	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

func TestMeaning(t *testing.T) {
	schemetest.Meanings(t, Schemes(), map[string]string{
		"geo:48.2010,16.3695,183;u=4": "the point at latitude 48.2010, longitude 16.3695, 183 m high, to within 4 m",
		"geo:1,2,3;crs=Moon":          "the point at 1, 2, 3 of the reference system moon",
		"geo:1":                       "no point on the earth",
	})
}

func TestParts(t *testing.T) {
	schemetest.Parts(t, Schemes(), map[string]string{
		"geo:1,2,3;crs=wgs84;u=4;a=b": "latitude 1|longitude 2|altitude 3|reference system crs=wgs84|uncertainty u=4|parameter a a=b",
	})
}

func TestOffsets(t *testing.T) {
	for text, want := range map[string]string{
		"geo:1,x2;a":    "x2",
		"geo:91,2":      "91",
		"geo:1,181":     "181",
		"geo:90,1":      "1",
		"geo:1,2;u=x":   "u=x",
		"geo:1,2;a;u=1": "u=1",
		"geo:1,2?q":     "?q",
		"geo:1":         "1",
	} {
		r := read(uri.MustParse(text)).remarks[0]
		if got := text[r.Offset : r.Offset+r.Length]; got != want {
			t.Errorf("%s: %s at %q, want %q", text, r.Rule, got, want)
		}
	}
}

func TestURI(t *testing.T) {
	for want, v := range map[string]View{
		"geo:1,-2;u=3;b=%2F;a": {Latitude: "1", Longitude: "-2", CRS: "wgs84", Uncertainty: "3", Params: [][]scheme.Octets{{"b", "/"}, {"a"}}},
		"geo:1,2,3":            {Latitude: "1", Longitude: "2", Altitude: "3", CRS: "wgs84"},
		"geo:1000,2;crs=moon":  {Coordinates: []string{"1000", "2"}, CRS: "moon"},
	} {
		if got, err := v.URI(); err != nil || got.String() != want {
			t.Errorf("%+v: %s, %v; want %s", v, got, err, want)
		}
	}
	for _, v := range []View{
		{},
		{Latitude: "1", Longitude: "2"},
		{Latitude: "91", Longitude: "2", CRS: "wgs84"},
		{Latitude: "1", Longitude: "2;u=3,4", CRS: "wgs84"},
		{Coordinates: []string{"1", "2"}, CRS: "a;b"},
		{Latitude: "1", Longitude: "2", CRS: "wgs84", Params: [][]scheme.Octets{{"A"}}},
		{Latitude: "1", Longitude: "2", CRS: "wgs84", Params: [][]scheme.Octets{{"a;b"}}},
		{Latitude: "1", Longitude: "2", CRS: "wgs84", Params: [][]scheme.Octets{{"a", "b", "c"}}},
	} {
		if got, err := v.URI(); err == nil {
			t.Errorf("%+v: %s, want an error", v, got)
		}
	}
}

// FuzzNumber: numbers are told, ordered and written as math/big does.
func FuzzNumber(f *testing.F) {
	for _, s := range []string{"0", "-0.0", "90.000", "090", "180.00000000000000000000000001", "-.5", "1e3", "1_0"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !isNum(s, 0) {
			return
		}
		n, ok := new(big.Rat).SetString(s)
		if !ok {
			t.Fatalf("%q is no number", s)
		}
		c := canonical(s)
		if m, ok := new(big.Rat).SetString(c); !ok || n.Cmp(m) != 0 || len(c) > len(s) || canonical(c) != c {
			t.Errorf("%q is written %q", s, c)
		}
		if want := n.Abs(n).Cmp(big.NewRat(90, 1)) > 0; exceeds(c, "90") != want {
			t.Errorf("%q exceeds 90: %v", s, !want)
		}
	})
}

// FuzzView: the URI of a view has the same view, and is the same by the rules of
// the scheme.
func FuzzView(f *testing.F) {
	seeds := []string{"geo:1,2;a=%00;A", "geo:-90.0,7;crs=Wgs84", "geo:,", "geo:1,2;%61=b", "geo:1,2#f", "geo:1,2;crs=x;u=0;b;a=1;a"}
	table := scheme.NewTable(Schemes(), nil)
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		v, err := Parse(u)
		if err != nil || u.HasFragment() {
			return
		}
		built, err := v.URI()
		if err != nil {
			t.Fatalf("no URI of the view of %q: %v", u, err)
		}
		w, err := Parse(built)
		if err != nil || text(t, w) != text(t, v) {
			t.Errorf("%q is %s, its URI %q is %s, %v", u, text(t, v), built, text(t, w), err)
		}
		if rung, _ := table.Compare(u, built); rung == uri.Different {
			t.Errorf("%q and its URI %q differ", u, built)
		}
	})
}

func text(t *testing.T, v scheme.View) string {
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
