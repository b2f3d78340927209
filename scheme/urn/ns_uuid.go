package urn

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"uriel.dev/uri"
)

// A UUID is what the NSS of urn:uuid says (RFC 9562, section 4).
type UUID struct {
	UUID    string `json:"uuid"`              // in lower case
	Special string `json:"special,omitempty"` // "nil" or "max": all bits are 0, or 1
	Variant string `json:"variant"`           // "rfc9562", or reserved: "ncs", "microsoft", "future"
	Version *int   `json:"version,omitempty"` // of variant rfc9562 only
	Time    string `json:"time,omitempty"`    // that versions 1, 6 and 7 claim to be made at
}

var uuidNamespace = Namespace{
	NID:         "uuid",
	Title:       "Universally Unique Identifiers",
	Spec:        "RFC 9562",
	Form:        "thirty-two hex digits in groups of 8, 4, 4, 4 and 12, with hyphens between",
	Special:     "none: hyphens are where the form has them",
	Equivalence: "the case of the digits does not count: the number is compared",
	Functional:  "none",
	Security:    "a UUID is no secret and no proof: those of versions 1, 2 and 6 tell when and on which machine they were made, and some can be guessed",
	Rules:       []uri.Rule{ruleUUIDSyntax, ruleUUIDVariant, ruleUUIDVersion},
	Read:        readUUID,
	Key:         keyUUID,
	Others:      otherUUIDs,
}

var (
	ruleUUIDSyntax = uri.Rule{ID: "urn/uuid-syntax", Section: "RFC 9562 4", Title: "not the form of a UUID", Hint: "8, 4, 4, 4 and 12 hex digits, hyphens between",
		Text: "A UUID is written as thirty-two hex digits in five groups, parted by hyphens. Braces, or digits without hyphens, are forms of other programs and not of the URN."}
	ruleUUIDVariant = uri.Rule{ID: "urn/uuid-variant", Section: "RFC 9562 4.1", Title: "a UUID of another variant",
		Text: "The first digit of the fourth group is 8, 9, a or b in all UUIDs that the RFC defines. Others are reserved for old systems or the future, and may be laid out in any way. The UUIDs of which all bits are 0 or 1 are meant to be so."}
	ruleUUIDVersion = uri.Rule{ID: "urn/uuid-version", Section: "RFC 9562 4.2", Title: "a version of UUIDs that is not defined",
		Text: "The first digit of the third group is the version, 1 to 8. Version 0 is unused, and those from 9 on are reserved, so that such a UUID was made by no rule of the RFC."}
)

// uuidSpecial names the UUIDs of sections 5.9 and 5.10.
var uuidSpecial = map[string]string{
	"00000000-0000-0000-0000-000000000000": "nil",
	"ffffffff-ffff-ffff-ffff-ffffffffffff": "max",
}

// uuidStray returns the index of the first byte of s that no UUID has there,
// or -1; it is len(s) if s ends too early.
func uuidStray(s string) int {
	for i := range min(len(s), 36) {
		hyphen := i == 8 || i == 13 || i == 18 || i == 23
		if hyphen && s[i] != '-' || !hyphen && !hexDigit.Has(s[i]) {
			return i
		}
	}
	if len(s) == 36 {
		return -1
	}
	return min(len(s), 36)
}

func readUUID(nss string) (any, []Finding) {
	if i := uuidStray(nss); i >= 0 {
		return nil, []Finding{warning(ruleUUIDSyntax, piece{nss, 0}.slice(i, min(i+1, len(nss))))}
	}
	u := UUID{UUID: strings.ToLower(nss)}
	u.Variant, u.Special = uuidVariant(u.UUID[19]), uuidSpecial[u.UUID]
	if u.Variant != "rfc9562" {
		if u.Special != "" {
			return u, nil
		}
		return u, []Finding{info(ruleUUIDVariant, piece{nss, 0}.slice(19, 20))}
	}
	version := int(uuidBits(u.UUID[14:15]))
	u.Version, u.Time = &version, uuidTime(u.UUID, version)
	if version < 1 || version > 8 {
		return u, []Finding{info(ruleUUIDVersion, piece{nss, 0}.slice(14, 15))}
	}
	return u, nil
}

// uuidVariant returns the variant that the first digit of the fourth group
// tells (RFC 9562, section 4.1, table 1).
func uuidVariant(digit byte) string {
	switch {
	case digit <= '7':
		return "ncs"
	case digit <= 'b':
		return "rfc9562"
	case digit <= 'd':
		return "microsoft"
	}
	return "future"
}

// uuidTime returns the time at which a UUID of version 1, 6 or 7 claims to be
// made (RFC 9562, sections 5.1, 5.6 and 5.7), or "".
func uuidTime(u string, version int) string {
	high, mid, low := u[0:8], u[9:13], u[15:18]
	switch version {
	case 1:
		return gregorianTime(uuidBits(low)<<48 | uuidBits(mid)<<32 | uuidBits(high))
	case 6:
		return gregorianTime(uuidBits(high)<<28 | uuidBits(mid)<<12 | uuidBits(low))
	case 7:
		return utc(time.UnixMilli(int64(uuidBits(high)<<16 | uuidBits(mid))))
	}
	return ""
}

// gregorianTime returns the time that is ticks of 100 ns after the start of the
// Gregorian calendar, 15 October 1582.
func gregorianTime(ticks uint64) string {
	const untilUnix = 0x01b21dd213814000 // ticks until 1970 (RFC 9562, appendix A)
	since := int64(ticks) - untilUnix
	return utc(time.Unix(since/1e7, since%1e7*100))
}

func utc(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

// uuidBits returns the number that hex digits make.
func uuidBits(hex string) uint64 {
	n, _ := strconv.ParseUint(hex, 16, 64)
	return n
}

func keyUUID(nss string) string {
	if uuidStray(nss) >= 0 {
		return sameCase(nss)
	}
	return strings.ToLower(nss)
}

func otherUUIDs(nss string) []string {
	if key := keyUUID(nss); key != sameCase(nss) {
		return []string{key}
	}
	return nil
}

// FromUUID returns the URN of a UUID, in lower case. The UUID may stand in
// braces, as some systems write it (RFC 9562, section 4). The error says that it
// has not the form of one. The UUID of a URN is in the fields of its namespace.
func FromUUID(uuid string) (string, error) {
	bare := uuid
	if inner, ok := strings.CutPrefix(uuid, "{"); ok && strings.HasSuffix(inner, "}") {
		bare = strings.TrimSuffix(inner, "}")
	}
	if uuidStray(bare) >= 0 {
		return "", fmt.Errorf("%q is no UUID: %s (%s)", uuid, ruleUUIDSyntax.Hint, ruleUUIDSyntax.Section)
	}
	return "urn:uuid:" + strings.ToLower(bare), nil
}
