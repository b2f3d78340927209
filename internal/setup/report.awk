# Shortens what `go test -v` prints to what a reader needs: all that a failed or skipped test said, and the line of
# each package. What tests that passed said is left out, and seeds that a fuzz target has no use for.

# note keeps a line for the test that said it, and prints it now if it belongs to none.
function note(line) {
	if (test == "") print line
	else said[test] = said[test] line "\n"
}

# A test starts to speak. Go names it again after each interruption.
/^=== (RUN|NAME|CONT|PAUSE) / { test = $3; next }

/^ *--- (PASS|SKIP|FAIL): / {
	if ($2 == "PASS:" || $2 == "SKIP:" && $3 ~ /^Fuzz.*\//) delete said[$3]
	else {
		printf "%s", said[$3]
		delete said[$3]
		print
	}
	next
}

# The end of a package, or of its process. What is left was said by tests that never ended.
/^(ok|FAIL|\?)[ \t]|^panic: |^fatal error: |^SIG/ {
	for (t in said) if ($1 !~ /^(ok|[?])$/) printf "=== %s\n%s", t, said[t]
	split("", said)
	test = ""
	print
	next
}

/^(PASS|FAIL)$/ { test = ""; next }

{ note($0) }
