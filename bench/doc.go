// Package bench measures Uriel against its peers. It holds tests and benchmarks
// only, in a module of its own so that peers never become dependencies.
//
//	go test -bench . -benchmem            all benchmarks
//	go test -run TestParseSpeed -v        the ratio that is promised
//
// Results are kept as text under results, each with the machine and the command
// that made it.
package bench
