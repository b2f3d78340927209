#!/bin/sh
# Looks for known vulnerabilities of the packages that the module imports, without telling anybody what it imports: the
# database is a module of Go, of the version below, and is kept like others.
#
# One of a module that we require fails, unless vulns.txt beside this file accepts it with a reason. Those of the standard
# library are told and do not fail: which Go is installed is not in our hands, and the next has them fixed.
set -eu

database=golang.org/x/vulndb@v0.0.0-20261105234957-e22db6528018 # go list -m golang.org/x/vulndb@latest
here=$(dirname "$0")

# The file of the module in the cache has no settings of its own; "go mod download" needs to stand in some module.
if ! dir=$(go mod download -json "$database" | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p') || [ -z "$dir" ]; then
	echo "vulns.sh: NOT CHECKED: $database is not to be had" >&2
	exit 0
fi
if ! told=$(go tool -modfile="$here/tools.mod" govulncheck -db "file://$dir/data/osv" -scan package ./...); then
	case $told in
	*'Vulnerability #'*) ;; # it has found some
	*)
		printf '%s\n' "$told" >&2
		exit 1
		;;
	esac
fi
printf '%s\n' "$told" | awk -v accepted="$here/vulns.txt" '
	BEGIN {
		while ((getline line < accepted) > 0)
			if (line !~ /^#/ && split(line, word, " # ") == 2) reason[word[1]] = word[2]
	}
	/^Vulnerability #/      { id = $3; library = 0 }
	/^  Standard library/   { library = 1 }
	/^    Found in: /       { place = $3 }
	/^    Fixed in: /       { seen[id] = 1
		if (library) { n++; go = $3; sub(/.*@/, "", go) }
		else if (id in reason) print "vulns.sh: " id " of " place " is accepted: " reason[id]
		else { print "vulns.sh: " id " of " place ", fixed in " $3 ": renew it, or accept it in vulns.txt"; bad = 1 }
	}
	END {
		if (n) print "vulns.sh: this Go has " n " known vulnerabilities in what we import: " go " has them fixed"
		for (id in reason) if (!(id in seen)) { print "vulns.sh: " id " is not found any more: take it out of vulns.txt"; bad = 1 }
		exit bad
	}'
