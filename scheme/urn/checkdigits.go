package urn

import "strings"

// The check characters of identifiers. Each function expects a body of the
// characters that its comment names.

// mod11 returns the check character of ISBNs of ten characters and of ISSNs
// (ISO 2108:1992, ISO 3297): digits are weighted by their place from the end,
// the check character itself having place one; X stands for ten.
func mod11(body string) byte {
	sum := 0
	for i := range len(body) {
		sum += int(body[i]-'0') * (len(body) + 1 - i)
	}
	return "0123456789X"[(11-sum%11)%11]
}

// mod10 returns the check digit of the numbers of GS1, ISBNs of thirteen digits
// among them (GS1 General Specifications, 7.9): digits are weighted with 3 and 1
// in turn, the last with 3.
func mod10(body string) byte {
	sum := 0
	for i := range len(body) {
		weight := 1 + 2*((len(body)-i)%2)
		sum += int(body[i]-'0') * weight
	}
	return "0123456789"[(10-sum%10)%10]
}

// luhn returns the check digit of an IMEI (3GPP TS 23.003, annex B): each second
// digit, the last among them, is doubled, and the digits of all are added.
func luhn(body string) byte {
	sum := 0
	for i := range len(body) {
		d := int(body[i] - '0')
		if (len(body)-i)%2 == 1 {
			d *= 2
		}
		sum += d/10 + d%10
	}
	return "0123456789"[(10-sum%10)%10]
}

// mod97 returns the remainder by 97 of the number that digits and upper-case
// letters make, A being 10 and Z 35 (ISO 7064, MOD 97-10). It is 1 for an
// identifier with the right check digits.
func mod97(text string) int {
	rest := 0
	for i := range len(text) {
		if c := text[i]; digits.Has(c) {
			rest = (rest*10 + int(c-'0')) % 97
		} else {
			rest = (rest*100 + int(c-'A') + 10) % 97
		}
	}
	return rest
}

// eicCharacters are the characters of energy identification codes, each at its
// value.
const eicCharacters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-"

// eicCheck returns the check character behind the fifteen characters of an
// energy identification code (ENTSO-E, The EIC Reference Manual): the sum of
// values, weighted from 16 down to 2, decides by its remainder by 37.
func eicCheck(body string) byte {
	sum := 0
	for i := range len(body) {
		sum += strings.IndexByte(eicCharacters, body[i]) * (len(body) + 1 - i)
	}
	return eicCharacters[(36-(sum-1)%37)%37]
}

// nbnValues are the numbers that stand for the characters of a URN in the check
// digit of the German National Library.
var nbnValues = map[byte]string{
	'0': "1", '1': "2", '2': "3", '3': "4", '4': "5", '5': "6", '6': "7", '7': "8", '8': "9", '9': "41",
	'a': "18", 'b': "14", 'c': "19", 'd': "15", 'e': "16", 'f': "21", 'g': "22", 'h': "23", 'i': "24",
	'j': "25", 'k': "42", 'l': "26", 'm': "27", 'n': "13", 'o': "28", 'p': "29", 'q': "31", 'r': "12",
	's': "32", 't': "33", 'u': "11", 'v': "34", 'w': "35", 'x': "36", 'y': "37", 'z': "38",
	'+': "49", ':': "17", '-': "39", '.': "47", '/': "45", '_': "43",
}

// nbnCheck returns the check digit behind body, a URN in lower case from its
// "urn:" on: its characters become numbers, the digits of these are weighted by
// their place, and the last digit of the sum, divided by the last of those
// digits, is the check digit. ok is false if a character has no number.
func nbnCheck(body string) (check byte, ok bool) {
	sum, place, last := 0, 0, 1
	for i := range len(body) {
		value, known := nbnValues[body[i]]
		if !known {
			return 0, false
		}
		for _, d := range []byte(value) {
			place++
			last = int(d - '0')
			sum += place * last
		}
	}
	return "0123456789"[sum/last%10], true
}

// crc8 returns the check octet behind the seven octets of a 1-Wire identifier:
// the remainder by x⁸+x⁵+x⁴+1, least significant bit first.
func crc8(body []byte) (crc byte) {
	for _, b := range body {
		crc ^= b
		for range 8 {
			if crc&1 == 1 {
				crc = crc>>1 ^ 0x8c
			} else {
				crc >>= 1
			}
		}
	}
	return crc
}
