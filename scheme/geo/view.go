package geo

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A View is what a geo URI means. Numbers are as written.
type View struct {
	// Latitude and Longitude are in degrees, -90 to 90 and -180 to 180; south
	// and west are negative. They are "" if the reference system is not wgs84,
	// or the URI has none.
	Latitude  string `json:"latitude,omitempty"`
	Longitude string `json:"longitude,omitempty"`

	// Altitude is in meters in wgs84, which is not above the ground (RFC 5870,
	// section 3.4.5); "" if it is unknown, which is not zero.
	Altitude string `json:"altitude,omitempty"`

	// Coordinates are those of another reference system, two or three: what
	// they mean it alone knows.
	Coordinates []string `json:"coordinates,omitempty"`

	CRS         string `json:"crs"`                   // the coordinate reference system, in lower case; the default is wgs84
	Uncertainty string `json:"uncertainty,omitempty"` // in meters; "" if it is unknown, which is not zero

	// Params are the other parameters in their order, each [name, value] or, if
	// it has no value, [name]: the name in lower case, the value decoded.
	Params [][]scheme.Octets `json:"params,omitempty"`

	parts []scheme.Part
}

// Parse returns the meaning of u, whose scheme is geo. The error is the first
// thing that RFC 5870 forbids; the view then holds what could be read.
func Parse(u uri.URI) (View, error) {
	r := read(u)
	v := r.view
	v.parts = append(r.coordParts(), v.parts...)
	return v, scheme.Forbidden("geo", r.remarks)
}

func (r *reading) coordParts() (parts []scheme.Part) {
	labels := [...]string{"latitude", "longitude", "altitude"}
	for i, at := range r.coords {
		label := labels[i]
		if r.view.CRS != wgs84 {
			label = "coordinate"
		}
		parts = scheme.AppendPart(parts, at[0], at[1], label)
	}
	return parts
}

// coordinates returns the coordinates in the order of the URI.
func (v View) coordinates() []string {
	switch {
	case v.CRS != wgs84:
		return v.Coordinates
	case v.Altitude == "":
		return []string{v.Latitude, v.Longitude}
	}
	return []string{v.Latitude, v.Longitude, v.Altitude}
}

// URI returns the URI of v, the inverse of [Parse]. The error says what v has
// that no geo URI can hold.
func (v View) URI() (uri.URI, error) {
	u, err := uri.Parse(v.write(v.Params))
	if err != nil {
		return uri.URI{}, err
	}
	w, err := Parse(u)
	if err == nil && (w.CRS != v.CRS || !slices.EqualFunc(w.Params, v.Params, slices.Equal)) {
		err = errors.New("geo: the reference system or the name of a parameter has a character that it cannot have")
	}
	return u, err
}

// valueBare are the octets that stand as they are in a value.
var valueBare = pct.SetOf(alphanum + "-_.!~*'():&+$")

func (v View) write(params [][]scheme.Octets) string {
	var b strings.Builder
	b.WriteString("geo:" + strings.Join(v.coordinates(), ","))
	if v.CRS != wgs84 {
		b.WriteString(";crs=" + v.CRS)
	}
	if v.Uncertainty != "" {
		b.WriteString(";u=" + v.Uncertainty)
	}
	for _, p := range params {
		b.WriteString(";" + string(p[0]))
		for _, value := range p[1:] {
			b.WriteString("=" + pct.Encode(string(value), valueBare))
		}
	}
	return b.String()
}

// normal returns u as RFC 5870, section 3.4.4, compares: numbers without zeros
// that say nothing, the longitude of a pole 0, that of the date line 180, the
// default reference system left out, other parameters in the order of their
// names, their values without escapes that are not needed. What has a meaning in
// spite of a wrong order of parameters is normalised, too.
func normal(u uri.URI) uri.URI {
	r := read(u)
	broken := func(m uri.Remark) bool { return m.Severity == uri.Forbid && m.Rule != ruleOrder.ID }
	if slices.ContainsFunc(r.remarks, broken) {
		return u
	}
	v := r.view
	v.Latitude, v.Longitude = canonicalPoint(v.Latitude, v.Longitude)
	v.Altitude, v.Uncertainty = canonicalOrNone(v.Altitude), canonicalOrNone(v.Uncertainty)
	for i, c := range v.Coordinates {
		v.Coordinates[i] = canonical(c)
	}
	slices.SortFunc(v.Params, slices.Compare)
	_, end, _ := u.Range(uri.Path)
	n, err := uri.Parse(v.write(v.Params) + u.String()[end:])
	if err != nil {
		return u // it can only be too long
	}
	return n
}

func canonicalPoint(latitude, longitude string) (string, string) {
	latitude, longitude = canonicalOrNone(latitude), canonicalOrNone(longitude)
	switch {
	case isPole(latitude):
		longitude = "0"
	case longitude == "-180":
		longitude = "180"
	}
	return latitude, longitude
}

func canonicalOrNone(s string) string {
	if s == "" {
		return ""
	}
	return canonical(s)
}

// Parts implements [scheme.View].
func (v View) Parts() []scheme.Part { return v.parts }

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	text := fmt.Sprintf("the point at latitude %s, longitude %s", v.Latitude, v.Longitude)
	switch {
	case v.CRS != wgs84:
		text = fmt.Sprintf("the point at %s of the reference system %s", strings.Join(v.Coordinates, ", "), v.CRS)
	case v.Latitude == "":
		return "no point on the earth"
	}
	if v.Altitude != "" {
		text += fmt.Sprintf(", %s m high", v.Altitude)
	}
	if v.Uncertainty != "" {
		text += fmt.Sprintf(", to within %s m", v.Uncertainty)
	}
	return text
}
