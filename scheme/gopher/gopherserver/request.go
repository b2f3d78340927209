package gopherserver

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// A request is a line of a client, and what may stand behind it:
//
//	selector [ TAB words ] [ TAB plus [ TAB flag ] ]
//
// Plus begins with "+", "!" or "$"; a flag of 1 says that a data block follows.
// Clients that send the empty words of RFC 4266, section 2.3, are understood,
// though gopherd calls that malformed.
type request struct {
	selector string
	words    string
	plus     string // "" is a client that knows no Gopher+
	hasBlock bool
}

// readRequest reads a line.
func readRequest(in *bufio.Reader) (request, error) {
	line, err := readLine(in)
	if err != nil {
		return request{}, err
	}
	var r request
	fields := strings.Split(line, "\t")
	r.selector, fields = fields[0], fields[1:]
	if len(fields) > 0 && !isPlus(fields[0]) {
		r.words, fields = fields[0], fields[1:]
	}
	if len(fields) > 0 && isPlus(fields[0]) {
		r.plus, fields = fields[0], fields[1:]
		r.hasBlock = len(fields) > 0 && fields[0] == "1"
	}
	return r, nil
}

func isPlus(field string) bool { return field != "" && strings.Contains("+!$", field[:1]) }

// readLine reads a line that ends in CR LF or LF.
func readLine(in *bufio.Reader) (string, error) {
	var line []byte
	for {
		piece, err := in.ReadSlice('\n')
		line = append(line, piece...)
		switch {
		case len(line) > maxLine:
			return "", fmt.Errorf("a line of more than %d bytes", maxLine)
		case err == nil:
			return strings.TrimSuffix(strings.TrimSuffix(string(line), "\n"), "\r"), nil
		case err != bufio.ErrBufferFull:
			return "", err
		}
	}
}

// readBlock reads a data block, whose head says where it ends (Gopher+, section
// 2.4): behind so many bytes, or with a line of one dot.
func readBlock(in *bufio.Reader) ([]byte, error) {
	head, err := readLine(in)
	if err != nil {
		return nil, err
	}
	if head == "+-1" {
		return readToDot(in)
	}
	size, err := strconv.ParseUint(strings.TrimPrefix(head, "+"), 10, 31)
	switch {
	case err != nil || !strings.HasPrefix(head, "+"):
		return nil, fmt.Errorf("%q is no head of a data block", head)
	case size > maxBlock:
		return nil, errBlock
	}
	block := make([]byte, size)
	_, err = io.ReadFull(in, block)
	return block, err
}

var errBlock = fmt.Errorf("a data block of more than %d bytes", maxBlock)

// readToDot reads lines up to one of a single dot, and takes from each the dot
// that was doubled.
func readToDot(in *bufio.Reader) (block []byte, err error) {
	for {
		line, err := readLine(in)
		switch {
		case err != nil:
			return nil, err
		case line == ".":
			return block, nil
		case len(block)+len(line) > maxBlock:
			return nil, errBlock
		}
		block = append(block, strings.TrimPrefix(line, dotted(line))+"\r\n"...)
	}
}

// dotted returns the dot that is one too many at the beginning of a line.
func dotted(line string) string {
	if strings.HasPrefix(line, "..") {
		return "."
	}
	return ""
}
