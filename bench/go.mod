module uriel.dev/bench

go 1.26.0

require uriel.dev v0.0.0

require (
	github.com/yuin/goldmark v1.8.7
	mvdan.cc/xurls/v2 v2.6.0
)

require (
	github.com/andybalholm/brotli v1.3.0 // indirect
	github.com/klauspost/compress v1.20.4 // indirect
	github.com/ulikunitz/xz v0.5.17 // indirect
	golang.org/x/sys v0.50.0 // indirect
)

require (
	github.com/bits-and-blooms/bitset v1.20.0 // indirect
	github.com/leodido/go-urn v1.5.0
	github.com/nlnwa/whatwg-url v0.6.2
	golang.org/x/net v0.62.0
	golang.org/x/text v0.44.0 // indirect
)

replace uriel.dev => ../
