package urn

// DraftEnd reports how many bytes at the start of text, which begins behind the
// colon of "urn:", are the rest of a URN in running text, by
// draft-ietf-urn-syntax-04; 0 means that it is none. Section 2.4 has it: "A URN
// ends when an octet from the excluded character set is encountered", which is
// not a part of it.
//
// It ends at "?" and "#" too. The draft keeps them, with "/", for future
// developments; in the meantime they delimit components that are no part of the
// name (RFC 8141, section 2.3), or end a sentence. [End] is the other reading.
func DraftEnd(text []byte) int {
	nid := oldNIDEnd(text, 0)
	if nid == 0 || nid > maxNID || nid == len(text) || text[nid] != ':' || compareFold(string(text[:nid]), "urn") == 0 {
		return 0
	}
	end := span(text, nid+1, oldByte|slashByte)
	if end == nid+1 {
		return 0
	}
	return end
}

// End is like [DraftEnd] but reads as far as there is a URN by RFC 8141, its r-,
// q- and f-component included. Its NSS may have "&" and "~". A "?" that begins no
// component, or one that is empty, is left to the text.
func End(text []byte) int {
	nid := nidEnd(text, 0)
	if !isNID(text, 0, nid) || nid == len(text) || text[nid] != ':' || !isPchar(text, nid+1) {
		return 0
	}
	end := span(text, nid+1, nssByte)
	end = component(text, end, '+')
	end = component(text, end, '=')
	if end < len(text) && text[end] == '#' {
		end = span(text, end+1, rqfByte)
	}
	return end
}
