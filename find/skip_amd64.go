package find

// skipFast returns the first place in b, from i on, where canBeMark is true, or one
// near the end of b that was not looked at. i is 1 at least. It looks at sixteen
// places at once, with instructions that every processor of this kind has (SSE2).
//
//go:noescape
func skipFast(b []byte, i int) int
