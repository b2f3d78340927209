// Package interop runs the uriel command against servers that others wrote.
//
// A test starts the servers it needs on free loopback ports (PORTS.md says which want a fixed one), runs the command
// as a user would, and compares what arrives with what the server holds and, where it can be seen, with the exact
// bytes that the server was asked. The first step of each test is a control: the server answers a plain client, so a
// failure afterwards is Uriel's.
//
// A program that is not installed skips its tests, and the reason names what went unchecked. With CI or
// URIEL_INTEROP=must in the environment that is a failure: `make setup` installs them all.
//
// No process outlives its test. The package makes itself the parent of every orphan below it, so a worker that a
// server leaves behind, or a helper that the command does, fails the test it belongs to.
package interop
