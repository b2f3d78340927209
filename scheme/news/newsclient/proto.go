package newsclient

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"net/mail"
	"slices"
	"strings"
	"unicode/utf8"
)

// A proto is an article as its author writes it: a proto-article of RFC 5537,
// section 3.4.1. Lines end in LF.
type proto struct {
	header Header
	body   string
}

// maxLine bounds a line of an article without its end (RFC 5536, section 2.2).
const maxLine = 998

// readProto reads an article of at most limit bytes and refuses what cannot be
// posted. Only what stands at the beginning of a line is a field: an author who
// forgets the header must not have his text taken for one.
func readProto(message io.Reader, limit int64) (*proto, error) {
	if limit > 0 {
		message = io.LimitReader(message, limit+1)
	}
	octets, err := io.ReadAll(message)
	if err != nil {
		return nil, err
	}
	text := strings.ReplaceAll(string(octets), "\r\n", "\n")
	switch {
	case limit > 0 && int64(len(octets)) > limit:
		return nil, fmt.Errorf("an article of more than %d bytes", limit)
	case strings.ContainsAny(text, "\x00\r"):
		return nil, errors.New("an article with a NUL, or a CR that is no line end")
	}
	head, body, _ := strings.Cut(text, "\n\n")
	for line := range strings.SplitSeq(strings.TrimSuffix(head, "\n"), "\n") {
		name, _, ok := strings.Cut(line, ":")
		isField := ok && name != "" && !strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r >= 0x7f })
		if !isField && !strings.HasPrefix(line, " ") && !strings.HasPrefix(line, "\t") {
			return nil, fmt.Errorf("%.60q is no field of a header: an article begins with fields as \"Subject: Hello\", and an empty line", line)
		}
	}
	for line := range strings.SplitSeq(body, "\n") {
		if len(line) > maxLine {
			return nil, fmt.Errorf("a line of %d bytes: at most %d can be sent", len(line), maxLine)
		}
	}
	h, _, err := ReadHeader(strings.NewReader(head), 0)
	return &proto{h, body}, err
}

// complete adds what an article needs to be posted to a group, and encodes what
// is not ASCII in its header. Date and Message-ID are the server's to add (RFC
// 5537, section 3.5).
func (a *proto) complete(group string) error {
	switch groups := a.header.Get("Newsgroups"); {
	case groups == "":
		a.header = append(a.header, Field{"Newsgroups", group})
	case !isGroup(groups, group):
		return fmt.Errorf("the article goes to Newsgroups: %s, and not to %s", groups, group)
	}
	for _, name := range [...]string{"From", "Subject"} {
		if a.header.Get(name) == "" {
			return fmt.Errorf("the article has no field %s", name)
		}
	}
	for i := range a.header {
		if err := a.header[i].encode(); err != nil {
			return err
		}
	}
	if isASCII(a.body) || a.header.Get("Content-Type") != "" {
		return nil
	}
	if !utf8.ValidString(a.body) {
		return errors.New("an article that is neither ASCII nor UTF-8 says in its header what it is: Content-Type: text/plain; charset=iso-8859-1")
	}
	if a.header.Get("MIME-Version") == "" {
		a.header = append(a.header, Field{"MIME-Version", "1.0"})
	}
	a.header = append(a.header, Field{"Content-Type", "text/plain; charset=utf-8"}, Field{"Content-Transfer-Encoding", "8bit"})
	return nil
}

// addresses are fields that hold addresses, in which names can be encoded, and
// structured those in which nothing can.
var (
	addresses  = []string{"from", "reply-to", "sender", "mail-copies-to"}
	structured = []string{"newsgroups", "followup-to", "message-id", "references", "date", "distribution", "expires", "control", "supersedes", "approved", "content-type", "content-transfer-encoding"}
)

// encode encodes the value of a field in ASCII (RFC 2047).
func (f *Field) encode() error {
	name := strings.ToLower(f.Name)
	switch {
	case isASCII(f.Value):
		return nil
	case !utf8.ValidString(f.Value):
		return fmt.Errorf("the field %s is not UTF-8", f.Name)
	case slices.Contains(structured, name):
		return fmt.Errorf("the field %s has characters that are not ASCII", f.Name)
	case !slices.Contains(addresses, name):
		f.Value = mime.QEncoding.Encode("utf-8", f.Value)
		return nil
	}
	list, err := mail.ParseAddressList(f.Value)
	if err != nil {
		return fmt.Errorf("the field %s: %w", f.Name, err)
	}
	var out []string
	for _, a := range list {
		out = append(out, a.String())
	}
	f.Value = strings.Join(out, ", ")
	return nil
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf })
}

// String returns the article as it is sent, with LF.
func (a *proto) String() string {
	var b strings.Builder
	for _, f := range a.header {
		fmt.Fprintf(&b, "%s: %s\n", f.Name, fold(f.Value))
	}
	return b.String() + "\n" + a.body
}

// fold breaks a long value at blanks, so that no line is longer than it may be.
func fold(value string) string {
	const width = 900
	var b strings.Builder
	for len(value) > width {
		i := strings.LastIndexByte(value[:width], ' ')
		if i <= 0 {
			break
		}
		b.WriteString(value[:i] + "\n ")
		value = value[i+1:]
	}
	return b.String() + value
}
