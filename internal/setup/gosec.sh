#!/bin/sh
# Looks for what is known to be risky in the code of the module that the shell stands in. Each finding fails unless
# gosec.txt beside this file accepts it with a reason, and so does a reason that is not needed any more.
#
# Not asked for is G104, errors that nobody looks at: nearly all are of Close, of buffers whose Flush tells, and of
# deadlines. Servers and tests that run on a machine of their own (interop, bench) are left out.
set -eu

here=$(dirname "$0")
told=$(mktemp)
trap 'rm -f "$told"' EXIT
go tool -modfile="$here/tools.mod" gosec -quiet -color=false -no-fail -fmt text -out "$told" -exclude G104 -exclude-generated \
	-exclude-dir interop -exclude-dir bench ./...
awk -v accepted="$here/gosec.txt" -v root="$(pwd)/" '
	BEGIN {
		while ((getline line < accepted) > 0)
			if (line !~ /^#/ && split(line, word, " # ") == 2) reason[word[1]] = word[2]
	}
	/^\[.*\] - G[0-9]+ / {
		place = substr($1, 2, length($1) - 2); sub(root, "", place)
		file = place; sub(/:.*/, "", file)
		found[$3 " " file]++
		if (!($3 " " file in reason)) { print "gosec.sh: " place ": " substr($0, index($0, $3)); bad = 1 }
	}
	/^  Files  : / { files = $3 }
	END {
		if (files < 100) { print "gosec.sh: it read " files + 0 " files only"; bad = 1 }
		for (what in found) n += found[what]
		for (what in reason) if (!(what in found)) { print "gosec.sh: " what " is not found any more: take it out of gosec.txt"; bad = 1 }
		print "gosec.sh: " files " files, " n + 0 " findings" (bad ? "" : ", all of them accepted")
		exit bad
	}' "$told"
