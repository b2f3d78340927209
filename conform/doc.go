// Package conform runs vectors: rows of input and expected result that another
// implementation could run as well. It holds tests only.
//
// Vectors of our own lie in data. Those of other projects are not copied: they
// are looked for beside the checkout, in ../shared/vectors and ../shared/corpus
// (origins and licences are in SOURCES.md), and a file that is absent is named
// in the output as not checked.
//
// A row is called by its file and its index, as in "url-issues.json#14"; where
// one row asks two things, the second has a name behind a slash. Rows that
// fail, and why, are listed in expected_failures.txt. A listed row that passes
// fails the test like a row that fails and is not listed, and so does an entry
// that no row answers to.
package conform
