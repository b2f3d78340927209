// Package uriel is the toolkit for the whole life of a URI: it parses and
// judges it, says what it means, resolves and compares it, gets what it names,
// and shows that in a plain browser, whatever the scheme.
//
// The package itself holds documentation only. The stages are packages of their
// own:
//
//   - [uriel.dev/uri]: the value; parse, judge, resolve, normalise, compare.
//   - [uriel.dev/scheme]: what schemes say of themselves; [uriel.dev/scheme/known]
//     is the table of all.
//   - [uriel.dev/get]: dereference, with five kinds of answer;
//     [uriel.dev/catalog] has the handlers.
//   - [uriel.dev/policy]: who may be asked for what.
//   - [uriel.dev/gateway]: any URI in a plain browser.
//
// The command is in uriel.dev/cmd/uriel.
package uriel
