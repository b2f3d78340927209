package geo

import (
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

const (
	wgs84    = "wgs84" // the default of crs
	digits   = "0123456789"
	alphanum = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" + digits
)

var (
	labelChars = pct.SetOf(alphanum + "-")                   // of labeltext
	paramChars = pct.SetOf(alphanum + "-_.!~*'()" + ":&+$%") // of pvalue; brackets are in no path
)

// reading is a view under way. Offsets count in the URI.
type reading struct {
	view    View
	coords  [][2]int // where the coordinates stand
	last    int      // the rank of the last parameter: crs, u, any other
	seen    [2]bool  // crs, u
	remarks []uri.Remark
}

func (r *reading) forbid(rule uri.Rule, start, end int) {
	r.remarks = append(r.remarks, uri.NewRemark(rule, uri.Forbid, start, end-start))
}

// read reads u by the grammar of RFC 5870, section 3.3:
//
//	geo-URI = "geo:" num "," num [ "," num ] [ ";crs=" label ] [ ";u=" pnum ] *( ";" name [ "=" value ] )
func read(u uri.URI) *reading {
	r := &reading{view: View{CRS: wgs84}}
	_, start, _ := u.Range(uri.Scheme)
	_, end, _ := u.Range(uri.Path)
	start += len(":")
	coordinates, params, hasParams := strings.Cut(u.String()[start:end], ";")
	at := start + len(coordinates) + len(";")
	for hasParams {
		var p string
		p, params, hasParams = strings.Cut(params, ";")
		r.readParam(p, at)
		at += len(p) + len(";")
	}
	r.readCoordinates(coordinates, start)
	if start, end, ok := u.Range(uri.Query); ok {
		r.forbid(ruleQuery, start-len("?"), end)
	}
	return r
}

func (r *reading) readCoordinates(text string, start int) {
	at := start
	var values []string
	for piece := range strings.SplitSeq(text, ",") {
		values = append(values, pct.Decode(piece))
		r.coords = append(r.coords, [2]int{at, at + len(piece)})
		at += len(piece) + len(",")
	}
	if len(values) != 2 && len(values) != 3 {
		r.forbid(ruleCoordinates, start, start+len(text))
		r.coords = nil
		return
	}
	for i, v := range values {
		if !isNum(v, maxDigits(i, r.view.CRS)) {
			r.forbid(ruleNumber, r.coords[i][0], r.coords[i][1])
			return
		}
	}
	if r.view.CRS != wgs84 {
		r.view.Coordinates = values
		return
	}
	r.view.Latitude, r.view.Longitude = values[0], values[1]
	if len(values) == 3 {
		r.view.Altitude = values[2]
	}
	r.judgeRange()
}

// maxDigits is how many digits coordinate i may have before the dot; 0 is any
// number of them.
func maxDigits(i int, crs string) int {
	if crs != wgs84 || i == 2 {
		return 0
	}
	return 2 + i
}

func (r *reading) judgeRange() {
	latitude, longitude := canonical(r.view.Latitude), canonical(r.view.Longitude)
	for i, over := range [...]bool{exceeds(latitude, "90"), exceeds(longitude, "180")} {
		if over {
			r.forbid(ruleRange, r.coords[i][0], r.coords[i][1])
		}
	}
	if isPole(latitude) && longitude != "0" {
		at := r.coords[1]
		r.remarks = append(r.remarks, uri.NewRemark(rulePole, uri.Info, at[0], at[1]-at[0]))
	}
}

func isPole(latitude string) bool { return strings.TrimPrefix(latitude, "-") == "90" }

// isNum reports whether s is num, [ "-" ] pnum, with at most most digits before
// the dot.
func isNum(s string, most int) bool {
	s = strings.TrimPrefix(s, "-")
	whole, _, _ := strings.Cut(s, ".")
	return isPnum(s) && (most == 0 || len(whole) <= most)
}

// isPnum reports whether s is 1*DIGIT [ "." 1*DIGIT ].
func isPnum(s string) bool {
	whole, fraction, hasFraction := strings.Cut(s, ".")
	return whole != "" && strings.Trim(whole+fraction, digits) == "" && hasFraction == (fraction != "")
}

// canonical returns the one way to write the number s: no zeros that say
// nothing, and no minus sign for zero.
func canonical(s string) string {
	number, negative := strings.CutPrefix(s, "-")
	whole, fraction, _ := strings.Cut(number, ".")
	whole, fraction = strings.TrimLeft(whole, "0"), strings.TrimRight(fraction, "0")
	if whole == "" {
		whole = "0"
	}
	if fraction != "" {
		whole += "." + fraction
	}
	if negative && whole != "0" {
		whole = "-" + whole
	}
	return whole
}

// exceeds reports whether the canonical number s is beyond limit in either
// direction.
func exceeds(s, limit string) bool {
	whole, fraction, _ := strings.Cut(strings.TrimPrefix(s, "-"), ".")
	switch {
	case len(whole) != len(limit):
		return len(whole) > len(limit)
	case whole == limit:
		return fraction != ""
	}
	return whole > limit
}

func (r *reading) readParam(text string, start int) {
	name, value, hasValue := strings.Cut(text, "=")
	name = strings.ToLower(pct.Decode(name))
	end := start + len(text)
	rank := 2
	switch name {
	case "crs":
		rank = 0
		r.readCRS(pct.Decode(value), start, end)
	case "u":
		rank = 1
		r.readUncertainty(pct.Decode(value), start, end)
	default:
		r.readOther(name, value, hasValue, start, end)
	}
	if rank < r.last {
		r.forbid(ruleOrder, start, end)
	}
	r.last = max(r.last, rank)
	r.view.parts = scheme.AppendPart(r.view.parts, start, end, label(name))
}

func label(name string) string {
	switch name {
	case "crs":
		return "reference system"
	case "u":
		return "uncertainty"
	}
	return "parameter " + name
}

func (r *reading) readCRS(value string, start, end int) {
	switch {
	case r.seen[0]:
		r.forbid(ruleTwice, start, end)
	case value == "" || !labelChars.HasAll(value):
		r.forbid(ruleParameter, start, end)
	default:
		r.view.CRS = strings.ToLower(value)
		if r.view.CRS != wgs84 {
			r.remarks = append(r.remarks, uri.NewRemark(ruleCRS, uri.Warning, start, end-start))
		}
	}
	r.seen[0] = true
}

func (r *reading) readUncertainty(value string, start, end int) {
	switch {
	case r.seen[1]:
		r.forbid(ruleTwice, start, end)
	case !isPnum(value):
		r.forbid(ruleNumber, start, end)
	default:
		r.view.Uncertainty = value
	}
	r.seen[1] = true
}

func (r *reading) readOther(name, value string, hasValue bool, start, end int) {
	if name == "" || !labelChars.HasAll(name) || !paramChars.HasAll(value) || hasValue != (value != "") {
		r.forbid(ruleParameter, start, end)
		return
	}
	p := []scheme.Octets{scheme.Octets(name)}
	if hasValue {
		p = append(p, scheme.Octets(pct.Decode(value)))
	}
	r.view.Params = append(r.view.Params, p)
}
