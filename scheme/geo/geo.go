// Package geo describes the geo scheme: a point on, above or below the surface
// of the earth.
//
// It is defined by RFC 5870, "A Uniform Resource Identifier for Geographic
// Locations ('geo' URI)", June 2010. The URI holds all that there is to say of
// the point, so that nothing is retrieved.
package geo

import (
	_ "embed"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// Readme is what there is to say of the schemes of this folder.
//
//go:embed README.md
var Readme string

// Schemes returns what the schemes of this folder say of themselves.
func Schemes() []scheme.Info {
	return []scheme.Info{{
		Name:      "geo",
		Title:     "A point on the earth",
		Spec:      "RFC 5870",
		Status:    scheme.Permanent,
		Form:      "geo:latitude,longitude[,altitude][;crs=system][;u=uncertainty][;name[=value]]…",
		Reach:     scheme.Inside,
		Retrieval: "Nothing is retrieved: read the coordinates from the URI, in the reference system that it names. A map of the place is up to the program.",
		Opening:   "a map",
		Rules:     []uri.Rule{ruleCoordinates, ruleNumber, ruleRange, rulePole, ruleCRS, ruleParameter, ruleTwice, ruleOrder, ruleQuery},
		View:      func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks:   func(u uri.URI) []uri.Remark { return read(u).remarks },
		Normal:    normal,
		Shape:     shape,
	}}
}

const (
	section33  = "RFC 5870 3.3"
	section342 = "RFC 5870 3.4.2"
)

var (
	ruleCoordinates = uri.Rule{ID: "geo/coordinates", Section: section33, Title: "not two or three coordinates", Hint: "latitude and longitude are parted by a comma, and perhaps an altitude",
		Text: "A point has a latitude and a longitude, and an altitude if it is known."}
	ruleNumber = uri.Rule{ID: "geo/number", Section: section33, Title: "what is no number", Hint: "digits, perhaps a dot and more digits; a minus sign for south, west and below",
		Text: "A coordinate is in decimal degrees or meters, without exponent, plus sign or unit. A latitude has at most two digits before the dot and a longitude three; an uncertainty is not negative."}
	ruleRange = uri.Rule{ID: "geo/range", Section: section342, Title: "latitude beyond 90 or longitude beyond 180 degrees", Hint: "perhaps the two are swapped: latitude comes first",
		Text: "Such a point is nowhere on the earth, and the URI is invalid."}
	rulePole = uri.Rule{ID: "geo/pole", Section: section342, Title: "longitude of a pole", Hint: "write 0",
		Text: "All meridians meet at the poles, so that the longitude says nothing there and should be 0. Comparison ignores it."}
	ruleCRS = uri.Rule{ID: "geo/crs", Section: "RFC 5870 3.4.1", Title: "coordinate reference system that is not known",
		Text: "The coordinates must not be read without knowledge of the system, and the only one that is registered is wgs84, the default."}
	ruleParameter = uri.Rule{ID: "geo/parameter", Section: section33, Title: "what is no parameter", Hint: "a parameter is ;name or ;name=value, the value not empty",
		Text: "The name of a parameter is letters, digits and hyphens, and so is a reference system."}
	ruleTwice = uri.Rule{ID: "geo/twice", Section: section33, Title: "crs or u for the second time",
		Text: "Either may appear once: programs would not agree which one counts."}
	ruleOrder = uri.Rule{ID: "geo/order", Section: section33, Title: "parameter out of order", Hint: "crs comes first, then u, then the others",
		Text: "The syntax wants crs and u before all others, and crs before u. The URI means the same in any order."}
	ruleQuery = uri.Rule{ID: "geo/query", Section: section33, Title: "query behind a point",
		Text: "The syntax of geo has no query. Android takes one for what to look for near the point, and a point of 0,0 for nowhere; other programs go to the point."}
)
