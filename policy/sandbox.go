package policy

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
)

// The sandbox of helper programs. A process that is to become a helper gives up
// by itself, and for good, what a helper has no need of; then it executes the
// helper. The steps must be taken between fork and exec, where the runtime of Go
// lets nobody in, so this program is executed a second time in between:
//
//	uriel get man:ls
//	  └─ uriel __sandbox {"Path":"/usr/bin/mandoc",…}    confines itself, then
//	     └─ mandoc -T utf8                               the same process
//
// What is given up, from the outside in:
//
//	resource limits   time of the processor, memory, files; no core, no process
//	no_new_privs      nothing that is set-user-ID makes it more than we are
//	Landlock          reads its libraries and what it is given, executes itself, writes nothing
//	seccomp           a short list of system calls: no sockets, no processes, no signals, no ptrace …

// sandboxVerb is the first argument of a process that is to confine itself.
const sandboxVerb = "__sandbox"

// sandboxFailed is its exit status if it cannot (that of a shell for a program
// that it found and could not execute).
const sandboxFailed = 126

// self is this program, even if its file has been replaced since it started.
const self = "/proc/self/exe"

// reenters says that main has called Sandboxed. It is global since it is about
// the program that this process is, whatever policies are in it.
var reenters bool

// Sandboxed is called by a program that may run helpers, at the very beginning
// of main. In a process that Exec has started it does not return: the process
// confines itself and becomes the helper. In all others it does nothing but to
// note that the program has this place; in one that has not, Exec refuses to
// run helpers unless [Policy.WithoutSandbox] is asked for.
//
// It needs Linux with Landlock (since 5.13) on amd64 or arm64.
func Sandboxed() {
	if len(os.Args) != 3 || os.Args[1] != sandboxVerb {
		reenters = true
		return
	}
	var c confinement
	err := json.Unmarshal([]byte(os.Args[2]), &c)
	if err == nil {
		err = c.become()
	}
	fmt.Fprintln(os.Stderr, "sandbox:", err)
	os.Exit(sandboxFailed)
}

// canConfine says why helpers cannot be confined; nil if they can.
func canConfine() error {
	if !reenters {
		return errors.New("the program that asks has no place for one (policy.Sandboxed)")
	}
	return confinable()
}

// A confinement is what a process is to become.
type confinement struct {
	Path string
	Argv []string
	Read []string // files and folders that it may read
}

// argv returns the arguments by which this program is told of it.
func (c confinement) argv() []string {
	text, err := json.Marshal(c)
	if err != nil {
		panic(err) // strings can be told
	}
	return []string{os.Args[0], sandboxVerb, string(text)}
}
