//go:build !unix

package containertest

import "time"

var began = time.Now()

// worked returns how long this process has been there: what others do meanwhile is in
// it.
func worked() time.Duration { return time.Since(began) }
