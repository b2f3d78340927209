package find

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// Advance moves p behind text, whose first byte it is the position of.
func (p *Position) Advance(text []byte) {
	p.Start += int64(len(text))
	if n := bytes.Count(text, []byte{'\n'}); n > 0 {
		p.Line += n
		p.Column, p.ColumnRunes = 1, 1
		text = text[bytes.LastIndexByte(text, '\n')+1:]
	}
	p.Column += len(text)
	p.ColumnRunes += runes(text)
}

// runes counts the bytes that are no continuation bytes of UTF-8. Unlike a count
// of runes it does not change if text is cut in two, whatever it holds.
func runes(text []byte) int {
	const ones = 0x0101_0101_0101_0101
	n := len(text)
	for ; len(text) >= 8; text = text[8:] { // of a continuation byte bit 7 is set and bit 6 is not
		x := binary.LittleEndian.Uint64(text)
		n -= bits.OnesCount64(x >> 7 & ^(x >> 6) & ones)
	}
	for _, c := range text {
		if c&0xC0 == 0x80 {
			n--
		}
	}
	return n
}
